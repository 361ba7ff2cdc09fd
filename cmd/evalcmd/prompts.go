package evalcmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/eval"
	"github.com/pgask/pgask/translate/grounding"
	"github.com/pgask/pgask/translate/schema"
)

// evalPrompts is pgask eval prompts.
func promptsCommand() *cobra.Command {
	var o options
	var details, level string
	var options grounding.Options
	cmd := &cobra.Command{
		Use:   "prompts --dsn URL_WITH_%s --questions FILE",
		Short: "Measure what the prompt of a model holds of its database",
		Long: `For each question, count the relations of an accepted statement (gold_sql) that its prompt holds in full, and the tokens that they,
the names of the others and the notes take. No model is asked.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			share, err := schema.ParseLevel(level)
			if o.dsn == "" || len(o.questions) == 0 || err != nil {
				return cli.UsageError("--dsn and --questions are needed, and a --share that there is: names, names+comments or values")
			}
			options.Share = schema.Share{Level: share}
			questions, err := o.read(cmd)
			if err != nil {
				return err
			}
			databases := &eval.Databases{DSN: o.dsn}
			defer databases.Close()
			all, err := eval.Prompts(cmd.Context(), databases, questions, options)
			if err != nil {
				return cli.InterruptedOr(cmd.Context(), err)
			}
			w, closes, err := cli.Create(cmd, details)
			if err != nil {
				return cli.UsageError("--details: %w", err)
			}
			defer closes()
			for _, p := range all {
				if p.ID.String() == o.explain {
					_, err := io.WriteString(cmd.OutOrStdout(), p.Text)
					return err
				}
				if err := cli.WriteLine(w, p); err != nil {
					return fmt.Errorf("write --details: %w", err)
				}
			}
			return eval.ReportPrompts(cmd.OutOrStdout(), all)
		},
	}
	o.measured(cmd)
	cmd.Flags().IntVar(&options.Full, "full", 1800, "tokens of the relations in full")
	cmd.Flags().IntVar(&options.Names, "names", 900, "tokens of the others by name")
	cmd.Flags().StringVar(&level, "share", "names+comments", "what a model may be told: names, names+comments or values")
	cmd.Flags().StringVar(&o.explain, "show", "", "print what the prompt of the question with this id holds")
	cmd.Flags().StringVar(&details, "details", "", "file for what is missing of each question")
	return cmd
}
