package evalcmd

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/eval"
	"github.com/pgask/pgask/translate/semantic"
)

// evalRecall is pgask eval recall.
func recallCommand() *cobra.Command {
	var o options
	var details, meaning string
	var use eval.RecallOptions
	cmd := &cobra.Command{
		Use:   "recall --dsn URL_WITH_%s --questions FILE",
		Short: "Measure how much of what a question needs is found",
		Long: `Compare the relations, columns and values that an accepted statement (gold_sql) uses with those that are linked to the words of the question,
at most 12 a chunk: those that the question says apart from those that it does not (join keys, labels, filters that go without saying).`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			questions, err := o.asked(cmd)
			if err != nil {
				return err
			}
			if meaning != "" {
				f, err := os.Open(meaning)
				if err != nil {
					return err
				}
				defer f.Close()
				if use.Meaning, err = semantic.ParseFile(f); err != nil {
					return cli.UsageError("--meaning: %w", err)
				}
			}
			databases := &eval.Databases{DSN: o.dsn}
			defer databases.Close()
			all, err := eval.Recall(cmd.Context(), databases, questions, use)
			if err != nil {
				return cli.InterruptedOr(cmd.Context(), err)
			}
			if err := writeDetails(cmd, details, all); err != nil {
				return err
			}
			return eval.ReportRecall(cmd.OutOrStdout(), all)
		},
	}
	o.measured(cmd)
	cmd.Flags().BoolVar(&use.Look, "look", false, "look up in the data what link wants to know, as is done for a question")
	cmd.Flags().StringVar(&meaning, "meaning", "", "file of schema.descriptions that is used, too")
	cmd.Flags().StringVar(&details, "details", "", "file for what was missed of each question")
	return cmd
}
