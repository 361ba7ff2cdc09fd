package builtin

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Names, comments and values are somebody else's text: whatever they hold, a question gets an answer or silence, and
// nothing of them becomes SQL other than as a quoted name or a literal.
func TestHostileSchema(t *testing.T) {
	t.Parallel()
	names := []string{" ", "___", "%", `"; DROP TABLE books; --`, "名前", "É", "select", "a.b", strings.Repeat("x", 60), "number of", "'s", "2024", "id"}
	values := []string{"", "'", "%", "_", "\\", "top 5", "x'; DELETE FROM books; --", strings.Repeat("v", 500), "\x00"}
	s := schema.Snapshot{SearchPath: []string{"public"}}
	for _, n := range names {
		var cs []*schema.Column
		for i, m := range names {
			c := text(m+"c", values...)
			c.Comment = values[i%len(values)]
			cs = append(cs, c, integer(m))
		}
		tab := table(n+"t", cs[0].Name, values[6], cs, key(cs[1].Name, names[3]+"t", "c"), key(cs[3].Name, n+"t", "c"))
		s.Tables = append(s.Tables, tab)
	}
	snapshot := schema.New(s)
	questions := []string{"books", "how many t", "名前t", "select t with number of 3", "top 5 t", "t named \"x'; DELETE FROM books; --\"",
		"xc of t where id is 2024", "number of t per c", "t's c", "c", "ids of all t ordered by c"}
	for _, c := range answered {
		questions = append(questions, c.question)
	}
	for _, q := range questions {
		r := Translate(Request{Question: q, Snapshot: snapshot})
		if r.Plan == nil {
			continue
		}
		if _, err := plan.Synthesise(r.Plan); err != nil {
			t.Errorf("%q: %v", q, err)
		}
	}
}

func TestEmptySnapshot(t *testing.T) {
	t.Parallel()
	for _, s := range []*schema.Snapshot{nil, schema.New(schema.Snapshot{})} {
		if r := Translate(Request{Question: "books", Snapshot: s}); r.Reason == "" || r.Plan != nil {
			t.Errorf("got %+v, want silence", r)
		}
	}
}
