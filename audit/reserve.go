package audit

import "errors"

// reserve holds in memory, while the disk is full, how questions ended that became no statement, and those that had
// run. Their clients have been answered, and their texts are nowhere else. When it is full no further question is
// begun.
type reserve struct {
	bodies [][]byte
	bytes  int
}

// Bounds of what is held back.
const (
	reserveRecords = 10_000
	reserveBytes   = 8 << 20
)

// take holds a record back, if there is room.
func (r *reserve) take(body []byte) bool {
	if r.full() {
		return false
	}
	r.bodies, r.bytes = append(r.bodies, body), r.bytes+len(body)
	return true
}

// release writes what was held back, behind newer records: each has its own time.
func (c *committer) release() error {
	for held := &c.reserve; len(held.bodies) > 0; {
		n := min(len(held.bodies), batchRecords)
		if err := c.commit(held.bodies[:n], true); err != nil {
			return err
		}
		for _, b := range held.bodies[:n] {
			held.bytes -= len(b)
		}
		held.bodies = held.bodies[n:]
	}
	c.reserve = reserve{}
	return nil
}

func (r *reserve) full() bool { return len(r.bodies) >= reserveRecords || r.bytes >= reserveBytes }

// Full returns an error while nothing can be written and no record can be held back any more, so that a question
// should not even be begun; nil with OnFailure Warn.
func (l *Log) Full() error {
	if l.warn || !l.full.Load() {
		return nil
	}
	return errors.Join(ErrUnavailable, errors.New("too many records wait for room on the disk"))
}

// Failing reports whether the last write failed.
func (l *Log) Failing() bool { return l.failing.Load() }

// told tells others how the committer is.
func (l *Log) told(c *committer, err error) {
	l.failing.Store(err != nil)
	l.full.Store(c.reserve.full())
}
