package ask

import (
	"context"
	"fmt"

	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// bindNames returns the names in a Bind. ok is false when they are malformed or longer than maxNames.
func bindNames(f wire.Frame) (portal, statement []byte, ok bool) {
	portal, rest, ok := wire.CutName(f.Body())
	if !ok {
		return portal, nil, false
	}
	statement, _, ok = wire.CutName(rest)
	return portal, statement, ok || len(statement) == wire.NameBytes
}

// bound returns the prepared statement with questions that a Bind names, nil if it names another, and the portal that
// it makes. It reads no names while the session has neither such statements nor portals of them. ok is false when the
// names are too long to tell.
func (g *relaying) bound(f wire.Frame) (p *prepared, portal string, ok bool) {
	if len(g.statements) == 0 && len(g.portals) == 0 {
		return nil, "", true
	}
	name, statement, ok := bindNames(f)
	return g.statements[string(statement)], string(name), ok
}

// errNamesTooLong is the answer to a Bind that may name a question's statement beyond what is read for names.
var errNamesTooLong = &translate.Error{Code: translate.CodeTooLong,
	Message: fmt.Sprintf("the names in a Bind may have %d bytes at most, once a question is prepared", maxNames),
	Hint:    "PostgreSQL tells names apart by their first 63 bytes; choose shorter ones."}

// boundWork returns how much a Sync of ours would change after this Bind, and notes the effect of its statement on the
// transaction block.
func (g *relaying) boundWork(f wire.Frame) work {
	if g.blocks.empty() {
		return workOther
	}
	_, statement, _ := bindNames(f)
	switch g.blocks.find(statement) {
	case boundsBegin:
		g.block.begun = true
		return workHarmless
	case boundsEnd:
		g.block.ended = true
	}
	return workOther
}

// bind handles Bind: that of a question opens a wrap, any other leaves the one that is open.
func (s *talk) bind(ctx context.Context, f wire.Frame) error {
	p, portal, ok := s.relaying.bound(f)
	switch {
	case !ok && f.Whole():
		return s.passOutside(ctx, f) // malformed, as the server will say
	case !ok:
		s.link.FromClient.Leave()
		if err := s.link.FromClient.Discard(); err != nil {
			return fmt.Errorf("read client: %w", err)
		}
		return s.refuseParse(wire.OwnStatement, errNamesTooLong)
	case p == nil:
		delete(s.relaying.portals, portal)
		return s.passOutside(ctx, f)
	}
	s.link.FromClient.Leave()
	if err := s.link.FlushUpstream(); err != nil {
		return err
	}
	if p.deferred != nil && !f.Whole() {
		var err error
		if f, err = s.wholeBind(f); err != nil {
			return err
		}
		if f.Bytes == nil {
			return s.refuseParse(wire.OwnStatement, errBindTooLong)
		}
	}
	if !f.Whole() {
		// Parameters beside a question can be long, and only the pump can stream the rest of them.
		return s.askBind(ctx, f, p, portal)
	}
	f.Bytes = append([]byte{}, f.Bytes...)
	s.begin(ctx, func(ctx context.Context) error { return s.askBind(ctx, f, p, portal) }, s.refuseTurn)
	return nil
}

// askBind is a turn: the wrap is opened, the intent recorded, and the Bind goes on. In a failed transaction the server
// refuses the Bind like anything else, and there is nothing to record.
func (s *talk) askBind(ctx context.Context, f wire.Frame, p *prepared, name string) error {
	if p.deferred != nil {
		if refused, err := s.translateBind(ctx, p, f); err != nil || s.relaying.skipping {
			return err
		} else if refused != nil {
			return s.refuseParse(wire.OwnStatement, refused)
		}
	}
	status, refused, err := s.enterWrap(ctx, p)
	if err != nil || s.relaying.skipping {
		return err
	}
	if refused != nil {
		return s.refuseParse(wire.OwnStatement, refused)
	}
	if status != 'E' {
		if err := s.intents(ctx, p, name); err != nil {
			return s.refuseParse(wire.OwnStatement, err)
		}
	} else if s.relaying.asking != nil {
		s.pending.binds(s.relaying.asking, name, nil, nil)
	}
	if s.relaying.portals == nil {
		s.relaying.portals = map[string]*portal{}
	}
	s.relaying.portals[name] = &portal{stmt: p}
	if p.deferred != nil {
		s.relaying.portals[name].columns = p.deferred.columns
	}
	s.relaying.note(workOther)
	s.relaying.known = false
	s.link.Exchange.Sent(wire.ToWatched, wire.ReqBind)
	if f.Whole() { // a copy, and not the pump's
		return s.link.Send(f.Bytes)
	}
	if err := s.link.Upstream.Forward(f, s.link.FromClient); err != nil {
		return fmt.Errorf("forward to upstream: %w", err)
	}
	return s.link.FlushUpstream()
}

// intents records that a prepared statement's questions are about to run.
func (s *talk) intents(ctx context.Context, p *prepared, portal string) error {
	recs := make([]*recorder, len(p.records))
	for i, r := range p.records {
		recs[i] = r.again()
		s.rules.Translator.Again(p.answers[i], recs[i].id())
	}
	if err := intents(ctx, recs, func(*recorder) string { return p.within }); err != nil {
		return err
	}
	if s.relaying.asking == nil {
		s.relaying.asking = &pending{}
		s.pending.push(s.relaying.asking)
	}
	st := p.statement // a deferred one changes with the next Bind
	s.pending.binds(s.relaying.asking, portal, recs, &st)
	handOver(recs)
	return nil
}
