package evalcmd

import (
	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/eval"
)

// evalScore is pgask eval score.
func scoreCommand() *cobra.Command {
	var o options
	var details string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "score --dsn URL_WITH_%s --questions FILE PREDICTIONS...",
		Short: "Judge predictions by their rows",
		Long: `Run what was predicted and what is accepted (gold_sql), in READ ONLY transactions, and compare the rows: leniently, where an answer
may have more columns and duplicates do not count, and strictly. Prints tables by suite, family of databases and band of confidence, with an
interval by drawing databases.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			scored, err := o.score(cmd, files)
			if err != nil {
				return err
			}
			if err := writeDetails(cmd, details, scored[0]); err != nil {
				return err
			}
			return eval.Report(cmd.OutOrStdout(), scored[0], seed)
		},
	}
	o.measured(cmd)
	cmd.Flags().StringVar(&details, "details", "", "file for the outcome of each question")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "what the bootstrap draws")
	return cmd
}

// evalCompare is pgask eval compare.
func compareCommand() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "compare --dsn URL_WITH_%s --questions FILE BEFORE AFTER",
		Short: "Compare two files of predictions question by question",
		Args:  cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, files []string) error {
			scored, err := o.score(cmd, files[:1], files[1:])
			if err != nil {
				return err
			}
			return eval.ReportDifferences(cmd.OutOrStdout(), eval.Differences(scored[0], scored[1]))
		},
	}
	o.measured(cmd)
	return cmd
}

// score judges each list of files of predictions.
func (o *options) score(cmd *cobra.Command, runs ...[]string) ([][]eval.Result, error) {
	questions, err := o.asked(cmd)
	if err != nil {
		return nil, err
	}
	databases := &eval.Databases{DSN: o.dsn}
	defer databases.Close()
	var scored [][]eval.Result
	for _, files := range runs {
		predictions := map[string]eval.Prediction{}
		for _, name := range files {
			if err := eval.ReadPredictions(name, predictions); err != nil {
				return nil, cli.UsageError("%w", err)
			}
		}
		results, err := eval.Score(cmd.Context(), databases, questions, predictions)
		if err != nil {
			return nil, cli.InterruptedOr(cmd.Context(), err)
		}
		scored = append(scored, results)
	}
	return scored, nil
}
