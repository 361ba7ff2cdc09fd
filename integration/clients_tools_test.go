package integration

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// biTool is a BI tool by the statements that it sends, as clients/tools.json lists them.
type biTool struct {
	Page  string `json:"page"`
	Error string `json:"error"` // what it shows of an error, with the fields in braces
	Steps []struct {
		When string `json:"when"`
		How  string `json:"how"` // simple, extended, or describe: the columns alone
		SQL  string `json:"sql"` // {q} stands for what the user wrote
		Asks bool   `json:"asks"`
	} `json:"steps"`
}

// What users of such a tool write.
const (
	toolQuestion      = "SELECT * FROM ask('number of stores per region') t"
	toolClarification = "SELECT * FROM ask('show returns') t"
	toolRefusal       = "SELECT * FROM ask('delete all products') t"
)

// TestClientsTools sends what each BI tool sends and holds the section of its page to what came back: who changes a
// message sees here what its users will.
func TestClientsTools(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("clients/tools.json")
	if err != nil {
		t.Fatal(err)
	}
	var tools []biTool
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&tools); err != nil {
		t.Fatalf("clients/tools.json: %v", err)
	}
	for _, tool := range tools {
		t.Run(tool.Page, func(t *testing.T) {
			t.Parallel()
			section(t, tool.Page, tool.walk(t, setup(t)))
		})
	}
}

// walk sends every step and tells of it as Markdown.
func (tool biTool) walk(t *testing.T, r *rig) string {
	t.Helper()
	conn := r.connect()
	var b strings.Builder
	asks := ""
	for _, step := range tool.Steps {
		sql := strings.ReplaceAll(step.SQL, "{q}", toolQuestion)
		columns, rows, err := send(t, conn, step.How, sql)
		if err != nil {
			t.Errorf("%s: %s: %v", step.When, sql, err)
		}
		fmt.Fprintf(&b, "\n%s%s:\n\n%s\n%s\n", strings.ToUpper(step.When[:1]), step.When[1:], indented(sql), came(sql, columns, rows))
		if step.Asks {
			asks = step.SQL
		}
	}
	for _, c := range []struct{ what, written, code string }{{"A question back", toolClarification, "QA001"}, {"A refusal", toolRefusal, "QA003"}} {
		// On a connection of its own, which may be in a transaction that fails.
		own := r.connect()
		_, _, err := send(t, own, "simple", strings.ReplaceAll(asks, "{q}", c.written))
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != c.code {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		fmt.Fprintf(&b, "\n%s, when the user has written `%s`:\n\n%s", c.what, c.written, indented(tool.shown(pg)))
	}
	return b.String()
}

// shown is the error as the tool shows it; lines of fields that are empty fall out.
func (tool biTool) shown(e *pgconn.PgError) string {
	var lines []string
	for line := range strings.SplitSeq(tool.Error, "\n") {
		if strings.Contains(line, "{detail}") && e.Detail == "" {
			continue
		}
		lines = append(lines, strings.NewReplacer("{code}", e.Code, "{message}", e.Message, "{detail}", e.Detail, "{hint}", e.Hint).Replace(line))
	}
	return anyID.ReplaceAllString(strings.Join(lines, "\n"), `"id":"…"`)
}

// send runs a statement in one of three ways and returns the columns and rows of its last result.
func send(t *testing.T, conn *pgx.Conn, how, sql string) (columns []string, rows [][]string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	switch how {
	case "describe":
		d, err := conn.PgConn().Prepare(ctx, "", sql, nil)
		if err != nil {
			return nil, nil, err
		}
		return names(d.Fields), nil, nil
	case "simple":
		results := conn.PgConn().Exec(ctx, sql)
		for results.NextResult() {
			columns, rows = read(results.ResultReader())
		}
		return columns, rows, results.Close()
	default:
		result := conn.PgConn().ExecParams(ctx, sql, nil, nil, nil, nil)
		columns, rows = read(result)
		_, err := result.Close()
		return columns, rows, err
	}
}

// read takes what there is of one result.
func read(result *pgconn.ResultReader) (columns []string, rows [][]string) {
	columns = names(result.FieldDescriptions())
	for result.NextRow() {
		var texts []string
		for _, v := range result.Values() {
			texts = append(texts, string(v))
		}
		rows = append(rows, texts)
	}
	if columns == nil {
		columns = names(result.FieldDescriptions()) // the extended protocol knows them only now
	}
	return columns, rows
}

func names(fields []pgconn.FieldDescription) []string {
	var out []string
	for _, f := range fields {
		out = append(out, f.Name)
	}
	return out
}

// came says what came back in a line. Rows in no order of their own are counted.
func came(sql string, columns []string, rows [][]string) string {
	if len(columns) == 0 {
		return "Done."
	}
	text := "Columns " + code(strings.Join(columns, ", "))
	switch ordered := strings.Contains(sql, "ORDER BY"); {
	case len(rows) == 0 || columns[0] == "QUERY PLAN": // how long a plan is depends on the server's version
		return text + "."
	case len(rows) == 1 || ordered:
		var all []string
		for _, row := range rows[:min(2, len(rows))] {
			all = append(all, code(strings.Join(row, ", ")))
		}
		return text + ": " + strings.Join(all, ", ") + "."
	}
	return fmt.Sprintf("%s: %d rows.", text, len(rows))
}

func indented(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
	}
	return b.String()
}

// section compares what stands behind the mark in a page, or writes it there.
func section(t *testing.T, page, want string) {
	t.Helper()
	path := filepath.Join("../docs/clients", page)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const mark = "<!-- Below: written by go test ./integration -run TestClientsTools -update, from what came back. -->\n"
	head, have, found := strings.Cut(string(text), mark)
	if !found {
		t.Fatalf("%s has no line %q", path, mark)
	}
	if *update {
		if err := os.WriteFile(path, []byte(head+mark+want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(have, "\n")); diff != "" {
		t.Errorf("%s is stale, run this test with -update (-what came back +what it says):\n%s", path, diff)
	}
}
