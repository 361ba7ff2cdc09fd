package translate

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Verb is an instruction about a question. In every form it may stand before the question with a colon.
type Verb string

// The verbs.
const (
	Run     Verb = ""        // translate, prove, run
	SQL     Verb = "sql"     // show the statement, do not run it
	Explain Verb = "explain" // rows of aspect and detail
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
	// Server is which of the datasource's servers the session is on; empty: its own. Catalogs of two servers are never mixed.
	Server string
	// Inline is set when the statement becomes part of a larger statement of the user's own, so it cannot have a search_path
	// of its own and is never run by the agent.
	Inline bool
	// Terminal is set when the client shows text as it comes to people at a terminal, some 80 columns wide, as psql does.
	Terminal bool
	// Evidence is an expert's addition to the question; empty: none.
	Evidence string
	// Settled are the constraints from earlier clarifications of this question, oldest first.
	Settled []plan.Constraint
	// Answered is the number of clarifications of this question that were answered.
	Answered int
	// Said is the question as it was before any of them was, and Replies the answers, oldest first, as far as they came in
	// this session.
	Said    string
	Replies []string
	// Anew says that what was answered another time does not count, because the question brings its own answers; Passing that
	// what is settled teaches nothing, because the question brings it along the next time, too.
	Anew, Passing bool
	// Relation asks for rows of the proxy's own instead of an answer from the database; empty: it does not.
	Relation Relation
	// Since narrows LogRelation to what was asked since: a time, or how long ago; empty: all.
	Since string
	// Draft is the statement that a pin fixes, unchecked; empty: the translation of the question.
	Draft string
	// Operator is set for questions on the command line of whoever runs the proxy, who may pin.
	Operator bool
	// About is the session's last answer, which feedback and follow-ups are about; nil: there is none.
	About *Past
	// Ref is the id of the question back or of the answer that a reply, a follow-up or feedback is about, of the last hour and
	// of any session of the same role; it goes before About. Empty: those of the session.
	Ref string
	// Datasources are the names of all datasources, so that a question about another one can be told so.
	Datasources []string
	// Witness is told of statements over users' rows that pgask is about to run for itself; nil: nobody is.
	Witness Witness
	// Notify receives progress and warnings while the question is worked on; nil drops them. It must not block for long.
	Notify func(Notice)
}

// catalog names the catalog that the question is about.
func (q Question) catalog() string {
	if q.Server == "" {
		return q.Datasource
	}
	return q.Datasource + " on " + q.Server
}

// Notice is something to tell the user that is not the answer.
type Notice struct {
	Severity string // NOTICE or WARNING
	Code     string // SQLSTATE; empty: 00000 for NOTICE, 01000 for WARNING
	Message  string // complete by itself: many clients show nothing else
	Detail   string
	Hint     string
}

// Shown reports whether client_min_messages, which is empty when it is not known, lets the notice through.
func (n Notice) Shown(minimum string) bool {
	switch minimum {
	case "warning":
		return n.Severity == "WARNING"
	case "error":
		return false
	}
	return true
}

// Statement is SQL that the guard has proven to only read.
type Statement struct {
	SQL string // exactly the text that was parsed, proven and will be sent
	// SearchPath is to be made local to the transaction that runs the statement; empty: the caller's own stays.
	SearchPath string
	// MaxRows is the number of rows at which the answer is cut when the question names no limit; 0: it is not.
	MaxRows int64
	// Tells is set when the rows are words about the question, and not data.
	Tells bool
	// Notices belong just before the rows: how the question was read, what was assumed, the SQL.
	Notices []Notice
	// MinNotice is the caller's client_min_messages.
	MinNotice string
	// For the record.
	Own       Own // why pgask runs it for itself; empty: it is the question's
	Relations []string
	Columns   []string // as [schema.]table.column; of what is pgask's own
	Engine    string
	Reading   string
	// Trace is the question's trace so far, while its statement is run by the agent; nil elsewhere. It changes again when
	// Run has returned.
	Trace *Trace
	// Stands replaces, in the record, SQL that repeats what the log holds; empty: the record has SQL itself.
	Stands string
}

// Runner runs a proven statement on the caller's connection and delivers its rows. A server error is returned as
// *pgconn.PgError; the connection is then as usable as before.
type Runner interface {
	Run(ctx context.Context, s Statement) (Result, error)
}

// Result is the outcome of a run.
type Result struct {
	Rows      int64
	Bytes     int64     // of the rows, as the upstream sent them
	First     time.Time // when the first row came; zero: none did
	Truncated bool      // more than MaxRows were there, or the client has not fetched all
	// Started is set when rows have reached the user, so that an error after them is final.
	Started bool
	// Deliver sends an empty result, which Run holds back so that a refined statement can take its place. It is nil when
	// there were rows.
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
	Pinned        *lessons.Pin // that the verb pin has made
	Settings      Settings

	past     *Past            // nil when the answer is not from the database
	snapshot *schema.Snapshot // that it was made from
	proven   string           // what the guard has allowed; empty when the statement is VALUES of our own
	by       *Agent           // whose guard that was
	role     string           // current_user then
	path     []string         // and the effective search_path
}

// Clarification is a question back to the user, with choices.
type Clarification struct {
	ID      string            `json:"id"`
	Kind    ClarifyKind       `json:"type"`
	Message string            `json:"message"`
	Options []Option          `json:"options"`
	Context map[string]string `json:"context,omitempty"`

	// Question is the one that was unclear, with what was settled before.
	Question Question `json:"-"`
}

// Option is one choice of a clarification.
type Option struct {
	Label   string `json:"label"`   // what the user may say instead of the number
	Meaning string `json:"meaning"` // one sentence
	// Settles are the constraints that choosing it sets.
	Settles []plan.Constraint `json:"-"`
	// Rephrased replaces the question's text when it is chosen; empty: the text stays.
	Rephrased string `json:"-"`
}

// ClarifyKind is the subject of a clarification.
type ClarifyKind string

// The kinds of clarification.
const (
	AskTable    ClarifyKind = "table"
	AskJoin     ClarifyKind = "join"
	AskColumn   ClarifyKind = "column"
	AskValue    ClarifyKind = "value"
	AskFilter   ClarifyKind = "filter"
	AskMetric   ClarifyKind = "metric"
	AskNothing  ClarifyKind = "nothing_matches" // words that nothing here is called; the options come near
	AskInstead  ClarifyKind = "unsupported"     // what no plain statement computes; the options are what can be answered
	AskFailures ClarifyKind = "failures"        // every attempt failed; the list says how
	AskFreeText ClarifyKind = "free_text"
)

// NewID is a short random name for a question, unique for far longer than anybody refers to it.
func NewID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return hex.EncodeToString(b[:])
}

// IsID reports whether a text has the form of the ids that NewID makes.
func IsID(s string) bool {
	if len(s) != 12 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// now is the time that prompts and records speak of.
func now() time.Time { return time.Now() }
