package evalcmd

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/eval"
	"github.com/pgask/pgask/translate/semantic"
)

// recallCommand is pgask eval recall.
func recallCommand() *cobra.Command {
	var meaning string
	var use eval.RecallOptions
	cmd := measuring(&cobra.Command{
		Use:   "recall --dsn URL_WITH_%s --questions FILE",
		Short: "Measure how much of what a question needs is found",
		Long: `Compare the relations, columns and values that an accepted statement (gold_sql) uses with those that are linked to the words of the question,
at most 12 a chunk: those that the question says apart from those that it does not (join keys, labels, filters that go without saying).`,
	}, &options{}, func(ctx context.Context, d *eval.Databases, questions []eval.Question) ([]eval.Recalled, error) {
		if meaning != "" {
			text, err := os.Open(meaning)
			if err != nil {
				return nil, err
			}
			defer text.Close()
			if use.Meaning, err = semantic.ParseFile(text); err != nil {
				return nil, cli.UsageError("--meaning: %w", err)
			}
		}
		return eval.Recall(ctx, d, questions, use)
	}, eval.ReportRecall)
	cmd.Flags().BoolVar(&use.Look, "look", false, "look up in the data what link wants to know, as is done for a question")
	cmd.Flags().StringVar(&meaning, "meaning", "", "file of schema.descriptions that is used, too")
	return cmd
}
