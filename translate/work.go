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

	tried    tried    // before, in this question
	followed followed // of a follow-up

	// Only some kinds of questions have these.
	catalog  *catalogQuestion // about the catalog itself
	shown    *Past            // the answer that ask sql: or ask explain: without a question is about
	asked    string           // the question that a reply by id belongs to
	pinFixed bool             // the pin has no parameters

	answer Answer
	trace  Trace
	usage  usage
}

// tried is what the agent has done so far for one question, so that it does nothing twice, and what came of it.
type tried struct {
	consulted    bool            // the built-in translator was asked
	understood   builtin.Result  // its answer; zero before
	identified   bool            // the tables were judged by a model
	widened      bool            // more tables were retrieved, after every attempt had failed
	failedDrafts []model.Attempt // oldest first, as a model may see them
	nearby       []string        // names that exist, like those that failed
	heldEmpty    *emptyResult    // an answer without rows, kept back while a better one is looked for; nil: none
}

// followed is what only a follow-up has: a question that changes the last answer.
type followed struct {
	instruction string // the change, in the user's words
	unknown     string // a name in it that no column has; empty: none
	undoTarget  *Past  // the answer that an undo goes back to; nil: it is no undo
}

// usage is what the question has cost so far in models.
type usage struct {
	mu     sync.Mutex // guards tokens, and the counts of calls in work.trace: tables are judged concurrently
	tokens int64      // that models took, or that are reserved for calls under way
}
