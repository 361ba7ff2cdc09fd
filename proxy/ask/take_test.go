package ask

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/proxy/wire/wiretest"
)

func TestDecide(t *testing.T) {
	t.Parallel()
	cases := []struct {
		types            string
		action, skipping action
	}{
		{"Q", actAskQuery, actDiscard},
		{"P", actAskParse, actDiscard},
		{"B", actBind, actDiscard},
		{"D", actDescribe, actDiscard},
		{"E", actExecute, actDiscard},
		{"F", actOutside, actDiscard},
		{"CH", actForward, actDiscard},
		{"dcfp", actForward, actForward},
		{"S", actSync, actSync},
		{"X", actClose, actClose},
	}
	known := ""
	for _, c := range cases {
		known += c.types
		for i := range len(c.types) {
			if got := decide(c.types[i], false); got != c.action {
				t.Errorf("%c: action %d, want %d", c.types[i], got, c.action)
			}
			if got := decide(c.types[i], true); got != c.skipping {
				t.Errorf("%c while skipping: action %d, want %d", c.types[i], got, c.skipping)
			}
		}
	}
	for typ := range 256 {
		if strings.IndexByte(known, byte(typ)) >= 0 {
			continue
		}
		for _, skipping := range []bool{false, true} {
			if got := decide(byte(typ), skipping); got != actRefuse {
				t.Errorf("type %d: action %d", typ, got)
			}
		}
	}
}

// errorFrame is an ErrorResponse as it lies in a buffer.
func errorFrame(tb testing.TB, m *pgproto3.ErrorResponse) wire.Frame {
	tb.Helper()
	b, err := m.Encode(nil)
	if err != nil {
		tb.Fatal(err)
	}
	return wire.Frame{Type: 'E', Bytes: b}
}

func TestErrorAboutQuestion(t *testing.T) {
	t.Parallel()
	m := &pgproto3.ErrorResponse{Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: "42703", Message: "column P does not exist",
		Position: 8, InternalPosition: 3, Hint: "Perhaps P"}
	in := errorFrame(t, m)
	kept := bytes.Clone(in.Bytes)
	out := aboutQuestion(in)
	var got pgproto3.ErrorResponse
	if err := got.Decode(out[wire.HeaderLen:]); err != nil {
		t.Fatal(err)
	}
	m.Position = 0
	if diff := cmp.Diff(*m, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !bytes.Equal(kept, in.Bytes) {
		t.Error("the frame itself was changed")
	}
	m.Hint = "" // the server has none: ours says what the columns are
	if err := got.Decode(aboutQuestion(errorFrame(t, m))[wire.HeaderLen:]); err != nil || got.Hint != hintColumn {
		t.Errorf("the hint is %q, %v", got.Hint, err)
	}
	m.Code = "42P01"
	if err := got.Decode(aboutQuestion(errorFrame(t, m))[wire.HeaderLen:]); err != nil || got.Hint != "" {
		t.Errorf("the hint of another error is %q, %v", got.Hint, err)
	}
}

// FuzzErrorResponse feeds what an upstream may send as an error, or as a ParameterStatus.
func FuzzErrorResponse(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte("SERROR\x00VERROR\x00C42601\x00Mno\x00P8\x00\x00"))
	f.Add([]byte("P\x00P1\x00\x00\x00"))
	f.Add([]byte("client_encoding\x00UTF8\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		in := wire.Frame{Type: 'E', Bytes: wire.Message('E', body)}
		wire.IsFatal(body)
		_, _, _ = wire.NameValue(body)
		wire.ReadError(in)
		out := aboutQuestion(in)
		if len(out) > len(in.Bytes)+len(hintColumn)+3 || len(out) < wire.HeaderLen {
			t.Fatalf("%d bytes became %d", len(in.Bytes), len(out))
		}
		if n := wire.NewFrames(&wiretest.Conn{Pieces: [][]byte{out}}, wire.SideUpstream); true {
			if fr, err := n.Next(wiretest.Nothing); err != nil || !fr.Whole() {
				t.Fatalf("not a message: %q", out)
			}
		}
		var was, is pgproto3.ErrorResponse
		if was.Decode(body) == nil && is.Decode(out[wire.HeaderLen:]) == nil && was.Message != is.Message {
			t.Fatalf("the message %q became %q", was.Message, is.Message)
		}
		var p wire.Parameters
		p.Note(body)
		if name, value, ok := wire.NameValue(body); ok && len(value) <= wire.MaxParameter && p.Get(name) != value {
			t.Fatalf("%q is %q", name, p.Get(name))
		}
	})
}
