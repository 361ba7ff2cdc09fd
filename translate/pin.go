package translate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

// splitPin splits "question => SELECT …". If no query follows an arrow, the whole text is the question, whose
// translation is to be pinned.
func splitPin(text string) (question, draft string) {
	before, after, ok := strings.Cut(text, "=>")
	after = strings.TrimSpace(after)
	first, _, _ := strings.Cut(strings.ToLower(after), " ")
	switch strings.TrimSpace(strings.TrimLeft(first, "(")) {
	case "select", "with", "values":
		if ok {
			return strings.TrimSpace(before), after
		}
	}
	return text, ""
}

// readPin reads what to pin: a question and its statement, a question, or, without words, the last answer.
func (q *Question) readPin() error {
	if text := strings.TrimSpace(q.Text); text != "" {
		q.Text, q.Draft = splitPin(text)
		return nil
	}
	return q.pinAbout()
}

// pinAbout pins an answer, for the given words or for its own question. An answer that was changed is pinned for its
// original question.
func (q *Question) pinAbout() error {
	about := q.About
	if about == nil || about.SQL == "" {
		return &Error{Code: CodeForm, Message: "there is no answer in this session that could be pinned",
			Hint: "Ask first, or say what to pin: ASK pin: question; or ASK pin: question => SELECT …;"}
	}
	// After a change, or for other words, the statement has values that the question does not name.
	q.Draft, q.pinsValues = about.SQL, strings.Contains(about.Question, andThen) || strings.TrimSpace(q.Text) != ""
	if strings.TrimSpace(q.Text) == "" {
		q.Text, _, _ = strings.Cut(about.Question, andThen)
	}
	return nil
}

// mayPin returns an error unless the caller's role may pin.
func (c *caller) mayPin() error {
	if c.question.Operator || slices.Contains(c.agent.cfg.PinWriters, c.print.Role) {
		return nil
	}
	return &Error{Code: CodePrivilege, Message: fmt.Sprintf("the role %q may not pin", c.print.Role),
		Hint: "Roles that may are listed in pins.writers; pgask pins add does it on the command line."}
}

// pin stores the proven statement for the question, and returns what was stored.
func (c *caller) pin(ctx context.Context, v guard.Verdict) (*lessons.Pin, error) {
	newPin := lessons.NewPin
	if c.question.pinsValues {
		newPin = lessons.NewFixedPin
	}
	p, err := newPin(c.question.Datasource, c.question.Text, v.SQL)
	if err != nil {
		return nil, &Error{Code: CodeForm, Message: "not pinned: " + err.Error(), Hint: "Nothing was changed.", Err: err}
	}
	p.Author, p.Tables = c.print.Role, tableDigest(c.snapshot, v)
	if err := c.agent.cfg.Lessons.AddPin(ctx, p); err != nil {
		return nil, &Error{Code: CodeMemory, Message: "not pinned: the proxy cannot keep it now",
			Hint: "Its state store is unavailable; its log says why.", Err: err}
	}
	return &p, nil
}

// showPin shows what was pinned in place of the answer.
func (s *Statement) showPin(p *lessons.Pin) {
	s.show([]about.Column{{Name: "pin", Type: "text"}, {Name: "question", Type: "text"}, {Name: "serves", Type: "text"},
		{Name: "statement", Type: "text"}},
		[][]string{{p.ID, p.Question, p.Family(), p.Statement}})
}

// cannotPin returns QA007 for a statement that failed.
func cannotPin(failure error) error {
	var inv *diagnose.Invalid
	why, code := failure.Error(), CodeForm
	if errors.As(failure, &inv) {
		why = inv.Verdict.Why
		if inv.Verdict.Rule == guard.RuleDatabase {
			code = "0A000" // as PostgreSQL has it
		}
	}
	return &Error{Code: code, Message: "not pinned: " + why, Hint: "Nothing was changed.", Err: failure}
}

// tableDigest returns a digest of the tables of the proven statement, which changes with their columns and types. It
// covers only the columns that the statement reads, because roles may see different columns.
func tableDigest(s *schema.Snapshot, v guard.Verdict) string {
	h := sha256.New()
	for _, c := range v.Columns {
		i := strings.LastIndexByte(c, '.')
		if i < 0 {
			continue
		}
		if t := s.Called(c[:i]); t != nil && t.Column(c[i+1:]) != nil {
			fmt.Fprintf(h, "%s %s %s\n", c, t.Kind, t.Column(c[i+1:]).Type)
		}
	}
	for _, r := range v.Relations {
		fmt.Fprintln(h, r)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// checkPin adds a note to the answer when the tables of a pin have changed since it was approved. The guard has already
// proven the statement with the current tables, and EXPLAIN follows.
func (w *work) checkPin() {
	if p := w.recalled.pin; p != nil && p.Tables != "" && p.Tables != tableDigest(w.snapshot, w.verdict) {
		w.answer.Assumptions = append(w.answer.Assumptions,
			"the pinned statement still means the same, although its tables have changed; it was checked again")
	}
}

// unpin continues without a pin whose statement is no longer valid.
func (w *work) unpin() (state, error) {
	why := "it reads what this role may not read, or what has changed"
	if w.mayPin() == nil {
		why = strings.TrimRight(diagnose.Reason(w.failure), ".")
	}
	w.notify(Notice{Severity: "WARNING", Message: "the pinned statement of this question was not used: " + why,
		Hint: "Somebody in pins.writers should pin it again; pgask pins check lists such pins."})
	w.recalled = recalled{dropped: w.recalled.dropped}
	w.draft, w.answer.Reading, w.answer.Assumptions = draft{}, "", nil
	w.recalled.lessons = w.known().Fitting()
	return stLink, nil
}
