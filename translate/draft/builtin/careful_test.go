package builtin_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pgask/pgask/translate/assume"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// bar is the confidence from which on the product answers, if nothing else is set.
const bar = 0.5

// links returns the links of a question as the agent does, look-ups included.
func (m *museum) links(ctx context.Context, question string) (*link.Lattice, error) {
	x := link.Of(m.model)
	l := x.Read(question, nil)
	wanted := x.Wants(l, question)
	look := lookup.New(lookup.Wants(wanted), true)
	if look == nil {
		return l, nil
	}
	rows, err := borrow.New(m.conn).ReadOnly(ctx, map[string]string{"search_path": lookup.SearchPath}, look.Statement)
	if err != nil {
		return nil, err
	}
	found, err := look.Read(rows[0])
	if seen := lookup.Seen(wanted, found); len(seen) > 0 {
		l = x.Read(question, seen)
	}
	return l, err
}

// draft asks the engine as the agent does, trials and rows that do not count included.
func (m *museum) draft(t *testing.T, question string, settled ...plan.Constraint) draft.Result {
	t.Helper()
	links := func(ctx context.Context) (*link.Lattice, error) { return m.links(ctx, question) }
	r, err := builtin.Engine{Bar: bar}.Draft(t.Context(), draft.Question{Text: question, Model: m.model, Links: links, Try: m.try(question),
		Settled: settled})
	if err != nil {
		t.Fatalf("%s: %v", question, err)
	}
	return r
}

// try returns what runs plans for a question.
func (m *museum) try(question string) func(context.Context, []*plan.Plan) ([]draft.Trial, error) {
	return func(_ context.Context, plans []*plan.Plan) ([]draft.Trial, error) {
		var trials []draft.Trial
		for _, p := range plans {
			counted, _ := assume.Counted(p, m.model, assume.Read(question, m.model))
			got := m.outcome(counted)
			rows := strings.Split(got, "\n")[1:]
			trials = append(trials, draft.Trial{Rows: got, Empty: strings.Trim(strings.Join(rows, ""), `[]"0. `) == "",
				Count: len(rows), Twice: len(slices.Compact(slices.Clone(rows))) < len(rows)})
		}
		return trials, nil
	}
}

// What TestCareful holds. The last two are to become none.
const (
	leastRight   = 625
	mostWrong    = 72
	mostAnswered = 14
)

// TestCareful asks the questions of ../testdata: "?" before a question demands the rows of the statement below it,
// "~" these or silence, "!" that there is no answer. What is demanded of answers is how many there are at least, and
// that few are wrong: not every "?" is reached yet.
func TestCareful(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../testdata/*/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no questions", err)
	}
	var mu sync.Mutex
	var asked, right, wrong, never, answered int
	t.Run("all", func(t *testing.T) {
		for _, file := range files {
			name := strings.TrimSuffix(file, ".txt")
			t.Run(filepath.Base(name), func(t *testing.T) {
				t.Parallel()
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				m := load(t, name+".sql")
				lines := strings.Split(strings.TrimSpace(string(text)), "\n")
				for i := 0; i+1 < len(lines); i += 2 {
					mark, question, _ := strings.Cut(lines[i], " ")
					r := m.draft(t, question)
					got := ""
					if r.Plan != nil && r.Confidence >= bar {
						got = m.outcome(r.Plan)
					}
					mu.Lock()
					switch {
					case mark == "!":
						if never++; got != "" {
							answered++
							t.Logf("must not be answered: %s: %.2f %s", question, r.Confidence, r.Plan.Reading)
						}
					default:
						asked++
						if got == "" {
							t.Logf("silent: %s: %s", question, r.Reason)
						} else if m.right(r, question, lines[i+1]) {
							right++
						} else {
							wrong++
							t.Logf("wrong: %s: %.2f %s\n\twant %s", question, r.Confidence, r.Plan.Reading, lines[i+1])
						}
					}
					mu.Unlock()
				}
			})
		}
	})
	t.Logf("%d asked, %d right, %d wrong; of %d that must not be answered %d were", asked, right, wrong, never, answered)
	if right < leastRight || wrong > mostWrong || answered > mostAnswered {
		t.Errorf("at least %d were right, at most %d wrong and %d answered that must not be", leastRight, mostWrong, mostAnswered)
	}
}

// TestMisread holds what is hard to read and must not be misread: all questions of some files of testdata, marked as
// those of TestCareful.
func TestMisread(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sailing", "payroll", "records", "rental", "quarry", "workshop", "shelter", "nursery", "depot", "cellar",
		"quay"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			misread(t, "testdata/"+name)
		})
	}
}

func misread(t *testing.T, name string) {
	text, err := os.ReadFile(name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	m := load(t, name+".sql")
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		mark, question, _ := strings.Cut(lines[i], " ")
		r := m.draft(t, question)
		answered := r.Plan != nil && r.Confidence >= bar
		switch {
		case mark == "!" && answered:
			t.Errorf("must not be answered: %s: %.2f %s", question, r.Confidence, r.Plan.Reading)
		case mark == "?" && !answered:
			t.Errorf("no answer: %s: %.2f %s", question, r.Confidence, r.Reason)
		case mark != "!" && answered && !m.right(r, question, lines[i+1]):
			t.Errorf("wrong: %s: %.2f %s", question, r.Confidence, r.Plan.Reading)
		}
	}
}

// right reports whether a plan has as many rows as a statement, and each of its columns is one of the statement's, in
// the same order of rows where that is told apart by nothing else: which columns a list of rows shows is not what
// these questions are about. Keys may stand beside what was asked for, to tell rows of the same name apart, and so
// may what they were ranked or chosen by. Nor are they about rows that never count: those may be left out or not.
func (m *museum) right(r draft.Result, question, sql string) bool {
	want := m.columns(sql)
	if m.shows(r.Plan, want) {
		return true
	}
	counted, _ := assume.Counted(r.Plan, m.model, assume.Read(question, m.model))
	return m.shows(counted, want)
}

func (m *museum) shows(p *plan.Plan, want [][]string) bool {
	mine, err := plan.Synthesise(p)
	if err != nil {
		return false
	}
	got := m.columns(mine)
	known := 0
	for i, c := range got {
		if slices.ContainsFunc(want, func(w []string) bool { return slices.Equal(c, w) }) {
			known++
		} else if i >= len(p.Select) || !m.key(p, p.Select[i].Expr) && !chosen(p, p.Select[i].Expr) || len(c) != len(want[0]) {
			return false
		}
	}
	return known > 0
}

// chosen reports whether an expression is what rows are sorted by, or is of a column that stands in a condition.
func chosen(p *plan.Plan, e plan.Expr) bool {
	if slices.ContainsFunc(p.Where, func(c plan.Expr) bool {
		return strings.Contains(e.String(), "(SELECT count(*)") || len(e.Columns()) > 0 && slices.Contains(c.Columns(), e.Columns()[0])
	}) {
		return true
	}
	return slices.ContainsFunc(p.OrderBy, func(o plan.Order) bool { return reflect.DeepEqual(o.Expr, e) })
}

// key reports whether an expression is a column that identifies rows.
func (m *museum) key(p *plan.Plan, e plan.Expr) bool {
	columns := e.Columns()
	return len(columns) == 1 && !plan.HasAggregate(e) && slices.ContainsFunc(m.model.Relations, func(r *semantic.Relation) bool {
		return len(r.Table.PrimaryKey) == 1 && r.Table.PrimaryKey[0] == columns[0].Column && slices.ContainsFunc(p.Tables(), func(n plan.Name) bool {
			return n.Table == r.Table.Name
		})
	})
}

// midnight is what a month that is a timestamp has more than one that is a date.
var midnight = regexp.MustCompile(` 00:00:00(\+00)?$`)

// columns returns the columns of what a statement returns, each sorted.
func (m *museum) columns(sql string) [][]string {
	results, err := m.conn.Exec(context.Background(), sql).ReadAll()
	if err != nil || len(results) == 0 {
		return nil
	}
	out := make([][]string, max(len(results[0].FieldDescriptions), 1)) // without rows there are no descriptions, either
	for _, row := range results[0].Rows {
		for i, v := range row {
			out[i] = append(out[i], midnight.ReplaceAllString(string(v), ""))
		}
	}
	for i := range out {
		slices.Sort(out[i])
	}
	return out
}

// outcome returns the rows of a plan as text, sorted.
func (m *museum) outcome(p *plan.Plan) string {
	sql, err := plan.Synthesise(p)
	if err != nil {
		return err.Error()
	}
	return m.run(sql)
}

func (m *museum) run(sql string) string {
	results, err := m.conn.Exec(context.Background(), sql).ReadAll()
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, r := range results[0].Rows {
		out = append(out, fmt.Sprintf("%q", r))
	}
	slices.Sort(out)
	return fmt.Sprintf("%d rows\n", len(out)) + strings.Join(out, "\n")
}
