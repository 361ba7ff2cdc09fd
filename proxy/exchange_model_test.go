package proxy

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
)

// server is what PostgreSQL does, as far as it matters to who answers what: one message in, its replies out.
type server struct {
	rand     *rand.Rand
	skipping bool
	copying  byte // 'Q' or 'E' while it receives COPY data
}

func (m *server) take(typ byte) string {
	if m.copying != 0 {
		return m.takeCopy(typ)
	}
	if m.skipping && typ != 'S' {
		return ""
	}
	fails := m.rand.IntN(5) == 0
	switch {
	case typ == 'S' && fails && !m.skipping:
		return "EZ"
	case typ == 'S':
		m.skipping = false
		return "Z"
	case typ == 'c', typ == 'f', typ == 'H':
		return ""
	case typ == 'Q' && fails:
		return "TDEZ"
	case typ == 'Q' && m.rand.IntN(4) == 0, typ == 'E' && !fails && m.rand.IntN(4) == 0:
		m.copying = typ
		return "G"
	case typ == 'Q':
		return []string{"TDDCZ", "IZ", "CTDCZ", "HddcCZ"}[m.rand.IntN(4)]
	case fails:
		m.skipping = true
		return "E"
	}
	return map[byte][]string{'P': {"1"}, 'B': {"2"}, 'C': {"3"}, 'D': {"tT", "tn", "T", "n"},
		'E': {"DDC", "s", "I", "NC", "HddcC"}}[typ][m.rand.IntN(map[byte]int{'P': 1, 'B': 1, 'C': 1, 'D': 4, 'E': 5}[typ])]
}

// takeCopy receives COPY data: Sync and Flush are ignored. Anything else than data or its end loses the connection on a
// real server, so the model's client does not send it.
func (m *server) takeCopy(typ byte) string {
	by := m.copying
	switch {
	case typ == 'c' && m.rand.IntN(4) > 0:
		m.copying = 0
		if by == 'Q' {
			return "CZ"
		}
		return "C"
	case typ == 'c', typ == 'f':
		m.copying, m.skipping = 0, by == 'E'
		if by == 'Q' {
			return "EZ"
		}
		return "E"
	}
	return ""
}

// Whatever is sent, in whatever order it crosses with the replies: after the last Sync nothing is owed, at no point more
// is owed than is under way, and each ReadyForQuery goes to whom the Sync was of.
func TestExchangeAgreesWithAServer(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		x, model := started(), &server{rand: r}
		var script strings.Builder
		var replies []byte
		drain := func(n int) {
			for _, typ := range replies[:n] {
				script.WriteByte('<')
				script.WriteByte(typ)
				replyTo(x, typ)
			}
			replies = append([]byte{}, replies[n:]...)
		}
		send := func(typ byte) {
			script.WriteByte('>')
			script.WriteByte(typ)
			if k, ok := kinds[typ]; ok {
				x.sent(toClient, k)
			}
			replies = append(replies, model.take(typ)...)
		}
		for range 40 {
			typ := "QSPBDECcH"[r.IntN(9)]
			if model.copying != 0 {
				// Clients wait for the CopyInResponse, but may have sent a Sync with the Execute.
				if r.IntN(2) == 0 {
					send('S')
				}
				drain(len(replies))
				typ = "cfHSc"[r.IntN(5)]
			}
			send(typ)
			drain(r.IntN(len(replies) + 1))
		}
		if model.copying != 0 {
			drain(len(replies))
			send('c')
		}
		send('S')
		drain(len(replies))
		if x.owed() != 0 || x.copyIn || x.discarding {
			t.Fatalf("seed %d: owed %d, copying %v, discarding %v after %s", seed, x.owed(), x.copyIn, x.discarding, script.String())
		}
	}
}

func FuzzExchange(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte(">Q<T<D<C<Z"))
	f.Add([]byte(">P>B>E<1<2<G>S>c>S<E<Z"))
	f.Add([]byte("<Z<Z<E<1>c>c>S<G<G<Z"))
	f.Fuzz(func(t *testing.T, script []byte) {
		x := newExchange()
		for i := 0; i+1 < len(script); i += 2 {
			if script[i]%2 == 0 {
				if x.owed() > 1000 {
					return
				}
				x.sent(destination(script[i]/2%5), request(script[i+1]%8))
			} else {
				x.reply(script[i+1], script[i])
			}
			if x.owed() < 0 || x.head < 0 || x.head > len(x.queue) {
				t.Fatalf("head %d of %d", x.head, len(x.queue))
			}
			if x.idle() != (x.owed() == 0) || x.owed() == 0 && x.next() != toClient {
				t.Fatal("idle and next disagree with the queue")
			}
		}
	})
}
