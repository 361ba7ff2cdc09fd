package audit

import "time"

// Version of the record format. A reader must accept every earlier one.
const Version = 1

// Record is one question and what became of it. It is written twice: as an intent before the statement is sent, and as
// an outcome afterwards; both lines carry the same ID.
type Record struct {
	Version int       `json:"v"`
	Event   Event     `json:"event"`
	ID      string    `json:"id"`
	Time    time.Time `json:"time"` // when the question arrived, UTC

	// Where it came from.
	Proxy       string `json:"proxy,omitempty"` // that wrote the record, as audit.proxy names it
	Datasource  string `json:"datasource,omitempty"`
	Session     string `json:"session,omitempty"`
	Client      string `json:"client,omitempty"`      // address of the client
	Role        string `json:"role,omitempty"`        // as it logged in
	Acting      string `json:"acting_role,omitempty"` // whose rights counted, when that was another: SET ROLE
	Application string `json:"application,omitempty"`
	Actor       string `json:"claimed_actor,omitempty"` // user of a BI tool, from the tool's comment: claimed, never proven
	Remark      string `json:"remark,omitempty"`        // that comment, or whatever stood there

	// What was asked.
	Form     string `json:"form,omitempty"` // statement, comment, function, command
	Verb     string `json:"verb,omitempty"`
	Question string `json:"question"`
	Reply    string `json:"reply,omitempty"` // to a clarification: what made this question of the one in About
	// About is the id of the question that was asked back, or whose answer this is a change to or an opinion of.
	About    string   `json:"about,omitempty"`
	Feedback Feedback `json:"feedback,omitempty"` // about that answer; the reason is the question

	// How it was understood.
	Engine string `json:"engine,omitempty"`
	Model  string `json:"model,omitempty"`
	Prompt string `json:"prompt_hash,omitempty"` // SHA-256 of the last prompt, in hex; see model.Request.Hash
	Calls  int    `json:"model_calls,omitempty"`
	// Prompts are the files that have what was sent to models and what came back, if that is kept; see Exchange.
	Prompts []Kept `json:"prompts,omitempty"`
	// PromptsLost are calls of which it should have been kept, and is not.
	PromptsLost int `json:"prompts_lost,omitempty"`
	// Exchanges are those calls, for Log to keep; in no line of the log.
	Exchanges []*Exchange `json:"-"`
	// CachedCalls cost nothing: the model had answered the same prompt before.
	CachedCalls int `json:"cached_calls,omitempty"`
	TokensIn    int `json:"tokens_in,omitempty"`
	TokensOut   int `json:"tokens_out,omitempty"`
	// TokensCached are those of TokensIn that the endpoint had worked on before, as far as it says.
	TokensCached int `json:"tokens_cached,omitempty"`
	// ModelCost is the cost of the calls, in the currency of model.price.
	ModelCost float64 `json:"model_cost,omitempty"`

	Reading    string     `json:"reading,omitempty"`
	Confidence float64    `json:"confidence,omitempty"`
	States     []State    `json:"states,omitempty"`
	Attempts   []Attempt  `json:"attempts,omitempty"`
	Clarified  string     `json:"clarification,omitempty"` // what was asked back
	Retrieval  *Retrieval `json:"retrieval,omitempty"`     // absent when every table went into the prompt
	Lessons    []string   `json:"lessons,omitempty"`       // ids of those that had a part
	Pin        string     `json:"pin,omitempty"`           // id of the pin that answered

	// What was run.
	SQL         string   `json:"sql,omitempty"`         // as people read it
	Sent        string   `json:"sent,omitempty"`        // the text that went to the server, where it is not SQL to the letter
	Within      string   `json:"within,omitempty"`      // the client's own statement that SQL was put into, as it was sent
	Fingerprint string   `json:"fingerprint,omitempty"` // of SQL, by pg_query: equal for statements that differ in literals alone
	Trial       bool     `json:"trial,omitempty"`       // of an intent: a draft that is compared with others, its rows shown to nobody
	Own         string   `json:"own,omitempty"`         // of an intent: what pgask itself reads users' rows for, lookup, sample, join or codes
	LookedUp    []string `json:"looked_up,omitempty"`   // columns in which pgask itself looked for words of the question
	Relations   []string `json:"relations,omitempty"`
	Columns     []string `json:"columns,omitempty"` // that it reads, as [schema.]table.column
	Verdict     string   `json:"verdict,omitempty"` // allow, invalid or unsafe
	Rule        string   `json:"rule,omitempty"`    // of the guard, when it refused; or the quota that is used up
	Policy      string   `json:"policy,omitempty"`  // name of the policy that refused
	Cost        float64  `json:"explain_cost,omitempty"`
	PlanRows    float64  `json:"explain_rows,omitempty"`

	// How it ended; only in an outcome.
	Outcome   Outcome `json:"outcome,omitempty"`
	SQLState  string  `json:"sqlstate,omitempty"`
	Message   string  `json:"message,omitempty"`
	Rows      int64   `json:"rows,omitempty"`
	Bytes     int64   `json:"bytes,omitempty"`     // of those rows, as they came from the upstream
	Truncated bool    `json:"truncated,omitempty"` // there were more rows, which were cut off or not fetched

	Translate time.Duration `json:"translate_ns,omitempty"` // arrival to a proven statement
	FirstRow  time.Duration `json:"first_row_ns,omitempty"` // arrival to the first row from the upstream
	Total     time.Duration `json:"total_ns,omitempty"`     // arrival to the end

	Cut bool `json:"cut,omitempty"` // lists were too long for the line, and lack their ends
}

// Of makes a record that of a statement which pgask runs for itself, and why: lookup, sample or trial.
func (r *Record) Of(why string, relations, columns []string) {
	if r.Trial = why == "trial"; !r.Trial {
		r.Own = why
	}
	r.Relations, r.Columns = relations, columns
}

// Event is the kind of a line.
type Event string

// The events.
const (
	Intent   Event = "intent"
	Finished Event = "outcome"
	// Note is the log speaking of itself, in Message: a torn line repaired, records lost. It has no ID.
	Note Event = "note"
)

// Outcome is the result of a question.
type Outcome string

// The outcomes.
const (
	Answered   Outcome = "answered"
	Prepared   Outcome = "prepared" // translated for a prepared statement, or shown; nothing was run
	Clarified  Outcome = "clarified"
	Unanswered Outcome = "unanswered"
	Refused    Outcome = "refused"
	Failed     Outcome = "failed"
	Cancelled  Outcome = "cancelled"
)

// Feedback is a user's opinion of an answer.
type Feedback string

// The kinds of feedback.
const (
	Good Feedback = "good"
	Bad  Feedback = "bad"
)

// State is one state that the agent passed through.
type State struct {
	Name string        `json:"name"`
	Took time.Duration `json:"took_ns"`
	Note string        `json:"note,omitempty"`
}

// Attempt is one draft and how it failed; the last may have none.
type Attempt struct {
	Draft    string `json:"draft"`
	SQLState string `json:"sqlstate,omitempty"`
	Error    string `json:"error,omitempty"`
	Class    string `json:"class,omitempty"`  // of the error, for example COLUMN_NOT_FOUND
	Advice   string `json:"advice,omitempty"` // for the next attempt
}

// Retrieval describes how the tables for a prompt were chosen.
type Retrieval struct {
	Phases  []string      `json:"phases,omitempty"` // of the model's judgement, and what became of each
	Chosen  []TableChoice `json:"chosen,omitempty"` // the surest first
	Removed []TableChoice `json:"removed,omitempty"`
	Omitted int           `json:"removed_not_listed,omitempty"`
	Outline string        `json:"outline,omitempty"` // of earlier releases: how a model would use the tables
}

// TableChoice is a table that was chosen or left out, and why.
type TableChoice struct {
	Table      string   `json:"table"`
	Reason     string   `json:"reason"`
	Confidence float64  `json:"confidence,omitempty"` // of a model's judgement; absent: it was not asked
	Columns    []string `json:"columns,omitempty"`    // that the question needs, as the model sees it
}
