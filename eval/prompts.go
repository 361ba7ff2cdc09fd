package eval

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/pgask/pgask/translate/grounding"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Prompted is what a prompt would hold for a question.
type Prompted struct {
	Question *Question `json:"-"`
	ID       ID        `json:"id"`
	Needs    []string  `json:"needs"`             // relations of the accepted statement, views among them
	Missing  []string  `json:"missing,omitempty"` // those that are not in full
	Full     int       `json:"full"`
	Named    int       `json:"named"`
	Whole    bool      `json:"whole"`
	Doubt    string    `json:"doubt,omitempty"`
	Schema   int       `json:"schema"` // tokens of the relations, in full and by name
	Notes    int       `json:"notes"`
	DDL      int       `json:"ddl"` // tokens of the whole schema as DDL
	Text     string    `json:"-"`
}

// Prompts returns what the prompt of each answerable question would hold of its database, whether the relations of
// its first accepted statement are in it in full, and how long it is. No model is asked.
func Prompts(ctx context.Context, d *Databases, questions []Question, o grounding.Options) ([]Prompted, error) {
	o.Count = model.Tokens
	o.Now = time.Now()
	ddl := map[string]int{}
	var all []Prompted
	err := eachAnswerable(ctx, d, questions, func(q *Question, snap *schema.Snapshot) error {
		if ddl[q.DB] == 0 {
			ddl[q.DB] = model.Tokens(schema.DDL(snap))
		}
		var names []plan.Name
		if _, err := plan.RenameTables(q.Accepted[0], func(n plan.Name) plan.Name { names = append(names, n); return n }); err != nil {
			return nil
		}
		m := semantic.Of(snap, true)
		lattice, err := readLinks(ctx, q.Text, m, d.look(q.DB))
		if err != nil {
			return err
		}
		g := grounding.Of(m, lattice, o)
		p := Prompted{Question: q, ID: q.ID, Full: len(g.Full), Named: len(g.Named), Whole: g.Whole, Doubt: g.Doubt,
			Schema: model.Tokens(g.Schema), Notes: model.Tokens(g.Notes), DDL: ddl[q.DB], Text: g.Schema + "\n" + g.Notes}
		p.compare(g, names, snap)
		all = append(all, p)
		return nil
	})
	return all, err
}

// compare notes which relations of a statement are not in full. A view with rows of a single relation stands for it,
// and it for the view.
func (p *Prompted) compare(g grounding.Grounding, names []plan.Name, snap *schema.Snapshot) {
	full := map[*schema.Table]bool{}
	for _, c := range g.Full {
		full[c.Table] = true
		if c.Of != nil {
			full[c.Of.Table] = true
		}
	}
	for _, n := range names {
		t := snap.Table(n.Schema, n.Table)
		if t == nil {
			if found := snap.Named(n.Table); len(found) == 1 {
				t = found[0]
			}
		}
		if t == nil {
			continue // a name of WITH
		}
		p.Needs = append(p.Needs, t.Qualified())
		if r := g.Relation(t); !full[t] && (r == nil || r.Of == nil || !full[r.Of.Table]) {
			p.Missing = append(p.Missing, t.Qualified())
		}
	}
}

// ReportPrompts writes by suite for how many questions all needed relations are in full, and how long the prompts are.
func ReportPrompts(w io.Writer, all []Prompted) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "\tquestions\tall in full\trelations\twhole\tdoubtful\tin full\tby name\tschema tokens\tlongest\tnotes\tDDL tokens\t")
	bySuite(all, func(p Prompted) string { return p.Question.Suite }, func(name string, some []Prompted) { promptRow(out, name, some) })
	return out.Flush()
}

func promptRow(w io.Writer, name string, all []Prompted) {
	var complete, needs, missing, whole, doubtful, full, named, tokens, longest, notes, ddl int
	for _, p := range all {
		if len(p.Missing) == 0 {
			complete++
		}
		if p.Whole {
			whole++
		}
		if p.Doubt != "" {
			doubtful++
		}
		needs, missing = needs+len(p.Needs), missing+len(p.Missing)
		full, named, tokens, notes, ddl = full+p.Full, named+p.Named, tokens+p.Schema, notes+p.Notes, ddl+p.DDL
		longest = max(longest, p.Schema)
	}
	n := len(all)
	fmt.Fprintf(w, "%s\t%d\t%d\t%s of %d\t%d\t%d\t%.1f\t%.1f\t%.0f\t%d\t%.0f\t%.0f\t\n", name, n, complete,
		percent(share(needs-missing, needs)), needs, whole,
		doubtful, share(full, n), share(named, n), share(tokens, n), longest, share(notes, n), share(ddl, n))
}
