package evalcmd

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/eval"
)

// evalNegatives is pgask eval negatives.
func negativesCommand() *cobra.Command {
	var o options
	var details, made string
	var bar float64
	cmd := &cobra.Command{
		Use:   "negatives --dsn URL_WITH_%s --questions FILE",
		Short: "Ask questions of databases that were changed so that silence or a question back is right",
		Long: `Change what the built-in translator's second design knows of the database of each question, one change at a time, and count its answers.
Without a column that the question needs it should be silent, with two columns that hold the value it should ask back, and with names that
are glued, prefixed or abbreviated it should answer as before, or not at all. Only the catalog is changed; statements run on the database as it is.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			questions, err := o.asked(cmd)
			if err != nil {
				return err
			}
			databases := &eval.Databases{DSN: o.dsn, Timeout: 3 * time.Second}
			defer databases.Close()
			all, err := eval.Negatives(cmd.Context(), databases, questions, bar)
			if err != nil {
				return cli.InterruptedOr(cmd.Context(), err)
			}
			if err := writeDetails(cmd, details, all); err != nil {
				return err
			}
			if err := writeDetails(cmd, made, eval.ReadWithout(all)); err != nil {
				return err
			}
			return eval.ReportNegatives(cmd.OutOrStdout(), all)
		},
	}
	o.measured(cmd)
	cmd.Flags().StringVar(&details, "details", "", "file for what became of each question")
	cmd.Flags().StringVar(&made, "made", "", "file for how the questions without their column were read, for eval fit, beside the details of their set")
	cmd.Flags().Float64Var(&bar, "bar", 0.8, "confidence from which on there is an answer")
	return cmd
}
