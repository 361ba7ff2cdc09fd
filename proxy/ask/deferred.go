package ask

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// deferred is the part of a prepared statement whose question is a parameter, so that it is translated at Bind. Until
// then a placeholder is prepared upstream under its name.
type deferred struct {
	name  string
	found recognise.Result
	types []uint32 // of its parameters
	// placeholder is what stands upstream before the first Bind, and after one whose statement was refused; nil:
	// there is none.
	placeholder *pgproto3.Parse
	// lost: nothing stands upstream, because the statement was refused in a transaction, which takes no other until
	// it ends.
	lost bool
	// values of its parameters that are questions, for which the statement upstream was made; nil: it is the
	// placeholder.
	values map[int]string
	// live: it shows what the proxy knows, so it is made anew in every group of messages, up to a Sync, that binds it.
	live bool
	// columns of the statement upstream; told are those that the client was told last. Empty: it cannot or does not
	// know them.
	columns, told string
}

// portal is a bound question.
type portal struct {
	stmt      *prepared
	columns   string // signature of its rows, if its statement is deferred
	described bool   // the client knows them
}

// fixed are the columns of functions that have the same whatever is asked, so that they can be described before the
// question is known. Such a statement must never run: planned, it is an error.
var fixed = map[string]string{
	"ask_json":    "SELECT NULL::pg_catalog.json AS ask_json WHERE 1/0 = 1",
	"ask_sql":     "SELECT NULL::pg_catalog.text AS sql WHERE 1/0 = 1",
	"ask_explain": "SELECT NULL::pg_catalog.text AS aspect, NULL::pg_catalog.text AS detail WHERE 1/0 = 1",
	"ask_good":    "SELECT NULL::pg_catalog.text AS feedback WHERE 1/0 = 1",
	"ask_bad":     "SELECT NULL::pg_catalog.text AS feedback WHERE 1/0 = 1",
}

// inlined returns the text that replaces a question in its statement.
func inlined(q recognise.Question, sql string) string {
	if q.Name != "ask_json" || sql == "" {
		return sql
	}
	return "SELECT pg_catalog.row_to_json(pgask_answer) AS ask_json FROM (" + recognise.Ended(sql) + ") AS pgask_answer"
}

// hasParameter reports whether a text has a question in it that is not known before Bind.
func hasParameter(found recognise.Result) bool {
	return slices.ContainsFunc(found.Questions, recognise.Question.Bound)
}

// live reports whether a text has a question in it about what the proxy knows.
func live(found recognise.Result) bool {
	return slices.ContainsFunc(found.Questions, func(q recognise.Question) bool { return relations[q.Name] != "" })
}

// askDeferred is the turn of a Parse with a question that is a parameter: a placeholder goes upstream, which tells the
// columns if they are the same for every question. status is that of the transaction, which has not failed.
func (s *talk) askDeferred(ctx context.Context, raw []byte, name string, found recognise.Result) error {
	p, text, err := s.prepareDeferred(raw, name, found)
	if err != nil {
		return s.refuseParse(name, err)
	}
	types := p.deferred.types
	if text == "" {
		text, types = "SELECT 1/0", nil
	}
	p.deferred.placeholder = parseOf(name, text, types)
	refused, err := s.hold(ctx, p.deferred)
	switch {
	case err != nil:
		return err
	case refused != nil:
		return s.refuseParse(name, refused)
	}
	s.relaying.remember(name, p)
	s.relaying.known = true
	return s.link.TellNow(wire.Encode(nil, &pgproto3.ParseComplete{}))
}

// hold puts the placeholder upstream, where nothing stands, and notes its columns if they are those of every question.
func (s *talk) hold(ctx context.Context, l *deferred) (refused, err error) {
	columns, refused, err := s.reprepare(ctx, "", l.placeholder)
	if err != nil || refused != nil {
		return refused, err
	}
	l.lost = false
	if len(l.placeholder.ParameterOIDs) > 0 {
		l.columns = columns
	}
	return nil, nil
}

// prepareDeferred returns what is known of such a statement before Bind, and a text with its columns; empty when they
// depend on the question.
func (s *talk) prepareDeferred(raw []byte, name string, found recognise.Result) (*prepared, string, error) {
	if len(s.relaying.statements) >= maxPrepared {
		return nil, "", errTooManyPrepared
	}
	describable := true
	answers := make([]string, len(found.Questions))
	for i, q := range found.Questions {
		if !q.Bound() {
			describable = false // its columns could be known, but the answer would be translated for nothing
			continue
		}
		if st := found.Statements[q.Statement]; st.Keyword == "PREPARE" || st.Keeps == "function" || st.Keeps == "procedure" {
			return nil, "", s.asker.admissible(q, found.Remark) // $1 is a parameter of what is made
		}
		answers[i] = fixed[q.Name]
		describable = describable && answers[i] != ""
	}
	types, err := declare(parseTypes(raw), found.Questions)
	if err != nil {
		return nil, "", err
	}
	p := &prepared{deferred: &deferred{name: name, found: found, types: types, live: live(found)}}
	if !describable {
		return p, "", nil
	}
	text, err := inCharset(s.link.Charset(), found.Replace(answers))
	return p, text, err
}

func parseOf(name, text string, types []uint32) *pgproto3.Parse {
	return &pgproto3.Parse{Name: name, Query: text, ParameterOIDs: types}
}

// reprepare prepares a statement upstream, in the place of the one that bears the name old, and reads its columns.
// Nothing may be owed. A Flush ends it, and not a Sync, behind which a pooler could give the session another
// connection before the Bind.
func (s *talk) reprepare(ctx context.Context, old string, parse *pgproto3.Parse) (columns string, refused, err error) {
	r := &run{d: s.Desk}
	s.run.Store(r)
	defer s.run.Store(nil)
	var b wire.Batch
	if old != "" {
		b.Add(wire.ToReader, wire.ReqClose, &pgproto3.Close{ObjectType: 'S', Name: old})
	}
	b.Add(wire.ToReader, wire.ReqParse, parse)
	b.Add(wire.ToReader, wire.ReqDescribe, &pgproto3.Describe{ObjectType: 'S', Name: parse.Name})
	b.Bytes = wire.Encode(b.Bytes, &pgproto3.Flush{})
	ctx, cancel := context.WithTimeout(ctx, s.rules.StatementTimeout)
	defer cancel()
	if _, err := s.link.RoundTrip(ctx, &b); err != nil {
		return "", nil, err
	}
	if r.err == nil {
		s.relaying.note(workHarmless)
		return signature(r.description), nil, nil
	}
	var end wire.Batch
	end.Sync(wire.ToNobody) // or the server would skip what tells the client
	_, err = s.link.Tidy(&end)
	s.relaying.rested()
	return "", r.err, err
}

// signature returns the names and types of the columns in a RowDescription, which a client must know to read the rows.
func signature(description []byte) string {
	const behind = 18 // table, attribute, type, size, modifier and format of a field
	if len(description) < wire.HeaderLen+2 {
		return "none"
	}
	var out bytes.Buffer
	for rest := description[wire.HeaderLen+2:]; ; {
		name, fields, ok := bytes.Cut(rest, []byte{0})
		if !ok || len(fields) < behind {
			return out.String()
		}
		fmt.Fprintf(&out, "%q %d %d;", name, binary.BigEndian.Uint32(fields[6:]), binary.BigEndian.Uint32(fields[12:]))
		rest = fields[behind:]
	}
}

// translateBind makes the statement of a Bind: its question is read from the parameters, translated, and put upstream
// in the place of the placeholder, or of the statement for another question. refused is for the client.
func (s *talk) translateBind(ctx context.Context, p *prepared, bind wire.Frame) (refused, err error) {
	l := p.deferred
	values, ok := boundValues(bind.Bytes)
	if !ok {
		return nil, nil
	}
	texts, wrong := questionValues(l.found.Questions, values, s.link.Charset())
	if wrong == nil && l.values != nil && maps.Equal(texts, l.values) && (!l.live || p.proven.group == s.relaying.epoch.group) {
		return nil, nil
	}
	if s.relaying.wrapped != wrapNone {
		if err := s.leaveWrap(ctx); err != nil || s.relaying.skipping {
			return nil, err
		}
	}
	if behind, err := s.behindWork(); err != nil || behind {
		return errBehindWork, err
	}
	status, err := s.settle()
	switch {
	case err != nil || s.relaying.skipping:
		return nil, err
	case status == 'E' && l.lost:
		return errInFailed, nil
	case status == 'E':
		return nil, nil
	case wrong != nil:
		return wrong, nil
	}
	return s.translateDeferred(ctx, p, texts)
}

// translateDeferred translates the question of a deferred statement and prepares the result upstream in its place.
func (s *talk) translateDeferred(ctx context.Context, p *prepared, texts map[int]string) (refused, err error) {
	l := p.deferred
	found, refused := withValues(l.found, texts)
	if refused != nil {
		return refused, nil
	}
	made, notices, refused := s.prepare(ctx, found)
	if refused != nil {
		return refused, nil
	}
	sql, refused := inCharset(s.link.Charset(), made.statement.Text())
	if refused != nil {
		return refused, nil
	}
	l.values, l.columns, l.lost = nil, "", true
	columns, refused, err := s.reprepare(ctx, l.name, parseOf(l.name, sql, l.types))
	switch {
	case err != nil:
		return nil, err
	case refused != nil && (l.placeholder == nil || s.link.Exchange.LastStatus() == 'E'):
		return refused, nil
	case refused != nil:
		_, err := s.hold(context.WithoutCancel(ctx), l) // refused again, it stays lost
		return refused, err
	}
	l.values, l.columns, l.lost = texts, columns, false
	made.deferred = l
	*p = *made
	s.relaying.known = true
	if err := s.link.Tell(notices); err != nil {
		return nil, err
	}
	return nil, nil
}

// withValues returns found with the values of parameters put into its questions.
func withValues(found recognise.Result, texts map[int]string) (recognise.Result, error) {
	questions := make([]recognise.Question, len(found.Questions))
	for i, q := range found.Questions {
		var err error
		if questions[i], err = q.With(func(n int) string { return texts[n] }); err != nil {
			return found, findError(err)
		}
	}
	found.Questions = questions
	return found, nil
}

// maxBound bounds, in bytes, a Bind that holds a question.
const maxBound = 1 << 20

// wholeBind reads a Bind to its end, because any of its parameters may be the question, and returns a copy. For one
// longer than maxBound the copy is empty.
func (s *talk) wholeBind(f wire.Frame) (wire.Frame, error) {
	out := append(make([]byte, 0, min(len(f.Bytes)+f.Rest, maxBound)), f.Bytes...)
	long := len(f.Bytes)+f.Rest > maxBound
	err := s.link.FromClient.Stream(func(piece []byte) error {
		if !long {
			out = append(out, piece...)
		}
		return nil
	})
	if err != nil {
		return f, fmt.Errorf("read client: %w", err)
	}
	if long {
		return wire.Frame{Type: f.Type}, nil
	}
	return wire.Frame{Type: f.Type, Bytes: out}, nil
}

// errBindTooLong is the answer to a Bind that is too long to look for its question in it.
var errBindTooLong = &translate.Error{Code: translate.CodeTooLong,
	Message: fmt.Sprintf("parameters with a question among them may have %d bytes at most", maxBound),
	Hint:    "Write the question as a literal: SELECT … FROM ask('…') t WHERE t.x = $1."}

// errUndescribed is the answer to a Describe of a statement whose columns depend on a question that is not known yet.
var errUndescribed = &translate.Error{Code: translate.CodeForm,
	Message: "the question is a parameter, so the columns of its answer are not known before it is bound",
	Hint:    "SELECT * FROM ask_json($1) has one column whatever is asked; or write the question as a literal: SELECT * FROM ask('…')."}

// errInFailed is what the server says of a Bind in a failed transaction, where it has the statement.
var errInFailed = &translate.Error{Code: wire.CodeInFailed,
	Message: "current transaction is aborted, commands ignored until end of transaction block"}

// errOtherColumns is the answer to an Execute whose client expects other columns.
var errOtherColumns = &translate.Error{Code: translate.CodeForm,
	Message: "the statement was described with the columns of another question",
	Hint:    "Prepare it anew for a question with other columns, or use SELECT * FROM ask_json($1)."}

// undescribed reports whether the columns of the statement are not known yet.
func (l *deferred) undescribed() bool { return l.values == nil && l.columns == "" }

// columnsChanged reports whether the client was told other columns than the rows of the portal have.
func (p *portal) columnsChanged() bool {
	l := p.stmt.deferred
	return l != nil && !p.described && l.told != "" && l.told != p.columns
}
