package guard

import (
	"bytes"
	"slices"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"github.com/pganalyze/pg_query_go/v5/parser"
	"google.golang.org/protobuf/proto"
)

// TestSame: serialised trees are the same exactly where the trees without positions are, over all pairs of statements
// and of statements with small changes; and what is no tree is the same as nothing.
func TestSame(t *testing.T) {
	t.Parallel()
	type one struct{ raw, cleared []byte }
	var all []one
	add := func(sql string) {
		raw, err := parser.ParseToProtobuf(sql)
		tree, bad := pg_query.Parse(sql)
		if err != nil || bad != nil {
			return
		}
		cleared, err := canonical(tree)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, one{raw, cleared})
	}
	for _, sql := range []string{"SELECT a, b FROM t", "SELECT a,  b  FROM t", "SELECT b, a FROM t", "SELECT a b FROM t", "SELECT a FROM t", "SELECT 1", "SELECT 1.0",
		"SELECT '1'", "SELECT true", "SELECT 0", "SELECT NULL", "SELECT (1)", "SELECT 1 WHERE (a IS DISTINCT FROM b) IS TRUE", "SELECT 1 WHERE a IS DISTINCT FROM (b IS TRUE)"} {
		add(sql)
	}
	for i, b := range corpus(t, "testdata/allow.sql") {
		if i%4 == 0 {
			add(b.sql)
			add("  " + b.sql)
		}
	}
	for i, a := range all {
		for _, b := range all[i:] {
			want := bytes.Equal(a.cleared, b.cleared)
			if resultShape().same(a.raw, b.raw) != want || resultShape().same(a.raw, b.cleared) != want || resultShape().same(b.cleared, a.raw) != want {
				t.Fatalf("same is not %v", want)
			}
		}
		for at := 0; at < len(a.raw); at += 1 + len(a.raw)/64 {
			tree := &pg_query.ParseResult{}
			broken := slices.Clone(a.raw)
			broken[at] ^= 0xff
			if resultShape().same(broken, a.raw) && unmarshalled(broken, tree) && !bytes.Equal(must(canonical(tree)), a.cleared) {
				t.Fatalf("a change at byte %d was not seen", at)
			}
			if cut := a.raw[:at]; resultShape().same(cut, a.raw) && (!unmarshalled(cut, tree) || !bytes.Equal(must(canonical(tree)), a.cleared)) {
				t.Fatalf("the first %d bytes are taken for the whole", at)
			}
		}
	}
}

func unmarshalled(data []byte, tree *pg_query.ParseResult) bool {
	return proto.Unmarshal(data, tree) == nil
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return data
}
