package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// prepared is a prepared statement of the client with questions in it.
type prepared struct {
	statement translate.Statement // as it was sent upstream
	within    string              // the client's own statement with the answers in it; empty when the question is all of it
	readOnly  bool                // the whole statement is proven to only read, so it runs in a wrap
	records   []*recorder         // one for each question; copied for each run
	answers   []*translate.Answer // what they became, to be proven again when the catalog has changed
	proven    epoch               // in which that was last done
	provenAt  time.Time           // and when; see outlived
	deferred  *deferred           // nil: it was translated at Parse for good
}

// maxPrepared bounds the prepared statements of a session that hold questions.
const maxPrepared = 1000

var errTooManyPrepared = &translate.Error{Code: translate.CodeBudget, Message: "too many prepared questions in this session",
	Hint: "Close (DEALLOCATE) those that are not needed."}

// parse handles Parse: one without a question passes as it is.
func (s *talk) parse(ctx context.Context, f wire.Frame) error {
	name, text, ok := parseText(f)
	if !ok {
		return s.passOutside(ctx, f)
	}
	if !recognise.MayAsk(text) {
		if err := s.replaces(name); err != nil {
			return err
		}
		s.relaying.blocks.note(name, text)
		return s.passOutside(ctx, f)
	}
	s.link.FromClient.Leave()
	h := s.asker.hear(s.link.Charset().Read(text), f.Whole())
	if h == nil {
		if err := s.replaces(name); err != nil {
			return err
		}
		s.relaying.blocks.note(name, text)
		return s.passOutside(ctx, f)
	}
	if len(name) == 0 {
		s.relaying.drop(nil)
	}
	if !f.Whole() {
		if err := s.link.FromClient.Discard(); err != nil {
			return fmt.Errorf("read client: %w", err)
		}
		return s.refuseParse(wire.OwnStatement, s.errTooLong())
	}
	raw := append([]byte{}, f.Bytes...)
	if err := s.link.FlushUpstream(); err != nil {
		return err
	}
	nameCopy := string(name)
	s.begin(ctx, func(ctx context.Context) error { return s.askParse(ctx, raw, nameCopy, h) },
		func(cause error) error { return s.refuseParse(nameCopy, cause) })
	return nil
}

// parseText takes a Parse apart as far as it is buffered.
func parseText(f wire.Frame) (name, text []byte, ok bool) {
	name, rest, ok := wire.CutName(f.Body())
	if !ok {
		return nil, nil, false
	}
	text, _, ended := bytes.Cut(rest, []byte{0})
	return name, text, ended || !f.Whole()
}

// replaces forgets a statement because a Parse, which the client's pump is about to pass on, uses its name again.
func (s *talk) replaces(name []byte) error {
	if !s.relaying.preparedByProxy(name) {
		s.relaying.drop(name)
		return nil
	}
	s.link.FromClient.Leave()
	if s.link.Exchange.Idle() {
		if err := s.open(); err != nil {
			return err
		}
	}
	return s.replacesInTurn(name)
}

// replacesInTurn does what replaces does, for a turn. A turn has begun already, so it need not wait for a cancel
// request; and it must not touch the task of the client's pump, which may be parked, or run, meanwhile. The server
// refuses a name that is in use, so a statement that the proxy prepared is closed first.
func (s *talk) replacesInTurn(name []byte) error {
	closes := s.relaying.preparedByProxy(name)
	s.relaying.drop(name)
	if !closes {
		return nil
	}
	s.link.Exchange.Sent(wire.ErrorsOnly, wire.ReqClose)
	if err := s.link.Upstream.Write(wire.Encode(nil, &pgproto3.Close{ObjectType: 'S', Name: string(name)})); err != nil {
		return fmt.Errorf("write upstream: %w", err)
	}
	return nil
}

// preparedByProxy reports whether a name is that of a statement that was prepared at Bind, by the proxy, and not the
// unnamed one.
func (g *relaying) preparedByProxy(name []byte) bool {
	p := g.statements[string(name)]
	return p != nil && p.deferred != nil && len(name) > 0
}

// remember notes a prepared statement with questions in it.
func (g *relaying) remember(name string, p *prepared) {
	if g.statements == nil {
		g.statements = map[string]*prepared{}
	}
	g.statements[name] = p
}

// refuseParse sends a Parse that cannot succeed; the server skips the rest up to the client's Sync by itself.
func (s *talk) refuseParse(name string, cause error) error {
	e := s.voice.encodeError(cause)
	s.refusedWith.Store(&e)
	s.relaying.note(workHarmless)
	return s.link.Request(wire.ToReplaced, wire.ReqParse, wire.Encode(nil, &pgproto3.Parse{Name: name, Query: refusal(cause)}))
}

// errBehindWork is the answer to a question in a pipeline behind work that a Sync of ours would change.
var errBehindWork = &translate.Error{Code: translate.CodeForm, Message: "a question cannot stand behind other statements of its batch",
	Hint: "Put the question first in the batch, run the batch in a transaction (BEGIN, by itself, before it), or send the question by itself."}

// errSeveral is what the server would say, before any work goes into the questions.
var errSeveral = &translate.Error{Code: "42601", Message: "cannot insert multiple commands into a prepared statement",
	Hint: "Send the question by itself, or all of them as a simple query."}

// askParse is a turn: the questions of a Parse are translated and the Parse goes on with the result.
func (s *talk) askParse(ctx context.Context, raw []byte, name string, h *heard) error {
	if s.relaying.wrapped != wrapNone {
		if err := s.leaveWrap(ctx); err != nil || s.relaying.skipping {
			return err
		}
	}
	if behind, err := s.behindWork(); err != nil {
		return err
	} else if behind {
		return s.refuseParse(name, errBehindWork)
	}
	status, err := s.settle()
	if errors.Is(err, wire.ErrCopying) {
		return s.resendParse(raw)
	}
	if err != nil || s.relaying.skipping {
		return err
	}
	found, ours, ferr := s.asker.find(ctx, h)
	switch {
	case !ours || status == 'E' && ferr == nil:
		// In a failed transaction the server refuses every Parse but that of ROLLBACK, whatever is in it: it must
		// only be valid SQL.
		if ours {
			raw = wire.Encode(nil, &pgproto3.Parse{Name: name, Query: "SELECT"})
		} else if err := s.replacesInTurn([]byte(name)); err != nil {
			return err
		} else {
			s.relaying.blocks.note([]byte(name), []byte(h.text))
		}
		return s.resendParse(raw)
	case ferr != nil:
		return s.refuseParse(name, ferr)
	case len(found.Statements) > 1:
		for _, q := range found.Questions {
			s.asker.refusedHere(q, found.Remark, errSeveral)
		}
		return s.refuseParse(name, errSeveral)
	case hasParameter(found):
		return s.askDeferred(ctx, raw, name, found)
	}
	return s.askNow(ctx, raw, name, found)
}

// askNow translates the questions of a Parse, all of which are known, and sends it on with what they became.
func (s *talk) askNow(ctx context.Context, raw []byte, name string, found recognise.Result) error {
	p, notices, err := s.prepare(ctx, found)
	if err != nil {
		return s.refuseParse(name, err)
	}
	sql, err := inCharset(s.link.Charset(), p.statement.Text())
	if err != nil {
		return s.refuseParse(name, err)
	}
	if len(s.relaying.statements) >= maxPrepared {
		return s.refuseParse(name, errTooManyPrepared)
	}
	if live(found) {
		p.deferred = &deferred{name: name, found: found, types: parseTypes(raw), values: map[int]string{}, live: true}
	}
	s.relaying.remember(name, p)
	if err := s.link.Tell(notices); err != nil {
		return err
	}
	s.relaying.note(workHarmless)
	s.relaying.known = true
	return s.link.Request(wire.ToWatched, wire.ReqParse, withText(raw, name, sql))
}

func (s *talk) resendParse(raw []byte) error {
	s.relaying.note(workHarmless)
	return s.resend(raw, wire.ReqParse)
}

// withText returns a Parse with another text and the parameter types of raw.
func withText(raw []byte, name, text string) []byte {
	_, rest, _ := bytes.Cut(raw[wire.HeaderLen:], []byte{0})
	_, types, _ := bytes.Cut(rest, []byte{0})
	out := wire.Encode(nil, &pgproto3.Parse{Name: name, Query: text})
	out = append(out[:len(out)-2], types...)
	wire.PutLength(out)
	return out
}

// prepare translates the questions of a Parse.
func (s *talk) prepare(ctx context.Context, found recognise.Result) (*prepared, []byte, error) {
	p := &prepared{proven: s.relaying.epoch}
	var notices []byte
	var last *translate.Answer
	answers, sent := make([]string, len(found.Questions)), make([]string, len(found.Questions))
	for i, q := range found.Questions {
		if err := s.asker.admissible(q, found.Remark); err != nil {
			return nil, nil, err
		}
		rec := s.asker.newRecorder(q, found.Remark)
		answer, err := s.asker.translate(ctx, q, rec, nil)
		if err != nil {
			return nil, nil, err
		}
		if i == 0 {
			p.provenAt = time.Now() // a model may have thought for a minute before
		}
		if err := s.inPlace(answer); err != nil {
			return nil, nil, err
		}
		rec.prepared()
		if answer.Clarification != nil {
			rec.stated(answer.Statement) // the choices are what is run
		}
		p.records, p.answers = append(p.records, rec), append(p.answers, answer)
		answers[i], sent[i], last = inlined(q, answer.Statement.SQL), inlined(q, answer.Statement.Text()), answer
		notices = append(notices, s.voice.encodeNotices(answer.Statement.Notices, answer.Settings.MinNotice)...)
	}
	notices = append(notices, s.voice.encodeNotices(keeps(found), last.Settings.MinNotice)...)
	if _, ok := found.Whole(); ok {
		p.statement, p.readOnly = last.Statement, true
		return p, notices, nil
	}
	share(p.records)
	p.statement.SQL, p.statement.Sent = found.Replace(answers), found.Replace(sent)
	p.statement.Holds(p.answers)
	p.within = p.statement.SQL
	if len(found.Statements) == 1 {
		_, err := s.rules.Translator.Prove(last, p.statement.SQL)
		p.readOnly = err == nil
	}
	return p, notices, nil
}

// forget drops what we know of a statement that the client closes.
func (g *relaying) forget(f wire.Frame) {
	body := f.Body()
	if len(body) == 0 || body[0] != 'S' {
		return
	}
	name, _, _ := wire.CutName(body[1:])
	g.drop(name)
}

// drop forgets a prepared statement of the client, whatever is known of it.
func (g *relaying) drop(name []byte) {
	if len(g.statements) == 0 && len(g.blocks.of) == 0 {
		return // as in most sessions
	}
	delete(g.statements, string(name))
	delete(g.blocks.of, string(name))
}

// forgetBySQL drops what is known of the questions in statements that the client deallocates by SQL. One that is
// forgotten although it lives on, because the text fails, runs without a wrap; its proof stands. Statements that
// bound a transaction block stay known: to forget one that lives on could let a Sync of ours commit the client's work
// before its time.
func (g *relaying) forgetBySQL(text []byte) {
	if len(g.statements) == 0 {
		return
	}
	const longest = 100 // of a name, NameBytes count
	words := bytes.Fields(bytes.TrimRight(bytes.TrimSpace(text[:min(len(text), longest)]), ";"))
	is := func(i int, word string) bool { return i < len(words) && bytes.EqualFold(words[i], []byte(word)) }
	name := 1 // index of the word that names what is dropped
	if is(0, "DEALLOCATE") && is(1, "PREPARE") {
		name = 2
	}
	switch {
	case is(0, "DISCARD") && is(1, "ALL"), is(0, "DEALLOCATE") && is(name, "ALL"):
		g.statements = nil
	case is(0, "DEALLOCATE") && name < len(words):
		dropped := string(bytes.Trim(words[name], `";`))
		maps.DeleteFunc(g.statements, func(known string, _ *prepared) bool { return strings.EqualFold(dropped, known) })
	}
}
