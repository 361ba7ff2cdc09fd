package proxy

import (
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/wire"
)

// slowly writes to a client's connection until nothing more is taken for a while, and returns how much was.
func slowly(tb testing.TB, c *client, message []byte) (taken int) {
	tb.Helper()
	for taken < 1<<30 {
		if err := c.conn.SetWriteDeadline(time.Now().Add(500 * time.Millisecond)); err != nil {
			tb.Fatal(err)
		}
		n, err := c.conn.Write(message)
		if taken += n; err != nil {
			break
		}
	}
	return taken
}

// An upstream that reads nothing holds up the client, and not the proxy's memory: what the client can send is what
// sockets hold. Not parallel: it looks at the whole process.
func TestUpstreamThatNeverReads(t *testing.T) {
	release := make(chan bool)
	f := fakeUpstream(t, func(c *conversation) {
		c.expect("Q")
		c.send(&pgproto3.CopyInResponse{})
		<-release
	})
	for name, piece := range map[string][]byte{"rows of a copy": wire.Message('d', make([]byte, 8000)), "one long message": make([]byte, 1<<20),
		"queries": wire.Message('Q', []byte("SELECT 1\x00")), "groups": append(wire.Message('P', []byte("\x00SELECT 1\x00\x00\x00")), wire.Message('S', nil)...)} {
		t.Run(name, func(t *testing.T) {
			r := setup(t, f.addr)
			c := r.connect()
			c.query("COPY t FROM STDIN")
			c.expect("G")
			if name == "one long message" {
				c.raw([]byte("d\x3f\xff\x00\x00"))
			}
			runtime.GC()
			before := resident(t)
			taken := slowly(t, c, piece)
			if taken >= 64<<20 {
				t.Errorf("the proxy took %d MB that nobody reads", taken>>20)
			}
			if grown := resident(t) - before; grown > 32<<20 {
				t.Errorf("resident memory grew by %d MB for %d MB", grown>>20, taken>>20)
			}
			c.conn.Close()
			r.shutdown(0)
		})
	}
	close(release)
}

// A value of hundreds of megabytes goes through either way without being held. Not parallel: it looks at the whole
// process.
func TestHugeValueInBoundedMemory(t *testing.T) {
	const size = 300_000_000
	f := fakeUpstream(t, func(c *conversation) {
		for {
			m := make([]byte, wire.HeaderLen)
			if _, err := io.ReadFull(c.conn, m); err != nil || m[0] == 'X' {
				return
			}
			n := int64(m[1])<<24 | int64(m[2])<<16 | int64(m[3])<<8 | int64(m[4])
			if _, err := io.CopyN(io.Discard, c.conn, n-4); err != nil {
				c.tb.Errorf("fake upstream: %v", err)
				return
			}
			if m[0] != 'S' {
				continue
			}
			c.send(&pgproto3.ParseComplete{}, &pgproto3.BindComplete{})
			long := size + 10
			c.raw(string([]byte{'D', byte(long >> 24), byte(long >> 16), byte(long >> 8), byte(long), 0, 1, byte(size >> 24), byte(size >> 16 & 0xff), byte(size >> 8 & 0xff), byte(size & 0xff)}))
			piece := make([]byte, 1<<20)
			for left := size; left > 0; left -= len(piece) {
				piece = piece[:min(len(piece), left)]
				if _, err := c.conn.Write(piece); err != nil {
					c.tb.Errorf("fake upstream: %v", err)
					return
				}
			}
			c.send(replyDone, replyReady)
		}
	})
	r := setup(t, f.addr)
	c := r.connect()
	runtime.GC()
	before := resident(t)
	c.send(&pgproto3.Parse{Query: "SELECT $1"})
	bind := size + 4 + 1 + 1 + 2 + 2 + 4 + 2
	c.raw([]byte{'B', byte(bind >> 24), byte(bind >> 16), byte(bind >> 8), byte(bind & 0xff), 0, 0, 0, 0, 0, 1, byte(size >> 24), byte(size >> 16 & 0xff), byte(size >> 8 & 0xff), byte(size & 0xff)})
	piece := make([]byte, 1<<20)
	for left := size; left > 0; left -= len(piece) {
		piece = piece[:min(len(piece), left)]
		c.raw(piece)
	}
	c.raw([]byte{0, 0})
	c.send(&pgproto3.Execute{}, &pgproto3.Sync{})
	if n, end := drainTurn(t, c); n < size || end != "Z I" {
		t.Errorf("%d bytes, %s", n, end)
	}
	grown := resident(t) - before
	t.Logf("resident memory grew by %d KB", grown>>10)
	if grown > 32<<20 {
		t.Errorf("resident memory grew by %d MB", grown>>20)
	}
}
