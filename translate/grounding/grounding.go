package grounding

import (
	"slices"
	"strings"
	"time"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Options say what may be told and how much.
type Options struct {
	Share schema.Share
	Count func(string) int // tokens of a text; needed
	// Full is how many tokens the relations in full may take; default 1,800. Names is how many the names of all
	// others may; default 900. Notes is how many the notes may; default 400.
	Full, Names, Notes int
	// Room bounds all of them together, and the schema as a whole when that is shown; 0: no bound.
	Room int
	Keep []*semantic.Relation // in full in any case: what the user settled, what a model asked for
	Drop []*semantic.Relation // not at all: what the user rejected
	All  bool                 // the whole schema in full, as far as there is room
	Now  time.Time            // the clock that notes compare the data with; zero: they do not
}

func (o Options) withDefaults() Options {
	for _, d := range []struct {
		of       *int
		default_ int
	}{{&o.Full, 1800}, {&o.Names, 900}, {&o.Notes, 400}, {&o.Room, 1 << 30}} {
		if *d.of <= 0 {
			*d.of = d.default_
		}
	}
	return o
}

// Grounding is what a model is told.
type Grounding struct {
	Schema string // the relations in full, and the others by name
	Others string // the part of Schema that names the others
	Notes  string // what is known for this question alone; empty: nothing
	Full   []Choice
	Named  []Choice // by name only, perhaps with their columns
	// Whole says that nothing is by name only; Doubt why it was not chosen: empty when the links were good enough to
	// choose.
	Whole bool
	Doubt string
}

// Relation returns the relation of a table, wherever it stands; nil when there is none.
func (g Grounding) Relation(t *schema.Table) *semantic.Relation {
	for _, c := range append(g.Full[:len(g.Full):len(g.Full)], g.Named...) {
		if c.Table == t {
			return c.Relation
		}
	}
	return nil
}

// Choice is a relation with the reason why it stands where it does.
type Choice struct {
	*semantic.Relation
	Score  float64 // comparable within one grounding
	Reason string

	terse bool
}

// Of returns what a model is told about a question whose links are l. It is the same for the same input.
func Of(m *semantic.Model, l *link.Lattice, o Options) Grounding {
	o = o.withDefaults()
	w := writer{model: m, options: o, spoken: map[*semantic.Column]bool{}}
	for _, c := range l.Chunks {
		for _, k := range c.Links {
			w.spoken[k.Column] = true
		}
	}
	ranked := slices.DeleteFunc(rank(m, l), func(c Choice) bool { return slices.Contains(o.Drop, c.Relation) })
	g := w.choose(ranked, l)
	var b strings.Builder
	for i, c := range g.Full {
		if i > 0 {
			b.WriteByte('\n')
		}
		w.terse = c.terse
		b.WriteString(w.relation(c.Relation))
	}
	g.Others = w.others(g.Named, min(o.Names, o.Room-o.Count(b.String())))
	b.WriteString(g.Others)
	g.Schema = b.String()
	g.Notes = w.notes(g, l)
	return g
}

// writer writes parts of a grounding.
type writer struct {
	model    *semantic.Model
	options  Options
	terse    bool                      // a relation of less weight is being written: short comments, no values
	generous bool                      // the whole schema fits: no value list is left out
	blank    []*schema.Column          // of the relation that is being written, for which it is said together
	spoken   map[*semantic.Column]bool // columns that the question may speak of
}

// comment returns a comment as it is shown, at most n characters.
func (w *writer) comment(text string, n int) string {
	if w.terse && n != codeComment {
		n = min(n, terseComment)
	}
	return schema.Line(text, n)
}

// comments reports whether comments may be told, values whether what was read from rows may.
func (w *writer) comments() bool { return w.options.Share.Level != schema.Names }

func (w *writer) values(t *schema.Table) bool {
	return w.options.Share.Level == schema.Values && !t.RowSecurity
}

// name returns a relation's name as SQL: with its schema unless the bare name finds it.
func name(t *schema.Table) string {
	if t.Visible {
		return schema.Identifier(t.Name)
	}
	return schema.Identifier(t.Schema) + "." + schema.Identifier(t.Name)
}
