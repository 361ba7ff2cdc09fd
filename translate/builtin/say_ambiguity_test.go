package builtin

import (
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// Of a column that two tables have just as well, one is read with little confidence, and the question back names both.
func TestDoubtful(t *testing.T) {
	t.Parallel()
	rated := func(name string) *schema.Table {
		return &schema.Table{Schema: "public", Name: name, Kind: schema.Ordinary, Visible: true, PrimaryKey: []string{"id"}, Columns: []*schema.Column{
			{Name: "id", Class: schema.Integer}, {Name: "rating", Class: schema.Integer}}}
	}
	snap := schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{rated("reviews"), rated("suppliers")}})
	r := Translate(Request{Question: "average rating", Snapshot: snap})
	if r.Plan == nil || r.Confidence >= 0.5 || r.Doubtful == nil || len(r.Doubtful.Options) != 2 || r.Doubtful.Options[1].Label != "suppliers.rating" {
		t.Fatalf("read as %+v", r)
	}
	r = Translate(Request{Question: "average rating", Snapshot: snap, Settled: r.Doubtful.Options[1].Settles})
	if r.Plan == nil || r.Confidence < 0.5 || r.Plan.From.Table != "suppliers" || r.Doubtful != nil {
		t.Errorf("settled, it is read as %+v", r)
	}
	if r = Translate(Request{Question: "average rating of reviews", Snapshot: snap}); r.Doubtful != nil || r.Confidence < 0.5 {
		t.Errorf("with its table, it is read as %+v", r)
	}
}
