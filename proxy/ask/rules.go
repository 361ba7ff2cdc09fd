package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate"
)

// Translator turns questions into proven statements.
type Translator interface {
	// Open begins the work on a question; runs says that its statement will be run.
	Open(q translate.Question, runs bool) translate.Inquiry
	// Prove checks a statement of the user's own that an answer has been put into: whether all of it only reads.
	Prove(answer *translate.Answer, sql string) (translate.Statement, error)
	// Reprove proves answers again that were prepared earlier, against the catalog as it is now.
	Reprove(ctx context.Context, conn *pgconn.PgConn, datasource string, answers []*translate.Answer) error
	// Again is called when an answer that was prepared earlier runs once more, under another id: replies, changes and
	// feedback may name that id.
	Again(answer *translate.Answer, id string)
	// Look reads what questions in a text depend on: among it whether the database has a function ask(text) that the
	// caller would call.
	Look(ctx context.Context, conn *pgconn.PgConn) (*translate.Look, error)
}

// Journal records every question; without a durable intent nothing runs.
type Journal interface {
	Intent(ctx context.Context, r *audit.Record) error
	Outcome(ctx context.Context, r *audit.Record) error
}

// Rules say how questions are answered. The zero value of a field means its default.
type Rules struct {
	Translator       Translator
	Journal          Journal
	QuestionTimeout  time.Duration // for one question, all of it; default 120 s
	StatementTimeout time.Duration // for the statement that a question became; default 30 s
	// ProofAge is how long a proof holds for a client that has sent no Sync since: it may send a Parse and a Flush,
	// and the Bind hours later. Default 1 s. Only tests have other ones.
	ProofAge         time.Duration
	MaxQuestionBytes int // how much of a Query or Parse is searched for a question; default 64 KiB
	Questions        int // worked on at a time; default 64
	QuestionsPerRole int // of one role, worked on at a time; 0: no bound
	QuestionQueue    int // that wait for one of these places; default 256, negative: none
}

// WithDefaults returns the rules with their defaults filled in.
func (r Rules) WithDefaults() Rules {
	r.QuestionTimeout = cmp.Or(r.QuestionTimeout, 2*time.Minute)
	r.StatementTimeout = cmp.Or(r.StatementTimeout, 30*time.Second)
	r.ProofAge = cmp.Or(r.ProofAge, time.Second)
	r.MaxQuestionBytes = cmp.Or(r.MaxQuestionBytes, 64<<10)
	r.Questions = cmp.Or(r.Questions, 64)
	r.QuestionQueue = cmp.Or(r.QuestionQueue, 256)
	return r
}

// Validate returns all that is wrong with the rules.
func (r Rules) Validate() error {
	var errs []error
	if r.Translator == nil {
		errs = append(errs, errors.New("no translator is given"))
	}
	if r.Journal == nil {
		errs = append(errs, errors.New("no journal is given"))
	}
	for name, n := range map[string]int{"MaxQuestionBytes": r.MaxQuestionBytes, "Questions": r.Questions,
		"QuestionsPerRole": r.QuestionsPerRole} {
		if n < 0 {
			errs = append(errs, fmt.Errorf("%s: %d is negative", name, n))
		}
	}
	return errors.Join(errs...)
}
