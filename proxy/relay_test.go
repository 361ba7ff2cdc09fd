package proxy

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/mutants"
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
func errorFrame(tb testing.TB, m *pgproto3.ErrorResponse) frame {
	tb.Helper()
	b, err := m.Encode(nil)
	if err != nil {
		tb.Fatal(err)
	}
	return frame{typ: 'E', bytes: b}
}

func TestErrorAboutQuestion(t *testing.T) {
	t.Parallel()
	m := &pgproto3.ErrorResponse{Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: "42703", Message: "column P does not exist",
		Position: 8, InternalPosition: 3, Hint: "Perhaps P"}
	in := errorFrame(t, m)
	kept := bytes.Clone(in.bytes)
	out := aboutQuestion(in)
	var got pgproto3.ErrorResponse
	if err := got.Decode(out[headerLen:]); err != nil {
		t.Fatal(err)
	}
	m.Position = 0
	if diff := cmp.Diff(*m, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !bytes.Equal(kept, in.bytes) {
		t.Error("the frame itself was changed")
	}
	m.Hint = "" // the server has none: ours says what the columns are
	if err := got.Decode(aboutQuestion(errorFrame(t, m))[headerLen:]); err != nil || got.Hint != hintColumn {
		t.Errorf("the hint is %q, %v", got.Hint, err)
	}
	m.Code = "42P01"
	if err := got.Decode(aboutQuestion(errorFrame(t, m))[headerLen:]); err != nil || got.Hint != "" {
		t.Errorf("the hint of another error is %q, %v", got.Hint, err)
	}
}

func TestSevere(t *testing.T) {
	t.Parallel()
	cases := []struct {
		body string
		want bool
	}{
		{"SFATAL\x00VFATAL\x00C57P01\x00Mbye\x00\x00", true},
		{"VPANIC\x00\x00", true},
		{"SFATAL\x00VERROR\x00Mbye\x00\x00", false},
		{"SFATAL\x00Mbye\x00\x00", false}, // a server before 9.6, or a translated word
		{"Mx\x00VFATAL\x00\x00", true},
		{"MVFATAL\x00\x00", false},
		{"VFATAL", false},
		{"", false},
		{"\x00", false},
	}
	for _, c := range cases {
		if got := isFatal([]byte(c.body)); got != c.want {
			t.Errorf("%q: %v", c.body, got)
		}
	}
}

// FuzzErrorResponse feeds what an upstream may send as an error, or as a ParameterStatus.
func FuzzErrorResponse(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte("SERROR\x00VERROR\x00C42601\x00Mno\x00P8\x00\x00"))
	f.Add([]byte("P\x00P1\x00\x00\x00"))
	f.Add([]byte("client_encoding\x00UTF8\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		in := frame{typ: 'E', bytes: message('E', body)}
		isFatal(body)
		_, _, _ = nameValue(body)
		readError(in)
		out := aboutQuestion(in)
		if len(out) > len(in.bytes)+len(hintColumn)+3 || len(out) < headerLen {
			t.Fatalf("%d bytes became %d", len(in.bytes), len(out))
		}
		if n := newFrames(&chunked{pieces: [][]byte{out}}, sideUpstream); true {
			if fr, err := n.next(wantNothing); err != nil || !fr.whole() {
				t.Fatalf("not a message: %q", out)
			}
		}
		var was, is pgproto3.ErrorResponse
		if was.Decode(body) == nil && is.Decode(out[headerLen:]) == nil && was.Message != is.Message {
			t.Fatalf("the message %q became %q", was.Message, is.Message)
		}
		var p parameters
		p.note(body)
		if name, value, ok := nameValue(body); ok && len(value) <= maxParameter && p.get(name) != value {
			t.Fatalf("%q is %q", name, p.get(name))
		}
	})
}

func TestParametersAreBounded(t *testing.T) {
	t.Parallel()
	var p parameters
	p.note([]byte("first\x00old\x00"))
	for i := range 1000 {
		p.note(append([]byte{byte('a' + i%26), byte('0' + i/26)}, "\x00v\x00"...))
	}
	p.note([]byte("first\x00new\x00"))
	p.note([]byte("long\x00" + strings.Repeat("x", maxParameter+1) + "\x00"))
	p.note([]byte("cut\x00"))
	if n := len(p.copy()); n != maxParameters || p.get("first") != "new" || p.get("long") != "" {
		t.Errorf("%d parameters, first is %q, long is %d bytes", n, p.get("first"), len(p.get("long")))
	}
}
