package ask

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	pgproto2 "github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/proxy/wire/wiretest"
)

func TestTooManyPrepared(t *testing.T) {
	t.Parallel()
	s := &talk{Desk: &Desk{}}
	for i := range maxPrepared {
		s.relaying.remember(fmt.Sprint(i), &prepared{})
	}
	if _, _, err := s.prepareDeferred(nil, "one more", recognise.Result{}); !errors.Is(err, errTooManyPrepared) {
		t.Errorf("got %v", err)
	}
}

func TestSignature(t *testing.T) {
	t.Parallel()
	rows := func(fields ...pgproto2.FieldDescription) []byte {
		return wire.Encode(nil, &pgproto2.RowDescription{Fields: fields})
	}
	field := func(name string, oid uint32, modifier int32) pgproto2.FieldDescription {
		return pgproto2.FieldDescription{Name: []byte(name), DataTypeOID: oid, DataTypeSize: 4, TypeModifier: modifier}
	}
	two := rows(field("a", 23, -1), field(`b"1 2;`, 1043, 14))
	if got, want := signature(two), `"a" 23 4294967295;"b\"1 2;" 1043 14;`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// One name that looks like two columns is no two columns.
	if a, b := signature(rows(field(`a" 23 1;"b`, 23, 1))), signature(rows(field("a", 23, 1), field("b", 23, 1))); a == b {
		t.Errorf("both are %s", a)
	}
	other := field("a", 23, -1)
	other.TableOID, other.TableAttributeNumber, other.Format = 1, 2, 1
	if a, b := signature(rows(other)), signature(rows(field("a", 23, -1))); a != b {
		t.Errorf("%s and %s: where a column comes from does not matter", a, b)
	}
	for _, changed := range []pgproto2.FieldDescription{field("b", 23, -1), field("a", 25, -1), field("a", 23, 5)} {
		if a := signature(rows(changed)); a == signature(rows(field("a", 23, -1))) {
			t.Errorf("%+v has the same columns", changed)
		}
	}
	if got := signature(nil); got != "none" {
		t.Errorf("without a description %q", got)
	}
	for cut := range two {
		if got := signature(two[:cut]); got != "none" && !strings.HasPrefix(signature(two), got) {
			t.Errorf("cut after %d bytes: %s", cut, got)
		}
	}
}

func TestWithValues(t *testing.T) {
	t.Parallel()
	found, err := recognise.Find("SELECT * FROM ask($2), ask_json('known')", recognise.Options{StandardConformingStrings: true})
	if err != nil {
		t.Fatal(err)
	}
	if !hasParameter(found) || live(found) {
		t.Errorf("a parameter: %v, live: %v", hasParameter(found), live(found))
	}
	before := slices.Clone(found.Questions)
	got, err := withValues(found, map[int]string{2: "how many"})
	if err != nil {
		t.Fatal(err)
	}
	if hasParameter(got) || got.Questions[0].Text != "how many" || got.Questions[1].Text != "known" {
		t.Errorf("got %+v", got.Questions)
	}
	if !hasParameter(found) || len(before) != len(found.Questions) || found.Questions[0].Text != before[0].Text {
		t.Error("what was found has changed")
	}
}

func TestWholeBind(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]int{"short": 10, "as long as may be": maxBound - wire.HeaderLen, "too long": maxBound - wire.HeaderLen + 1, "a megabyte more": maxBound + 1<<20} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sent := wire.Message('B', bytes.Repeat([]byte("x"), size))
			s := &talk{Desk: &Desk{link: &wire.Link{FromClient: wire.NewFrames(&wiretest.Conn{Pieces: [][]byte{sent, wire.Message('S', nil)}}, wire.SideClient)}}}
			f, err := s.link.FromClient.Next(func(_ byte, n int) int { return min(n, 100) })
			if err != nil {
				t.Fatal(err)
			}
			whole, err := s.wholeBind(f)
			if err != nil {
				t.Fatal(err)
			}
			if fits := len(sent) <= maxBound; fits && !bytes.Equal(whole.Bytes, sent) || !fits && whole.Bytes != nil {
				t.Errorf("%d of %d bytes", len(whole.Bytes), len(sent))
			}
			if next, err := s.link.FromClient.Next(wiretest.Nothing); err != nil || next.Type != 'S' {
				t.Errorf("behind it %q, %v", next.Type, err)
			}
		})
	}
	sent := wire.Message('B', make([]byte, 2*(16<<10)))
	s := &talk{Desk: &Desk{link: &wire.Link{FromClient: wire.NewFrames(&wiretest.Conn{Pieces: [][]byte{sent[:200], sent[200 : 16<<10]}}, wire.SideClient)}}}
	f, err := s.link.FromClient.Next(wiretest.Nothing)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.wholeBind(f); err == nil || !strings.Contains(err.Error(), "read client") {
		t.Errorf("a client that goes in the midst: %v", err)
	}
}
