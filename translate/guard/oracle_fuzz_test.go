package guard

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/integration/mutants"
)

// FuzzOracle changes statements of the corpus token by token, and runs those that the guard still accepts on a server:
// none may change anything. Run it with -fuzz; nothing is started without.
//
// Go's fuzzing worker panics when one input takes 10 seconds, which its parent reports as "hung or terminated
// unexpectedly", with an input that passes by itself on a quieter machine. A statement that is allowed may well work
// that long, so the server ends it after two; one that it cannot end is what that panic is then about.
func FuzzOracle(tf *testing.F) {
	f := mutants.Of(tf)
	if !mutants.Wanted(f) {
		f.Skip("starts a server: make fuzz or make mutants")
	}
	m := newMutator(f)
	for i := range m.statements {
		f.Add(uint16(i), []byte{})
		f.Add(uint16(i), []byte{byte(i), byte(i * 7), byte(i >> 3), 1})
	}
	o := newOracle(f)
	g := mustNew(f, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}})
	do(f, o.subject, "SET statement_timeout = '2s'")
	before := o.state(f)
	f.Fuzz(func(t *testing.T, which uint16, edits []byte) {
		v := g.Check(m.mutate(which, edits), Facts{Snapshot: o.snapshot})
		if v.Decision != Allow {
			return
		}
		held, err := o.run(t, v.Sent)
		if held != "" {
			t.Fatalf("%s\nheld %s", v.Sent, held)
		}
		var pgErr *pgconn.PgError
		if errors.As(err, &pgErr) && (pgErr.Code == "25006" || pgErr.Code == "42501") {
			t.Fatalf("%s\nonly the server stopped it: %v", v.Sent, err)
		}
		after := o.state(t)
		if list := before.changed(after); list != nil {
			t.Fatalf("%s\nchanged %s", v.Sent, strings.Join(list, ", "))
		}
	})
}

// mutator makes statements out of the tokens of others.
type mutator struct {
	statements [][]token // tokens of each
	pools      map[class][]string
}

// class is what kind of token can stand where another one stood.
type class byte

const (
	aKeyword class = iota
	aWord
	aFunction // a word before a parenthesis
	anOperator
	aLiteral
	aMark // brackets, commas
)

type token struct {
	text  string
	class class
}

func newMutator(tb testing.TB) *mutator {
	tb.Helper()
	m := &mutator{pools: map[class][]string{}}
	pools := map[class]names{}
	add := func(c class, text string) {
		set := pools[c]
		set.add(text)
		pools[c] = set
	}
	for _, file := range []string{"testdata/allow.sql", "testdata/extensions.sql", "testdata/reject.sql", "testdata/attacks.sql"} {
		for _, b := range corpus(tb, file) {
			tokens := tokensOf(b.sql)
			if len(tokens) == 0 {
				continue
			}
			m.statements = append(m.statements, tokens)
			for _, t := range tokens {
				add(t.class, t.text)
			}
		}
	}
	for n := range builtinOperators {
		add(anOperator, n)
	}
	for n := range builtinTypes {
		add(aWord, n)
	}
	for n := range builtinFunctions {
		add(aFunction, n)
	}
	for n := range refusedFunctions {
		add(aFunction, n)
	}
	for c, set := range pools {
		m.pools[c] = slices.Sorted(maps.Keys(set))
	}
	return m
}

func tokensOf(sql string) []token {
	scan, err := pg_query.Scan(sql)
	if err != nil {
		return nil
	}
	var tokens []token
	for i, t := range scan.Tokens {
		text := sql[t.Start:t.End]
		c := aMark
		switch {
		case text == "": // UESCAPE, which is not written out
			continue
		case t.Token == pg_query.Token_SQL_COMMENT || t.Token == pg_query.Token_C_COMMENT:
			continue
		case t.KeywordKind == pg_query.KeywordKind_RESERVED_KEYWORD:
			c = aKeyword
		case strings.ContainsAny(text[:1], "0123456789'$"):
			c = aLiteral
		case isOperator(text[0]) && text != "." && text != "::":
			c = anOperator
		case !isWord(text[0]) && text[0] != '"':
		case i+1 < len(scan.Tokens) && sql[scan.Tokens[i+1].Start] == '(':
			c = aFunction
		default:
			c = aWord
		}
		tokens = append(tokens, token{text, c})
	}
	return tokens
}

// mutate applies edits of four bytes: where, which token, and what.
func (m *mutator) mutate(which uint16, edits []byte) string {
	tokens := slices.Clone(m.statements[int(which)%len(m.statements)])
	for ; len(edits) >= 4 && len(tokens) > 0 && len(tokens) < 500; edits = edits[4:] {
		at := int(edits[0]) % len(tokens)
		pick := int(edits[1])<<8 | int(edits[2])
		old := tokens[at]
		value := old.class == aWord || old.class == aLiteral
		switch what := edits[3] % 8; {
		case what < 4:
			tokens[at].text = choose(m.pools[old.class], pick)
		case what == 4 && value: // a call of it
			tokens[at].text = choose(m.pools[aFunction], pick) + "(" + old.text + ")"
		case what == 5 && value: // another statement in its place
			tokens[at].text = "(" + joined(m.statements[pick%len(m.statements)]) + ")"
		case what == 6 && value: // combined with something
			tokens[at].text = old.text + " " + choose(m.pools[anOperator], pick) + " " + choose(m.pools[aLiteral], pick>>3)
		case what == 7:
			tokens = slices.Delete(tokens, at, at+1)
		}
	}
	return joined(tokens)
}

func choose(pool []string, pick int) string { return pool[pick%len(pool)] }

func joined(tokens []token) string {
	var list []string
	for _, t := range tokens {
		list = append(list, t.text)
	}
	return strings.Join(list, " ")
}
