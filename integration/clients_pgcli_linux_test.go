package integration

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestClientsPgcliTerminal types into pgcli: the notices stand above the rows, and a question back is answered.
func TestClientsPgcliTerminal(t *testing.T) {
	everyClient(t)
	t.Parallel()
	path, err := exec.LookPath("pgcli")
	if err != nil {
		t.Fatal("pgcli is missing; install pgcli")
	}
	r := setup(t)
	cmd := exec.Command(path, "--less-chatty", "--no-password", "--prompt", "ready> ", r.url("demo"))
	// It keeps a history and a configuration at home, and asks the terminal where its cursor is.
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_CONFIG_HOME=", "PAGER=cat", "PROMPT_TOOLKIT_NO_CPR=1")
	p := r.atTerminal(cmd)
	for _, step := range []struct {
		typed string
		want  []string
	}{
		{"ASK how many products are there;", []string{"SQL: SELECT count(*) AS number_of_products", "The number of products.", "| 288 ", "SELECT 1"}},
		{"ASK show returns;", []string{"1. order_returns", "2. supplier_returns"}},
		{"SELECT count(*) FROM ask_answer('2') t;", []string{"| 260 "}},
		{"ASK delete all products;", []string{"refused: pgask only reads", "HINT:"}},
		{"SELECT 'still ' || 'here';", []string{"still here"}},
	} {
		p.typed(step.typed + "\n")
		got := p.wait("Time: ")
		for _, want := range step.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is not in %q", step.typed, want, got)
			}
		}
		p.wait("ready> ")
	}
}
