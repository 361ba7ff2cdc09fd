package translate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/assume"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/draft/bymodel"
	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/reads"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/spend"
)

// caller is who asks what: the question, the connection that it came on, and what is known of both since freshness.
// It has no drafts.
type caller struct {
	agent    *Agent // replaced by a restricted agent once the policies are known
	question Question
	conn     *borrow.Conn
	runs     bool // the statement is to be run

	catalog    *intent.Catalog // of a question about the catalog itself
	unanswered bool            // why there is no answer is what is shown
	cut        bool            // how words are stored could not be looked up in time

	// Known after freshness.
	settings Settings
	rules    policy.Rules // the policies that apply to the caller
	print    schema.Print
	facts    *schema.Snapshot // all that the caller may read; used for proofs
	factsAge int              // number of model calls when facts was read; see renew. -1: the question has waited since
	snapshot *schema.Snapshot // the part of facts that a translator may see

	trace Trace
	calls bymodel.Calls // of models, into trace
	used  spend.Used
}

// meaning is what the caller's database means.
func (c *caller) meaning() *semantic.Model { return c.agent.understand(c.snapshot) }

// engine returns the engine to use: the caller's setting, else the configured one.
func (c *caller) engine() string {
	if c.settings.Engine != "" {
		return c.settings.Engine
	}
	return c.agent.cfg.Engine
}

// usesModel reports whether a model may be asked.
func (c *caller) usesModel() bool {
	return c.agent.cfg.Model != nil && c.engine() != EngineBuiltin
}

// usesLessons reports whether lessons are used for this question.
func (c *caller) usesLessons() bool { return c.settings.Lessons && !c.agent.cfg.IgnoreLessons }

// said returns what the question, and the changes to its answer, say about rows that do not count.
func (c *caller) said() assume.Said {
	root, changes, changed := strings.Cut(c.question.Text, andThen)
	s := assume.Read(root, c.meaning())
	if !changed {
		return s
	}
	for change := range strings.SplitSeq(changes, andThen) {
		s = s.With(assume.Change(change, c.meaning()))
	}
	s.Text = c.question.Text
	return s
}

func (c *caller) notify(n Notice) {
	if c.question.Notify != nil && n.Shown(c.settings.MinNotice) {
		c.question.Notify(n)
	}
}

// progress sends one notice about what the question waits for, after a delay. The caller must call stop when the wait
// is over; no notice is sent after stop has returned.
func (c *caller) progress(message string) (stop func()) {
	var mu sync.Mutex
	over := false
	var notice panics.Group
	timer := time.AfterFunc(c.agent.cfg.ProgressAfter, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			notice.Go(func() { c.notify(Notice{Severity: "NOTICE", Message: message}) })
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		over = true
		mu.Unlock()
		notice.Wait()
	}
}

// What people have written about a database, lessons, pins, comments and descriptions, may name what a caller must
// not know of. All that goes to a prompt or to a person asks here.

// mayTell reports whether the caller may read all of these texts.
func (c *caller) mayTell(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !c.agent.guard.MayTell(c.facts, text) })
}

// mayHear reports whether the caller may read a lesson, and a prompt for it may hold it.
func (c *caller) mayHear(l lessons.Lesson) bool {
	return c.mayTell(about.LessonTexts(l)...)
}

// Private reports whether the text of a question may be kept nowhere but in this process, as little as in the audit
// log: whose it is, and which columns the statement reads that it became; proven is false as long as there is no
// proven one.
type Private func(role string, columns []string, proven bool) bool

// private reports whether the words of the question, and what was made of them, may be kept nowhere but in this
// process. What a person chooses to keep, a pin or a lesson of a file, is not asked for here.
func (c *caller) private() bool {
	is := c.agent.cfg.Private
	return is != nil && is(c.print.SessionRole, c.trace.Columns, c.trace.Verdict == "allow")
}

// teller is the caller, as those see it who tell of what pgask knows.
func (c *caller) teller() about.Reader {
	return about.Reader{Role: c.print.Role, Datasource: c.question.Datasource, Snapshot: c.snapshot, May: c.mayTell,
		Model: func() *semantic.Model { return c.meaning() }}
}

// ownPath returns the local search_path for a whole-statement question outside a transaction, so that nothing on the
// caller's path can shadow a name. It returns "" when the caller's path must stay.
func (c *caller) ownPath() string {
	if c.question.Inline || c.conn.InTransaction() {
		return ""
	}
	path := append([]string{"pg_catalog"}, c.agent.cfg.ExtensionSchemas...)
	for i, p := range path {
		path[i] = schema.Quoted(p)
	}
	return strings.Join(append(path, "pg_temp"), ", ")
}

// defaultProgress is the time after which a state is announced to the user.
const defaultProgress = time.Second

// Own is the purpose of a statement over the caller's tables that pgask runs for itself.
type Own = reads.Own

// The purposes.
const (
	OwnLookup = reads.Lookup
	OwnSample = reads.Sample
	OwnJoin   = reads.Join
	OwnCodes  = reads.Codes
	OwnTrial  = reads.Trial
)

// Witness is told about statements over users' rows that pgask runs for itself, before they are sent. If it returns
// an error, they are not sent. It may be called from several goroutines.
type Witness interface {
	Witness(ctx context.Context, s Statement) error
}

// reads is what reads for the question on the caller's connection.
func (c *caller) reads() reads.Reader {
	r := c.agent.reads(c.conn, c.print, c.facts)
	r.Path, r.Tell = c.ownPath(), c.tellWitness
	return r
}

// reads is what reads about proofs on a connection.
func (a *Agent) reads(conn *borrow.Conn, print schema.Print, facts *schema.Snapshot) reads.Reader {
	return reads.Reader{Conn: conn, Guard: a.guard, Print: print, Facts: facts, MaxCost: a.cfg.MaxCost, OldAge: a.cfg.SnapshotAge}
}

// tellWitness passes statements to the witness, all in one call, so that they can be recorded together.
func (c *caller) tellWitness(ctx context.Context, all ...reads.Intent) error {
	if c.question.Witness == nil {
		return nil
	}
	errs := make([]error, len(all))
	var told panics.Group
	for i, s := range all {
		told.Go(func() {
			errs[i] = c.question.Witness.Witness(ctx,
				Statement{SQL: s.SQL, Own: s.Own, Relations: s.Relations, Columns: s.Columns, Engine: s.Engine})
		})
	}
	told.Wait()
	return errors.Join(errs...)
}
