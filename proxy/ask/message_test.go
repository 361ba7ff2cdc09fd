package ask

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/proxy/wire"
)

// FuzzDecide: what is done with a message never depends on more than its type and on whether messages are skipped.
func FuzzDecide(tf *testing.F) {
	f := mutants.Of(tf)
	for _, typ := range "XSQFPBDECHdcfp?R\x00" {
		f.Add(byte(typ), true)
		f.Add(byte(typ), false)
	}
	f.Fuzz(func(t *testing.T, typ byte, skipping bool) {
		got := decide(typ, skipping)
		switch {
		case typ == 'X' && got != actClose, typ == 'S' && got != actSync:
			t.Errorf("%c: %d", typ, got)
		case strings.IndexByte("QFPBDECHXSdcfp", typ) < 0 && got != actRefuse:
			t.Errorf("unknown type %d: %d", typ, got)
		case strings.IndexByte("QFPBDECH", typ) >= 0 && (got == actDiscard) != skipping:
			t.Errorf("%c, skipping %v: %d", typ, skipping, got)
		case strings.IndexByte("dcfp", typ) >= 0 && got != actForward:
			t.Errorf("%c: %d", typ, got)
		}
	})
}

// FuzzClientMessage feeds bodies to everything that takes a client's message apart.
func FuzzClientMessage(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add(byte('Q'), []byte("DEALLOCATE \"s\";\x00"), uint16(0))
	f.Add(byte('P'), []byte("s\x00BEGIN\x00\x00\x01\x00\x00\x00\x17"), uint16(0))
	f.Add(byte('B'), []byte("p\x00s\x00\x00\x00\x00\x00\x00\x00"), uint16(0))
	f.Add(byte('C'), []byte("Ss\x00"), uint16(0))
	f.Add(byte('E'), []byte("p\x00\x00\x00\x00\x05"), uint16(100))
	f.Fuzz(func(t *testing.T, typ byte, body []byte, rest uint16) {
		in := wire.Frame{Type: typ, Bytes: wire.Message(typ, body), Rest: int(rest)}
		g := &relaying{}
		g.remember("s", &prepared{})
		g.blocks.note([]byte("p"), []byte("BEGIN"))
		if text, ok := queryText(in); ok && len(text) > len(body) {
			t.Fatalf("%d bytes of text in %d", len(text), len(body))
		} else if ok {
			g.forgetBySQL(text)
		}
		if name, text, ok := parseText(in); ok {
			g.blocks.note(name, text)
			out := withText(in.Bytes, string(name), "SELECT 1")
			if n := binary.BigEndian.Uint32(out[1:]); int(n) != len(out)-1 || out[0] != 'P' {
				t.Fatalf("%q became %q", in.Bytes, out)
			}
		}
		g.bound(in)
		g.boundWork(in)
		g.forget(in)
		var p pendings
		p.pushQuery(nil, []string{"", "a check"}, nil)
		p.binds(p.queue[0], "p", nil, nil)
		p.executes(p.queue[0], "p")
		p.see(in)
		p.end()
	})
}
