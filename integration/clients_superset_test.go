package integration

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

// TestClientsSuperset has sqlglot write statements anew, as Superset does before it sends them: capitals, other
// literals, aliases, line breaks. What comes back is what the statement gave as it was written.
func TestClientsSuperset(t *testing.T) {
	everyClient(t)
	t.Parallel()
	written := []string{
		"SELECT * FROM ask('how many products are there') t",
		"select * from ask('how many products are there')",
		"SELECT * FROM ask($$what's the number of products?$$) AS t",
		"SELECT * FROM ask('what''s the number of products?') AS t",
		"SELECT t.id, t.name FROM ask('show regions') t WHERE t.id > 2 ORDER BY t.id LIMIT 3",
		"WITH a AS (SELECT * FROM ask('show regions') r) SELECT count(*) FROM a",
		"SELECT p.n, r.n FROM ask('how many products are there') AS p(n), ask('how many regions are there') AS r(n)",
		"SELECT x.id FROM ask('show regions') x JOIN stores s ON s.region_id = x.id GROUP BY x.id ORDER BY x.id",
		"SELECT * FROM (SELECT * FROM ask('show regions') t) AS virtual_table ORDER BY id LIMIT 2",
		"SELECT count(*) FROM ask('show returns', answer => '2') t",
		"SELECT n FROM ask('how many products are there') AS p(n) UNION ALL SELECT n FROM ask('how many regions are there') AS r(n) ORDER BY n",
		"SELECT id, row_number() OVER (ORDER BY id) FROM ask('show regions') t ORDER BY id LIMIT 2",
		"SELECT * FROM ask('show returns') t",
		"SELECT * FROM ask('delete all products') t",
	}
	input, err := json.Marshal(written)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "/usr/bin/python3", "clients/python/regenerate.py")
	cmd.Stdin = strings.NewReader(string(input))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v; install python3-sqlglot", err)
	}
	var sent [][]string
	if err := json.Unmarshal(out, &sent); err != nil || len(sent) != len(written) {
		t.Fatalf("%d statements, %v: %s", len(sent), err, out)
	}
	conn := setup(t).connect()
	for i, sql := range written {
		if len(sent[i]) != 1 || sent[i][0] == sql {
			t.Errorf("%s became %q", sql, sent[i])
			continue
		}
		if want, got := asked(t, conn, sql), asked(t, conn, sent[i][0]); got != want || want == "" {
			t.Errorf("%s: %q, want %q", sent[i][0], got, want)
		}
	}
}
