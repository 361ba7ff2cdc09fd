package translate

import (
	"sync"

	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/builtin"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/retrieve"
	"github.com/pgask/pgask/translate/schema"
)

// work is one question on its way through the states.
type work struct {
	agent    *Agent // the one that policies restrict, once they are known
	question Question
	conn     *borrow.Conn
	run      Runner // nil: the statement is not run
	budget   budget

	// Known after freshness.
	settings Settings
	rules    policy.Rules // that bind the caller
	print    schema.Print
	facts    *schema.Snapshot // all that the caller may read: what proofs go by
	factsAge int              // calls of models when these were read; see renew. -1: this question has waited since
	snapshot *schema.Snapshot // of it what the configuration lets a translator see

	// Known after recall and retrieve.
	recalled    recalled
	leadsFlight bool // other sessions wait for this translation
	selection   retrieve.Selection

	// The current attempt.
	draft   draft
	fixes   []plan.Fix
	verdict guard.Verdict
	failure error          // why the last attempt failed
	unclear *Clarification // to be asked by clarify; nil: it lists the failures

	// What was done before in this question.
	consulted    bool            // the built-in translator was asked
	understood   builtin.Result  // and what it said
	identified   bool            // the tables were judged
	widened      bool            // more tables were tried, after every attempt had failed
	failedDrafts []model.Attempt // as a model may see them
	nearby       []string        // names that exist, like those that failed
	heldEmpty    *emptyResult    // an answer without rows, kept back while a better one is looked for

	// What only some kinds of questions have.
	catalog     *catalogQuestion // about the catalog itself
	instruction string           // of a follow-up, in the user's words
	unknown     string           // what a follow-up names and no column is called
	undoTarget  *Past            // the answer that an undo goes back to
	shown       *Past            // the answer that ask sql: or ask explain: without a question is about
	asked       string           // the question that a reply by id belongs to
	pinFixed    bool             // the pin has no parameters

	answer  Answer
	trace   Trace
	countMu sync.Mutex // guards tokens, and the counts of calls in trace: tables are judged concurrently
	tokens  int64      // that models took, or that are reserved for calls under way
}
