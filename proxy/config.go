package proxy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

// Translator turns a question into a proven statement and, given a runner, runs it.
type Translator interface {
	// Ask works on one question over the caller's connection. Without a runner it stops before the statement runs. The
	// trace is filled even when it fails. Errors for the user are *translate.Error.
	Ask(ctx context.Context, conn *pgconn.PgConn, q translate.Question, run translate.Runner) (*translate.Answer, translate.Trace, error)
	// Prove checks a statement of the user's own that an answer has been put into: whether all of it only reads.
	Prove(answer *translate.Answer, sql string) (translate.Statement, error)
	// Reprove proves answers again that were prepared earlier, against the catalog as it is now.
	Reprove(ctx context.Context, conn *pgconn.PgConn, datasource string, answers []*translate.Answer) error
	// Again is called when an answer that was prepared earlier runs once more, under another id: replies, changes and feedback
	// may name that id.
	Again(answer *translate.Answer, id string)
	// OwnsAsk reports whether the database has a function ask(text) that the caller would call.
	OwnsAsk(ctx context.Context, conn *pgconn.PgConn) (bool, error)
}

// Journal records every question; without a durable intent nothing runs.
type Journal interface {
	Intent(ctx context.Context, r *audit.Record) error
	Outcome(ctx context.Context, r *audit.Record) error
}

// Config configures a server. The zero value of a field means its default.
type Config struct {
	login.Policy     // who is let in, and to which database
	Translator       Translator
	Journal          Journal
	Limits           Limits
	MaxConnections   int           // connections at once; default 10,000
	QuestionTimeout  time.Duration // for one question, all of it; default 120 s
	StatementTimeout time.Duration // for the statement that a question became; default 30 s
	// ProofAge is how long a proof holds for a client that has sent no Sync since: it may send a Parse and a Flush, and the Bind hours
	// later. Default 1 s. Only tests have other ones.
	ProofAge         time.Duration
	MaxQuestionBytes int          // how much of a Query or Parse is searched for a question; default 64 KiB
	Log              *slog.Logger // default: slog.Default()
}

func (c Config) withDefaults() Config {
	c.Policy = c.Policy.WithDefaults()
	c.MaxConnections = cmp.Or(c.MaxConnections, 10_000)
	c.Limits = c.Limits.withDefaults()
	c.QuestionTimeout = cmp.Or(c.QuestionTimeout, 2*time.Minute)
	c.StatementTimeout = cmp.Or(c.StatementTimeout, 30*time.Second)
	c.ProofAge = cmp.Or(c.ProofAge, time.Second)
	c.MaxQuestionBytes = cmp.Or(c.MaxQuestionBytes, 64<<10)
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}

func (c Config) validate() error {
	errs := []error{c.Policy.Validate()}
	if c.Translator == nil {
		errs = append(errs, errors.New("no translator is given"))
	}
	if c.Journal == nil {
		errs = append(errs, errors.New("no journal is given"))
	}
	for name, n := range map[string]int{"MaxConnections": c.MaxConnections, "MaxQuestionBytes": c.MaxQuestionBytes} {
		if n < 0 {
			errs = append(errs, fmt.Errorf("%s: %d is negative", name, n))
		}
	}
	return errors.Join(append(errs, c.Limits.validate())...)
}
