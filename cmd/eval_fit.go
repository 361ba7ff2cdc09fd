package cmd

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/eval"
)

// evalFit is pgask eval fit.
func evalFit() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "fit DETAILS...",
		Short: "Fit how sure the built-in translator's second design is",
		Long: `Fit the weights of the acceptor on what eval readings --details wrote. Printed is how right the first reading is by confidences that
were fitted without its family of databases; the weights written to --out are those of all.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			var all []eval.Read
			for _, name := range files {
				f, err := os.Open(name)
				if err != nil {
					return usageError("%w", err)
				}
				part, err := eval.ReadReadings(f)
				f.Close()
				if err != nil {
					return usageError("%s: %w", name, err)
				}
				all = append(all, part...)
			}
			if err := eval.ReportFit(cmd.OutOrStdout(), eval.LeftOut(all)); err != nil {
				return err
			}
			if out == "" {
				return nil
			}
			w, closes, err := create(cmd, out)
			if err != nil {
				return usageError("--out: %w", err)
			}
			if err := eval.WriteWeights(w, eval.Fit(all)); err != nil {
				return fmt.Errorf("write --out: %w", err)
			}
			return closes()
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file for the weights: translate/draft/builtin/rank/weights.go")
	return cmd
}
