package evalcmd

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/eval"
)

// evalReadings is pgask eval readings.
func readingsCommand() *cobra.Command {
	var o options
	var details string
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   "readings --dsn URL_WITH_%s --questions FILE",
		Short: "Measure where the right reading stands among the best",
		Long: `Read each question with the built-in translator's second design, run its best readings in order, and tell at which place the first
one with accepted rows stands; then how right the first one is by its confidence.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			questions, err := o.asked(cmd)
			if err != nil {
				return err
			}
			databases := &eval.Databases{DSN: o.dsn, Timeout: timeout}
			defer databases.Close()
			if o.explain != "" {
				questions = slices.DeleteFunc(questions, func(q eval.Question) bool { return q.ID.String() != o.explain })
			}
			all, err := eval.Readings(cmd.Context(), databases, questions, o.explain != "")
			if err != nil {
				return cli.InterruptedOr(cmd.Context(), err)
			}
			w, closes, err := cli.Create(cmd, details)
			if err != nil {
				return cli.UsageError("--details: %w", err)
			}
			defer closes()
			for _, r := range all {
				if r.Explained != "" {
					fmt.Fprintln(cmd.OutOrStdout(), r.Explained)
				}
				if err := cli.WriteLine(w, r); err != nil {
					return fmt.Errorf("write --details: %w", err)
				}
			}
			return eval.ReportReadings(cmd.OutOrStdout(), all)
		},
	}
	o.measured(cmd)
	cmd.Flags().StringVar(&o.explain, "explain", "", "only the question with this id, with its links and best readings")
	cmd.Flags().DurationVar(&timeout, "timeout", 3*time.Second, "of one statement")
	cmd.Flags().StringVar(&details, "details", "", "file for how each question was read")
	return cmd
}
