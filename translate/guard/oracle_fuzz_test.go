package guard

import (
	"errors"
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// FuzzOracle changes statements of the corpus token by token, and runs those that the guard still accepts on a server:
// none may change anything. Run it with -fuzz; nothing is started without.
func FuzzOracle(f *testing.F) {
	if flag.Lookup("test.fuzz").Value.String() == "" {
		f.Skip("starts a server: run it with -fuzz FuzzOracle")
	}
	m := newMutator(f)
	for i := range m.statements {
		f.Add(uint16(i), []byte{})
		f.Add(uint16(i), []byte{byte(i), byte(i * 7), byte(i >> 3), 1})
	}
	o := newOracle(f)
	g := mustNew(f, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}})
	before := o.state(f)
	f.Fuzz(func(t *testing.T, which uint16, edits []byte) {
		v := g.Check(m.mutate(which, edits), Facts{Snapshot: o.snapshot})
		if v.Decision != Allow {
			return
		}
		held, err := o.run(t, v.SQL)
		if held != "" {
			t.Fatalf("%s\nheld %s", v.SQL, held)
		}
		var pgErr *pgconn.PgError
		if errors.As(err, &pgErr) && (pgErr.Code == "25006" || pgErr.Code == "42501") {
			t.Fatalf("%s\nonly the server stopped it: %v", v.SQL, err)
		}
		after := o.state(t)
		if list := before.changed(after); list != nil {
			t.Fatalf("%s\nchanged %s", v.SQL, strings.Join(list, ", "))
		}
	})
}

// mutator makes statements out of the tokens of others.
type mutator struct {
	statements [][]string // tokens of each
	pool       []string   // tokens to put in
}

func newMutator(tb testing.TB) *mutator {
	tb.Helper()
	m := &mutator{}
	pool := names{}
	for _, file := range []string{"testdata/allow.sql", "testdata/reject.sql"} {
		for _, b := range corpus(tb, file) {
			tokens := tokensOf(b.sql)
			if len(tokens) == 0 {
				continue
			}
			m.statements = append(m.statements, tokens)
			for _, t := range tokens {
				pool.add(t)
			}
		}
	}
	for _, list := range []map[string]bool{builtinOperators, builtinTypes} {
		for n := range list {
			pool.add(n)
		}
	}
	for n := range builtinFunctions {
		pool.add(n + "(")
		pool.add(n)
	}
	for n := range refusedFunctions {
		pool.add(n + "(")
	}
	m.pool = slices.Sorted(maps.Keys(pool))
	return m
}

func tokensOf(sql string) []string {
	scan, err := pg_query.Scan(sql)
	if err != nil {
		return nil
	}
	var tokens []string
	for _, t := range scan.Tokens {
		tokens = append(tokens, sql[t.Start:t.End])
	}
	return tokens
}

// mutate applies edits of four bytes: where, what, and which token.
func (m *mutator) mutate(which uint16, edits []byte) string {
	tokens := slices.Clone(m.statements[int(which)%len(m.statements)])
	for ; len(edits) >= 4 && len(tokens) < 500; edits = edits[4:] {
		at := int(edits[0]) % (len(tokens) + 1)
		pick := int(edits[1])<<8 | int(edits[2])
		switch edits[3] % 6 {
		case 0, 1:
			if at < len(tokens) {
				tokens[at] = m.pool[pick%len(m.pool)]
			}
		case 2:
			tokens = slices.Insert(tokens, at, m.pool[pick%len(m.pool)])
		case 3:
			if at < len(tokens) {
				tokens = slices.Delete(tokens, at, at+1)
			}
		case 4: // a call around one token
			if at < len(tokens) {
				tokens[at] = strings.TrimSuffix(m.pool[pick%len(m.pool)], "(") + "(" + tokens[at] + ")"
			}
		case 5: // another statement as a subquery
			other := m.statements[pick%len(m.statements)]
			if at < len(tokens) {
				tokens[at] = "(" + strings.Join(other, " ") + ")"
			}
		}
	}
	return strings.Join(tokens, " ")
}
