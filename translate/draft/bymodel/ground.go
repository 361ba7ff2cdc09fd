package bymodel

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/grounding"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// maxMore is how often one question gets more of the schema because a model names relations that it needs.
const maxMore = 2

// ground decides what a model is told of the database for a question, when share governs what it may see.
func (d Drafter) ground(q Question, told *Told, in model.Input, share schema.Share) grounding.Grounding {
	o := grounding.Options{Share: share, Count: model.Tokens, Room: d.SchemaTokens, All: told.widened, Now: time.Now()}
	o.Keep, o.Drop = d.keep(q, told)
	if d.Model != nil {
		o.Room = min(o.Room, d.Model.Room(in))
	}
	return grounding.Of(q.Meaning, q.Links, o)
}

// keep returns the relations that are shown in full in any case: those that the user settled, that a model asked for,
// and that what is known about the question's words speaks of; and those that are not shown, because the user
// rejected them.
func (d Drafter) keep(q Question, told *Told) (keep, drop []*semantic.Relation) {
	keep = slices.Clone(told.more)
	for _, c := range q.Settled {
		switch t := q.Snapshot.Table(c.Schema, c.Table); {
		case t == nil:
		case c.Kind == plan.DropTable:
			drop = append(drop, q.Meaning.Relation(t))
		default:
			keep = append(keep, q.Meaning.Relation(t))
		}
	}
	for _, note := range d.evidence(q) {
		for _, c := range q.Index.Read(note, nil).Chunks {
			if k := c.Links[0]; k.How == link.Exact && (k.Kind == link.Relation || k.Kind == link.Column) &&
				k.Score >= sureHint && len(keep) < maxKept {
				keep = append(keep, k.Relation)
			}
		}
	}
	return keep, drop
}

// maxKept bounds the relations that notes bring.
const maxKept = 12

// wants notes the relations that a model's answer asks for. It reports whether there are any that it has not seen in
// full, and whether it may still ask.
func (t *Told) wants(q Question, names []string) bool {
	if len(t.Schema.Named) == 0 || t.asked >= maxMore {
		return false
	}
	found := false
	for _, name := range names[:min(len(names), maxKept)] {
		table := named(q.Snapshot.Tables, name)
		if table == nil || !slices.ContainsFunc(t.Schema.Named, func(c grounding.Choice) bool { return c.Table == table }) {
			continue
		}
		if r := q.Meaning.Relation(table); !slices.Contains(t.more, r) {
			t.more, found = append(t.more, r), true
		}
	}
	if found {
		t.asked++
	}
	return found
}

// Widen shows the whole schema, as far as there is room, when what was shown led to no answer. It reports whether
// that is more.
func (t *Told) Widen() bool {
	if t.widened || len(t.Schema.Named) == 0 {
		return false
	}
	t.widened = true
	return true
}

// named returns the table that a model means by a name; nil when there is none.
func named(tables []*schema.Table, name string) *schema.Table {
	name = strings.ReplaceAll(strings.TrimSpace(name), `"`, "")
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for _, t := range tables {
			if same(t.Qualified(), name) || same(t.Shown(), name) {
				return t
			}
		}
	}
	var found *schema.Table
	for _, t := range tables {
		if strings.EqualFold(t.Name, name) {
			if found != nil {
				return nil
			}
			found = t
		}
	}
	return found
}

// Retrieval returns the choice of tables for the record, most of a kind; nil when all tables went into the prompt.
func (t *Told) Retrieval(most int) *audit.Retrieval {
	g := t.Schema
	if len(g.Named) == 0 {
		return nil
	}
	r := &audit.Retrieval{Omitted: max(0, len(g.Named)-most), Phases: []string{t.Chosen()}}
	list := func(from []grounding.Choice) (to []audit.TableChoice) {
		for _, c := range from[:min(len(from), most)] {
			to = append(to, audit.TableChoice{Table: c.Table.Qualified(), Reason: c.Reason})
		}
		return to
	}
	r.Chosen, r.Removed = list(g.Full), list(g.Named)
	return r
}

// Chosen says how the relations of the prompt were chosen.
func (t *Told) Chosen() string {
	g := t.Schema
	text := fmt.Sprintf("links: %d relations in full, %d by name", len(g.Full), len(g.Named))
	if g.Doubt != "" {
		text += ", more than usual because " + g.Doubt
	}
	if len(t.more) > 0 {
		text += fmt.Sprintf("; the model asked for %d", len(t.more))
	}
	return text
}
