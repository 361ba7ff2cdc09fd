package translate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/grounding"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// maxMore is how often one question gets more of the schema because a model names relations that it needs.
const maxMore = 2

// ground decides what the model is told of the database for this question.
func (w *work) ground(ctx context.Context, in model.Input) error {
	if err := w.link(ctx); err != nil {
		return err
	}
	w.grounded = w.groundWith(in, w.agent.cfg.Share)
	return nil
}

// groundWith returns what a model is told when share governs what it may see.
func (w *work) groundWith(in model.Input, share schema.Share) grounding.Grounding {
	m := w.agent.understand(w.snapshot)
	o := grounding.Options{Share: share, Count: model.Tokens, Room: w.agent.cfg.SchemaTokens, All: w.tried.widened, Now: now()}
	o.Keep, o.Drop = w.keep(m)
	if w.agent.cfg.Model != nil {
		o.Room = min(o.Room, w.agent.cfg.Model.Room(in))
	}
	return grounding.Of(m, w.links.lattice, o)
}

// keep returns the relations that are shown in full in any case: those that the user settled, that a model asked for, and that what is
// known about the question's words speaks of; and those that are not shown, because the user rejected them.
func (w *work) keep(m *semantic.Model) (keep, drop []*semantic.Relation) {
	keep = slices.Clone(w.tried.more)
	for _, c := range w.known().Settled() {
		switch t := w.snapshot.Table(c.Schema, c.Table); {
		case t == nil:
		case c.Kind == plan.DropTable:
			drop = append(drop, m.Relation(t))
		default:
			keep = append(keep, m.Relation(t))
		}
	}
	for _, note := range w.evidence() {
		for _, c := range w.links.index.Read(note, nil).Chunks {
			if k := c.Links[0]; k.How == link.Exact && (k.Kind == link.Relation || k.Kind == link.Column) && k.Score >= sureHint && len(keep) < maxKept {
				keep = append(keep, k.Relation)
			}
		}
	}
	return keep, drop
}

// maxKept bounds the relations that notes bring.
const maxKept = 12

// errMore means that the model needs more of the schema before it can make a draft.
var errMore = errors.New("the model asked for more of the schema")

// wants notes the relations that a model's answer asks for. It reports whether there are any that it has not seen in full, and whether it
// may still ask.
func (w *work) wants(names []string) bool {
	if len(w.grounded.Named) == 0 || w.tried.asked >= maxMore {
		return false
	}
	found := false
	m := w.agent.understand(w.snapshot)
	for _, name := range names[:min(len(names), maxKept)] {
		t := named(w.snapshot.Tables, name)
		if t == nil || !slices.ContainsFunc(w.grounded.Named, func(c grounding.Choice) bool { return c.Table == t }) {
			continue
		}
		if r := m.Relation(t); !slices.Contains(w.tried.more, r) {
			w.tried.more, found = append(w.tried.more, r), true
		}
	}
	if found {
		w.tried.asked++
	}
	return found
}

// widen shows the whole schema, as far as there is room, when what was shown led to no answer. It reports whether that is more.
func (w *work) widen() bool {
	if w.tried.widened || len(w.grounded.Named) == 0 || !w.usesModel() {
		return false
	}
	w.tried.widened = true
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

// retrieval returns the choice of tables for the record; nil when all tables went into the prompt.
func (w *work) retrieval() *audit.Retrieval {
	g := w.grounded
	if len(g.Named) == 0 {
		return nil
	}
	r := &audit.Retrieval{Omitted: max(0, len(g.Named)-about.MaxListed), Phases: []string{w.chosenBy()}}
	list := func(from []grounding.Choice) (to []audit.TableChoice) {
		for _, c := range from[:min(len(from), about.MaxListed)] {
			to = append(to, audit.TableChoice{Table: c.Table.Qualified(), Reason: c.Reason})
		}
		return to
	}
	r.Chosen, r.Removed = list(g.Full), list(g.Named)
	return r
}

// chosenBy says how the relations of the prompt were chosen.
func (w *work) chosenBy() string {
	g := w.grounded
	text := fmt.Sprintf("links: %d relations in full, %d by name", len(g.Full), len(g.Named))
	if g.Doubt != "" {
		text += ", more than usual because " + g.Doubt
	}
	if len(w.tried.more) > 0 {
		text += fmt.Sprintf("; the model asked for %d", len(w.tried.more))
	}
	return text
}
