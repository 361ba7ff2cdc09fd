package retrieve

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// crowded returns a schema of 1,000 tables. Most tables have variants with the same columns, as in warehouses:
// archives, staging copies, histories, summaries and yearly parts. The rest belong to other domains.
func crowded() *schema.Snapshot {
	all := thousand().Tables
	own := strings.Count(strings.TrimSpace(domains), "\n") + 1
	tables := slices.Clone(all[:own])
	forms := []string{"%s_archive", "stg_%s", "%s_history", "%s_2023", "tmp_%s", "%s_backup", "v_%s_all"}
	for _, form := range forms {
		for _, t := range all[:own] {
			if len(tables) == 900 {
				break
			}
			twin := *t
			twin.Name, twin.ForeignKeys = fmt.Sprintf(form, t.Name), nil
			tables = append(tables, &twin)
		}
	}
	tables = append(tables, all[own:own+1000-len(tables)]...)
	columns := 0
	for _, t := range tables {
		columns += len(t.Columns)
	}
	for i := columns; i < 12_000; i++ { // technical columns, as such tables have
		wide := *tables[i%len(tables)]
		wide.Columns = append(slices.Clip(wide.Columns), &schema.Column{Name: fmt.Sprintf("attribute_%d", i), Type: "text", Class: schema.Text})
		tables[i%len(tables)] = &wide
	}
	return schema.New(schema.Snapshot{Tables: tables, SearchPath: []string{"public", "app"}})
}

// TestThousandTables checks the figures of docs/model.md: how many of the tables that the questions need are shown, by
// likeness alone and after a judgement, and how many tokens they take compared with the whole schema.
func TestThousandTables(t *testing.T) {
	t.Parallel()
	s := crowded()
	columns := 0
	for _, x := range s.Tables {
		columns += len(x.Columns)
	}
	whole := len(schema.DDL(s)) / schema.CharsPerToken
	row := documented(t)
	row("%d tables with %d columns, %d tokens as DDL", len(s.Tables), columns, whole)
	for _, k := range []int{4, 8, 16} {
		for _, judged := range []bool{false, true} {
			found, needed, complete, shown, tokens := 0, 0, 0, 0, 0
			for _, q := range questions {
				b := Budget{Mode: Filter, Tokens: 24_000, TopK: k}
				need := strings.Fields(q.need)
				got := Select(q.ask, s, b)
				if judged {
					// The best that a judge could do: it sees three times as many tables and knows which are needed.
					b.TopK *= 3
					got = Select(q.ask, s, b)
					var err error
					if got, err = Identify(t.Context(), &clerk{needs: need}, q.ask, s, got, b, Limits{}); err != nil {
						t.Fatal(err)
					}
				}
				missing := 0
				for _, name := range need {
					if !slices.Contains(names(got.Tables), name) {
						missing++
					}
				}
				needed, found = needed+len(need), found+len(need)-missing
				if missing == 0 {
					complete++
				}
				shown, tokens = shown+len(got.Tables), tokens+schema.Tokens(s, got.Tables, schema.Share{})
			}
			n := len(questions)
			how := "likeness"
			if judged {
				how = "likeness, then a judge that errs nowhere"
			}
			row("| %d | %s | %.1f %% | %.1f %% | %.1f | %d | %.1f %% |", k, how, 100*float64(found)/float64(needed), 100*float64(complete)/float64(n),
				float64(shown)/float64(n), tokens/n, 100-100*float64(tokens/n)/float64(whole))
			if k == 8 && (float64(found) < 0.97*float64(needed) || float64(tokens/n) > 0.4*float64(whole)) {
				t.Errorf("%d of %d tables, %d tokens", found, needed, tokens/n)
			}
		}
	}
}

// documented returns a function that compares a row with docs/model.md.
func documented(t *testing.T) func(format string, args ...any) {
	t.Helper()
	doc, err := os.ReadFile("../../docs/model.md")
	if err != nil {
		t.Fatal(err)
	}
	return func(format string, args ...any) {
		t.Helper()
		line := fmt.Sprintf(format, args...)
		t.Log(line)
		if !strings.Contains(string(doc), line) {
			t.Errorf("docs/model.md should have the row %s", line)
		}
	}
}
