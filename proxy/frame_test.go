package proxy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
)

// chunked is a connection that hands out what there is to read in pieces, and keeps what is written.
type chunked struct {
	net.Conn
	pieces  [][]byte
	written bytes.Buffer
	writes  int
	end     error // after the last piece; io.EOF when nil
}

func (c *chunked) Read(p []byte) (int, error) {
	if len(c.pieces) == 0 {
		if c.end != nil {
			return 0, c.end
		}
		return 0, io.EOF
	}
	n := copy(p, c.pieces[0])
	if c.pieces[0] = c.pieces[0][n:]; len(c.pieces[0]) == 0 {
		c.pieces = c.pieces[1:]
	}
	return n, nil
}

func (c *chunked) Write(p []byte) (int, error) {
	c.writes++
	return c.written.Write(p)
}

// chop cuts bytes into pieces of random lengths.
func chop(r *rand.Rand, p []byte, longest int) *chunked {
	c := &chunked{}
	for len(p) > 0 {
		n := min(len(p), 1+r.IntN(longest))
		c.pieces = append(c.pieces, p[:n])
		p = p[n:]
	}
	return c
}

func message(typ byte, body []byte) []byte {
	m := binary.BigEndian.AppendUint32([]byte{typ}, uint32(len(body)+4))
	return append(m, body...)
}

func wantNothing(byte, int) int { return 0 }

func TestFramesForwardWhatCame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		var sent []byte
		var types, got []byte
		for range 60 {
			size := []int{0, 1, 4, 60, 900, readBuffer - headerLen, readBuffer - headerLen + 1, 3 * readBuffer, 70_000}[r.IntN(9)]
			body := make([]byte, size)
			for i := range body {
				body[i] = byte(r.Uint32())
			}
			typ := "QPBDdS"[r.IntN(6)]
			types = append(types, typ)
			sent = append(sent, message(typ, body)...)
		}
		in, out := chop(r, sent, []int{3, 100, 70_000}[seed%3]), &chunked{}
		f, w := newFrames(in, sideClient), newWriter(out, sideUpstream)
		for range types {
			fr, err := f.next(func(typ byte, n int) int {
				if typ == 'Q' || typ == 'P' {
					return min(n, 64<<10)
				}
				return 0
			})
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fr.typ)
			if err := w.forward(fr, f); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.flush(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.written.Bytes(), sent) || string(got) != string(types) {
			t.Fatalf("seed %d: what came out is not what went in: %d bytes of %d", seed, out.written.Len(), len(sent))
		}
		if _, err := f.next(wantNothing); !errors.Is(err, io.EOF) {
			t.Errorf("at the end: %v", err)
		}
	}
}

func TestFramesRefuseLengths(t *testing.T) { // not parallel: it counts allocations
	for _, length := range []uint32{0, 1, 2, 3, 1<<30 + 4, 1 << 31, 0xffffffff, 0x80000004} {
		head := binary.BigEndian.AppendUint32([]byte{'Q'}, length)
		f := newFrames(&chunked{pieces: [][]byte{head, make([]byte, 100)}}, sideUpstream)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := f.next(func(_ byte, n int) int { return n })
		runtime.ReadMemStats(&after)
		if at, _ := failedAt(err, sideUpstream); !errors.Is(err, errMessageLength) || !at {
			t.Errorf("length %d: %v", int32(length), err)
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
			t.Errorf("length %d: %d bytes were allocated", int32(length), grown)
		}
	}
}

func TestFramesEnd(t *testing.T) {
	t.Parallel()
	whole := message('Q', []byte("SELECT 1\x00"))
	for n := range whole {
		f := newFrames(&chunked{pieces: [][]byte{whole[:n]}}, sideClient)
		_, err := f.next(wantNothing)
		want := io.ErrUnexpectedEOF
		if n == 0 {
			want = io.EOF
		}
		if at, writing := failedAt(err, sideClient); !errors.Is(err, want) || !at || writing {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
}

// A message of a gigabyte is announced and 20 MB of it come: that must cost no more than the buffer.
func TestFramesStreamInBoundedMemory(t *testing.T) { // not parallel: it counts allocations
	head := binary.BigEndian.AppendUint32([]byte{'d'}, 1<<30)
	in := &chunked{pieces: [][]byte{head}}
	piece := make([]byte, 1<<20)
	for range 20 {
		in.pieces = append(in.pieces, piece)
	}
	f := newFrames(in, sideClient)
	fr, err := f.next(func(_ byte, n int) int { return min(n, 64<<10) })
	if err != nil || fr.whole() || len(fr.body()) < 64<<10 {
		t.Fatalf("%d bytes, %v", len(fr.bytes), err)
	}
	seen := len(fr.body())
	allocations := testing.AllocsPerRun(1, func() {
		err = f.stream(func(p []byte) error { seen += len(p); return nil })
	})
	if !errors.Is(err, io.ErrUnexpectedEOF) || seen != 20<<20 {
		t.Errorf("streamed %d bytes: %v", seen, err)
	}
	if allocations > 10 || len(f.buf) > bulkBuffer {
		t.Errorf("%v allocations, buffer of %d", allocations, len(f.buf))
	}
}

func TestFramesBufferShrinksAgain(t *testing.T) {
	t.Parallel()
	in := &chunked{pieces: [][]byte{message('Q', make([]byte, 60_000)), message('S', nil), message('S', nil)}}
	f := newFrames(in, sideClient)
	sizes := []int{}
	for range 3 {
		fr, err := f.next(func(_ byte, n int) int { return n })
		if err != nil || !fr.whole() {
			t.Fatal(fr.rest, err)
		}
		sizes = append(sizes, len(f.buf))
	}
	if diff := cmp.Diff([]int{bulkBuffer, readBuffer, waitBuffer}, sizes); diff != "" {
		t.Errorf("sizes (-want +got):\n%s", diff)
	}
}

func TestFramesReadAhead(t *testing.T) {
	t.Parallel()
	first := message('P', []byte("first"))
	second := message('P', make([]byte, 2*readBuffer))
	in := &chunked{pieces: [][]byte{first, second[:1000], second[1000:]}}
	f := newFrames(in, sideClient)
	fr, err := f.next(wantNothing)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.readAhead(); err != nil || f.w != readBuffer {
		t.Fatalf("read ahead up to %d: %v", f.w, err)
	}
	if string(fr.body()) != "first" {
		t.Errorf("the frame became %q", fr.body())
	}
	if run := f.run(fr); len(run.bytes) != len(fr.bytes) {
		t.Errorf("the frame became a run of %d bytes, over the end of its buffer", len(run.bytes))
	}
	if fr, err = f.next(wantNothing); err != nil || fr.whole() {
		t.Fatal(fr.rest, err)
	}
	got := append([]byte{}, fr.bytes...)
	if err := f.stream(func(p []byte) error { got = append(got, p...); return nil }); err != nil || !bytes.Equal(got, second) {
		t.Errorf("%d bytes of %d: %v", len(got), len(second), err)
	}
	if err := f.readAhead(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
	if _, err := f.next(wantNothing); !errors.Is(err, io.EOF) {
		t.Errorf("and then: %v", err)
	}
}

// A streamed frame is read ahead of, too: what is buffered of its rest comes first.
func TestFramesReadAheadWithinAFrame(t *testing.T) {
	t.Parallel()
	long := message('B', bytes.Repeat([]byte("0123456789"), 5000))
	long = append(long, message('S', nil)...)
	f := newFrames(chop(rand.New(rand.NewPCG(1, 1)), long, 999), sideClient)
	fr, err := f.next(func(_ byte, n int) int { return min(n, 1024) })
	if err != nil {
		t.Fatal(err)
	}
	got := append([]byte{}, fr.bytes...)
	if err := f.readAhead(); err != nil {
		t.Fatal(err)
	}
	if err := f.stream(func(p []byte) error { got = append(got, p...); return nil }); err != nil {
		t.Fatal(err)
	}
	if fr, err = f.next(wantNothing); err != nil || fr.typ != 'S' || !bytes.Equal(append(got, fr.bytes...), long) {
		t.Errorf("type %c, %d bytes, %v", fr.typ, len(got), err)
	}
}

func TestFramesFlushBeforeTheyWait(t *testing.T) {
	t.Parallel()
	two := append(message('D', []byte("a row")), message('D', []byte("another"))[:7]...)
	f, out := newFrames(&chunked{pieces: [][]byte{two}}, sideUpstream), &chunked{}
	f.to = newWriter(out, sideClient)
	queue := func(p string) {
		if err := f.to.write([]byte(p)); err != nil {
			t.Fatal(err)
		}
	}
	queue("one")
	fr, err := f.next(wantNothing)
	if err != nil || out.written.String() != "one" {
		t.Fatalf("%q written, %v", out.written.String(), err)
	}
	queue(", two, ")
	if err := f.to.forward(fr, f); err != nil || out.writes != 1 {
		t.Fatalf("%d writes, %v", out.writes, err)
	}
	want := "one, two, " + string(two[:headerLen+5])
	if _, err := f.next(wantNothing); !errors.Is(err, io.ErrUnexpectedEOF) || out.written.String() != want || out.writes != 2 {
		t.Errorf("half a message is buffered: %q in %d writes, %v", out.written.String(), out.writes, err)
	}
}

// Rows that lie one behind the other in the reader's buffer are one run, and are written from there.
func TestFramesRun(t *testing.T) {
	t.Parallel()
	rows := bytes.Repeat(message('D', []byte("a row")), 1000)
	sent := append(append(bytes.Clone(rows), message('C', []byte("SELECT 1000\x00"))...), message('D', []byte("another"))[:7]...)
	f, out := newFrames(&chunked{pieces: [][]byte{sent}}, sideUpstream), &chunked{}
	f.to, f.size = newWriter(out, sideClient), readBuffer
	for _, want := range []int{len(rows), len(sent) - len(rows) - 7} {
		fr, err := f.next(wantNothing)
		if err != nil {
			t.Fatal(err)
		}
		if fr = f.run(fr); len(fr.bytes) != want {
			t.Errorf("a run of %d bytes, want %d", len(fr.bytes), want)
		}
		if err := f.to.forward(fr, f); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.next(wantNothing); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if out.writes != 1 || !bytes.Equal(out.written.Bytes(), sent[:len(sent)-7]) || cap(f.to.buf) > 0 {
		t.Errorf("%d bytes in %d writes, %d of them copied", out.written.Len(), out.writes, cap(f.to.buf))
	}
}

func TestWriterIsCutForGood(t *testing.T) {
	t.Parallel()
	in := &chunked{pieces: [][]byte{message('D', make([]byte, 100_000))[:50_000]}}
	out := &chunked{}
	f, w := newFrames(in, sideUpstream), newWriter(out, sideClient)
	fr, err := f.next(wantNothing)
	if err != nil {
		t.Fatal(err)
	}
	err = w.forward(fr, f)
	if at, _ := failedAt(err, sideUpstream); !at || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the failure is the upstream's: %v", err)
	}
	before := out.written.Len()
	if err := w.send(message('E', nil)); !errors.Is(err, errCut) || out.written.Len() != before {
		t.Errorf("something follows half a message: %v", err)
	}
}

type broken struct{ chunked }

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }

func TestWriterNamesItsSide(t *testing.T) {
	t.Parallel()
	w := newWriter(&broken{}, sideClient)
	for _, err := range []error{w.send([]byte("x")), w.write([]byte("y")), w.flush(), w.write(make([]byte, 2*writeBatch))} {
		if at, writing := failedAt(err, sideClient); !at || !writing {
			t.Errorf("got %v", err)
		}
	}
}

func TestWriterBatches(t *testing.T) {
	t.Parallel()
	out := &chunked{}
	w := newWriter(out, sideClient)
	row := message('D', make([]byte, 95))
	for range 10_000 {
		if err := w.write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.flush(); err != nil {
		t.Fatal(err)
	}
	if out.written.Len() != 10_000*len(row) || out.writes > 10_000*len(row)/writeBatch+2 || cap(w.buf) > 2*writeBatch {
		t.Errorf("%d bytes in %d writes, buffer of %d", out.written.Len(), out.writes, cap(w.buf))
	}
}

func FuzzFrames(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte("Q\x00\x00\x00\x05\x00S\x00\x00\x00\x04"), uint64(1))
	f.Add([]byte{'Q', 0xff, 0xff, 0xff, 0xff}, uint64(2))
	f.Add(message('d', make([]byte, 40_000)), uint64(3))
	f.Fuzz(func(t *testing.T, sent []byte, seed uint64) {
		read := func(in *chunked) (types, out []byte, end error) {
			f, dst := newFrames(in, sideClient), &chunked{}
			w := newWriter(dst, sideUpstream)
			for end == nil {
				var fr frame
				if fr, end = f.next(func(_ byte, n int) int { return min(n, 100) }); end == nil {
					types = append(types, fr.typ)
					end = w.forward(fr, f)
				}
				if len(f.buf) > bulkBuffer {
					t.Fatalf("buffer of %d", len(f.buf))
				}
			}
			w.err = nil // a cut one too has written what it got
			if err := w.flush(); err != nil {
				t.Fatal(err)
			}
			return types, dst.written.Bytes(), end
		}
		types, out, end := read(chop(rand.New(rand.NewPCG(seed, 0)), sent, 50))
		again, outAgain, endAgain := read(&chunked{pieces: [][]byte{bytes.Clone(sent)}})
		if !bytes.Equal(types, again) || end.Error() != endAgain.Error() {
			t.Fatalf("cut differently: %q, %v; %q, %v", types, end, again, endAgain)
		}
		if !bytes.HasPrefix(sent, out) || !bytes.HasPrefix(sent, outAgain) {
			t.Fatal("other bytes came out than went in")
		}
	})
}

func BenchmarkForward(b *testing.B) {
	row := message('D', make([]byte, 95))
	rows := bytes.Repeat(row, 160)
	b.SetBytes(int64(len(rows)))
	in := &chunked{}
	f, w := newFrames(in, sideUpstream), newWriter(discard{}, sideClient)
	for b.Loop() {
		in.pieces = append(in.pieces[:0], rows)
		for range 160 {
			fr, err := f.next(wantNothing)
			if err != nil {
				b.Fatal(err)
			}
			if err := w.forward(fr, f); err != nil {
				b.Fatal(err)
			}
		}
	}
}

type discard struct{ net.Conn }

func (discard) Write(p []byte) (int, error)      { return len(p), nil }
func (discard) SetWriteDeadline(time.Time) error { return nil }
