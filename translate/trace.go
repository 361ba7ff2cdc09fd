package translate

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/diagnose"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/bymodel"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/say"
)

// Trace records a question's path through the states, for the audit record and ask explain:. It is filled even when
// the question fails.
type Trace struct {
	States   []audit.State
	Attempts []audit.Attempt
	Engine   string
	bymodel.Usage
	Verdict     string // of the guard, for the last draft: allow, invalid or unsafe
	Rule        string
	Policy      string // name of the policy that refused the question
	SQL         string // the last draft that the guard checked
	Fingerprint string // of the statement that the guard allowed; see audit.Record
	Relations   []string
	Columns     []string
	LookedUp    []string // columns in which words of the question were looked up
	Acting      string   // the role whose privileges applied
	Cost        float64  // EXPLAIN's estimate
	PlanRows    float64
	Reading     string
	Confidence  float64
	Clarified   string // the clarification that was asked
	Asked       string // the question that a reply by id belongs to; otherwise empty
	Retrieval   *audit.Retrieval
	Lessons     []string // ids of the lessons used
	Pin         string   // id of the pin that answered
	// Builtin is the built-in translator's result for the question; zero when it was not asked.
	Builtin drafts.Result
}

// Fill writes the trace into an audit record. It may be called again when more is known.
func (t *Trace) Fill(r *audit.Record) {
	r.Engine, r.Model, r.Calls, r.TokensIn, r.TokensOut = t.Engine, t.Model, t.Calls, t.TokensIn, t.TokensOut
	r.Prompt, r.Lessons, r.Pin, r.Exchanges = t.Prompt, t.Lessons, t.Pin, t.Exchanges
	r.States, r.Attempts = t.States, t.Attempts
	r.TokensCached, r.ModelCost = t.TokensCached, t.ModelCost
	r.CachedCalls, r.Retrieval = t.CachedCalls, t.Retrieval
	r.Policy, r.LookedUp, r.Acting = t.Policy, t.LookedUp, ""
	if t.Acting != r.Role {
		r.Acting = t.Acting
	}
	r.Verdict, r.Rule, r.Relations, r.Columns, r.Fingerprint = t.Verdict, t.Rule, t.Relations, t.Columns, t.Fingerprint
	r.Cost, r.PlanRows = t.Cost, t.PlanRows
	r.Reading, r.Confidence, r.Clarified = t.Reading, t.Confidence, t.Clarified
	if r.SQL == "" || t.Verdict != "" && t.Verdict != guard.Allow.String() {
		if r.SQL != t.SQL {
			r.SQL, r.Sent = t.SQL, "" // after a refusal the refused draft, although an earlier one has run
		}
	}
	if t.Asked != "" && r.Reply == "" {
		r.Question, r.Reply = t.Asked, r.Question
	}
}

func (t *Trace) passed(at state, took time.Duration, note string) {
	t.States = append(t.States, audit.State{Name: string(at), Took: took, Note: note})
}

func (t *Trace) judged(sql string, v guard.Verdict) {
	t.Verdict, t.Rule, t.SQL, t.Relations, t.Columns, t.Fingerprint = v.Decision.String(), v.Rule, sql, v.Relations, v.Columns, ""
	if v.SQL != "" {
		t.SQL = v.SQL
	}
	if v.Rule == guard.RulePolicy { // told to nobody else
		if strings.Count(v.Name, ".") > 1 {
			t.Columns = []string{v.Name}
		} else {
			t.Relations = []string{v.Name}
		}
	}
	if v.Decision == guard.Allow { // and so within all bounds that the parser needs
		t.Fingerprint, _ = pg.Fingerprint(v.SQL) // it was parsed a moment ago
	}
}

// Join adds the trace of earlier work on the same question before this one.
func (t *Trace) Join(before *Trace) {
	t.States, t.Attempts = append(before.States, t.States...), append(before.Attempts, t.Attempts...)
	t.Usage.Join(before.Usage)
	t.Clarified = cmp.Or(t.Clarified, before.Clarified)
}

// failed records an attempt. The record gets the statement as it was tried. A model gets its own text, because the
// review may have inserted stored values that the model must not see.
func (w *work) failed(err error, a diagnose.Advice) {
	one := audit.Attempt{Draft: w.draft.text(), Class: a.Class, Advice: a.Text}
	if err != nil {
		one.Error, one.SQLState = err.Error(), say.State(err)
	}
	w.trace.Attempts = append(w.trace.Attempts, one)
	w.told.Attempts = append(w.told.Attempts, model.Attempt{Draft: w.draft.raw, Class: a.Class, Advice: a.Text})
}

// completeTrace updates the trace with what is known of the question now.
func (w *work) completeTrace() {
	t, a := &w.trace, &w.answer
	t.Engine, t.Reading, t.Confidence = a.Engine, a.Reading, a.Confidence
	if a.Clarification != nil {
		t.Clarified = a.Clarification.Message
	}
	t.Lessons = idsOf(w.applied(w.draft.engine))
	if p := w.recalled.pin; p != nil {
		t.Pin = p.ID
	}
	t.Retrieval = w.told.Retrieval(about.MaxListed)
}

// note returns the remark on a state in the record, beside its time.
func (w *work) note(at state, err error) string {
	if err != nil {
		return "error " + say.State(err)
	}
	switch at {
	case stExtract:
		return fmt.Sprintf("%d tables", len(w.snapshot.Tables))
	case stRecall:
		switch n := len(w.recalled.lessons); {
		case w.recalled.pin != nil:
			return "pinned"
		case w.recalled.translation != nil:
			return "remembered"
		case n > 0:
			return fmt.Sprintf("%d lessons", n)
		}
	case stLink:
		if l := w.links.lattice; l != nil {
			return fmt.Sprintf("%d chunks, %d columns looked in", len(l.Chunks), len(w.trace.LookedUp))
		}
	case stPlan:
		return w.draft.engine
	case stReview:
		if len(w.fixes) > 0 {
			return fmt.Sprintf("%d fixes", len(w.fixes))
		}
	case stConfidence:
		return fmt.Sprintf("%.2f", w.answer.Confidence)
	case stGuard:
		return w.verdict.Decision.String()
	case stExecute:
		return fmt.Sprintf("%d rows", w.answer.Result.Rows)
	}
	return ""
}
