package ask

import (
	"context"
	"time"

	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/translate"
)

// dialogue is the memory of a session of the questions asked in it. It is used by the client's pump and by the turn
// that the pump started, never at the same time.
type dialogue struct {
	questions int                      // so far
	open      *translate.Clarification // the one that awaits a reply; nil: none
	left      *translate.Clarification // the one that was told to be left unanswered; nil: none
	settled   lastReply
	answer    *translate.Past // the last answer, which feedback and refinements are about; nil: none
	leaveGate func()          // gives back the place of the last question among those that are worked on; see gate
	recorders []*recorder     // of the questions of the turn
	look      *translate.Look // of the turn, for its first question; nil: none
	lookedAt  time.Time
}

// takeLook returns the turn's look for the question that is asked next, unless it is older than most: the question
// may have waited.
func (d *dialogue) takeLook(most time.Duration) *translate.Look {
	look := d.look
	d.look = nil
	if time.Since(d.lookedAt) > most {
		return nil
	}
	return look
}

// lastReply is the reply that settled a clarification, kept until the next question.
type lastReply struct {
	text string
	to   *translate.Clarification
}

// repliesTo returns the clarification that a text may be a reply to, or nil: the open one or, for the text that has
// just settled one, that one again, because some drivers parse a statement twice, to describe it and to run it.
func (d *dialogue) repliesTo(text string) *translate.Clarification {
	if d.open == nil && d.settled.text == text {
		return d.settled.to
	}
	return d.open
}

// answered notes the agent's answer to a question that was written as text. to is the clarification that the text
// replied to, or nil.
func (d *dialogue) answered(text string, to *translate.Clarification, answer *translate.Answer) {
	d.settled = lastReply{text: text, to: to}
	if d.open = answer.Clarification; d.open != nil {
		d.open.Question.Notify, d.open.Question.Witness = nil, nil
	}
	if past := answer.Past(); past != nil {
		d.answer = past
	}
}

// missed returns the error of a question that may be a reply to a clarification, which is closed if that drops it.
func (d *dialogue) missed(text string, to *translate.Clarification, err error) error {
	if to == nil {
		return err
	}
	err = to.Missed(text, err)
	if translate.Dropped(err) {
		d.open = nil
	}
	return err
}

// question builds the agent's question from one found in the text. A reply to the open clarification becomes its
// question again, with what the reply settles; to is that clarification, else nil.
func (k *asker) question(q recognise.Question) (question translate.Question, to *translate.Clarification, err error) {
	out := translate.Question{ID: translate.NewID(), Text: q.Text, Verb: translate.Verb(q.Verb),
		Datasource: k.login.Datasource.Name, Server: k.login.Datasource.Route,
		Relation: relations[q.Name], About: k.dialogue.answer, Inline: q.Form == recognise.Function, Terminal: k.voice.showsNotices(),
		Datasources: k.shared.Datasources(), Notify: k.voice.notify}
	if q.Verb == recognise.Chart {
		out.Verb, out.Chart = translate.Run, true
	}
	if q.Name == "ask_patch" {
		out.Verb = translate.Patch
	}
	if out.Relation == translate.LogRelation {
		since, err := sinceArgument(q)
		out.Since = since
		return out, nil, err
	}
	ref, text, err := reference(q)
	if err != nil {
		return out, nil, err
	}
	if ref != "" {
		out.Ref, out.Text = ref, text
		return out, nil, nil
	}
	reply, open := q.Verb == recognise.Answer, k.dialogue.repliesTo(q.Text)
	if reply && open == nil {
		return out, nil, &translate.Error{Code: translate.CodeForm, Message: "there is no open question to answer in this session",
			Hint: "Ask first. A pool that changes sessions can write SELECT * FROM ask('question', answer => '1'), or name the id: ask_answer('id', '1')."}
	}
	switch out.Verb {
	case translate.Good, translate.Bad, translate.Pin, translate.Patch, translate.Refine:
		return out, nil, nil
	}
	if !reply && (open == nil || out.Relation != "" || out.Inline || !open.IsReply(q.Text)) {
		if k.dialogue.open != nil && k.dialogue.open != k.dialogue.left && out.Relation == "" &&
			!out.Inline { // said once, though the choices stay until an answer
			k.dialogue.left = open
			k.voice.notify(open.LeftOpen(out))
		}
		return out, nil, nil
	}
	settled, err := open.Settle(q.Text)
	if err != nil {
		out.Text = open.Question.Text
		return out, open, err
	}
	settled.ID, settled.Notify, settled.Inline, settled.Terminal = out.ID, out.Notify, out.Inline, out.Terminal
	return settled, open, nil
}

// answerArgument returns the value of answer => '…', which answers all clarifications of the same question at once.
func answerArgument(q recognise.Question) (string, bool) {
	for _, a := range q.Args {
		if a.Name == "answer" && a.Kind == recognise.Literal {
			return a.Text, true
		}
	}
	return "", false
}

// answerAll settles the clarifications of a question with the replies that came with it (answer => '…'), one after
// the other. Replies that are left over at the end are ignored. If a clarification is left over, it is looked up
// among those answered before.
func (k *asker) answerAll(ctx context.Context, unclear *translate.Answer, trace translate.Trace, reply string,
	run *questionRunner) (*translate.Answer, translate.Trace, error) {
	answer, id := unclear, unclear.Clarification.Question.ID
	for rest := unclear.Clarification.SplitReplies(reply); answer.Clarification != nil; {
		question := answer.Clarification.Question
		if len(rest) > 0 {
			var one string
			var err error
			one, rest = answer.Clarification.NextReply(rest)
			if question, err = answer.Clarification.Settle(one); err != nil {
				return nil, trace, err
			}
		} else if question.Anew {
			question.Anew = false
		} else {
			break
		}
		question.ID = id
		before := trace
		next, t, err := k.agent(ctx, question, run)
		trace = t
		trace.Join(&before)
		if err != nil {
			return nil, trace, err
		}
		answer = next
	}
	return answer, trace, nil
}
