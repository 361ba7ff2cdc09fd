package translate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
)

// maxHistory bounds how far back undo goes.
const maxHistory = 50

// Past is an earlier answer, with the data that feedback and follow-ups need. It is immutable.
type Past struct {
	ID, Datasource, Question string
	Engine                   string
	SQL                      string   // checked by the guard
	Lessons                  []string // ids of the lessons used
	key                      string   // key of its translation

	// For follow-ups. Plans never change, so sessions may share them.
	turns   []drafts.Turn // how it is read again; nil: it was not the built-in translator's
	plan    *plan.Plan    // nil: lifted from the statement on demand
	reading string
	history []*Past // answers before each change since the question, oldest first; their own history is nil

	// Set when history is empty: what is kept by id about earlier answers.
	before  string // id of the answer before the last change; empty: none
	earlier int    // number of changes until then

	kept    []byte // the form kept under its id
	private bool   // and that form may leave this process only sealed
}

// Past returns the answer in the form that feedback and follow-ups need; nil when it does not come from the database.
func (a *Answer) Past() *Past { return a.past }

// changes returns the number of changes that can be undone.
func (p *Past) changes() int {
	if len(p.history) > 0 {
		return len(p.history) + p.history[0].earlier
	}
	return p.earlier
}

// changeable returns the plan of an answer, for ask_options().
func (p *Past) changeable() (*plan.Plan, error) {
	if p == nil || p.SQL == "" {
		return nil, &Error{Code: CodeForm, Message: "there is no answer in this session whose options could be shown", Hint: "Ask first."}
	}
	base, err := p.base()
	if err != nil {
		return nil, &Error{Code: CodeForm, Message: "the last answer cannot be changed piece by piece: " + err.Error(),
			Hint: "ask refine: with a model can still change it.", Err: err}
	}
	return base, nil
}

// base returns the plan of an answer, which is lifted from its statement when there is none; nil where that cannot be.
func (p *Past) base() (*plan.Plan, error) {
	if p.plan != nil {
		return p.plan, nil
	}
	return plan.Lift(p.SQL)
}

// named returns the question as shown to people: the original one, and how often its answer was changed.
func (p *Past) named() string {
	root, _, _ := strings.Cut(p.Question, andThen)
	switch n := strings.Count(p.Question, andThen); n {
	case 0:
		return "“" + root + "”"
	case 1:
		return "“" + root + "”, changed once,"
	default:
		return fmt.Sprintf("“%s”, changed %d times,", root, n)
	}
}

// last returns the answer before the last change, if it is in memory, and its id.
func (p *Past) last() (*Past, string) {
	if n := len(p.history); n > 0 {
		return p.history[n-1], p.history[n-1].ID
	}
	return nil, p.before
}

// before returns the answer before the last change that led to about.
func (c *caller) before(ctx context.Context, about *Past) (*Past, error) {
	back, id := about.last()
	switch {
	case back != nil:
		return back, nil
	case id == "":
		return nil, &Error{Code: CodeForm, Message: "there is no change to undo", Hint: "Nothing was changed."}
	}
	kept, ok := c.loadRecent(ctx, id)
	if !ok || kept.Answered == nil {
		return nil, &Error{Code: CodeForm, Message: "the answer before the last change is no longer kept", Hint: "Nothing was changed."}
	}
	return kept.past(id), nil
}

// pastOf returns the current answer in the form that the next follow-up or feedback needs.
func (w *work) pastOf(lessons []string) *Past {
	p := &Past{ID: w.question.ID, Datasource: w.question.Datasource, Question: w.question.Text, Engine: w.answer.Engine,
		SQL: w.answer.proven, Lessons: lessons, turns: w.turns(w.draft), plan: w.draft.plan, reading: w.answer.Reading, key: w.recalled.key}
	if !w.question.followsUp() {
		return p
	}
	about := w.question.About
	for _, id := range about.Lessons { // lessons used for the previous answer also led to this one
		if !slices.Contains(p.Lessons, id) {
			p.Lessons = append(slices.Clone(p.Lessons), id)
		}
	}
	p.Question, p.key = say.Clip(about.Question+andThen+w.followed.instruction, 2000), ""
	if back := w.followed.undoTarget; back != nil {
		p.Question, p.key, p.turns = back.Question, back.key, back.turns
		p.before, p.earlier = back.before, back.earlier
		if n := len(about.history); n > 0 {
			p.history = slices.Clone(about.history[:n-1])
		}
		return p
	}
	last := *about
	last.history, last.kept = nil, nil
	p.history = append(slices.Clone(about.history), &last)
	if n := len(p.history) - maxHistory; n > 0 {
		p.history = slices.Clone(p.history[n:])
	}
	return p
}

// turns returns how the answer that became of a draft is read again, for changes to it; nil where that cannot be.
func (d *drafter) turns(of draft) []drafts.Turn {
	if of.readAs == "" || of.engine != EngineBuiltin {
		return nil
	}
	settled := append(slices.Clip(d.question.Settled), plan.Constraint{Kind: plan.ReadAs, Value: of.readAs})
	if n := len(d.followed.turns); n > 0 {
		all := slices.Clone(d.followed.turns)
		all[n-1].Settled = settled
		return all
	}
	return []drafts.Turn{{Text: d.said().Text, Settled: settled}}
}
