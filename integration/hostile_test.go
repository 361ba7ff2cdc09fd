package integration

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestLiterals: a question is read as PostgreSQL reads the literal that it stands in.
func TestLiterals(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	for _, literal := range []string{
		`'product count'`, `E'product\x20count'`, `E'product \143ount'`, `$$product count$$`, `$a$product count$a$`, `U&'product\0020count'`,
		`U&'product!0020count' UESCAPE '!'`, `N'product count'`, `'product '
			'count'`, `('product count')`, `'product count'::text`, `CAST('product count' AS varchar)`, `text 'product count'`, `question => 'product count'`,
		`/* a */ 'product count' -- b` + "\n", `$$what's the "product count"? -- /* $1 ; ' $$`, `E'it\'s the product count \\'`, `'ask(''x''), the product count'`,
	} {
		w.query("SELECT n FROM ask("+literal+") t", "T n", "D 288", "C SELECT 1", "Z I")
		w.send(all("SELECT n FROM ask(" + literal + ") t")...)
		w.expect("1", "2", "T n", "D 288", "C SELECT 1", "Z I")
	}
	w.query("SET standard_conforming_strings = off", "C SET", "S standard_conforming_strings=off", "Z I")
	for _, literal := range []string{`'product\x20count'`, `'it\'s the product count'`, `E'product\x20count'`, `$$product count$$`} {
		w.query("SELECT n FROM ask("+literal+") t", "T n", "D 288", "C SELECT 1", "Z I")
	}
	w.query(`SELECT n FROM ask(U&'product\0020count') t`, "E 22025 invalid use of Unicode escapes…", "Z I")
	w.query("SET standard_conforming_strings = on", "C SET", "S standard_conforming_strings=on", "Z I")
	w.query(`SELECT n FROM ask('it\') t WHERE n > 0 AND ''<>') t'`, "E QA002…", "Z I")
	w.unchanged("I")
}

// TestQuestionInAQuestion: what a question says is never SQL, and what it becomes is never a question.
func TestQuestionInAQuestion(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(scripted{
		"asks again":      "SELECT * FROM ask('product count') t",
		"has a parameter": "SELECT p.id FROM products p WHERE p.id = $1",
		"two statements":  "SELECT 1; DROP TABLE products",
		"a comment":       "SELECT count(*) AS n FROM products p -- the end",
		"ends it":         "SELECT 1) t; DROP TABLE products; --",
	})).wire()
	for _, q := range []string{"asks again", "has a parameter", "two statements", "ends it"} {
		for _, sql := range []string{"SELECT * FROM ask('" + q + "') t", "ASK " + q, "SELECT * FROM ask_json('" + q + "')", "COPY (SELECT * FROM ask('" + q + "')) TO STDOUT"} {
			w.send(query(sql))
			if got := w.turn(1); !strings.HasPrefix(got[0], "E QA0") || len(got) != 2 {
				t.Errorf("%s: %q", sql, got)
			}
		}
		w.send(all("SELECT * FROM ask($1) t WHERE t.id = $2", q, "1")...)
		if got := w.turn(1); !strings.HasPrefix(got[1], "E QA0") || len(got) != 3 {
			t.Errorf("%s: %q", q, got)
		}
	}
	w.query("SELECT * FROM ask('a comment') WHERE n > 0", "T n", "D 288", "C SELECT 1", "Z I")
	w.query("SELECT * FROM ask_json('a comment') WHERE true", "T ask_json", `D {"n":288}`, "C SELECT 1", "Z I")
	w.query("SELECT (SELECT n FROM ask('a comment')), 'ask(''x'')' AS said", "T n said", "D 288 ask('x')", "C SELECT 1", "Z I")
	w.unchanged("I")
}

// TestManyQuestions: as many as a text may hold are answered, more are refused at once.
func TestManyQuestions(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	sum := func(n int) string {
		return "SELECT " + strings.Repeat("(SELECT n FROM ask('product count')) + ", n-1) + "(SELECT n FROM ask('product count')) AS total"
	}
	w.query(sum(100), "T total", "D 28800", "C SELECT 1", "Z I")
	w.query(sum(101), "E 54000 too many questions in one text", "Z I")
	w.query(strings.Repeat("SELECT * FROM ask('product count');", 1800), "E 54000 too many questions in one text", "Z I")
	w.query(sum(5000), "E 54000…", "Z I")
	w.send(all(sum(101))...)
	w.expect("E 54000 too many questions in one text", "Z I")
	w.unchanged("I")
}

// TestOutOfOrder: messages in an order that no driver sends are answered as the server would, and leave nothing behind.
func TestOutOfOrder(t *testing.T) {
	t.Parallel()
	r := setupOn(t, sandboxtest.OwnShop(t), withModel(knows))
	const gone = `E 34000 portal "p" does not exist`
	for name, turns := range map[string][]turn{
		"a portal whose question failed": {
			{on(parse("", "ASK dangerous"), bind("p", ""), describe('P', "p"), execute("p", 0), msgSync), said("E QA003…", "Z I")},
			{on(describe('P', "p"), msgSync), said(gone, "Z I")},
			{on(execute("p", 0), msgSync), said(gone, "Z I")},
		},
		"a portal whose statement failed": {
			{on(parse("", "ASK fails at once"), bind("p", ""), execute("p", 0), describe('P', "p"), msgSync), said("1", "2", "E 22012…", "Z I")},
			{on(describe('P', "p"), msgSync), said(gone, "Z I")},
		},
		"one of two questions fails": {
			{on(parse("a", "SELECT * FROM ask('product count') a, ask('what nobody knows') b"), describe('S', "a"), msgSync), said("E QA002…", "Z I")},
			{on(parse("a", "ASK product count"), parse("b", "ASK dangerous"), parse("c", "ASK product count"), msgSync), said("1", "E QA003…", "Z I")},
			{on(bind("", "a"), execute("", 0), msgSync), said("2", "D 288", "C SELECT 1", "Z I")},
			{on(bind("", "c"), execute("", 0), msgSync), said(`E 26000 prepared statement "c" does not exist`, "Z I")},
		},
		"closed before it is executed": {
			{on(parse("s", "ASK product count"), bind("p", "s"), closing('S', "s"), execute("p", 0), msgSync), said("1", "2", "3", "D 288", "C SELECT 1", "Z I")},
			{on(parse("s", "ASK product count"), bind("p", "s"), closing('P', "p"), execute("p", 0), msgSync), said("1", "2", "3", gone, "Z I")},
			{on(bind("", "s"), closing('S', "s"), closing('S', "s"), execute("", 0), msgSync), said("2", "3", "3", "D 288", "C SELECT 1", "Z I")},
		},
		"executed twice": {
			{on(parse("", "ASK five products"), bind("p", ""), execute("p", 2), execute("p", 0), execute("p", 0), msgSync), said("1", "2", "D 1", "D 2", "s", "D 3", "D 4", "D 5", "C SELECT 3", "C SELECT 0", "Z I")},
		},
		"bound again under the name of a portal": {
			{on(parse("s", "ASK product count"), bind("p", "s"), bind("p", "s"), execute("p", 0), msgSync), said("1", "2", `E 42P03 cursor "p" already exists`, "Z I")},
			{on(bind("", "s"), bind("", "s"), execute("", 0), msgSync), said("2", "2", "D 288", "C SELECT 1", "Z I")},
		},
		"never bound, never executed, never synced": {
			{on(execute("", 0), msgSync), said(`E 34000 portal "" does not exist`, "Z I")},
			{on(describe('S', ""), msgSync), said("E 26000…", "Z I")},
			{on(parse("", "ASK product count"), msgFlush, msgFlush, query("SELECT 7")), said("1", "T ?column?", "D 7", "C SELECT 1", "Z I")},
			{on(parse("", "ASK product count"), bind("", ""), query("ASK product count")), said("1", "2", "T n", "D 288", "C SELECT 1", "Z I")},
			{on(msgSync, msgSync), said("Z I", "Z I")},
		},
		"several questions as parameters before one Sync": {
			{on(parse("s", "SELECT * FROM ask($1)"), bind("", "s", "product count"), execute("", 0), bind("", "s", "five products"), describe('P', ""), execute("", 2), bind("", "s", "product count"),
				describe('P', ""), execute("", 0), msgSync), said("1", "2", "D 288", "C SELECT 1", "2", "T id", "D 1", "D 2", "s", "2", "T n", "D 288", "C SELECT 1", "Z I")},
			{on(bind("", "s", "product count"), execute("", 0), bind("", "s", "dangerous"), execute("", 0), bind("", "s", "product count"), execute("", 0), msgSync),
				said("2", "D 288", "C SELECT 1", "E QA003…", "Z I")},
		},
		"a Bind that lies": {
			{on(parse("s", "SELECT * FROM ask($1)"), raw('B', "\x00s\x00\x00\x00\x00\x01\x00\x00\x00\x09short\x00\x00"), msgSync), said("1", "E …", "Z I")},
			{on(raw('B', "\x00s\x00\xff\xff\x00\x01"), msgSync), said("E …", "Z I")},
			{on(raw('B', "\x00s\x00\x00\x00\xff\xff\xff\xff\xff\xff"), msgSync), said("E …", "Z I")},
			{on(raw('B', "\x00s\x00\x00\x00\x00\x01\xff\xff\xff\xf0\x00\x00"), msgSync), said("E …", "Z I")},
			{on(raw('B', "\x00s\x00"), msgSync), said("E …", "Z I")},
			{on(bind("", "s", "product count"), execute("", 0), msgSync), said("2", "D 288", "C SELECT 1", "Z I")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := r.wire()
			w.tb = t
			for _, turn := range turns {
				w.send(turn.send...)
				w.expect(turn.want...)
			}
			w.unchanged("I")
		})
	}
}

// raw is a message of that type with any body.
func raw(typ byte, body string) pgproto3.FrontendMessage { return rawMessage{typ, body} }

type rawMessage struct {
	typ  byte
	body string
}

func (m rawMessage) Frontend()           {}
func (m rawMessage) Decode([]byte) error { return nil }
func (m rawMessage) Encode(dst []byte) ([]byte, error) {
	n := len(m.body) + 4
	return append(append(dst, m.typ, byte(n>>24), byte(n>>16), byte(n>>8), byte(n)), m.body...), nil
}
