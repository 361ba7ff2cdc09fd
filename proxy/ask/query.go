package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// query handles a simple Query: one without a question passes as it is.
func (s *talk) query(ctx context.Context, f wire.Frame) error {
	if s.relaying.wrapped != wrapNone {
		if err := s.leaveWrap(ctx); err != nil || s.relaying.skipping {
			return err
		}
	}
	text, ok := queryText(f)
	s.relaying.forgetBySQL(text)
	if !ok || !recognise.MayAsk(text) {
		return s.pass(f)
	}
	s.link.FromClient.Leave()
	copied := s.link.Charset().Read(text)
	h := s.asker.hear(copied, f.Whole())
	if h == nil {
		s.voice.warnOfSetting(copied)
		return s.pass(f)
	}
	if !f.Whole() {
		return s.longQuery()
	}
	raw := append([]byte{}, f.Bytes...)
	if err := s.link.FlushUpstream(); err != nil {
		return err
	}
	s.begin(ctx, func(ctx context.Context) error { return s.askQuery(ctx, raw, h) },
		func(cause error) error { return s.refuseQuery(s.link.Exchange.LastStatus(), cause) })
	return nil
}

// queryText returns the text of a Query as far as it is buffered. ok is false when it is malformed, which the server
// will refuse.
func queryText(f wire.Frame) (text []byte, ok bool) {
	body := f.Body()
	if !f.Whole() {
		return body, bytes.IndexByte(body, 0) < 0
	}
	n := len(body) - 1
	if n < 0 || bytes.IndexByte(body, 0) != n {
		return nil, false
	}
	return body[:n], true
}

// errTooLong returns the answer to a question in a text that is longer than what is searched, so that it cannot be
// replaced.
func (s *talk) errTooLong() error {
	return &translate.Error{Code: translate.CodeTooLong,
		Message: fmt.Sprintf("a text with a question in it may have %d bytes at most", s.rules.MaxQuestionBytes),
		Hint:    "Shorten the statement, or raise max_question_bytes."}
}

// longQuery refuses a Query longer than what is searched.
func (s *talk) longQuery() error {
	if err := s.link.FromClient.Discard(); err != nil {
		return fmt.Errorf("read client: %w", err)
	}
	status, err := s.link.Exchange.Drain()
	if err != nil || s.link.Exchange.Skips() {
		return err
	}
	return s.refuseQuery(status, s.errTooLong())
}

// askQuery is a turn: the questions of a simple Query, from the first look at them to ReadyForQuery.
func (s *talk) askQuery(ctx context.Context, raw []byte, h *heard) error {
	status, err := s.settle()
	if errors.Is(err, wire.ErrCopying) {
		return s.resend(raw, wire.ReqQuery) // the server has its own words for a statement in the middle of COPY data
	}
	if err != nil {
		return err
	}
	if s.relaying.skipping {
		return nil // the server would skip a Query too
	}
	found, ours, ferr := s.asker.find(ctx, h)
	switch {
	case !ours:
		return s.resend(raw, wire.ReqQuery)
	case status == 'E':
		// Like anything else in a failed transaction. The question itself would be a syntax error.
		return s.resend(wire.Encode(nil, &pgproto3.Query{String: "SELECT"}), wire.ReqQuery)
	case ferr != nil:
		return s.refuseQuery(status, ferr)
	}
	for _, q := range found.Questions {
		if err := s.asker.admissible(q, found.Remark); err != nil {
			return s.refuseQuery(status, err)
		}
	}
	if err := behindChange(found, status); err != nil {
		for _, q := range found.Questions {
			s.asker.refusedHere(q, found.Remark, err)
		}
		return s.refuseQuery(status, err)
	}
	if q, ok := found.Whole(); ok {
		return s.askWhole(ctx, status, q, found.Remark)
	}
	return s.askInside(ctx, status, found)
}

// resend sends a message of the client that was held back.
func (s *talk) resend(raw []byte, kind wire.Request) error {
	return s.link.Request(wire.ToClient, kind, raw)
}

// askWhole answers a question that is the whole text.
func (s *talk) askWhole(ctx context.Context, status byte, q recognise.Question, remark string) error {
	rec := s.asker.newRecorder(q, remark)
	rec.rows = true
	a := &questionRunner{s: s, record: rec, status: status, limit: q.Limit, chart: q.Verb == recognise.Chart}
	answer, err := s.asker.translate(ctx, q, rec, a)
	if err != nil {
		return s.refuseQuery(status, err)
	}
	c := answer.Clarification
	switch {
	case c == nil:
	case answer.Settings.Clarify == "rows":
		result, err := a.choices(ctx, c)
		rec.asked(result, err)
		if err != nil {
			return s.refuseQuery(status, err)
		}
	case s.voice.wantsNotice(answer):
		if err := s.link.Tell(s.voice.encodeClarification(answer)); err != nil {
			return err
		}
	default:
		return s.refuseQuery(status, c.AsError())
	}
	return s.ready(status)
}

// askInside answers questions that stand inside the user's own statements: each is translated and put into the text. A
// single statement that the guard accepts as a whole runs read-only; anything else runs as the user wrote it, and the
// proof of the generated parts stands alone.
func (s *talk) askInside(ctx context.Context, status byte, found recognise.Result) error {
	answers, sent, checks := make([]string, len(found.Questions)), make([]string, len(found.Questions)),
		make([]string, len(found.Questions))
	var all []*translate.Answer
	var last *translate.Answer
	var notices []byte
	recs := make([]*recorder, len(found.Questions))
	for i, q := range found.Questions {
		recs[i] = s.asker.newRecorder(q, found.Remark)
		recs[i].statement = q.Statement
		answer, err := s.asker.translate(ctx, q, recs[i], nil)
		if err == nil {
			err = s.inPlace(answer)
		}
		if err != nil {
			for _, r := range recs[:i] {
				r.prepared()
			}
			return s.refuseQuery(status, err)
		}
		if answer.Clarification != nil {
			recs[i] = recs[i].again() // its outcome is written; the choices are run
			recs[i].stated(answer.Statement)
		}
		answers[i], sent[i] = inlined(q, answer.Statement.SQL), inlined(q, answer.Statement.Text())
		checks[i], last, all = answer.Recheck(), answer, append(all, answer)
		notices = append(notices, s.voice.encodeNotices(answer.Statement.Notices, answer.Settings.MinNotice)...)
	}
	notices = append(notices, s.voice.encodeNotices(keeps(found), last.Settings.MinNotice)...)
	share(recs)
	before := rechecks(found, checks)
	read, text := found.ReplaceBehind(before, answers), found.ReplaceBehind(before, sent)
	if len(found.Statements) == 1 {
		if st, err := s.rules.Translator.Prove(last, read); err == nil {
			st.SQL, st.Sent = read, text
			st.Holds(all)
			a := &questionRunner{s: s, record: recs[len(recs)-1], others: recs[:len(recs)-1], status: status, before: notices}
			return s.runProven(ctx, a, st)
		}
	}
	encoded, err := inCharset(s.link.Charset(), text)
	if err != nil {
		failAll(recs, err)
		return s.refuseQuery(status, err)
	}
	statements := found.Pieces(answers)
	if err := intents(ctx, recs, func(r *recorder) string { return statements[r.statement] }); err != nil {
		return s.refuseQuery(status, err)
	}
	if err := s.link.Client.Write(notices); err != nil {
		failAll(recs, errSessionEnded)
		return fmt.Errorf("write client: %w", err)
	}
	st := translate.Statement{SQL: read}
	st.Holds(all)
	s.pending.pushQuery(recs, before, &st)
	handOver(recs)
	return s.link.Request(wire.ToWatched, wire.ReqQuery, wire.Encode(nil, &pgproto3.Query{String: encoded}))
}

// inPlace puts the choices of a clarification, as rows, in the place of the question, if ask.clarify is rows.
// Otherwise it returns the clarification as an error. An answer without a clarification stays as it is.
func (s *talk) inPlace(answer *translate.Answer) (err error) {
	c := answer.Clarification
	switch {
	case c == nil:
		return nil
	case answer.Settings.Clarify != "rows":
		return c.AsError()
	}
	answer.Statement, err = c.Rows()
	return err
}

// keeps returns notices for statements that store the SQL of a question, as views do: the question is not asked again
// when they are used.
func keeps(found recognise.Result) []translate.Notice {
	var all []translate.Notice
	for i, st := range found.Statements {
		if st.Keeps == "" || !slices.ContainsFunc(found.Questions, func(q recognise.Question) bool { return q.Statement == i }) {
			continue
		}
		anew := "Make it anew (CREATE OR REPLACE) to ask again."
		if st.Keeps == "materialized view" {
			anew = "REFRESH runs that SQL again; to ask again, drop it and create it anew."
		}
		all = append(all, translate.Notice{Severity: "NOTICE",
			Message: "the " + st.Keeps + " keeps the SQL that the question has become now; the question is not asked again",
			Hint:    anew})
	}
	return all
}

// runProven runs a statement of the user's own that holds answers and has been proven to only read.
func (s *talk) runProven(ctx context.Context, a *questionRunner, st translate.Statement) error {
	if err := intents(ctx, a.others, func(*recorder) string { return st.SQL }); err != nil {
		return s.refuseQuery(a.status, a.record.failed(translate.Trace{}, err))
	}
	a.inside = true
	result, err := a.run(ctx, st)
	if err == nil && result.Deliver != nil {
		err = result.Deliver()
	}
	err = st.Worded(err)
	for _, r := range append(a.others, a.record) {
		r.ended(result, err)
	}
	if err != nil {
		return s.refuseQuery(a.status, err)
	}
	return s.ready(a.status)
}

// ready sends the client a ReadyForQuery that the server did not send.
func (s *talk) ready(status byte) error {
	s.link.Exchange.OwnReady()
	return s.link.TellNow(wire.Encode(nil, &pgproto3.ReadyForQuery{TxStatus: status}))
}

// refuseQuery answers a simple Query with an error. In a transaction the server has to fail too, so it gets a text that
// cannot be parsed and its error is replaced.
func (s *talk) refuseQuery(status byte, cause error) error {
	if err := s.link.Exchange.Over(); err != nil {
		return err // the session ends, and the client is told of that alone
	}
	e := s.voice.encodeError(cause)
	if status == 'I' {
		if err := s.link.Tell(e); err != nil {
			return err
		}
		return s.ready(status)
	}
	s.refusedWith.Store(&e)
	return s.link.Request(wire.ToReplaced, wire.ReqQuery, wire.Encode(nil, &pgproto3.Query{String: refusal(cause)}))
}
