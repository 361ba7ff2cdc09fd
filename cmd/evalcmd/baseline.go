package evalcmd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/service"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/schema"
)

// baselineDDL is the only baseline there is.
const baselineDDL = "ddl"

// baseline asks a model in the simplest way that there is: the whole schema as DDL and the question in one prompt,
// one call, and what it writes is the answer. Nothing is chosen, reviewed, proven or tried again. It exists to be
// compared with.
type baseline struct{ model *model.Client }

func newBaseline(s *conf.Settings) (*baseline, error) {
	if s.Model.BaseURL == "" {
		return nil, cli.UsageError("--baseline needs a model: set model.base_url and model.name")
	}
	m, err := service.NewModel(s, s.Model.Name, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, cli.Fail(cli.Usage, fmt.Errorf("model: %w", err))
	}
	return &baseline{m}, nil
}

// ask puts one question to the model.
func (b *baseline) ask(ctx context.Context, conn *pgconn.PgConn, q translate.Question,
	_ translate.Runner) (*translate.Answer, translate.Trace, error) {
	var trace translate.Trace
	borrowed := borrow.New(conn)
	print, err := schema.Fingerprint(ctx, borrowed, nil)
	if err != nil {
		return nil, trace, fmt.Errorf("read the fingerprint: %w", err)
	}
	snap, err := schema.Extract(ctx, borrowed, print)
	if err != nil {
		return nil, trace, fmt.Errorf("read the catalog: %w", err)
	}
	resp, err := b.model.Complete(ctx, model.Request{User: baselinePrompt(schema.DDL(snap), q)})
	trace.Calls, trace.TokensIn, trace.TokensOut = resp.Requests, resp.TokensIn, resp.TokensOut
	if err != nil && !errors.Is(err, model.ErrNonsense) && !errors.Is(err, model.ErrRefused) {
		return nil, trace, err
	}
	if back, ok := strings.CutPrefix(strings.TrimSpace(resp.Text), "ASK:"); ok {
		return &translate.Answer{Clarification: &translate.Clarification{Asked: dialogue.Asked{Message: strings.TrimSpace(back)}}}, trace, nil
	}
	draft, nonsense := model.Parse(resp.Text)
	if err != nil || nonsense != nil || draft.SQL == "" {
		return nil, trace, &translate.Error{Code: translate.CodeUnanswered, Message: "the model wrote no SQL"}
	}
	return &translate.Answer{Statement: translate.Statement{SQL: draft.SQL}}, trace, nil
}

func baselinePrompt(ddl string, q translate.Question) string {
	var b strings.Builder
	b.WriteString("A PostgreSQL database has this schema:\n\n" + ddl)
	b.WriteString("\nWrite one SQL query that answers the question. Reply with the SQL only, or with the word NONE if the database cannot answer it, " +
		"or with ASK: and one question back if it can be read in several ways whose answers differ.\n\n")
	if q.Evidence != "" {
		b.WriteString("Note: " + q.Evidence + "\n")
	}
	b.WriteString("Question: " + q.Text + "\n")
	return b.String()
}
