package integration

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
)

// asked sends a simple Query and returns its replies, notices too.
func (w *wire) asked(sql string) string {
	w.tb.Helper()
	w.notices = true
	defer func() { w.notices = false }()
	w.send(query(sql))
	return strings.Join(w.turn(1), "\n")
}

func TestSettingShowSQL(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	const sql = "N NOTICE SQL: SELECT count(*) AS n FROM public.products"
	if got := w.asked("ASK product count"); !strings.Contains(got, sql) {
		t.Errorf("by default: %s", got)
	}
	w.query("SET ask.show_sql = off", "C SET", "Z I")
	if got := w.asked("ASK product count"); strings.Contains(got, "SQL:") || !strings.Contains(got, "N NOTICE Read as") {
		t.Errorf("off: %s", got)
	}
	w.query("BEGIN; SET LOCAL ask.show_sql = on", "C BEGIN", "C SET", "Z T")
	if got := w.asked("ASK product count"); !strings.Contains(got, sql) {
		t.Errorf("on in a transaction: %s", got)
	}
	w.query("ROLLBACK; RESET ask.show_sql", "C ROLLBACK", "C RESET", "Z I")
	if got := w.asked("ASK product count"); !strings.Contains(got, sql) {
		t.Errorf("after RESET: %s", got)
	}
}

// A name that is written wrong does nothing in PostgreSQL, without a word; pgask warns of it.
func TestSettingUnknown(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	for sql, want := range map[string]string{
		"SET ask.shw_sql = off":            `pgask has no setting "ask.shw_sql"`,
		"set local ASK.Foo to 'a'":         `pgask has no setting "ask.foo"`,
		" SET SESSION ask.timout='1s';":    `pgask has no setting "ask.timout"`,
		"SET ask.Show_SQL = on":            "",
		"SET mask.foo = 1":                 "",
		"SELECT 'set ask.foo = 1'":         "",
		"SET application_name = 'ask.foo'": "",
	} {
		got := w.asked(sql)
		if strings.Contains(got, "N WARNING pgask has no setting") != (want != "") || !strings.Contains(got, want) || !strings.HasSuffix(got, "Z I") {
			t.Errorf("%s: %s", sql, got)
		}
	}
}

func TestSettingStartupOptions(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire("options", "-c ask.show_sql=off -c client_min_messages=notice")
	if got := w.asked("ASK product count"); strings.Contains(got, "SQL:") {
		t.Errorf("got %s", got)
	}
}

func TestSettingClarify(t *testing.T) {
	t.Parallel()
	r := setup(t)
	const text = "“returns” fits more than one table. Which is meant?"
	cases := []struct{ application, setting, sql, want string }{
		{"", "auto", "ASK show returns", "E QA001 " + text},
		{"psql", "auto", "ASK show returns", "N NOTICE " + text},
		{"pgcli", "auto", "ASK show returns", "N NOTICE " + text},
		{"psql", "error", "ASK show returns", "E QA001 " + text},
		{"", "notice", "ASK show returns", "N NOTICE " + text},
		{"", "rows", "ASK show returns", "T choice answer meaning\nD 1 order_returns Goods that customers sent back.\nD 2 supplier_returns Goods that we sent back to their supplier.\nC SELECT 2\nZ I"},
		// Inside a statement there must be rows or an error.
		{"psql", "auto", "SELECT * FROM ask('show returns') t", "E QA001 " + text},
		{"psql", "notice", "SELECT * FROM ask('show returns') t", "E QA001 " + text},
	}
	for _, c := range cases {
		t.Run(c.application+" "+c.setting+" "+c.sql, func(t *testing.T) {
			t.Parallel()
			w := dialWire(t, r.addr, r.db, "demo", "application_name", c.application)
			w.query("SET ask.clarify = "+c.setting, "C SET", "Z I")
			got := w.asked(c.sql)
			if !strings.HasPrefix(got, c.want) {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if strings.HasPrefix(c.want, "N") && !strings.HasSuffix(got, "\nI\nZ I") {
				t.Errorf("a notice needs an empty query behind it: %s", got)
			}
			if !strings.HasPrefix(c.sql, "ASK") {
				return
			}
			shown := "T id supplier_id product_id "
			if c.application != "" { // a person is shown names
				shown = "T id supplier product "
			}
			if got := w.asked("ASK 2"); !strings.Contains(got, shown) {
				t.Errorf("answered with %s", got)
			}
		})
	}
}

// TestSettingClarifyExtended: a driver that describes first gets the error, and with rows the choices.
func TestSettingClarifyExtended(t *testing.T) {
	t.Parallel()
	w := setup(t).wire("application_name", "psql")
	run := []pgproto3.FrontendMessage{parse("", "ASK show returns"), bind("", ""), describe('P', ""), execute("", 0), msgSync}
	w.send(run...)
	w.expect("E QA001 “returns” fits…", "Z I")
	w.query("SET ask.clarify = 'rows'", "C SET", "Z I")
	w.send(run...)
	w.expect("1", "2", "T choice answer meaning", "D…", "D…", "C SELECT 2", "Z I")
	w.unchanged("I")
}

func TestSettingEngine(t *testing.T) {
	t.Parallel()
	w := setup(t).wire()
	w.query("SET ask.engine = 'model'", "C SET", "Z I")
	w.query("ASK how many products are there", "E QA004 no model is configured", "Z I")
	w.query("RESET ask.engine", "C RESET", "Z I")
	if got := w.asked("ASK how many products are there"); !strings.Contains(got, "\nD 288\n") {
		t.Errorf("got %s", got)
	}
}

func TestSettingTimeout(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(slow{began: make(chan struct{}, 9)}))
	w := r.wire()
	w.query("SET ask.timeout = '200ms'", "C SET", "Z I")
	for _, sql := range []string{"ASK anything", "SELECT * FROM ask('anything') t"} {
		began := time.Now()
		got := w.asked(sql)
		if !strings.Contains(got, "E 57014 canceling statement due to statement timeout") && !strings.Contains(got, "E QA004 the model did not answer in time") {
			t.Errorf("got %s", got)
		}
		if took := time.Since(began); took < 200*time.Millisecond || took > patience {
			t.Errorf("took %s", took)
		}
	}
	w.query("SELECT 1", "T ?column?", "D 1", "C SELECT 1", "Z I")
}

func TestSettingBad(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	for name, warning := range map[string]string{
		"ask.show_sql = 'perhaps'": `N WARNING setting ask.show_sql ignored: "perhaps" is not on or off`,
		"ask.clarify = 'aloud'":    `N WARNING setting ask.clarify ignored: "aloud" is not`,
		"ask.engine = 'steam'":     `N WARNING setting ask.engine ignored: "steam" is not auto, builtin or model`,
		"ask.timeout = 'a while'":  `N WARNING setting ask.timeout ignored: "a while" is not a time`,
	} {
		w.query("SET "+name, "C SET", "Z I")
		got := w.asked("ASK product count")
		if !strings.Contains(got, warning) || !strings.Contains(got, "\nD 288\n") {
			t.Errorf("%s: %s", name, got)
		}
		w.query("RESET "+name[:strings.Index(name, " ")], "C RESET", "Z I")
	}
	if got := w.asked("ASK product count"); strings.Contains(got, "WARNING") {
		t.Errorf("after RESET: %s", got)
	}
}

func TestSettingMessages(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.query("SET client_min_messages = warning; SET ask.engine = 'steam'", "C SET", "C SET", "Z I")
	if got := w.asked("ASK product count"); strings.Contains(got, "NOTICE") || !strings.Contains(got, "WARNING") {
		t.Errorf("warning: %s", got)
	}
	w.query("SET client_min_messages = error", "C SET", "Z I")
	if got, want := w.asked("ASK product count"), "T n\nD 288\nC SELECT 1\nZ I"; got != want {
		t.Errorf("error: %s", got)
	}
}

// TestRowCapExtended: a bound portal says so, and is an answer; a client that fetches piece by piece is left alone.
func TestRowCapExtended(t *testing.T) {
	t.Parallel()
	r := setup(t, func(_ *proxy.Config, c *translate.Config) { c.MaxRows = 3 })
	run := func(sql string, rows uint32) []pgproto3.FrontendMessage {
		return []pgproto3.FrontendMessage{parse("", sql), bind("", ""), execute("", rows), msgSync}
	}
	const cut = " the answer was cut after 3 rows"
	person := r.wire("application_name", "psql")
	person.send(run("ASK show regions", 0)...)
	person.expect("1", "2", "D…", "D…", "D…", "C SELECT 3", "Z I")
	if !strings.Contains(person.said.String(), "B N WARNING"+cut) {
		t.Errorf("no warning: %s", person.said.String())
	}
	program := r.wire()
	for _, begin := range []bool{false, true} {
		status := map[bool]string{false: "Z I", true: "Z T"}[begin]
		if begin {
			program.query("BEGIN", "C BEGIN", "Z T")
		}
		program.send(run("ASK show regions", 0)...)
		program.expect("1", "2", "D…", "D…", "D…", "C SELECT 3", status)
		if got, text := r.last(); got.Outcome != audit.Answered || got.Rows != 3 || !got.Truncated || got.SQLState != "" {
			t.Errorf("recorded %s", text)
		}
	}
	if !strings.Contains(program.said.String(), "B N WARNING"+cut) {
		t.Errorf("no warning: %s", program.said.String())
	}
	program.query("ROLLBACK", "C ROLLBACK", "Z I")
	program.send(run("ASK show regions", 2)...)
	program.expect("1", "2", "D…", "D…", "s", "Z I")
	program.send(run("ASK how many regions are there", 0)...)
	program.expect("1", "2", "D…", "C SELECT 1", "Z I")
	program.send(run("SELECT count(*) > 3 FROM ask('show regions') t", 0)...)
	program.expect("1", "2", "D t", "C SELECT 1", "Z I")
	program.unchanged("I")
}
