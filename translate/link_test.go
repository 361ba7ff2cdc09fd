package translate

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// TestLiteralsAreLinkedToStoredValues: a text of the question that a model writes in another case or with other marks
// is written as it is stored, although the statistics do not have it, and although the model is not told.
func TestLiteralsAreLinkedToStoredValues(t *testing.T) {
	t.Parallel()
	look := setup(t, Config{})
	name := look.stranger(t)
	tests := []struct {
		name, column, literal, want string
		inside                      bool // a transaction, where nothing is looked up
	}{
		{name: "another case", column: "name", literal: strings.ToUpper(name), want: name},
		{name: "other marks", column: "name", literal: strings.ReplaceAll(name, " ", "-") + "!", want: name},
		{name: "as stored", column: "name", literal: name, want: name},
		{name: "not stored", column: "name", literal: "Nobody Of That Name", want: "Nobody Of That Name"},
		{name: "in a transaction", column: "name", literal: strings.ToUpper(name), want: strings.ToUpper(name), inside: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := wrote("SELECT count(*) AS n FROM customers c WHERE c." + tt.column + " = " + quoteLiteral(tt.literal))
			m := &scripted{answers: []any{text}}
			d := setup(t, Config{Engine: EngineModel, Model: m})
			if tt.inside {
				if _, err := d.pg.Exec(context.Background(), "BEGIN").ReadAll(); err != nil {
					t.Fatal(err)
				}
			}
			answer, trace, err := d.ask(t, Question{Text: "how many customers are called '" + tt.literal + "'"})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(answer.Statement.SQL, quoteLiteral(tt.want)) {
				t.Errorf("want %s in %s", tt.want, answer.Statement.SQL)
			}
			if said := slices.ContainsFunc(answer.Assumptions, func(a string) bool { return strings.Contains(a, tt.want) }); said != (tt.want != tt.literal) {
				t.Errorf("assumptions %v", answer.Assumptions)
			}
			if looked := len(trace.LookedUp) > 0; looked == tt.inside {
				t.Errorf("looked up %v", trace.LookedUp)
			}
		})
	}
}
