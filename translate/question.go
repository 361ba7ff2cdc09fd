package translate

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/guard/normal"
	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
)

// Verb is an instruction about a question. In every form of a question it may be written before the text, with a
// colon.
type Verb string

// The verbs.
const (
	Run     Verb = ""        // translate, prove, run
	SQL     Verb = "sql"     // show the statement, do not run it
	Explain Verb = "explain" // rows of aspect and detail
	Prompt  Verb = "prompt"  // rows of what a model would be sent
	Refine  Verb = "refine"  // follow up on the last answer
	Reply   Verb = "answer"  // reply to a clarification
	Good    Verb = "good"    // feedback
	Bad     Verb = "bad"     // feedback, with a reason
	Pin     Verb = "pin"     // fix the statement of a question
	Patch   Verb = "patch"   // change the plan of the last answer, as JSON says; see plan.ReadPatches
)

// Question is one question in plain language and who asks it.
type Question struct {
	ID         string // short, unique for an hour at least; see NewID
	Text       string // valid UTF-8
	Verb       Verb
	Datasource string
	// Server names the datasource's server that the session is on; empty: the datasource's own. Catalogs of different
	// servers are never mixed.
	Server string
	// Inline is set when the statement becomes part of a larger statement by the user. It then cannot have its own
	// search_path, and the agent never runs it.
	Inline bool
	// Terminal is set when the client prints text to a terminal of some 80 columns, as psql does.
	Terminal bool
	// Chart asks for a drawing of the answer instead of its rows.
	Chart bool
	// Evidence is an expert's addition to the question; empty: none.
	Evidence string
	// Settled are the constraints from earlier clarifications of this question, oldest first.
	Settled []plan.Constraint
	// Answered is the number of clarifications of this question that were answered.
	Answered int
	// Said is the original question, before any clarification. Replies are the answers to clarifications, oldest
	// first, as far as they were given in this session.
	Said    string
	Replies []string
	// Anew means that answers to earlier clarifications are not used, because the question contains its own. Passing
	// means that no lessons are made from the constraints, because the question will contain them the next time, too.
	Anew, Passing bool
	// Relation asks for data of the proxy instead of an answer from the database; empty: a normal question.
	Relation Relation
	// Since limits LogRelation to later questions: a time, or how long ago; empty: no limit.
	Since string
	// Draft is the statement to pin, unchecked; empty: the translation of the question.
	Draft string
	// pinsValues means that the statement to pin has values that the question does not name.
	pinsValues bool
	// Operator is set for questions on the command line of the proxy's operator, who may pin.
	Operator bool
	// About is the session's last answer, which feedback and follow-ups are about; nil: there is none.
	About *Past
	// Ref is the id of the clarification or answer that a reply, a follow-up or feedback is about. It may be from any
	// session of the same role in the last hour, and takes precedence over About. Empty: the session's own.
	Ref string
	// Datasources are the names of all datasources, to recognise a question about another one.
	Datasources []string
	// Look is what the connection's owner has looked up in this turn; nil: nothing.
	Look *Look
	// Witness is told about statements over users' rows that pgask is about to run for itself; may be nil.
	Witness Witness
	// Notify receives progress and warnings while the question is worked on; nil drops them. It must not block for
	// long.
	Notify func(Notice)
}

// accepted reports whether the user has seen how the question was read and has confirmed it.
func (q *Question) accepted() bool {
	return slices.ContainsFunc(q.Settled, func(c plan.Constraint) bool { return c.Kind == plan.AsRead })
}

// place is where the question is asked, for what its words may be about.
func (q *Question) place() intent.Place {
	return intent.Place{Datasource: q.Datasource, Datasources: q.Datasources}
}

// catalog returns the name of the catalog that the question is about.
func (q Question) catalog() string {
	if q.Server == "" {
		return q.Datasource
	}
	return q.Datasource + " on " + q.Server
}

// Statement is SQL that the guard has proven to only read.
type Statement struct {
	SQL string // as people read it
	// Sent is the text that was proven and goes to the server, when that is not SQL; see Text.
	Sent string
	// SearchPath must be set locally in the transaction that runs the statement; empty: keep the caller's own.
	SearchPath string
	// MaxRows is the number of rows after which the answer is cut when the question names no limit; 0: never.
	MaxRows int64
	// Draw is the number of characters of a line of a drawing that stands for the rows, if they can be drawn; 0: the
	// rows are wanted.
	Draw int
	// Until is when the caller's own limit ends the statement (ask.timeout); zero: there is none.
	Until time.Time
	// Tells is set when the rows are the proxy's own texts, about a question or the catalog, instead of the
	// database's data.
	Tells bool
	// Notices must be sent just before the rows: how the question was read, the assumptions, the SQL.
	Notices []Notice
	// MinNotice is the caller's client_min_messages.
	MinNotice string
	// For the record.
	Own       Own // why pgask runs it for itself; empty: it answers the question
	Relations []string
	Columns   []string // as [schema.]table.column; of pgask's own statements
	Engine    string
	Reading   string
	// Trace is the question's trace so far, while its statement runs; otherwise nil. It changes with the next step.
	Trace *Trace
	// Stands replaces SQL in the record, when SQL repeats what the log holds; empty: the record has SQL.
	Stands string
	// renamed is what has another name in Sent than in SQL.
	renamed normal.Renames
}

// within bounds a context by the statement's time.
func (s Statement) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.Until.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, s.Until)
}

// Text returns what goes to the server.
func (s Statement) Text() string { return cmp.Or(s.Sent, s.SQL) }

// Runner runs a proven statement on the caller's connection and delivers its rows. A server error is returned as
// *pgconn.PgError; the connection is then as usable as before.
type Runner interface {
	Run(ctx context.Context, s Statement) (Result, error)
}

// Result is the outcome of a run.
type Result struct {
	Rows      int64
	Bytes     int64     // of the rows, as the upstream sent them
	First     time.Time // when the first row arrived; zero: no rows
	Truncated bool      // there were more than MaxRows rows, or the client did not fetch all
	// Started is set when rows have reached the user, so that an error after them is final.
	Started bool
	// Deliver sends an empty result, which Run holds back so that a refined statement can take its place: who runs
	// statements calls it when the question is done with this result as its answer. It is nil when there were rows.
	Deliver func() error
}

// Answer is the outcome of a question. Exactly one of Statement.SQL and Clarification is set.
type Answer struct {
	Statement     Statement
	Plan          *plan.Plan // nil when a strong model or a pin gave SQL that could not be lifted
	Reading       string     // how the question was read, one sentence
	Assumptions   []string   // each worth a notice
	Confidence    float64    // 0 to 1
	Engine        string     // builtin, model, catalog or pin
	Clarification *Clarification
	Result        Result       // of the run, when there was one
	Pinned        *lessons.Pin // the pin made by the verb pin
	Settings      Settings

	past     *Past            // nil when the answer is not from the database
	snapshot *schema.Snapshot // the catalog that it was made from
	proven   string           // SQL that the guard allowed, as people read it; empty for VALUES of the proxy's own
	sent     string           // the same as the server gets it
	by       *Agent           // the agent whose guard allowed it
	role     string           // current_user at that time
	path     []string         // the effective search_path at that time
}

// Clarification is a question back to the user, with choices.
type Clarification struct {
	dialogue.Asked
	// Question is the unclear question, with the constraints settled before.
	Question Question `json:"-"`
	limit    int      // of answers and replies that fit nothing together; 0: none
	missed   struct { // replies that fitted nothing
		count int
		last  string
	}
}

// NewID returns a short random id for a question. It is unique for far longer than it is used.
func NewID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return hex.EncodeToString(b[:])
}

// IsID reports whether a text has the form of an id from NewID.
func IsID(s string) bool {
	return len(s) == 12 && strings.Trim(s, "0123456789abcdef") == ""
}

// now returns the time for prompts and records.
func now() time.Time { return time.Now() }

// What users are told has these names for those who ask the agent.
type (
	Error  = say.Error
	Notice = say.Notice
)

// The SQLSTATEs of errors; see package say.
const (
	CodeClarify    = say.CodeClarify
	CodeUnanswered = say.CodeUnanswered
	CodeUnsafe     = say.CodeUnsafe
	CodeModel      = say.CodeModel
	CodeBudget     = say.CodeBudget
	CodeAudit      = say.CodeAudit
	CodeForm       = say.CodeForm
	CodeCancelled  = say.CodeCancelled
	CodeInternal   = say.CodeInternal
	CodePrivilege  = say.CodePrivilege
	CodeMemory     = say.CodeMemory
	CodeTooLong    = say.CodeTooLong
)

// Code returns the SQLSTATE of an Error; XX000 for other errors.
func Code(err error) string { return say.Code(err) }

// Panicked returns the error for the user when err is a panic in the work on a question, and else err itself.
func Panicked(id string, err error) error { return say.Panicked(id, err) }

// Worded returns an error about the statement with the names that people read, where it has others as it was sent.
func (s Statement) Worded(err error) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return err
	}
	if told := s.WordedServer(pg); told != pg {
		return told
	}
	return err
}

// WordedServer is Worded for an error of the server, which it returns as it is where no name is another.
func (s Statement) WordedServer(pg *pgconn.PgError) *pgconn.PgError {
	return diagnose.Worded(pg, s.renamed)
}

// Holds notes that the answers stand in the statement, which is the user's own: an error may be about names of theirs
// that it does not have.
func (s *Statement) Holds(answers []*Answer) {
	for _, a := range answers {
		for _, r := range a.Statement.renamed {
			if !strings.Contains(s.SQL, r.Form) {
				s.renamed = append(s.renamed, r)
			}
		}
	}
	s.renamed = slices.Clip(s.renamed)
}
