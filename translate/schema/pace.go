package schema

import (
	"runtime"
	"time"
)

// Pace keeps what is made of a large catalog from holding up others: that takes seconds, and a goroutine keeps a
// processor, of perhaps two, for 10 ms before the runtime takes it away.
type Pace struct {
	rested time.Time
	large  bool
}

// A catalog is large from manyTables on. What works for longest rests, and only sleeping has the runtime look for
// what came from the network.
const (
	manyTables = 2000
	longest    = 2 * time.Millisecond
	rest       = 500 * time.Microsecond
)

// Pace returns the pace at which something may be made of the snapshot.
func (s *Snapshot) Pace() *Pace { return paceOf(len(s.Tables)) }

func paceOf(tables int) *Pace { return &Pace{time.Now(), tables > manyTables} }

// Apart keeps what is made of many tables, until done is called, on a thread that nothing else runs on. A thread that
// has worked for a second is the last one that a busy machine lets run again, and a session's message that the
// runtime gave to it would wait for that: tens of milliseconds, once in a hundred.
func Apart(tables int) (done func()) {
	if tables <= manyTables {
		return func() {}
	}
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}

// Step is called after every table, or what takes as long.
func (p *Pace) Step() {
	if p.large && time.Since(p.rested) > longest {
		time.Sleep(rest)
		p.rested = time.Now()
	}
}
