package cmd

import (
	"fmt"

	"github.com/spf13/cobra"
)

// psqlMacro makes psql ask for a question and send it as a literal. psql itself quotes what :'ask_q' stands for, so the
// question may hold quotes, semicolons and backslashes.
const psqlMacro = `-- pgask: type :ask, then a question in plain language, with whatever quotes it needs.
\set ask '\\prompt ''ask> '' ask_q \\\\ SELECT * FROM ask(:''ask_q'');'
`

func psqlrc() *cobra.Command {
	return &cobra.Command{
		Use:     "psqlrc",
		Short:   "Print a macro for psql: :ask asks for a question",
		Example: "  pgask psqlrc >> ~/.psqlrc",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), psqlMacro)
			return err
		},
	}
}
