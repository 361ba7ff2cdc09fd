// Package wiretest holds what tests of the wire need in several packages.
package wiretest

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net"
)

// Conn is a connection that hands out what there is to read in pieces, and keeps what is written.
type Conn struct {
	net.Conn // nil: deadlines and addresses are for nobody to ask
	Pieces   [][]byte
	Written  bytes.Buffer
	Writes   int
	End      error // after the last piece; io.EOF when nil
}

func (c *Conn) Read(p []byte) (int, error) {
	if len(c.Pieces) == 0 {
		if c.End != nil {
			return 0, c.End
		}
		return 0, io.EOF
	}
	n := copy(p, c.Pieces[0])
	if c.Pieces[0] = c.Pieces[0][n:]; len(c.Pieces[0]) == 0 {
		c.Pieces = c.Pieces[1:]
	}
	return n, nil
}

func (c *Conn) Write(p []byte) (int, error) {
	c.Writes++
	return c.Written.Write(p)
}

// Chop cuts bytes into pieces of random lengths.
func Chop(r *rand.Rand, p []byte, longest int) *Conn {
	c := &Conn{}
	for len(p) > 0 {
		n := min(len(p), 1+r.IntN(longest))
		c.Pieces = append(c.Pieces, p[:n])
		p = p[n:]
	}
	return c
}

// Nothing is for Frames.Next: no more of a message is wanted than its header.
func Nothing(byte, int) int { return 0 }
