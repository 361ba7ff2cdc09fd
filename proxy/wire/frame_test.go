package wire

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
	"github.com/pgask/pgask/proxy/wire/wiretest"
)

func TestFramesForwardWhatCame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		var sent []byte
		var types, got []byte
		for range 60 {
			size := []int{0, 1, 4, 60, 900, readBuffer - HeaderLen, readBuffer - HeaderLen + 1, 3 * readBuffer, 70_000}[r.IntN(9)]
			body := make([]byte, size)
			for i := range body {
				body[i] = byte(r.Uint32())
			}
			typ := "QPBDdS"[r.IntN(6)]
			types = append(types, typ)
			sent = append(sent, Message(typ, body)...)
		}
		in, out := wiretest.Chop(r, sent, []int{3, 100, 70_000}[seed%3]), &wiretest.Conn{}
		f, w := NewFrames(in, SideClient), NewWriter(out, SideUpstream)
		for range types {
			fr, err := f.Next(func(typ byte, n int) int {
				if typ == 'Q' || typ == 'P' {
					return min(n, 64<<10)
				}
				return 0
			})
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fr.Type)
			if err := w.Forward(fr, f); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Written.Bytes(), sent) || string(got) != string(types) {
			t.Fatalf("seed %d: what came out is not what went in: %d bytes of %d", seed, out.Written.Len(), len(sent))
		}
		if _, err := f.Next(wiretest.Nothing); !errors.Is(err, io.EOF) {
			t.Errorf("at the end: %v", err)
		}
	}
}

func TestFramesRefuseLengths(t *testing.T) { // not parallel: it counts allocations
	for _, length := range []uint32{0, 1, 2, 3, 1<<30 + 4, 1 << 31, 0xffffffff, 0x80000004} {
		head := binary.BigEndian.AppendUint32([]byte{'Q'}, length)
		f := NewFrames(&wiretest.Conn{Pieces: [][]byte{head, make([]byte, 100)}}, SideUpstream)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := f.Next(func(_ byte, n int) int { return n })
		runtime.ReadMemStats(&after)
		if at, _ := FailedAt(err, SideUpstream); !errors.Is(err, ErrMessageLength) || !at {
			t.Errorf("length %d: %v", int32(length), err)
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
			t.Errorf("length %d: %d bytes were allocated", int32(length), grown)
		}
	}
}

func TestFramesEnd(t *testing.T) {
	t.Parallel()
	whole := Message('Q', []byte("SELECT 1\x00"))
	for n := range whole {
		f := NewFrames(&wiretest.Conn{Pieces: [][]byte{whole[:n]}}, SideClient)
		_, err := f.Next(wiretest.Nothing)
		want := io.ErrUnexpectedEOF
		if n == 0 {
			want = io.EOF
		}
		if at, writing := FailedAt(err, SideClient); !errors.Is(err, want) || !at || writing {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
}

// A message of a gigabyte is announced and 20 MB of it come: that must cost no more than the buffer.
func TestFramesStreamInBoundedMemory(t *testing.T) { // not parallel: it counts allocations
	head := binary.BigEndian.AppendUint32([]byte{'d'}, 1<<30)
	in := &wiretest.Conn{Pieces: [][]byte{head}}
	piece := make([]byte, 1<<20)
	for range 20 {
		in.Pieces = append(in.Pieces, piece)
	}
	f := NewFrames(in, SideClient)
	fr, err := f.Next(func(_ byte, n int) int { return min(n, 64<<10) })
	if err != nil || fr.Whole() || len(fr.Body()) < 64<<10 {
		t.Fatalf("%d bytes, %v", len(fr.Bytes), err)
	}
	seen := len(fr.Body())
	allocations := testing.AllocsPerRun(1, func() {
		err = f.Stream(func(p []byte) error { seen += len(p); return nil })
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
	in := &wiretest.Conn{Pieces: [][]byte{Message('Q', make([]byte, 60_000)), Message('S', nil), Message('S', nil)}}
	f := NewFrames(in, SideClient)
	sizes := []int{}
	for range 3 {
		fr, err := f.Next(func(_ byte, n int) int { return n })
		if err != nil || !fr.Whole() {
			t.Fatal(fr.Rest, err)
		}
		sizes = append(sizes, len(f.buf))
	}
	if diff := cmp.Diff([]int{bulkBuffer, readBuffer, waitBuffer}, sizes); diff != "" {
		t.Errorf("sizes (-want +got):\n%s", diff)
	}
}

func TestFramesReadAhead(t *testing.T) {
	t.Parallel()
	first := Message('P', []byte("first"))
	second := Message('P', make([]byte, 2*readBuffer))
	in := &wiretest.Conn{Pieces: [][]byte{first, second[:1000], second[1000:]}}
	f := NewFrames(in, SideClient)
	fr, err := f.Next(wiretest.Nothing)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.ReadAhead(); err != nil || f.w != readBuffer {
		t.Fatalf("read ahead up to %d: %v", f.w, err)
	}
	if string(fr.Body()) != "first" {
		t.Errorf("the frame became %q", fr.Body())
	}
	if run := f.Run(fr); len(run.Bytes) != len(fr.Bytes) {
		t.Errorf("the frame became a run of %d bytes, over the end of its buffer", len(run.Bytes))
	}
	if fr, err = f.Next(wiretest.Nothing); err != nil || fr.Whole() {
		t.Fatal(fr.Rest, err)
	}
	got := append([]byte{}, fr.Bytes...)
	if err := f.Stream(func(p []byte) error { got = append(got, p...); return nil }); err != nil || !bytes.Equal(got, second) {
		t.Errorf("%d bytes of %d: %v", len(got), len(second), err)
	}
	if err := f.ReadAhead(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
	if _, err := f.Next(wiretest.Nothing); !errors.Is(err, io.EOF) {
		t.Errorf("and then: %v", err)
	}
}

// A streamed frame is read ahead of, too: what is buffered of its rest comes first.
func TestFramesReadAheadWithinAFrame(t *testing.T) {
	t.Parallel()
	long := Message('B', bytes.Repeat([]byte("0123456789"), 5000))
	long = append(long, Message('S', nil)...)
	f := NewFrames(wiretest.Chop(rand.New(rand.NewPCG(1, 1)), long, 999), SideClient)
	fr, err := f.Next(func(_ byte, n int) int { return min(n, 1024) })
	if err != nil {
		t.Fatal(err)
	}
	got := append([]byte{}, fr.Bytes...)
	if err := f.ReadAhead(); err != nil {
		t.Fatal(err)
	}
	if err := f.Stream(func(p []byte) error { got = append(got, p...); return nil }); err != nil {
		t.Fatal(err)
	}
	if fr, err = f.Next(wiretest.Nothing); err != nil || fr.Type != 'S' || !bytes.Equal(append(got, fr.Bytes...), long) {
		t.Errorf("type %c, %d bytes, %v", fr.Type, len(got), err)
	}
}

func TestFramesFlushBeforeTheyWait(t *testing.T) {
	t.Parallel()
	two := append(Message('D', []byte("a row")), Message('D', []byte("another"))[:7]...)
	f, out := NewFrames(&wiretest.Conn{Pieces: [][]byte{two}}, SideUpstream), &wiretest.Conn{}
	f.To = NewWriter(out, SideClient)
	queue := func(p string) {
		if err := f.To.Write([]byte(p)); err != nil {
			t.Fatal(err)
		}
	}
	queue("one")
	fr, err := f.Next(wiretest.Nothing)
	if err != nil || out.Written.String() != "one" {
		t.Fatalf("%q written, %v", out.Written.String(), err)
	}
	queue(", two, ")
	if err := f.To.Forward(fr, f); err != nil || out.Writes != 1 {
		t.Fatalf("%d writes, %v", out.Writes, err)
	}
	want := "one, two, " + string(two[:HeaderLen+5])
	if _, err := f.Next(wiretest.Nothing); !errors.Is(err, io.ErrUnexpectedEOF) || out.Written.String() != want || out.Writes != 2 {
		t.Errorf("half a message is buffered: %q in %d writes, %v", out.Written.String(), out.Writes, err)
	}
}

// Rows that lie one behind the other in the reader's buffer are one run, and are written from there.
func TestFramesRun(t *testing.T) {
	t.Parallel()
	rows := bytes.Repeat(Message('D', []byte("a row")), 1000)
	sent := append(append(bytes.Clone(rows), Message('C', []byte("SELECT 1000\x00"))...), Message('D', []byte("another"))[:7]...)
	f, out := NewFrames(&wiretest.Conn{Pieces: [][]byte{sent}}, SideUpstream), &wiretest.Conn{}
	f.To, f.size = NewWriter(out, SideClient), readBuffer
	for _, want := range []int{len(rows), len(sent) - len(rows) - 7} {
		fr, err := f.Next(wiretest.Nothing)
		if err != nil {
			t.Fatal(err)
		}
		if fr = f.Run(fr); len(fr.Bytes) != want {
			t.Errorf("a run of %d bytes, want %d", len(fr.Bytes), want)
		}
		if err := f.To.Forward(fr, f); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Next(wiretest.Nothing); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if out.Writes != 1 || !bytes.Equal(out.Written.Bytes(), sent[:len(sent)-7]) || cap(f.To.buf) > 0 {
		t.Errorf("%d bytes in %d writes, %d of them copied", out.Written.Len(), out.Writes, cap(f.To.buf))
	}
}

func TestWriterIsCutForGood(t *testing.T) {
	t.Parallel()
	in := &wiretest.Conn{Pieces: [][]byte{Message('D', make([]byte, 100_000))[:50_000]}}
	out := &wiretest.Conn{}
	f, w := NewFrames(in, SideUpstream), NewWriter(out, SideClient)
	fr, err := f.Next(wiretest.Nothing)
	if err != nil {
		t.Fatal(err)
	}
	err = w.Forward(fr, f)
	if at, _ := FailedAt(err, SideUpstream); !at || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the failure is the upstream's: %v", err)
	}
	before := out.Written.Len()
	if err := w.Send(Message('E', nil)); !errors.Is(err, errCut) || out.Written.Len() != before {
		t.Errorf("something follows half a message: %v", err)
	}
}

type broken struct{ wiretest.Conn }

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }

func TestWriterNamesItsSide(t *testing.T) {
	t.Parallel()
	w := NewWriter(&broken{}, SideClient)
	for _, err := range []error{w.Send([]byte("x")), w.Write([]byte("y")), w.Flush(), w.Write(make([]byte, 2*writeBatch))} {
		if at, writing := FailedAt(err, SideClient); !at || !writing {
			t.Errorf("got %v", err)
		}
	}
}

func TestWriterBatches(t *testing.T) {
	t.Parallel()
	out := &wiretest.Conn{}
	w := NewWriter(out, SideClient)
	row := Message('D', make([]byte, 95))
	for range 10_000 {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if out.Written.Len() != 10_000*len(row) || out.Writes > 10_000*len(row)/writeBatch+2 || cap(w.buf) > 2*writeBatch {
		t.Errorf("%d bytes in %d writes, buffer of %d", out.Written.Len(), out.Writes, cap(w.buf))
	}
}

func FuzzFrames(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte("Q\x00\x00\x00\x05\x00S\x00\x00\x00\x04"), uint64(1))
	f.Add([]byte{'Q', 0xff, 0xff, 0xff, 0xff}, uint64(2))
	f.Add(Message('d', make([]byte, 40_000)), uint64(3))
	f.Fuzz(func(t *testing.T, sent []byte, seed uint64) {
		read := func(in *wiretest.Conn) (types, out []byte, end error) {
			f, dst := NewFrames(in, SideClient), &wiretest.Conn{}
			w := NewWriter(dst, SideUpstream)
			for end == nil {
				var fr Frame
				if fr, end = f.Next(func(_ byte, n int) int { return min(n, 100) }); end == nil {
					types = append(types, fr.Type)
					end = w.Forward(fr, f)
				}
				if len(f.buf) > bulkBuffer {
					t.Fatalf("buffer of %d", len(f.buf))
				}
			}
			w.err = nil // a cut one too has written what it got
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			return types, dst.Written.Bytes(), end
		}
		types, out, end := read(wiretest.Chop(rand.New(rand.NewPCG(seed, 0)), sent, 50))
		again, outAgain, endAgain := read(&wiretest.Conn{Pieces: [][]byte{bytes.Clone(sent)}})
		if !bytes.Equal(types, again) || end.Error() != endAgain.Error() {
			t.Fatalf("cut differently: %q, %v; %q, %v", types, end, again, endAgain)
		}
		if !bytes.HasPrefix(sent, out) || !bytes.HasPrefix(sent, outAgain) {
			t.Fatal("other bytes came out than went in")
		}
	})
}

func BenchmarkForward(b *testing.B) {
	row := Message('D', make([]byte, 95))
	rows := bytes.Repeat(row, 160)
	b.SetBytes(int64(len(rows)))
	in := &wiretest.Conn{}
	f, w := NewFrames(in, SideUpstream), NewWriter(discard{}, SideClient)
	for b.Loop() {
		in.Pieces = append(in.Pieces[:0], rows)
		for range 160 {
			fr, err := f.Next(wiretest.Nothing)
			if err != nil {
				b.Fatal(err)
			}
			if err := w.Forward(fr, f); err != nil {
				b.Fatal(err)
			}
		}
	}
}

type discard struct{ net.Conn }

func (discard) Write(p []byte) (int, error)      { return len(p), nil }
func (discard) SetWriteDeadline(time.Time) error { return nil }

// An ordinary query costs no memory on its way.
func TestForwardingAllocatesNothing(t *testing.T) { // not parallel: it counts allocations
	query, reply := Message('Q', []byte("SELECT 1\x00")), Message('Z', []byte("I"))
	x := NewExchange(nil)
	x.Reply('Z', 'I')
	x.Settled()
	from, to := &wiretest.Conn{}, discard{}
	client, upstream := NewFrames(from, SideClient), NewWriter(to, SideUpstream)
	client.To = upstream
	var pieces [1][]byte
	server := NewFrames(from, SideUpstream)
	server.To = upstream
	one := func(peer *Frames, message []byte) byte {
		pieces[0] = message
		from.Pieces = pieces[:]
		f, err := peer.Next(wiretest.Nothing)
		if err != nil {
			t.Fatal(err)
		}
		if err := upstream.Forward(f, peer); err != nil {
			t.Fatal(err)
		}
		return f.Type
	}
	turn := func() {
		x.Sent(ToClient, ReqQuery)
		one(client, query)
		if x.Reply(one(server, reply), 'I') != ToClient || !x.Idle() {
			t.Fatal("the turn has not ended")
		}
		x.Settled()
	}
	turn()
	if n := testing.AllocsPerRun(1000, turn); n > 0 {
		t.Errorf("%v allocations a turn", n)
	}
}
