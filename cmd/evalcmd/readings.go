package evalcmd

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/eval"
)

// readingsCommand is pgask eval readings.
func readingsCommand() *cobra.Command {
	var o options
	cmd := measuring(&cobra.Command{
		Use:   "readings --dsn URL_WITH_%s --questions FILE",
		Short: "Measure where the right reading stands among the best",
		Long: `Read each question with the built-in translator's second design, run its best readings in order, and tell at which place the first
one with accepted rows stands; then how right the first one is by its confidence.`,
	}, &o, func(ctx context.Context, d *eval.Databases, questions []eval.Question) ([]eval.Read, error) {
		if o.explain != "" {
			questions = slices.DeleteFunc(questions, func(q eval.Question) bool { return q.ID.String() != o.explain })
		}
		return eval.Readings(ctx, d, questions, o.explain != "")
	}, func(w io.Writer, all []eval.Read) error {
		for _, r := range all {
			if r.Explained != "" {
				fmt.Fprintln(w, r.Explained)
			}
		}
		return eval.ReportReadings(w, all)
	})
	cmd.Flags().StringVar(&o.explain, "explain", "", "only the question with this id, with its links and best readings")
	cmd.Flags().DurationVar(&o.timeout, "timeout", 3*time.Second, "of one statement")
	return cmd
}
