package eval

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Chunk is a part of a question with what it may be in the database, the likeliest first.
type Chunk struct {
	Text  string
	Links []Object
}

// Look looks texts up in the data.
type Look func(ctx context.Context, wants []lookup.Want) ([]lookup.Found, error)

// MaxLinks is how many links of a chunk count: what follows would not be looked at.
const MaxLinks = 12

// Recalled is what a linker found of the objects that an accepted statement needs.
type Recalled struct {
	Question *Question `json:"-"`
	ID       ID        `json:"id"`
	Needs    []Need    `json:"-"`
	Missed   []Need    `json:"missed,omitempty"`
	Links    int       `json:"links"` // how long the list is
	Chunks   int       `json:"chunks"`
}

// RecallOptions are what a linker may use beside the catalog.
type RecallOptions struct {
	Look    bool           // look-ups in the data
	Meaning *semantic.File // what people wrote about the databases; nil: nothing
}

// meaningKey is the key under which a snapshot keeps its model.
type meaningKey struct{ file *semantic.File }

// model returns what a database means.
func (o RecallOptions) model(snap *schema.Snapshot) *semantic.Model {
	return snap.Derive(meaningKey{o.Meaning}, func() any {
		return semantic.Build(snap, semantic.Options{Infer: true, File: o.Meaning})
	}).(*semantic.Model)
}

// Recall measures package link on the answerable questions whose first accepted statement the algebra expresses.
func Recall(ctx context.Context, d *Databases, questions []Question, o RecallOptions) ([]Recalled, error) {
	var all []Recalled
	err := eachAnswerable(ctx, d, questions, func(q *Question, snap *schema.Snapshot) error {
		set, err := lift.SQL(q.Accepted[0], snap)
		if err != nil {
			return nil
		}
		r := Recalled{Question: q, ID: q.ID, Needs: Needed(set, q.Text)}
		var asks Look
		if o.Look {
			asks = d.look(q.DB)
		}
		chunks, err := linked(ctx, q.Text, o.model(snap), asks)
		if err != nil {
			return err
		}
		found := r.found(chunks)
		for _, n := range r.Needs {
			ok, err := found.says(ctx, n, snap, d, q.DB)
			if err != nil {
				return err
			}
			if !ok {
				r.Missed = append(r.Missed, n)
			}
		}
		all = append(all, r)
		return nil
	})
	return all, err
}

// objects are those that a linker found.
type objects map[Object]bool

// found returns the objects of the chunks. A column brings its relation along, a value its column.
func (r *Recalled) found(chunks []Chunk) objects {
	set := objects{}
	r.Chunks = len(chunks)
	for _, c := range chunks {
		for _, o := range c.Links[:min(MaxLinks, len(c.Links))] {
			r.Links++
			o = folded(o)
			set[o] = true
			o.Value = ""
			set[o] = true
			o.Column = ""
			set[o] = true
		}
	}
	return set
}

// has reports whether a need was found. A part of a value is, when a value that has it was.
func (s objects) has(n Need) bool {
	o := folded(n.Object)
	if s[o] || !n.Part {
		return s[o]
	}
	for x := range s {
		if x.Schema == o.Schema && x.Table == o.Table && x.Column == o.Column && x.Value != "" && strings.Contains(x.Value, o.Value) {
			return true
		}
	}
	return false
}

// says reports whether a need was found, or is a code of whose row in a look-up table a value was found: that says
// the same.
func (s objects) says(ctx context.Context, n Need, snap *schema.Snapshot, d *Databases, db string) (bool, error) {
	t := snap.Table(n.Schema, n.Table)
	if s.has(n) || n.Value == "" || t == nil || t.Column(n.Column) == nil {
		return s.has(n), nil
	}
	c := semantic.Of(snap, true).Column(t.Column(n.Column))
	if c.Lookup == nil {
		return false, nil
	}
	to := c.Lookup.Key.To.Table
	for _, other := range to.Columns {
		sql := fmt.Sprintf("SELECT %s::text FROM %s WHERE trim(%s::text) = trim($1)", quoted(other.Name), quoted(to.Schema, to.Name),
			quoted(c.Lookup.Key.RefColumns[0].Name))
		values, err := d.column(ctx, db, sql, n.Value)
		if err != nil {
			return false, err
		}
		for _, v := range values {
			if s[folded(Object{to.Schema, to.Name, other.Name, v})] {
				return true, nil
			}
		}
	}
	return false, nil
}

func quoted(names ...string) string { return pgx.Identifier(names).Sanitize() }

// folded ignores the case of values: how one is spelled is looked up.
func folded(o Object) Object {
	o.Value = strings.ToLower(o.Value)
	return o
}

// kind says which figure of the report a need belongs to.
func (n *Need) kind() string {
	name := "relations"
	switch {
	case n.Value != "":
		name = "values"
	case n.Column != "":
		name = "columns"
	}
	if n.Spoken {
		return "spoken " + name
	}
	return "unspoken " + name
}

var recallKinds = []string{"spoken relations", "spoken columns", "spoken values", "unspoken relations",
	"unspoken columns", "unspoken values"}

// ReportRecall writes how much was found by suite and kind, all spoken and all unspoken ones together, and how long
// the lists are.
func ReportRecall(w io.Writer, all []Recalled) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "\tquestions\tspoken\tunspoken\t%s\tlinks a question\tlinks a chunk\t\n", strings.Join(recallKinds, "\t"))
	bySuite(all, func(r Recalled) string { return r.Question.Suite }, func(name string, some []Recalled) { recallRow(out, name, some) })
	return out.Flush()
}

// bySuite calls row with what belongs to each suite, by name, and then with all of it.
func bySuite[T any](all []T, suite func(T) string, row func(name string, some []T)) {
	suites := map[string][]T{}
	for _, one := range all {
		suites[suite(one)] = append(suites[suite(one)], one)
	}
	for _, name := range slices.Sorted(maps.Keys(suites)) {
		row(name, suites[name])
	}
	if len(all) > 0 {
		row("all", all)
	}
}

func recallRow(w io.Writer, name string, all []Recalled) {
	needed, missed := map[string]int{}, map[string]int{}
	links, chunks := 0, 0
	for _, r := range all {
		links, chunks = links+r.Links, chunks+r.Chunks
		for _, n := range r.Needs {
			needed[n.kind()]++
			needed[strings.Fields(n.kind())[0]]++
		}
		for _, n := range r.Missed {
			missed[n.kind()]++
			missed[strings.Fields(n.kind())[0]]++
		}
	}
	fmt.Fprintf(w, "%s\t%d", name, len(all))
	for _, kind := range append([]string{"spoken", "unspoken"}, recallKinds...) {
		fmt.Fprintf(w, "\t%s", percent(share(needed[kind]-missed[kind], needed[kind])))
		if strings.Contains(kind, " ") {
			fmt.Fprintf(w, " of %d", needed[kind])
		}
	}
	fmt.Fprintf(w, "\t%.1f\t%.1f\t\n", share(links, len(all)), share(links, chunks))
}
