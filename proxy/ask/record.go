package ask

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// recorder writes the audit record of one question: its intent durably before the statement is sent, its outcome after.
type recorder struct {
	log         *slog.Logger
	journal     Journal // the upstream pump writes outcomes, and must not look at settings that the next turn may replace
	record      audit.Record
	began       time.Time
	written     bool // the intent has been written
	done        bool // the outcome has been written
	rows        bool // a clarification may be returned as rows, whose outcome is then the question's
	sharedTexts []sharedText

	statement int // index of the statement of the text that the question stands in
	board     *board
}

// sharedText is a statement that the record names instead of repeating it.
type sharedText struct{ sql, name string }

// recorded returns a statement as it is recorded: with names in the place of its shared texts.
func (r *recorder) recorded(sql string) string {
	for _, s := range r.sharedTexts {
		sql = strings.ReplaceAll(sql, s.sql, s.name)
	}
	return sql
}

// stated notes a statement, as people read it and, where that is not the same, as it goes to the server.
func (r *recorder) stated(st translate.Statement) {
	r.record.SQL, r.record.Sent = r.recorded(st.SQL), r.recorded(st.Sent)
	if r.record.Sent == r.record.SQL {
		r.record.Sent = ""
	}
}

// share tells the recorders of one text which of its statements are only named in the record.
func share(recs []*recorder) {
	var all []sharedText
	for _, r := range recs {
		all = append(all, r.sharedTexts...)
	}
	for _, r := range recs {
		r.sharedTexts = all
	}
}

func (k *asker) newRecorder(q recognise.Question, remark string) *recorder {
	forms := map[recognise.Form]string{recognise.Bare: "statement", recognise.Comment: "comment", recognise.Function: "function"}
	r := &recorder{log: k.login.Log, journal: k.rules.Journal, began: time.Now(), board: &k.board}
	r.record = audit.Record{Version: audit.Version, Time: r.began.UTC(), Datasource: k.login.Datasource.Name, Session: k.voice.id,
		Client: k.login.From.Addr.String(), Role: k.login.Start.User, Application: k.voice.application(),
		Actor: recognise.Actor(remark), Remark: remark,
		Form: forms[q.Form], Verb: string(q.Verb), Question: q.Text}
	if q.Text == "" && (relations[q.Name] != "" || q.Bound()) {
		r.record.Question = q.Name + "()"
	}
	k.dialogue.recorders = append(k.dialogue.recorders, r)
	return r
}

// again returns a recorder for one more run of a prepared question.
func (r *recorder) again() *recorder {
	next := *r
	next.began, next.written, next.done = time.Now(), false, false
	// The statement bears the id that it was prepared under, which leads here.
	next.record.ID, next.record.About, next.record.Time = translate.NewID(), r.record.ID, next.began.UTC()
	next.record.Outcome, next.record.Rows, next.record.Bytes, next.record.FirstRow, next.record.Truncated = "", 0, 0, 0, false
	// What was done once is in the first record: no model is called, and nothing translated, for another run.
	next.record.Calls, next.record.CachedCalls, next.record.TokensIn, next.record.TokensOut = 0, 0, 0, 0
	next.record.TokensCached, next.record.ModelCost, next.record.Prompt = 0, 0, ""
	next.record.Exchanges, next.record.Prompts, next.record.PromptsLost = nil, nil, 0
	next.record.States, next.record.Attempts, next.record.Translate = nil, nil, 0
	return &next
}

func (r *recorder) id() string { return r.record.ID }

// begin takes over the id of the question as the agent gets it, and that of the earlier question that it refers to.
func (r *recorder) begin(q translate.Question) {
	r.record.ID = q.ID
	switch q.Verb {
	case translate.Good, translate.Bad, translate.Refine, translate.Patch, translate.Pin:
		if q.About != nil {
			r.record.About = q.About.ID
		}
	}
	if q.Ref != "" {
		r.record.About = q.Ref
	}
	r.board.post(&r.record, Waits)
}

// replies notes that the question answers a clarification.
func (r *recorder) replies(to *translate.Clarification, again translate.Question) {
	r.record.About, r.record.Reply, r.record.Question = to.ID, r.record.Question, again.Text
}

// intent writes the audit record of a statement that is about to be sent. If it fails the statement must not be sent.
func (r *recorder) intent(ctx context.Context, st translate.Statement) error {
	if st.Trace != nil {
		st.Trace.Fill(&r.record)
	}
	if st.Stands != "" && len(r.sharedTexts) == 0 {
		r.sharedTexts = []sharedText{{st.SQL, st.Stands}}
	}
	r.record.Event, r.record.Verdict = audit.Intent, "allow"
	r.stated(st)
	if r.record.Own != "" {
		r.record.Verdict = "" // no guard looks at what pgask writes itself
	}
	if r.record.Translate == 0 {
		r.record.Translate = elapsed(r.began)
	}
	if err := r.journal.Intent(ctx, &r.record); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		r.log.Error("audit intent not written", "question", r.record.ID, "error", err)
		return notRecorded(err)
	}
	r.written = true
	return nil
}

// runs writes the intent of the question's own statement, or of the client's that it is in, which is then sent.
func (r *recorder) runs(ctx context.Context, st translate.Statement) error {
	if err := r.intent(ctx, st); err != nil {
		return err
	}
	r.board.post(&r.record, Runs)
	return nil
}

// room returns an error when not even a question that becomes no statement could be recorded.
func (r *recorder) room() error {
	j, bounded := r.journal.(interface{ Full() error })
	if !bounded {
		return nil
	}
	err := j.Full()
	if err == nil {
		return nil
	}
	return notRecorded(err)
}

// notRecorded is the error of a question whose record cannot be written.
func notRecorded(err error) error {
	return &translate.Error{Code: translate.CodeAudit, Message: "the question was not run because it could not be recorded",
		Hint: "The audit log of the proxy cannot be written; its operator's log says why.", Err: err}
}

// Witness implements translate.Witness: the intent of a statement that pgask runs for itself.
func (r *recorder) Witness(ctx context.Context, st translate.Statement) error {
	own := *r
	own.record.Of(string(st.Own), st.Relations, st.Columns)
	if st.Engine != "" {
		own.record.Engine = st.Engine
	}
	return own.intent(ctx, st)
}

// intents writes the intents of questions that run in one statement: all of them, or an outcome for each. What each
// became is in its record; within is the statement, or empty when it is nothing but one question.
func intents(ctx context.Context, recs []*recorder, within func(*recorder) string) error {
	for _, r := range recs {
		if r.record.Within = r.recorded(within(r)); r.record.Within == r.record.SQL {
			r.record.Within = ""
		}
		if err := r.runs(ctx, translate.Statement{SQL: r.record.SQL, Sent: r.record.Sent}); err != nil {
			failAll(recs, err)
			return err
		}
	}
	return nil
}

// failAll writes an outcome for each of some questions.
func failAll(recs []*recorder, err error) {
	for _, r := range recs {
		_ = r.failed(translate.Trace{}, err)
	}
}

// translated takes over what the agent did. When it asked back or ran the statement, that is the outcome.
func (r *recorder) translated(t translate.Trace, a *translate.Answer) {
	if st := a.Statement; st.Stands != "" {
		r.sharedTexts = []sharedText{{st.SQL, st.Stands}}
	}
	t.Fill(&r.record)
	switch {
	case a.Clarification != nil && r.rows && a.Settings.Clarify == "rows":
	case a.Clarification != nil:
		r.finish(audit.Clarified, translate.CodeClarify, "")
	case r.written:
		r.ended(a.Result, nil)
	default:
		r.stated(a.Statement)
		r.record.Translate = elapsed(r.began)
	}
}

// asked writes the outcome of a question whose clarification was returned as rows.
func (r *recorder) asked(res translate.Result, err error) {
	if err != nil {
		_ = r.failed(translate.Trace{}, err)
		return
	}
	r.returned(res)
	r.finish(audit.Clarified, translate.CodeClarify, "")
}

// prepared writes the outcome of a question that was translated and not run.
func (r *recorder) prepared() { r.finish(audit.Prepared, "", "") }

// failed writes the outcome of a question that got no answer, and returns the error.
func (r *recorder) failed(t translate.Trace, err error) error {
	if len(t.States) > 0 {
		t.Fill(&r.record)
	}
	if p := panics.Of(err); p != nil {
		r.log.Error("question panicked", "question", r.record.ID, "panic", p.Value, "stack", p.Stack)
		err = translate.Panicked(r.record.ID, err)
	}
	code, message := sqlState(err), ""
	var told *translate.Error
	switch {
	case errors.As(err, &told) && told.Code == code:
		message = told.Message
	case code == wire.CodeConnectionLost:
		message = errSessionEnded.Message
	}
	outcome := audit.Failed
	switch code {
	case translate.CodeUnanswered, translate.CodeForm:
		outcome = audit.Unanswered
	case translate.CodeUnsafe:
		outcome = audit.Refused
	case translate.CodeCancelled:
		outcome = audit.Cancelled
	}
	r.finish(outcome, code, message)
	return err
}

// ended writes the outcome of a statement that ran.
func (r *recorder) ended(res translate.Result, err error) {
	r.returned(res)
	switch verb := translate.Verb(r.record.Verb); {
	case err != nil:
		_ = r.failed(translate.Trace{}, err)
	case verb == translate.SQL || verb == translate.Explain || verb == translate.Prompt:
		r.prepared() // the statement was shown, and not run
	default:
		r.finish(audit.Answered, "", "")
	}
}

// returned takes over what the statement returned.
func (r *recorder) returned(res translate.Result) {
	r.record.Rows, r.record.Bytes, r.record.Truncated = res.Rows, res.Bytes, res.Truncated
	if !res.First.IsZero() {
		r.record.FirstRow = res.First.Sub(r.began).Round(time.Microsecond)
	}
}

func (r *recorder) finish(o audit.Outcome, code, message string) {
	if r.done {
		return
	}
	r.done = true
	r.board.remove(r.record.ID)
	r.record.Event, r.record.Outcome, r.record.SQLState, r.record.Message = audit.Finished, o, code, message
	if verb := translate.Verb(r.record.Verb); o == audit.Answered && r.record.About != "" &&
		(verb == translate.Good || verb == translate.Bad) {
		r.record.Feedback = audit.Feedback(verb)
	}
	r.record.Total = elapsed(r.began)
	// The intent stands; a lost outcome is the operator's to know of, and no reason to take the rows back.
	if err := r.journal.Outcome(context.Background(), &r.record); err != nil {
		r.log.Error("audit outcome not written", "question", r.record.ID, "error", err)
	}
	r.log.Info("question", "question", r.record.ID, "outcome", o, "sqlstate", code, "engine", r.record.Engine,
		"rows", r.record.Rows, "took", r.record.Total)
}

// sqlState returns the SQLSTATE of an error for the record: the client is told no more of one that ends the session.
func sqlState(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	if e := interrupted(err); e != nil {
		return e.Code
	}
	if code := translate.Code(err); code != translate.CodeInternal {
		return code
	}
	var f *wire.Fatal
	upstream, _ := wire.FailedAt(err, wire.SideUpstream)
	client, _ := wire.FailedAt(err, wire.SideClient)
	switch {
	case errors.As(err, &f):
		return f.Code
	case upstream || errors.Is(err, wire.ErrUpstreamFatal):
		return wire.CodeConnectionLost
	case client || errors.Is(err, ErrTerminate):
		return translate.CodeCancelled // by who has left
	}
	return translate.CodeInternal
}
