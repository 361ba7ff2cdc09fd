package auditcmd

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/cmd/cli"
)

// printPrompts prints what models were sent for a question, and what they answered.
func printPrompts(cmd *cobra.Command, dir, id string, entries []audit.Entry) error {
	var last *audit.Entry
	for i := range entries {
		if e := &entries[i]; e.ID == id && len(e.Prompts) > 0 {
			last = e // names all that the ones before do
		}
	}
	if last == nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "no prompts of this question are kept: no model was asked, or audit.prompts was off")
		return nil
	}
	out := cmd.OutOrStdout()
	calls, failed := audit.Prompts(dir, &last.Record)
	var errs []error
	for i := range calls {
		if cli.IsTerminal(out) {
			_, err := io.WriteString(out, promptText(i+1, &calls[i]))
			errs = append(errs, err)
			continue
		}
		errs = append(errs, cli.WriteLine(out, &calls[i]))
	}
	return errors.Join(append(errs, failed)...)
}

// promptText returns a call of a model as text, with n as its number.
func promptText(n int, x *audit.Exchange) string {
	var b strings.Builder
	how := x.Took.Round(time.Millisecond).String()
	if x.Cached {
		how = "nothing was sent, the answer was known"
	}
	fmt.Fprintf(&b, "call %d, %s: %s, %s, %s\n", n, cli.Printable(x.At), cli.Printable(x.Model), x.Time.Local().Format(time.RFC3339), how)
	for _, part := range []struct{ name, text string }{{"system", x.System}, {"user", x.User},
		{"answer schema", x.Schema}, {"answer", x.Answer}, {"error", x.Error}} {
		if part.text == "" {
			continue
		}
		fmt.Fprintf(&b, "  %s\n", part.name)
		for line := range strings.Lines(part.text) {
			fmt.Fprintf(&b, "    %s\n", cli.Printable(strings.TrimRight(line, "\n")))
		}
	}
	return b.String() + "\n"
}
