package wire

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// kinds are the letters of the requests in the scripts below: those of the messages.
var kinds = map[byte]Request{'Q': ReqQuery, 'F': ReqQuery, 'S': ReqSync, 'P': ReqParse, 'B': ReqBind, 'D': ReqDescribe,
	'E': ReqExecute, 'C': ReqClose, 'c': ReqCopyEnd, 'f': ReqCopyEnd}

// started is an exchange behind the ReadyForQuery that ends the startup.
func started() *Exchange {
	x := NewExchange(nil)
	x.Reply('Z', 'I')
	x.Settled()
	return x
}

// play runs a script: ">PBS" sends, "<12Z" receives; a letter behind "o" is a message of ours. It returns what of the
// received went to nobody, and how much is owed at the end.
func play(x *Exchange, script string) (hidden string, owed int) {
	for _, step := range strings.Fields(script) {
		switch step[0] {
		case '>':
			to := ToClient
			for i := 1; i < len(step); i++ {
				if step[i] == 'o' {
					to = ToNobody
					continue
				}
				x.Sent(to, kinds[step[i]])
				to = ToClient
			}
		case '<':
			for i := 1; i < len(step); i++ {
				if replyTo(x, step[i]) == ToNobody {
					hidden += step[i : i+1]
				}
			}
		}
	}
	return hidden, x.owed()
}

// Turns are those of the client, from the first message to the ReadyForQuery, however many messages there are between;
// the startup and what the proxy does for itself are none.
func TestTurnsAreTimed(t *testing.T) {
	t.Parallel()
	for script, turns := range map[string]int{
		"":                        0,
		">Q <TDCZ":                1,
		">P <1 >BE <2DC >S <Z":    1, // with a Flush between
		">PBES >PBES <12CZ <12CZ": 2,
		">oQ <CZ":                 0,
		">oQ >Q <CZ <CZ":          1,
	} {
		got := 0
		x := NewExchange(func(time.Duration) { got++ })
		x.Reply('Z', 'I')
		x.Settled()
		play(x, script)
		if got != turns {
			t.Errorf("%q: %d turns, want %d", script, got, turns)
		}
	}
}

// replyTo takes a message as deliver does.
func replyTo(x *Exchange, typ byte) Destination {
	switch typ {
	case 'D', 'd', 'c', 'H', 't', 'N', 'V':
		return x.Next()
	case 'Z':
		to := x.Reply('Z', 'I')
		x.Settled()
		return to
	}
	return x.Reply(typ, 0)
}

func TestExchangeReplies(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, script string
		hidden       string
		owed         int
	}{
		{"simple query", ">Q <TDDCZ", "", 0},
		{"simple query in parts", ">Q <TDC", "", 1},
		{"several statements in a query", ">Q <TDCTDCCZ", "", 0},
		{"empty query", ">Q <IZ", "", 0},
		{"query fails", ">Q <TDEZ", "", 0},
		{"queries in flight", ">QQQ <TDCZ <EZ", "", 1},
		{"function call", ">F <VZ", "", 0},
		{"function call fails", ">FQ <EZ <CZ", "", 0},
		{"extended query", ">PBDES <12TDCZ", "", 0},
		{"described statement", ">PDS <1tTZ", "", 0},
		{"described statement without rows", ">PDS <1tnZ", "", 0},
		{"portal without rows", ">PBDES <12nCZ", "", 0},
		{"suspended portal", ">PBEEES <12DDsDsCZ", "", 0},
		{"close", ">CCS <33Z", "", 0},
		{"without sync", ">PBE <12DC", "", 0},
		{"syncs in flight", ">PBESPBES <12CZ", "", 4},
		{"error at parse skips to sync", ">PBDESPBES <EZ <12CZ", "", 0},
		{"error at bind", ">PBDES <1EZ", "", 0},
		{"error at execute after rows", ">PBES <12DDEZ", "", 0},
		{"error at sync: a deferred constraint", ">PBES <12CEZ", "", 0},
		{"a simple query behind an error is skipped", ">PQBES <EZ", "", 0},
		{"and so is one that is sent later", ">P <E >QBE >S <Z", "", 0},
		{"what follows an error is not owed", ">P <E >BDE", "", 0},
		{"two syncs behind an error", ">PSS <EZ", "", 1},
		{"a query between extended messages", ">PBEQS <12CCZ", "", 1},
		{"notices between", ">PBES <1N2NDNCNZ", "", 0},

		{"copy in by query", ">Q <G >c <CZ", "", 0},
		{"copy in by query, data sent before the reply", ">QcQ <GCZ", "", 1},
		{"two copies in a query", ">Q <G >c <CG >c <CZ", "", 0},
		{"copy in by execute", ">PBE <12G >cS <CZ", "", 0},
		{"sync before the data", ">PBES <12G >cS <CZ", "", 0},
		{"sync within the data", ">PBE <12G >S >cS <CZ", "", 0},
		{"several syncs before the data", ">PBESSS <12G >cS <CZ", "", 0},
		{"all at once", ">PBEScS <12GCZ", "", 0},
		{"copy fail", ">Q <G >f <EZ", "", 0},
		{"copy fail by execute", ">PBE <12G >fS <EZ", "", 0},
		{"copy fail with an early sync", ">PBES <12G >fS <EZ", "", 0},
		{"server fails a copy", ">PBES <12G <E >cS <Z", "", 0},
		{"server fails a copy, the end is under way", ">PBES <12G >c <E >S <Z", "", 0},
		{"server fails a copy by query", ">Q <G <EZ >c", "", 0},
		{"refused copy", ">PBES <12EZ", "", 0},
		{"a copy that was over before, then a pipeline", ">Q <G >c <CZ >PBES <12CZ", "", 0},
		{"copy end out of the blue", ">c >Q <CZ", "", 0},
		{"copy end in the middle of something", ">Qc <CZ >Q <CZ", "", 0},
		{"a statement behind a copy in the same group", ">PBE <12G >cPBES <C12CZ", "", 0},
		{"copy out", ">Q <HddcCZ", "", 0},
		{"copy out by execute", ">PBES <12HddcCZ", "", 0},
		{"a sync that the copy did not eat after all", ">PBE <12G >S <E <Z >cS <Z", "", 0},

		{"nobody asked", "<N <S <E", "", 0},
		{"nobody asked for a ready", "<Z >Q <CZ", "", 0},
		{"ours among theirs", ">PBE >oS <12DCZ", "Z", 0},
		{"ours fails", ">oPoBoEoS >Q <EZ <CZ", "EZ", 0},
		{"rows of ours", ">oPoBoEoS <12DDCZ", "12DDCZ", 0},
		{"what is ours is skipped with what is theirs", ">PoBoEoS <EZ", "Z", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			hidden, owed := play(started(), c.script)
			if hidden != c.hidden || owed != c.owed {
				t.Errorf("%s: hidden %q, owed %d; want %q, %d", c.script, hidden, owed, c.hidden, c.owed)
			}
		})
	}
}

func TestExchangeFailed(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, script string
		want         bool
	}{
		{"nothing", ">Q <CZ", false},
		{"in the same group", ">PBE >oS <EZ", true},
		{"the client has seen the end of it", ">Q <EZ", false},
		{"an old error is forgotten", ">Q <EZ >PB >oS <12Z", false},
		{"ours does not count", ">oPoS <EZ", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := started()
			play(x, c.script)
			if got := x.TakeFailed(); got != c.want {
				t.Errorf("%s: failed is %v", c.script, got)
			}
			if x.TakeFailed() {
				t.Error("failed a second time")
			}
		})
	}
}

// A question starts when nothing is owed, and what we then say must not overtake the ReadyForQuery before it.
func TestDrainWaitsUntilDelivered(t *testing.T) {
	t.Parallel()
	x := started()
	x.Sent(ToClient, ReqQuery)
	drained := make(chan byte, 1)
	go func() {
		status, err := x.Drain()
		if err != nil {
			t.Error(err)
		}
		drained <- status
	}()
	x.Reply('C', 0)
	x.Reply('Z', 'T')
	select {
	case <-drained:
		t.Fatal("drained before the ReadyForQuery was delivered")
	case <-time.After(20 * time.Millisecond): // nothing can signal that something does not happen
	}
	x.Settled()
	if status := <-drained; status != 'T' {
		t.Errorf("status %q", status)
	}
}

func TestDrainEndsWithTheUpstream(t *testing.T) {
	t.Parallel()
	x := started()
	x.Sent(ToClient, ReqQuery)
	gone := fmt.Errorf("gone")
	go x.Fail(gone)
	if _, err := x.Drain(); err != gone {
		t.Errorf("got %v", err)
	}
	x.Fail(fmt.Errorf("again"))
	if _, err := x.Drain(); err != gone {
		t.Errorf("the first cause was replaced by %v", err)
	}
}

// A client that pipelines without end waits, and goes on as soon as there is room, even if it never syncs.
func TestExchangeIsBounded(t *testing.T) {
	t.Parallel()
	x := started()
	const total = 3 * MaxOwed
	var sent sync.WaitGroup
	sent.Go(func() {
		for range total {
			x.Sent(ToClient, ReqParse)
		}
	})
	for answered := 0; answered < total; {
		x.mu.Lock()
		owed := x.owed()
		x.mu.Unlock()
		if owed > MaxOwed+1 {
			t.Fatalf("%d replies are owed", owed)
		}
		for range owed {
			x.Reply('1', 0)
			answered++
		}
	}
	sent.Wait()
	if x.owed() != 0 || cap(x.queue) > maxIdleQueue {
		t.Errorf("%d owed, %d kept", x.owed(), cap(x.queue))
	}
}

// After an error nothing more is owed although no ReadyForQuery comes before the client's Sync.
func TestDrainEndsWhenTheServerSkips(t *testing.T) {
	t.Parallel()
	x := started()
	x.Sent(ToClient, ReqParse, ReqQuery)
	drained := make(chan error, 1)
	go func() {
		_, err := x.Drain()
		drained <- err
	}()
	x.Reply('E', 0)
	select {
	case err := <-drained:
		if err != nil || !x.Skips() {
			t.Errorf("skips: %v, %v", x.Skips(), err)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("drain hangs")
	}
	x.Sent(ToClient, ReqSync)
	if x.Skips() || x.Idle() {
		t.Error("a Sync ends the skipping, and is owed a reply")
	}
}
