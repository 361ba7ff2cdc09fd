package evalcmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/eval"
)

// negativesCommand is pgask eval negatives.
func negativesCommand() *cobra.Command {
	var made string
	var bar float64
	var cmd *cobra.Command
	cmd = measuring(&cobra.Command{
		Use:   "negatives --dsn URL_WITH_%s --questions FILE",
		Short: "Ask questions of databases that were changed so that silence or a question back is right",
		Long: `Change what the built-in translator's second design knows of the database of each question, one change at a time, and count its answers.
Without a column that the question needs it should be silent, with two columns that hold the value it should ask back, and with names that
are glued, prefixed or abbreviated it should answer as before, or not at all. Only the catalog is changed; statements run on the database as it is.`,
	}, &options{timeout: 3 * time.Second}, func(ctx context.Context, d *eval.Databases,
		questions []eval.Question) ([]eval.Negative, error) {
		all, err := eval.Negatives(ctx, d, questions, bar)
		if err == nil {
			err = writeDetails(cmd, made, eval.ReadWithout(all))
		}
		return all, err
	}, eval.ReportNegatives)
	cmd.Flags().StringVar(&made, "made", "",
		"file for how the questions without their column were read, for eval fit, beside the details of their set")
	cmd.Flags().Float64Var(&bar, "bar", 0.8, "confidence from which on there is an answer")
	return cmd
}
