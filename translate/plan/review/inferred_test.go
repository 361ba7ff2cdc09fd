package review

import (
	"errors"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/plantest"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/schema"
)

// guesses is a snapshot whose keys are inferred with these confidences: visits.person_id to each of the tables.
func guesses(of map[string]float64, declared ...string) *schema.Snapshot {
	visits := plantest.Table("shop.visits", "id integer !", "person_id integer !", "staff_id integer !")
	tables := []*schema.Table{visits}
	for _, name := range []string{"patients", "people", "staff"} {
		tables = append(tables, plantest.Table("shop."+name, "id integer !", "name text"))
		if c, ok := of[name]; ok {
			visits.ForeignKeys = append(visits.ForeignKeys, schema.ForeignKey{Name: "inferred", Columns: []string{"person_id"}, RefSchema: "shop",
				RefTable: name, RefColumns: []string{"id"}, Inferred: true, Confidence: c})
		}
	}
	for _, name := range declared {
		plantest.References(visits, "staff_id "+name)
	}
	return schema.New(schema.Snapshot{SearchPath: []string{"shop"}, Tables: tables})
}

func visitsOf(name string) string {
	return `{"select":[{"expr":"p.name"}],"from":{"schema":"shop","table":"visits","alias":"v"},"joins":[` + plantest.Joined("inner", name, "p", "") + `]}`
}

// TestInferredJoins: an inferred key serves as well as a declared one where there is no choice, yields to a surer
// one, and several below the threshold are asked back.
func TestInferredJoins(t *testing.T) {
	t.Parallel()
	twice := guesses(map[string]float64{"staff": 0.3}, "staff") // person_id by guess, staff_id declared
	even := guesses(map[string]float64{"staff": 0.9}, "staff")
	tests := []struct {
		name      string
		snap      *schema.Snapshot
		table     string
		threshold float64
		want      string // empty: asked back
		said      []string
	}{
		{"the only one", guesses(map[string]float64{"patients": 0.6}), "patients", 0.75,
			`SELECT p.name FROM shop.visits v JOIN shop.patients p ON v.person_id = p.id`, []string{"visits.person_id refers to patients.id (inferred, 0.60)"}},
		{"a declared one is surer", twice, "staff", 0.75, `SELECT p.name FROM shop.visits v JOIN shop.staff p ON v.staff_id = p.id`, nil},
		{"not sure enough", even, "staff", 0.75, "", nil},
		{"a lower threshold", even, "staff", 0.5, `SELECT p.name FROM shop.visits v JOIN shop.staff p ON v.staff_id = p.id`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, _, err := With(load(t, visitsOf(tt.table)), tt.snap, nil, Options{JoinConfidence: tt.threshold})
			var c *Complaint
			if tt.want == "" {
				if !errors.As(err, &c) || c.Kind != UnclearJoin || len(c.Candidates) != 2 {
					t.Fatalf("%v; want two ways to join", err)
				}
				if c.Candidates[1].Meaning != "join by visits.person_id = staff.id (inferred, 0.90)" {
					t.Errorf("the guess is not marked: %+v", c.Candidates)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if sql, err := plan.Synthesise(got); err != nil || sql != tt.want {
				t.Errorf("got\n%s\nwant\n%s (%v)", sql, tt.want, err)
			}
			if diff := cmp.Diff(tt.said, plan.InferredKeys(got, tt.snap)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestGuessesChangeNothingWritten: a join that was written is not turned to an unsure key, and no row is left out for
// one.
func TestGuessesChangeNothingWritten(t *testing.T) {
	t.Parallel()
	snap := guesses(map[string]float64{"patients": 0.5})
	for name, text := range map[string]string{
		"join on other columns": `{"select":[{"expr":"p.name"}],"from":{"schema":"shop","table":"visits","alias":"v"},"joins":[` + plantest.Joined("inner", "patients", "p", `"p.id = v.staff_id"`) + `]}`,
		"unused table":          `{"select":[{"expr":"v.id"}],"from":{"schema":"shop","table":"visits","alias":"v"},"joins":[` + plantest.Joined("inner", "patients", "p", `"p.id = v.person_id"`) + `]}`,
	} {
		_, fixes, err := Plan(load(t, text), snap, nil)
		if err != nil || len(fixes) > 0 {
			t.Errorf("%s: %v %v", name, fixes, err)
		}
	}
}
