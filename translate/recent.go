package translate

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
)

// Recent keeps what was asked back and answered in the last hour beyond this process.
type Recent = memory.Recent

// RecentFor is how long questions and answers are kept.
const RecentFor = memory.RecentFor

// storedRecent is the entry of one question: its clarification or its answer. Only the same role may use it, in the
// same datasource.
type storedRecent struct {
	Role       string               `json:"role"`
	Datasource string               `json:"datasource"`
	Asked      *storedClarification `json:"asked,omitempty"`
	Answered   *storedPast          `json:"answered,omitempty"`
}

// storedClarification is a clarification.
type storedClarification struct {
	Kind     dialogue.Kind     `json:"type"`
	Message  string            `json:"message"`
	Options  []storedOption    `json:"options,omitempty"`
	Context  map[string]string `json:"context,omitempty"`
	Question storedQuestion    `json:"question"`
}

type storedOption struct {
	Label     string            `json:"label"`
	Meaning   string            `json:"meaning,omitempty"`
	Settles   []plan.Constraint `json:"settles,omitempty"`
	Rephrased string            `json:"rephrased,omitempty"`
}

// storedQuestion holds the parts of a question that do not belong to the session.
type storedQuestion struct {
	Text     string            `json:"text"`
	Verb     Verb              `json:"verb,omitempty"`
	Evidence string            `json:"evidence,omitempty"`
	Settled  []plan.Constraint `json:"settled,omitempty"`
	Answered int               `json:"answered,omitempty"`
	About    string            `json:"about,omitempty"` // id of the answer that the question follows up on
}

// storedPast is an answer. Earlier answers have their own ids.
type storedPast struct {
	Question string          `json:"question"`
	Engine   string          `json:"engine"`
	SQL      string          `json:"sql"`
	Lessons  []string        `json:"lessons,omitempty"`
	Key      string          `json:"key,omitempty"`
	Plan     json.RawMessage `json:"plan,omitempty"`
	Reading  string          `json:"reading,omitempty"`
	Turns    []drafts.Turn   `json:"turns,omitempty"`
	Before   string          `json:"before,omitempty"`
	Changes  int             `json:"changes,omitempty"`
}

// keepRecent stores the outcome of the question. It waits until a clarification is stored, because a reply will
// follow. It does not wait for the disk for an answer, which is seldom followed up.
func (w *work) keepRecent(ctx context.Context) {
	k := storedRecent{Role: w.print.Role, Datasource: w.question.Datasource}
	switch c, p := w.answer.Clarification, w.answer.past; {
	case w.question.ID == "":
		return
	case c != nil:
		k.Asked = keepAsked(c)
	case p != nil:
		k.Answered = keepPast(p)
	default:
		return
	}
	data, err := json.Marshal(k)
	if err != nil {
		return // a plan with an expression that cannot be written; the session still has it
	}
	if k.Answered != nil {
		w.answer.past.kept, w.answer.past.private = data, w.private()
	}
	w.agent.recent.Keep(ctx, w.question.ID, data, k.Asked != nil, w.private())
}

func keepAsked(c *Clarification) *storedClarification {
	k := &storedClarification{Kind: c.Kind, Message: c.Message, Context: c.Context,
		Question: storedQuestion{Text: c.Question.Text, Verb: c.Question.Verb,
			Evidence: c.Question.Evidence, Settled: c.Question.Settled, Answered: c.Question.Answered}}
	for _, o := range c.Options {
		k.Options = append(k.Options, storedOption(o))
	}
	if c.Question.About != nil {
		k.Question.About = c.Question.About.ID
	}
	return k
}

func keepPast(p *Past) *storedPast {
	k := &storedPast{Question: p.Question, Engine: p.Engine, SQL: p.SQL, Lessons: p.Lessons, Key: p.key,
		Reading: p.reading, Turns: p.turns, Changes: p.changes()}
	_, k.Before = p.last()
	if data, err := json.Marshal(p.plan); err == nil && p.plan != nil {
		k.Plan = data
	}
	return k
}

// Again makes an answer that runs once more known by the id of the new run's record.
func (a *Agent) Again(answer *Answer, id string) {
	if answer != nil && answer.past != nil && answer.past.kept != nil {
		a.recent.Keep(context.Background(), id, answer.past.kept, false, answer.past.private)
	}
}

// past returns the stored answer. A plan that cannot be read is lifted from the statement on demand.
func (k *storedRecent) past(id string) *Past {
	a := k.Answered
	p := &Past{ID: id, Datasource: k.Datasource, Question: a.Question, Engine: a.Engine, SQL: a.SQL, Lessons: a.Lessons, key: a.Key,
		reading: a.Reading, turns: a.Turns, before: a.Before, earlier: a.Changes}
	var read plan.Plan
	if len(a.Plan) > 0 && json.Unmarshal(a.Plan, &read) == nil {
		p.plan = &read
	}
	return p
}

// loadRecent returns the entry of an id, if it belongs to the caller.
func (c *caller) loadRecent(ctx context.Context, id string) (*storedRecent, bool) {
	var k storedRecent
	data, ok := c.agent.recent.Load(ctx, id)
	if !ok || json.Unmarshal(data, &k) != nil || k.Role != c.print.Role || k.Datasource != c.question.Datasource {
		return nil, false
	}
	return &k, true
}

// checkReference returns an error if this kind of question cannot refer to an earlier one.
func (q *Question) checkReference() error {
	switch {
	case q.Verb == Reply, q.Verb == Refine, q.Verb == Patch, q.Verb == Good, q.Verb == Bad, q.Verb == Pin, q.Relation == ControlRelation:
		return nil
	}
	return &Error{Code: CodeForm, Message: "only a reply, a change, feedback, a pin and ask_options() can name an earlier question"}
}

// resolveReference looks up what a reply, a follow-up or feedback refers to by id, and makes the question one about
// that.
func (c *caller) resolveReference(ctx context.Context) error {
	q := &c.question
	id := q.Ref
	k, ok := c.loadRecent(ctx, id)
	switch {
	case !ok:
		return &Error{Code: CodeForm, Message: fmt.Sprintf("there is no question %s of yours in this database within the last hour", say.Clip(id, 40)),
			Hint: "The id is in the DETAIL of a question back, and in ask_log()."}
	case q.Verb == Reply && k.Asked == nil:
		return &Error{Code: CodeForm, Message: fmt.Sprintf("the question %s was answered, so there is nothing to reply to", id),
			Hint: fmt.Sprintf("To change the answer: SELECT * FROM ask_refine(%s, 'what to change').", quoteLiteral(id))}
	case q.Verb == Reply:
		return c.reply(ctx, id, k.Asked)
	case k.Answered == nil:
		return &Error{Code: CodeForm, Message: fmt.Sprintf("the question %s has no answer yet: it was asked back", id),
			Hint: fmt.Sprintf("Reply first: SELECT * FROM ask_answer(%s, '1').", quoteLiteral(id))}
	}
	q.Ref, q.About = "", k.past(id)
	if q.Verb == Pin {
		return q.pinAbout()
	}
	return nil
}

// reply turns a reply into the question that it answers, with the constraints that it settles.
func (c *caller) reply(ctx context.Context, id string, asked *storedClarification) error {
	q, was := c.question, asked.Question
	q.Text, q.Verb, q.Evidence, q.Settled, q.Answered, q.Ref, q.About = was.Text, was.Verb, was.Evidence, was.Settled, was.Answered, "", nil
	if was.About != "" {
		before, ok := c.loadRecent(ctx, was.About)
		if !ok || before.Answered == nil {
			return &Error{Code: CodeForm, Message: "the answer that this was about is no longer kept", Hint: "Ask anew."}
		}
		q.About = before.past(was.About)
	}
	back := &Clarification{Asked: dialogue.Asked{ID: id, Kind: asked.Kind, Message: asked.Message, Context: asked.Context}, Question: q}
	for _, o := range asked.Options {
		back.Options = append(back.Options, dialogue.Option(o))
	}
	settled, err := back.Settle(c.question.Text)
	if err != nil {
		return err
	}
	c.question, c.trace.Asked = settled, settled.Text
	return nil
}
