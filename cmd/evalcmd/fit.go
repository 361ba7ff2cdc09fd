package evalcmd

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/eval"
)

// evalFit is pgask eval fit.
func fitCommand() *cobra.Command {
	var out, details string
	var blind, keep bool
	cmd := &cobra.Command{
		Use:   "fit DETAILS...",
		Short: "Fit how the built-in translator's second design orders readings, and how sure it is",
		Long: `Fit the weights of the ranker and of the acceptor on what eval readings --details wrote. Each argument is a set; files of one set are joined
with commas. Printed is how right the first reading is by weights that were fitted without its family of databases, and without its whole
set. The weights written to --out are those of all.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var sets []eval.Set
			var all []eval.Read
			for _, names := range args {
				s := eval.Set{Name: names}
				for name := range strings.SplitSeq(names, ",") {
					part, err := readReadings(name)
					if err != nil {
						return err
					}
					s.Reads = append(s.Reads, part...)
				}
				sets, all = append(sets, s), append(all, s.Reads...)
			}
			f := eval.Fitter{Trials: !blind, Keep: keep}
			if err := writeDetails(cmd, details, withoutTries(f.ReportFit(cmd.OutOrStdout(), sets))); err != nil {
				return err
			}
			fitted := f.Fit(all)
			eval.ReportWeights(cmd.OutOrStdout(), fitted)
			if out == "" {
				return nil
			}
			w, closes, err := cli.Create(cmd, out)
			if err != nil {
				return cli.UsageError("--out: %w", err)
			}
			if err := eval.WriteWeights(w, fitted); err != nil {
				return fmt.Errorf("write --out: %w", err)
			}
			return closes()
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "file for the weights: translate/draft/builtin/rank/weights.go")
	cmd.Flags().StringVar(&details, "details", "", "file for how each question was read with its family left out")
	cmd.Flags().BoolVar(&blind, "blind", false, "as if no reading had been run")
	cmd.Flags().BoolVar(&keep, "keep", false, "keep the weights of the ranker, and fit the acceptor alone")
	return cmd
}

// withoutTries leaves out what is long.
func withoutTries(all []eval.Read) []eval.Read {
	for i := range all {
		all[i].Tries = nil
	}
	return all
}

func readReadings(name string) ([]eval.Read, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, cli.UsageError("%w", err)
	}
	defer f.Close()
	part, err := eval.ReadReadings(f)
	if err != nil {
		return nil, cli.UsageError("%s: %w", name, err)
	}
	return part, nil
}
