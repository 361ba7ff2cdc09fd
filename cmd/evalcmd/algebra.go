package evalcmd

import (
	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/eval"
)

// evalAlgebra is pgask eval algebra.
func algebraCommand() *cobra.Command {
	var o options
	var details string
	var normal bool
	cmd := &cobra.Command{
		Use:   "algebra --dsn URL_WITH_%s --questions FILE",
		Short: "Measure what the algebra of questions can express",
		Long: `Read each accepted statement (gold_sql) as algebra, lower it to SQL again, run both and compare the rows. What has no form is
counted by kind.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			questions, err := o.asked(cmd)
			if err != nil {
				return err
			}
			databases := &eval.Databases{DSN: o.dsn}
			defer databases.Close()
			all, err := eval.Algebra(cmd.Context(), databases, questions, normal)
			if err != nil {
				return cli.InterruptedOr(cmd.Context(), err)
			}
			if err := writeDetails(cmd, details, all); err != nil {
				return err
			}
			return eval.ReportAlgebra(cmd.OutOrStdout(), all)
		},
	}
	o.measured(cmd)
	cmd.Flags().StringVar(&details, "details", "", "file for what became of each question")
	cmd.Flags().BoolVar(&normal, "normal", false, "bring each tree to its normal form first")
	return cmd
}
