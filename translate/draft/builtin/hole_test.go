package builtin_test

import (
	"strings"
	"testing"
)

// TestVague holds what is asked where a question says that something is good, bad or wanted and not more, and that
// each choice leads to rows.
func TestVague(t *testing.T) {
	t.Parallel()
	for script, questions := range map[string][]struct{ question, want string }{
		"testdata/shelter.sql": {
			{"which shelters are doing badly", "lowest capacity; fewest animals; fewest inspections; fewest volunteers; lowest total amount of expenses"},
			{"list the popular shelters", "highest capacity; most animals; most inspections; most volunteers; highest total amount of expenses"},
			{"how are we doing in Leeds", "number of shelters; total capacity of shelters; number of animals; total fee of animals; number of inspections"},
			{"give me the numbers for Leeds", "number of shelters; total capacity of shelters; number of animals; total fee of animals; number of inspections"},
			{"compare Leeds and York", "number of shelters; total capacity of shelters; number of animals; total fee of animals; number of inspections"},
			{"show me the latest ones", "shelters; animals; inspections; volunteers"},
			{"how many shelters are there in Leeds", "answer"},
			{"numbers of the houses", "answer"},
			{"popular flurbs", "silent"},
			{"sort the results", "silent"},
			{"best shelters by capacity", "answer"},
		},
		"testdata/payroll.sql": {{"for each department, who earns the most?", "answer"}},
		"testdata/nursery.sql": {{"which buyer spent the most in each garden?", "silent"}, {"which buyer spent the most in each town?", "silent"}},
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			m := load(t, script)
			for _, tt := range questions {
				got := m.draft(t, tt.question)
				var labels []string
				if got.Ask != nil {
					for _, o := range got.Ask.Options {
						labels = append(labels, o.Label)
						chosen := m.draft(t, tt.question, o.Settles...)
						if chosen.Plan == nil {
							t.Errorf("%s: %s leads to nothing", tt.question, o.Label)
						} else if rows := m.outcome(chosen.Plan); strings.HasPrefix(rows, "0 rows") || !strings.Contains(rows, "rows\n") {
							t.Errorf("%s: %s has no rows: %s", tt.question, o.Label, rows)
						}
					}
				}
				said := strings.Join(labels, "; ")
				if got.Ask == nil && got.Plan != nil {
					said = "answer"
				} else if got.Ask == nil {
					said = "silent"
				}
				if said != tt.want {
					t.Errorf("%s: %s\nwant %s", tt.question, said, tt.want)
				}
			}
		})
	}
}
