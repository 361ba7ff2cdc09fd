package translate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/model"
)

// TestLiteralsAreLinkedToStoredValues: a text that a model writes in another case is written as it is stored, although the
// statistics do not have it; not where several spellings are stored.
func TestLiteralsAreLinkedToStoredValues(t *testing.T) {
	t.Parallel()
	look := setup(t, Config{})
	res, err := look.runner.conn.Query(context.Background(), borrow.SQL("SELECT name, email FROM customers ORDER BY id DESC LIMIT 1"))
	if err != nil {
		t.Fatal(err)
	}
	name, email := string(res[0].Rows[0][0]), string(res[0].Rows[0][1])
	tests := []struct {
		name, column, literal, want string
		inside                      bool // a transaction, where nothing is looked up
	}{
		{name: "another case", column: "name", literal: strings.ToUpper(name), want: name},
		{name: "other marks", column: "name", literal: strings.ReplaceAll(name, " ", "-") + "!", want: name},
		{name: "as stored", column: "name", literal: name, want: name},
		{name: "not stored", column: "name", literal: "Nobody Of That Name", want: "Nobody Of That Name"},
		{name: "another column", column: "email", literal: strings.ToUpper(email), want: email},
		{name: "in a transaction", column: "name", literal: strings.ToUpper(name), want: strings.ToUpper(name), inside: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := planned(`{"select": [{"expr": "count(*)", "as": "n"}], "from": {"table": "customers", "alias": "c"}, "where": ["c.` +
				tt.column + ` = '` + strings.ReplaceAll(tt.literal, "'", "''") + `'"]}`)
			m := &scripted{tier: model.Full, answers: []any{text}}
			d := setup(t, Config{Engine: EngineModel, Model: m})
			if tt.inside {
				if _, err := d.pg.Exec(context.Background(), "BEGIN").ReadAll(); err != nil {
					t.Fatal(err)
				}
			}
			answer, _, err := d.ask(t, Question{Text: "q"})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(answer.Statement.SQL, quoteLiteral(tt.want)) {
				t.Errorf("want %s in %s", tt.want, answer.Statement.SQL)
			}
			if said := slices.ContainsFunc(answer.Assumptions, func(a string) bool { return strings.Contains(a, tt.want) }); said != (tt.want != tt.literal) {
				t.Errorf("assumptions %v", answer.Assumptions)
			}
		})
	}
}
