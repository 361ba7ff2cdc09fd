package cmd

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/cmd/cli"
)

// What went wrong may quote a database, a file or the command line.
func TestErrorsAreHarmlessToATerminal(t *testing.T) {
	t.Parallel()
	var out, errOut strings.Builder
	if code := run(t.Context(), []string{"check", "--\x1b[2J", "SELECT 1"}, nil, strings.NewReader(""), &out, &errOut); code != cli.Usage {
		t.Errorf("exit code %d", code)
	}
	if strings.Contains(errOut.String(), "\x1b") || !strings.Contains(errOut.String(), "unknown flag") {
		t.Errorf("standard error: %q", errOut.String())
	}
}
