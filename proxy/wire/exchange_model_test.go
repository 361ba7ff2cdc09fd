package wire

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/proxy/wire/wiretest"
)

// Whatever is sent, in whatever order it crosses with the replies: after the last Sync nothing is owed, at no point
// more is owed than is under way, and each ReadyForQuery goes to whom the Sync was of.
func TestExchangeAgreesWithAServer(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		x, model := started(), &wiretest.Model{Rand: r}
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
				x.Sent(ToClient, k)
			}
			replies = append(replies, model.Take(typ)...)
		}
		for range 40 {
			typ := "QSPBDECcH"[r.IntN(9)]
			if model.Copying != 0 {
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
		if model.Copying != 0 {
			drain(len(replies))
			send('c')
		}
		send('S')
		drain(len(replies))
		if x.owed() != 0 || x.phase != phaseReplying {
			t.Fatalf("seed %d: owed %d, phase %d after %s", seed, x.owed(), x.phase, script.String())
		}
	}
}

func FuzzExchange(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte(">Q<T<D<C<Z"))
	f.Add([]byte(">P>B>E<1<2<G>S>c>S<E<Z"))
	f.Add([]byte("<Z<Z<E<1>c>c>S<G<G<Z"))
	f.Fuzz(func(t *testing.T, script []byte) {
		x := NewExchange(nil)
		for i := 0; i+1 < len(script); i += 2 {
			if script[i]%2 == 0 {
				if x.owed() > 1000 {
					return
				}
				x.Sent(Destination(script[i]/2%5), Request(script[i+1]%8))
			} else {
				x.Reply(script[i+1], script[i])
			}
			if x.owed() < 0 || x.head < 0 || x.head > len(x.queue) {
				t.Fatalf("head %d of %d", x.head, len(x.queue))
			}
			if x.Idle() != (x.owed() == 0) || x.owed() == 0 && x.Next() != ToClient {
				t.Fatal("idle and next disagree with the queue")
			}
		}
	})
}
