package translate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/display"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
)

// Settle reads a reply to the clarification: a number, "the second", the name of a choice or an unambiguous part of
// it, "use table X", "select X not Y", "join A.id with B.a_id", or the JSON forms of these. Other words are added to
// the question. It returns the question again, with the constraints from the reply. For "no" and "neither" it returns
// an error for which Dropped is true.
func (c *Clarification) Settle(reply string) (Question, error) {
	q := c.Question
	reply = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(reply), ";.?!"))
	if c.Drops(reply) {
		return q, &Error{Code: CodeUnanswered, Message: fmt.Sprintf("“%s” is left unanswered", say.Clip(q.Text, 200)),
			Hint: "Ask it again in other words; ASK which tables are there; and ASK describe …; show the names of tables and columns.", Err: errDropped}
	}
	settled, rephrased, ok := c.Read(reply, q.Text)
	several := c.Several(reply)
	if !ok || several {
		message := fmt.Sprintf("%q is none of the choices", say.Clip(reply, 200))
		switch {
		case several:
			message = fmt.Sprintf("“%s” fits more than one of the choices: one of them can be taken", say.Clip(reply, 200))
		case reply == "":
			message = "the reply is empty"
		case len(c.Options) == 0:
			message = fmt.Sprintf("%q is no reply to that", say.Clip(reply, 200))
		}
		return q, &Error{Code: CodeUnanswered, Message: message, Detail: strings.ReplaceAll(string(c.Text()), "\n", ""), Hint: c.Hint(), Err: errUnfit}
	}
	if q.Answered == 0 {
		q.Said = q.Text
	}
	q.Answered++
	q.Replies = append(slices.Clone(q.Replies), c.ByName(reply))
	q.Settled = append(append([]plan.Constraint{}, q.Settled...), settled...)
	if rephrased != "" {
		q.Text = rephrased
	}
	return q, nil
}

// unfit adds to the error of a question to which a reply gave other words that these are none of what was asked
// about, which can still be answered.
func (w *work) unfit(err error) error {
	var e *Error
	q := &w.question
	if w.unclear != nil || q.Answered == 0 || len(q.Replies) == 0 || !errors.As(err, &e) || e.Code != CodeUnanswered {
		return err
	}
	reply := q.Replies[len(q.Replies)-1]
	if strings.Contains(q.Said, reply) || !strings.Contains(q.Text, reply) {
		return err
	}
	one := *e
	one.Message = fmt.Sprintf("“%s” is none of the choices, and says nothing as other words: %s", say.Clip(reply, 80), lowerFirst(e.Message))
	one.Hint = "The question is still open: answer it by number or name, or ASK no; to drop it."
	one.Err = errors.Join(e.Err, errUnfit)
	return &one
}

// Missed returns the error of a reply to the clarification. A reply that fitted nothing counts as one of those that a
// question takes at most, but not when a driver sends it once more; after the last one the question is dropped.
func (c *Clarification) Missed(reply string, err error) error {
	var e *Error
	if !errors.Is(err, errUnfit) || !errors.As(err, &e) || reply == c.missed.last {
		return err
	}
	c.missed.last = reply
	if c.missed.count++; c.limit == 0 || c.Question.Answered+c.missed.count < c.limit {
		return err
	}
	one := *e
	one.Hint = fmt.Sprintf("“%s” is dropped, since no reply fitted. Ask it anew in other words.", say.Clip(c.Question.Text, 80))
	one.Err = errDropped
	return &one
}

// lowerFirst begins a sentence within another.
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// LeftOpen tells that the next question was not taken for a reply.
func (c *Clarification) LeftOpen(next Question) Notice {
	as := "a new question"
	if next.changesLast() {
		as = "a change of " + strings.TrimSuffix(next.About.named(), ",")
	}
	return Notice{Severity: "NOTICE", Message: fmt.Sprintf("“%s” is left unanswered: this is taken for %s",
		say.Clip(c.Question.Text, 80), as),
		Hint: "ASK answer: …; is always a reply."}
}

// Hint explains how to answer, in the session and from a pool that changes sessions. A question that is repeated in
// full with its answer works at any time, for example in a dashboard. The results of earlier answers, and follow-ups
// on an answer, need an id that is kept for an hour.
func (c *Clarification) Hint() string {
	if len(c.Options) == 0 {
		return c.sessionHint()
	}
	return "Answer with ASK 1; or the name of a choice; from another session with SELECT * FROM " + c.again() + "."
}

// sessionHint explains how to answer in the session that was asked.
func (c *Clarification) sessionHint() string {
	switch {
	case c.AsksWhich() && len(c.Options) == 0:
		return "Answer with ASK answer: and which one."
	case len(c.Options) == 0:
		return "Ask again in other words, or add some with ASK answer: and what you mean."
	}
	if name := c.Options[0].Label; len(name) <= 40 && !strings.ContainsAny(name, `'";$\`) {
		return "Answer with ASK 1; or by name, ASK " + name + ";"
	}
	return "Answer with ASK 1; or ASK and the name of a choice."
}

// Notice returns the clarification as a notice. At a prompt the user has read the choices and answers in the same
// session, so there is no detail, which is for programs.
func (c *Clarification) Notice(atPrompt bool) Notice {
	n := Notice{Severity: "NOTICE", Code: CodeClarify, Message: string(c.Text()), Layout: c.Text(), Detail: c.JSON(), Hint: c.Hint()}
	if atPrompt {
		n.Detail, n.Hint = "", c.sessionHint()
	}
	return n
}

// again returns the call that repeats the question with the first choice as its answer.
func (c *Clarification) again() string {
	q := c.Question
	replies := append(slices.Clone(q.Replies), "1")
	if n := len(replies) - 1; n > 0 && len(c.Options) > 0 {
		replies[n] = c.ByName("1")
	}
	all := strings.Join(replies, "; ")
	if q.Verb == Refine || q.Verb == Patch || len(replies) != q.Answered+1 || strings.Count(all, ";") != q.Answered ||
		len(all) > longestAgain {
		return fmt.Sprintf("ask_answer(%s, '1')", quoteLiteral(c.ID))
	}
	return fmt.Sprintf("ask(%s, answer => %s)", quoteLiteral(cmp.Or(q.Said, q.Text)), quoteLiteral(all))
}

// longestAgain bounds, in bytes, a question that is repeated in a message.
const longestAgain = 200

// AsError returns the clarification as an error. Its message explains how to answer, because many programs show only
// the message of an error, and have no session in which to answer.
func (c *Clarification) AsError() *Error {
	text := c.Text()
	if len(c.Options) > 0 && len(c.Question.Text) <= longestAgain {
		text = display.Sprintf("%s\nTo choose the first: SELECT * FROM %s", text, c.again())
	}
	return &Error{Code: CodeClarify, Message: string(text), Layout: text, Detail: c.JSON(), Hint: c.Hint()}
}

// Rows returns the clarification as a statement that returns its choices.
func (c *Clarification) Rows() (Statement, error) {
	rows := make([][]string, len(c.Options))
	for i, o := range c.Options {
		rows[i] = []string{strconv.Itoa(i + 1), o.Label, strings.TrimSpace(o.Meaning)}
	}
	sql, err := about.Values([]about.Column{{Name: "choice", Type: "int4"}, {Name: "answer", Type: "text"},
		{Name: "meaning", Type: "text"}}, rows)
	return Statement{SQL: sql, Tells: true}, err
}

// quoteLiteral returns a text as an SQL literal, for hints that people copy.
func quoteLiteral(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// errDropped is wrapped in the error for a reply that rejects all choices.
var errDropped = errors.New("the question back was dropped")

// errUnfit is wrapped in the error for a reply that fits nothing that was asked.
var errUnfit = errors.New("the reply fits nothing")

// Dropped reports whether an error of a reply means that the clarification is not repeated: the user rejects all
// choices, or replied too often with what fits none.
func Dropped(err error) bool { return errors.Is(err, errDropped) }
