package translate

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// oddNames are names, comments and values that a catalog may hold, however unlikely.
var oddNames = []string{"", " ", "of", "the", "a", "İ", "ıstanbul İİİ", "ß", "ẞtraße", "日本語", "データ", "x\u200by", "\u202ename", "e\u0301", "🦄", "🧑‍🚀s", "_", "__", "a_b_", "_id", "id",
	"ID", "quality of service", "Quality_Of_Service", "1", "1st", "2024", "2024-01-01", "%", "'", "''", "\"", "select", "order", "count", "total", "number of", "per", "by", "s", "es", "'s", "’s",
	"ﬁle", "Ǆ", "ǅ", "ﷺ", "\x00", "\x1b[2J", "a.b.c", "a-b", "-", "\t\n", "\xff\xfe", "K", "Å", "ſ", "ΑΣ", "price", "created_at", "status", "country", "name", "customer", strings.Repeat("long", 40)}

var oddWords = []string{"how many", "what is the", "list", "show", "of", "the", "per", "by", "top 3", "average", "most", "in", "2024", "last month", "between", "and", "without", "not", "more than", "with",
	"growth", "trend", "median", "certain", "a certain", "best", "which", "who", "each", "'", "”", "“İ”", ",", "?", "  ", "\t", "of of", "'s", "never", "as", "than", "is", "are", "have", "%", "$5", "-1", "1e9",
	"quality of service", "whose", "when", "first", "oldest", "ratio of", "to", "compared", "share of", "no", "nobody", "(", ")", "\\", "ſ", "ﬁ"}

// oddCatalog makes a schema of odd names, with keys between its tables.
func oddCatalog(r *rand.Rand) *schema.Snapshot {
	pick := func() string { return oddNames[r.IntN(len(oddNames))] }
	classes := []schema.Class{schema.Other, schema.Integer, schema.Decimal, schema.Text, schema.Boolean, schema.Date, schema.Instant, schema.TimeOnly, schema.Interval, schema.Enum, schema.JSON, schema.UUID, schema.Binary}
	s := schema.Snapshot{SearchPath: []string{"public"}}
	for range r.IntN(6) {
		t := &schema.Table{Schema: "public", Name: pick(), Comment: pick() + " " + pick(), Visible: r.IntN(4) > 0, Rows: float64(r.IntN(100)) - 1}
		for range r.IntN(7) {
			c := &schema.Column{Name: pick(), Comment: pick(), Class: classes[r.IntN(len(classes))], Type: "text"}
			for range r.IntN(4) {
				c.Profile.Values = append(c.Profile.Values, pick())
			}
			c.Profile.Complete = r.IntN(2) == 0
			t.Columns = append(t.Columns, c)
		}
		if len(t.Columns) > 0 && r.IntN(2) == 0 {
			t.PrimaryKey = []string{t.Columns[0].Name}
		}
		if len(s.Tables) > 0 && len(t.Columns) > 0 {
			if to := s.Tables[r.IntN(len(s.Tables))]; len(to.PrimaryKey) > 0 {
				t.ForeignKeys = []schema.ForeignKey{{Columns: []string{t.Columns[len(t.Columns)-1].Name}, RefSchema: to.Schema, RefTable: to.Name, RefColumns: to.PrimaryKey}}
			}
		}
		s.Tables = append(s.Tables, t)
	}
	return schema.New(s)
}

// oddQuestion makes a question of odd words and of the names of a catalog.
func oddQuestion(r *rand.Rand, s *schema.Snapshot) string {
	var words []string
	for range 1 + r.IntN(9) {
		switch n := r.IntN(10); {
		case n < 3 && len(s.Tables) > 0:
			t := s.Tables[r.IntN(len(s.Tables))]
			words = append(words, t.Name)
			if len(t.Columns) > 0 {
				words = append(words, t.Columns[r.IntN(len(t.Columns))].Name)
			}
		case n < 5:
			words = append(words, oddNames[r.IntN(len(oddNames))])
		default:
			words = append(words, oddWords[r.IntN(len(oddWords))])
		}
	}
	return strings.Join(words, []string{" ", "  ", ", "}[r.IntN(3)])
}

// Odd questions over odd catalogs go through the built-in translator and through what is asked back, and nothing
// panics.
func TestOddQuestionsNeverPanic(t *testing.T) {
	t.Parallel()
	questions, _ := strconv.Atoi(cmp.Or(os.Getenv("PGASK_MUTANTS"), "3000"))
	for seed := range uint64(max(questions, 1)) {
		r := rand.New(rand.NewPCG(seed, 14))
		s := oddCatalog(r)
		q := oddQuestion(r, s)
		err := panics.Catch(func() error {
			w := &drafter{reader: reader{caller: caller{agent: &Agent{cfg: Config{}.withDefaults()}, question: Question{Text: q}, snapshot: s, facts: s}}}
			if in, err := intent.Read(q, intent.Place{}); err != nil || in != nil {
				return nil
			}
			result := w.readAgain(q)
			switch {
			case result.Ask != nil:
				_ = (&Clarification{Asked: *dialogue.FromDraft(result.Ask)}).Notice(true)
			case result.Plan != nil:
				_ = lift.Say(result.Plan, s, nil)
				if reviewed, _, err := review.Plan(result.Plan, s, nil); err == nil {
					sql, _ := plan.Synthesise(reviewed)
					_ = about.Layout(sql)
				}
			default:
				w.missing()
				if back := w.instead(result); back != nil {
					c := &Clarification{Asked: *back}
					_ = c.Notice(true)
					for _, o := range c.Options {
						if c.IsReply(o.Label) {
							_, _ = c.Settle(o.Label)
						}
					}
				}
			}
			return nil
		})
		if p := panics.Of(err); p != nil {
			t.Errorf("seed %d: %q panics: %v\n%s", seed, q, p.Value, where(p.Stack))
		}
	}
}

// where returns the part of a stack that says what panicked.
func where(stack string) string {
	_, behind, _ := strings.Cut(stack, "panic(")
	lines := strings.Split(behind, "\n")
	return fmt.Sprint(strings.Join(lines[min(2, len(lines)):min(12, len(lines))], "\n"))
}
