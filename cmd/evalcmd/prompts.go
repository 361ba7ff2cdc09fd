package evalcmd

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/eval"
	"github.com/pgask/pgask/translate/grounding"
	"github.com/pgask/pgask/translate/schema"
)

// promptsCommand is pgask eval prompts.
func promptsCommand() *cobra.Command {
	var o options
	var level string
	var held grounding.Options
	cmd := measuring(&cobra.Command{
		Use:   "prompts --dsn URL_WITH_%s --questions FILE",
		Short: "Measure what the prompt of a model holds of its database",
		Long: `For each question, count the relations of an accepted statement (gold_sql) that its prompt holds in full, and the tokens that they,
the names of the others and the notes take. No model is asked.`,
	}, &o, func(ctx context.Context, d *eval.Databases, questions []eval.Question) (_ []eval.Prompted, err error) {
		if held.Share.Level, err = schema.ParseLevel(level); err != nil {
			return nil, cli.UsageError("--share: %w", err)
		}
		return eval.Prompts(ctx, d, questions, held)
	}, func(w io.Writer, all []eval.Prompted) error {
		for _, p := range all {
			if p.ID.String() == o.explain {
				_, err := io.WriteString(w, p.Text)
				return err
			}
		}
		return eval.ReportPrompts(w, all)
	})
	cmd.Flags().IntVar(&held.Full, "full", 1800, "tokens of the relations in full")
	cmd.Flags().IntVar(&held.Names, "names", 900, "tokens of the others by name")
	cmd.Flags().StringVar(&level, "share", "names+comments", "what a model may be told: names, names+comments or values")
	cmd.Flags().StringVar(&o.explain, "show", "", "print what the prompt of the question with this id holds")
	return cmd
}
