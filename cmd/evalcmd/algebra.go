package evalcmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/eval"
)

// algebraCommand is pgask eval algebra.
func algebraCommand() *cobra.Command {
	var normal bool
	cmd := measuring(&cobra.Command{
		Use:   "algebra --dsn URL_WITH_%s --questions FILE",
		Short: "Measure what the algebra of questions can express",
		Long: `Read each accepted statement (gold_sql) as algebra, lower it to SQL again, run both and compare the rows. What has no form is
counted by kind.`,
	}, &options{}, func(ctx context.Context, d *eval.Databases, questions []eval.Question) ([]eval.Expressed, error) {
		return eval.Algebra(ctx, d, questions, normal)
	}, eval.ReportAlgebra)
	cmd.Flags().BoolVar(&normal, "normal", false, "bring each tree to its normal form first")
	return cmd
}
