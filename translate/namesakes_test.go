package translate

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// TestNamesakes: that several people have the name that a draft looks for is told to the model once, where it may
// know, and said if it insists.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	by := func(where string) string { return wrote("SELECT s.email FROM staff s WHERE " + where) }
	const told = "several rows of staff have this first_name and last_name"
	for name, tt := range map[string]struct {
		answer string
		level  schema.Level
		calls  int
		said   bool
	}{
		"two of one name":         {by("s.first_name = 'Anna' AND s.last_name = 'Schmidt'"), schema.Values, 2, true},
		"the name in one":         {by("s.first_name || ' ' || s.last_name ILIKE 'anna schmidt'"), schema.Values, 2, true},
		"the model may not know":  {by("s.first_name = 'Anna' AND s.last_name = 'Schmidt'"), schema.NamesAndComments, 1, true},
		"one of them":             {by("s.first_name = 'Anna' AND s.last_name = 'Schmidt' AND s.town = 'Bonn'"), schema.Values, 1, false},
		"nobody else of the name": {by("s.first_name = 'Bob' AND s.last_name = 'Meyer'"), schema.Values, 1, false},
		"a part of the name":      {by("s.last_name = 'Schmidt'"), schema.Values, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &scripted{answers: []any{tt.answer, tt.answer}}
			d, exec := crm(t, Config{Engine: EngineModel, Model: m, Share: schema.Share{Level: tt.level}})
			exec(`CREATE TABLE staff (id integer PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, town text, email text);
				INSERT INTO staff VALUES (1, 'Anna', 'Schmidt', 'Bonn', 'a'), (2, 'Anna', 'Schmidt', 'Kiel', 'b'), (3, 'Bob', 'Meyer', 'Bonn', 'c'), (4, 'Eve', 'Schmidt', 'Bonn', 'd');
				GRANT SELECT ON staff TO demo`)
			got, _, err := d.ask(t, Question{Text: "what is the email of the one"})
			if err != nil || got.Clarification != nil || len(m.prompts) != tt.calls {
				t.Fatalf("%v, %+v, %d calls", err, got, len(m.prompts))
			}
			if tt.calls == 2 && !strings.Contains(m.prompts[1].User, told) {
				t.Errorf("not told: %s", m.prompts[1].User)
			}
			if said := strings.Contains(strings.Join(got.Assumptions, "; "), told); said != tt.said {
				t.Errorf("assumptions %q", got.Assumptions)
			}
		})
	}
}
