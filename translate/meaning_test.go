package translate

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/semantic"
)

// TestExplainTable: what a table means is shown with its evidence, and what a person wrote wins.
func TestExplainTable(t *testing.T) {
	t.Parallel()
	f, err := semantic.ParseFile(strings.NewReader(`shop: {customers: {label: [email]}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		meaning *semantic.File
		want    string
	}{{nil, "('label', '', 'name', '0.98', 'name', "}, {f, "('label', '', 'email', '1', 'person', "}} {
		d := setup(t, Config{Engine: EngineBuiltin, Meaning: one.meaning})
		answer, _, err := d.ask(t, Question{Text: "explain table customers"})
		if err != nil {
			t.Fatal(err)
		}
		if sql := answer.Statement.SQL; !strings.Contains(sql, "label") || !strings.Contains(strings.NewReplacer("::pg_catalog.text",
			"", "::double precision", "").Replace(sql), one.want) {
			t.Errorf("no %q in %s", one.want, sql)
		}
	}
}

// TestSchemaTellsMeaning: ask_schema() has what columns and tables mean.
func TestSchemaTellsMeaning(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{Engine: EngineBuiltin})
	answer, _, err := d.ask(t, Question{Relation: SchemaRelation})
	if err != nil {
		t.Fatal(err)
	}
	if sql := answer.Statement.SQL; !strings.Contains(sql, "table_meaning") || !strings.Contains(sql, "label: name") {
		t.Errorf("nothing of what tables mean in %.2000s", sql)
	}
}

// TestMeaningTellsNothingHidden: what a setting denies or masks is in no fact.
func TestMeaningTellsNothingHidden(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{Engine: EngineBuiltin, Guard: guard.Policy{DeniedTables: []string{"promotions"},
		DeniedColumns: []string{"orders.total_amount"}, MaskedColumns: []string{"orders.status"}}})
	answer, _, err := d.ask(t, Question{Text: "explain table orders"})
	if err != nil {
		t.Fatal(err)
	}
	for _, hidden := range []string{"promotions", "total_amount", "cancelled"} {
		if strings.Contains(answer.Statement.SQL, hidden) {
			t.Errorf("%q is told: %s", hidden, answer.Statement.SQL)
		}
	}
}
