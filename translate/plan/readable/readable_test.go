package readable

import (
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// What keys of listed rows lead to is named beside them, groups are headed by what they are, and what was asked for
// by its columns is left as it is.
func TestPlan(t *testing.T) {
	t.Parallel()
	column := func(name, typ, bare string, class schema.Class, notNull bool) *schema.Column {
		return &schema.Column{Name: name, Type: typ, TypeName: bare, Class: class, NotNull: notNull}
	}
	id := func(name string, notNull bool) *schema.Column {
		return column(name, "integer", "int4", schema.Integer, notNull)
	}
	key := func(c, table string) schema.ForeignKey {
		return schema.ForeignKey{Columns: []string{c}, RefSchema: "public", RefTable: table, RefColumns: []string{"id"}, Confidence: 1}
	}
	named := func(table string) *schema.Table {
		return &schema.Table{Schema: "public", Name: table, Kind: schema.Ordinary, PrimaryKey: []string{"id"},
			Columns: []*schema.Column{id("id", true), column("name", "text", "text", schema.Text, true)}}
	}
	snap := schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{named("keepers"), named("cages"),
		{Schema: "public", Name: "feedings", Kind: schema.Ordinary, PrimaryKey: []string{"id"}, ForeignKeys: []schema.ForeignKey{key("cage_id", "cages"), key("keeper_id", "keepers")},
			Columns: []*schema.Column{id("id", true), id("cage_id", true), id("keeper_id", false), column("weight", "numeric(6,2)", "numeric", schema.Decimal, true)}}}})
	m := semantic.Of(snap, false)
	for asked, want := range map[string]string{
		"SELECT feedings.id, feedings.cage_id, feedings.keeper_id, feedings.weight FROM public.feedings": "SELECT feedings.id, feedings.cage_id, cages.name AS cage, " +
			"feedings.keeper_id, keepers.name AS keeper, feedings.weight FROM public.feedings JOIN public.cages ON feedings.cage_id = cages.id " +
			"LEFT JOIN public.keepers ON feedings.keeper_id = keepers.id",
		"SELECT feedings.cage_id FROM public.feedings": "SELECT feedings.cage_id FROM public.feedings",
		"SELECT cages.name, sum(feedings.weight) AS food FROM public.feedings JOIN public.cages ON feedings.cage_id = cages.id GROUP BY cages.id, cages.name": "SELECT cages.name AS cage, " +
			"sum(feedings.weight) AS food FROM public.feedings JOIN public.cages ON feedings.cage_id = cages.id GROUP BY cages.id, cages.name",
		"SELECT cages.name FROM public.cages": "SELECT cages.name FROM public.cages",
	} {
		p, err := plan.Lift(asked)
		if err != nil {
			t.Fatal(asked, err)
		}
		if got, err := plan.Synthesise(readable(p, m)); got != want || err != nil {
			t.Errorf("%s\n got %s %v\nwant %s", asked, got, err, want)
		}
	}
}

func readable(p *plan.Plan, m *semantic.Model) *plan.Plan {
	read, _ := Plan(p, m, false)
	return read
}

// Of many columns those are shown that say most about a row: what the question is about, names in place of keys,
// dates, amounts and kinds.
func TestNarrow(t *testing.T) {
	t.Parallel()
	var columns []*schema.Column
	add := func(name, typ string, class schema.Class) {
		columns = append(columns, &schema.Column{Name: name, Type: typ, TypeName: typ, Class: class, NotNull: true})
	}
	add("id", "int4", schema.Integer)
	add("keeper_id", "int4", schema.Integer)
	for _, note := range []string{"remark", "hint", "scan", "folder"} {
		add(note, "text", schema.Text)
	}
	add("photo", "bytea", schema.Other)
	add("fed_on", "date", schema.Date)
	for _, n := range []string{"hay", "fish", "seeds", "nuts"} {
		add(n, "int4", schema.Integer)
	}
	snap := schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
		{Schema: "public", Name: "keepers", Kind: schema.Ordinary, PrimaryKey: []string{"id"}, Columns: []*schema.Column{
			{Name: "id", Type: "int4", TypeName: "int4", Class: schema.Integer, NotNull: true}, {Name: "name", Type: "text", TypeName: "text", Class: schema.Text, NotNull: true}}},
		{Schema: "public", Name: "feedings", Kind: schema.Ordinary, PrimaryKey: []string{"id"}, Columns: columns,
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"keeper_id"}, RefSchema: "public", RefTable: "keepers", RefColumns: []string{"id"}, Confidence: 1}}},
	}})
	asked := "SELECT feedings.id, feedings.keeper_id, feedings.remark, feedings.hint, feedings.scan, feedings.folder, feedings.photo, feedings.fed_on, feedings.hay, " +
		"feedings.fish, feedings.seeds, feedings.nuts FROM public.feedings WHERE feedings.folder = 'A'"
	p, err := plan.Lift(asked)
	if err != nil {
		t.Fatal(err)
	}
	m := semantic.Of(snap, false)
	read, left := Plan(p, m, false)
	got, err := plan.Synthesise(read)
	want := "SELECT feedings.id, keepers.name AS keeper, feedings.folder, feedings.fed_on, feedings.hay, feedings.fish, feedings.seeds, feedings.nuts " +
		"FROM public.feedings JOIN public.keepers ON feedings.keeper_id = keepers.id WHERE feedings.folder = 'A'"
	if got != want || left != 5 || err != nil {
		t.Errorf("%d are left out of\n     %s %v\nwant %s", left, got, err, want)
	}
	if whole, left := Plan(p, m, true); left != 0 || len(whole.Select) != len(columns)+1 {
		t.Errorf("all columns are %d", len(whole.Select))
	}
}
