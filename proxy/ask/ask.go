package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// relations are the functions that stand for what the proxy knows.
var relations = map[string]translate.Relation{
	"ask_lessons": translate.LessonRelation, "ask_pins": translate.PinRelation, "ask_schema": translate.SchemaRelation,
	"ask_options": translate.ControlRelation,
	"ask_log":     translate.LogRelation,
}

// admissible returns an error for a question that cannot be asked here, before any work goes into it, and records
// that it was asked.
func (k *asker) admissible(q recognise.Question, remark string) error {
	err := k.inadmissible(q)
	if err != nil {
		k.refusedHere(q, remark, err)
	}
	return err
}

// refusedHere records a question that cannot be asked where it stands.
func (k *asker) refusedHere(q recognise.Question, remark string, cause error) {
	rec := k.newRecorder(q, remark)
	rec.record.ID = translate.NewID()
	_ = rec.failed(translate.Trace{}, cause)
}

func (k *asker) inadmissible(q recognise.Question) error {
	for _, a := range q.Args {
		if q.Name != "" && relations[q.Name] == "" && a.Name != "" && a.Name != "question" &&
			(a.Name != "answer" || q.Name != "ask" && q.Name != "ask_json") && (a.Name != "id" || !refers[q.Name]) {
			return &translate.Error{Code: translate.CodeForm, Message: fmt.Sprintf("%s() has no argument named %s", q.Name, a.Name),
				Hint: "ask() and ask_json() take question and answer, those about an earlier question take id, the others question alone."}
		}
	}
	if q.Bound() {
		return &translate.Error{Code: translate.CodeForm,
			Message: fmt.Sprintf("the question is the parameter $%d, which has no value here", q.Params()[0]),
			Hint:    "Write the question as a literal: SELECT * FROM ask('…'). A parameter needs the extended protocol, and no PREPARE or CREATE FUNCTION around it."}
	}
	c := k.link.Charset()
	if c.Converts() && strings.ContainsRune(q.Text, utf8.RuneError) {
		return &translate.Error{Code: wire.CodeBadText, Message: fmt.Sprintf("the question is not valid in client_encoding %q", c.Name)}
	}
	if relations[q.Name] == translate.LogRelation {
		if _, err := sinceArgument(q); err != nil {
			return err
		}
	}
	return unreadable(c)
}

// sinceArgument returns the argument of ask_log(): nothing, or one literal, because it is read before the statement
// runs.
func sinceArgument(q recognise.Question) (string, error) {
	if len(q.Args) == 0 {
		return "", nil
	}
	if a := q.Args[0]; len(q.Args) == 1 && a.Kind == recognise.Literal && (a.Name == "" || a.Name == "since") {
		return a.Text, nil
	}
	return "", &translate.Error{Code: translate.CodeForm, Message: "the argument of ask_log() must be a literal: a time, or how long ago",
		Hint: "ask_log('2026-01-31'), ask_log('7 days'). WHERE does all else: WHERE time > now() - interval '1 month'."}
}

// translate works on one question, and records what becomes of it. Without run nothing is run.
func (k *asker) translate(ctx context.Context, q recognise.Question, rec *recorder, run *questionRunner) (*translate.Answer, error) {
	question, to, err := k.question(q)
	if to != nil {
		rec.replies(to, question)
	}
	rec.begin(question)
	if err != nil {
		return nil, rec.failed(translate.Trace{}, k.dialogue.missed(q.Text, to, err))
	}
	question.Witness = rec
	k.dialogue.questions++
	if err := rec.room(); err != nil {
		return nil, rec.failed(translate.Trace{}, err)
	}
	leave, err := k.enterGate(ctx)
	if err != nil {
		return nil, rec.failed(translate.Trace{}, err)
	}
	k.dialogue.leaveGate = sync.OnceFunc(leave)
	defer k.dialogue.leaveGate()
	rec.board.post(&rec.record, Translates)
	question.Look = k.dialogue.takeLook(k.rules.ProofAge)
	reply, brought := answerArgument(q)
	question.Anew, question.Passing = brought, brought
	answer, trace, err := k.agent(ctx, question, run)
	if brought && err == nil && answer.Clarification != nil {
		rec.record.Reply = reply
		answer, trace, err = k.answerAll(ctx, answer, trace, reply, run)
	}
	if err != nil {
		return nil, rec.failed(trace, k.dialogue.missed(q.Text, to, err))
	}
	k.dialogue.answered(q.Text, to, answer)
	rec.translated(trace, answer)
	return answer, nil
}

// enterGate waits for a place among the questions that are worked on.
func (k *asker) enterGate(ctx context.Context) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, k.rules.QuestionTimeout)
	defer cancel()
	return k.shared.gate.enter(ctx, k.login.Start.User, k.rules)
}

// agent works on one question, in steps: the agent has the upstream while it translates, and run while the statement
// runs. Without run nothing is run.
func (k *asker) agent(ctx context.Context, q translate.Question, run *questionRunner) (*translate.Answer, translate.Trace, error) {
	ctx, cancel := context.WithTimeout(ctx, k.rules.QuestionTimeout)
	defer cancel()
	inquiry := k.rules.Translator.Open(q, run != nil)
	for {
		st, answer, err := k.step(ctx, inquiry)
		switch {
		case err != nil:
			return nil, inquiry.Trace(), err
		case st != nil:
			inquiry.Ran(run.within(ctx, *st))
			run.record.board.post(&run.record.record, Translates) // what failed is mended
			continue
		case answer.Result.Deliver != nil:
			err = answer.Result.Deliver()
		}
		return answer, inquiry.Trace(), err
	}
}

// step lends the upstream to the agent for one step.
func (k *asker) step(ctx context.Context, inquiry translate.Inquiry) (st *translate.Statement, answer *translate.Answer, err error) {
	lent := k.lend(func(pg *pgconn.PgConn) error {
		st, answer, err = inquiry.Step(ctx, pg)
		return nil
	})
	return st, answer, errors.Join(lent, err)
}

// refusal returns a text that the server cannot parse. The server's error is replaced by the one for the client, so
// that the order of replies, skipping to Sync and the transaction's status are the server's own. The text appears in
// the server's log.
func refusal(err error) string { return "pgask refused a question: " + translate.Code(err) }

// substitute replaces the error of a refusal.
func (d *Desk) substitute(f wire.Frame) error {
	out := f.Bytes
	if f.Type == 'E' {
		if p := d.refusedWith.Load(); p != nil {
			out = *p
		}
	}
	return d.link.Tell(out)
}

// lookTimeout bounds the look for a function ask of the database's own.
const lookTimeout = time.Minute

// look reads whether the database has a function ask of its own, which then wins, and keeps what else it read for the
// question.
func (k *asker) look(ctx context.Context) (owns bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	d := &k.dialogue
	lent := k.lend(func(pg *pgconn.PgConn) error {
		d.look, err = k.rules.Translator.Look(ctx, pg)
		return nil
	})
	if err = errors.Join(lent, err); err != nil {
		return false, err
	}
	d.lookedAt = time.Now()
	return d.look.OwnsAsk, nil
}

// reading returns the session's settings that change how text is read.
func (k *asker) reading() recognise.Options {
	return recognise.Options{StandardConformingStrings: k.link.Reported.Get("standard_conforming_strings") != "off"}
}

// heard is what was found in a text of the client's.
type heard struct {
	text  string
	as    recognise.Options // how it was read
	found recognise.Result
	err   error // what was meant as a question and is none
}

// hear looks for questions in a text, and returns nil if there is none. Of a text longer than Config.MaxQuestionBytes
// only the beginning is known, which may cut off a question: it counts if some ending completes it.
func (k *asker) hear(beginning string, whole bool) *heard {
	if k.login.Start.Replicates() {
		return nil
	}
	h := &heard{text: beginning, as: k.reading()}
	h.read()
	if h.err != nil || len(h.found.Questions) > 0 {
		return h
	}
	if whole {
		return nil
	}
	for _, end := range []string{"')", "$$)", "*/", "*/;"} {
		if found, err := recognise.Find(beginning+end, h.as); err == nil && len(found.Questions) > 0 {
			return h
		}
	}
	return nil
}

func (h *heard) read() { h.found, h.err = recognise.Find(h.text, h.as) }

// find returns the questions in a text that was heard. ours is false when there is none, or when the database's own
// function ask is called. All that came before the text has run.
func (k *asker) find(ctx context.Context, h *heard) (found recognise.Result, ours bool, err error) {
	if as := k.reading(); as != h.as { // by what came before it
		h.as = as
		h.read()
	}
	if h.err == nil && len(h.found.Questions) == 0 {
		return h.found, false, nil
	}
	if h.found.Calls {
		if status, derr := k.link.Exchange.Drain(); derr != nil || status == 'E' {
			return h.found, true, errors.Join(derr, findError(h.err))
		}
		owns, oerr := k.look(ctx)
		if oerr != nil {
			return h.found, true, oerr
		}
		if owns {
			h.as.OwnAsk = true
			h.read()
		}
	}
	if opaque := unreadable(k.link.Charset()); h.err != nil && opaque != nil {
		return h.found, true, opaque // what was found wrong may only be the encoding
	}
	return h.found, h.err != nil || len(h.found.Questions) > 0, findError(h.err)
}

// findError turns what the recogniser found wrong into an error for the client.
func findError(err error) error {
	var e *recognise.Error
	if errors.As(err, &e) {
		return &translate.Error{Code: e.Code, Message: e.Message, Hint: e.Hint}
	}
	return err
}

// elapsed returns the time since a question began, in whole microseconds.
func elapsed(since time.Time) time.Duration { return time.Since(since).Round(time.Microsecond) }
