package ask

import (
	"slices"
	"testing"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/proxy/wire"
)

func TestParseTypes(t *testing.T) {
	t.Parallel()
	raw := wire.Encode(nil, &pgproto3.Parse{Name: "s", Query: "SELECT $1", ParameterOIDs: []uint32{25, 0, 1043}})
	if got := parseTypes(raw); !slices.Equal(got, []uint32{25, 0, 1043}) {
		t.Errorf("got %v", got)
	}
	for cut := range len(raw) - wire.HeaderLen {
		_ = parseTypes(raw[:wire.HeaderLen+cut]) // never panics
	}
}

func TestDeclare(t *testing.T) {
	t.Parallel()
	found, err := recognise.Find("SELECT * FROM ask($3), ask_json($1) WHERE x = $2", recognise.Options{StandardConformingStrings: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ have, want []uint32 }{
		{nil, []uint32{25, 0, 25}},
		{[]uint32{1043, 23, 705, 20}, []uint32{1043, 23, 25, 20}},
		{[]uint32{0, 0}, []uint32{25, 0, 25}},
		{[]uint32{23}, nil},
		{[]uint32{25, 0, 114}, nil},
	} {
		got, err := declare(tt.have, found.Questions)
		if !slices.Equal(got, tt.want) || (err != nil) != (tt.want == nil) {
			t.Errorf("%v became %v, %v, want %v", tt.have, got, err, tt.want)
		}
	}
}

// FuzzBoundValues: what is read of a Bind is what was written into it, and nothing that a client sends is a panic.
func FuzzBoundValues(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte("\x00s\x00\x00\x00\x00\x01\x00\x00\x00\x01x\x00\x00"))
	f.Add([]byte("\x00s\x00\x00\x02\x00\x01\x00\x01\x00\x02\xff\xff\xff\xff\x00\x00\x00\x00\x00\x01\x00\x01"))
	f.Add([]byte("p\x00\x00\xff\xff"))
	f.Fuzz(func(t *testing.T, body []byte) {
		bind := append(make([]byte, wire.HeaderLen), body...)
		values, ok := boundValues(bind)
		if !ok {
			return
		}
		var m pgproto3.Bind
		m.Parameters = values
		again, ok := boundValues(wire.Encode(nil, &m))
		if !ok || len(again) != len(values) {
			t.Fatalf("%q became %q", values, again)
		}
		for i := range values {
			if (values[i] == nil) != (again[i] == nil) || string(values[i]) != string(again[i]) {
				t.Fatalf("%q became %q", values, again)
			}
		}
	})
}
