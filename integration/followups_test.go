package integration

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestFollowUpTables plays testdata/followups: follow-ups on answers, without a model, and the rows that each must
// show.
func TestFollowUpTables(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/followups/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no follow-ups", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d := typing(t, strings.TrimSuffix(file, ".txt")+".sql")
			var said []string // the question and what followed, up to the line
			right, all := 0, 0
			lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(l string) bool { return strings.HasPrefix(l, "#") })
			for i := 0; i+1 < len(lines); i += 2 {
				mark, words, _ := strings.Cut(lines[i], " ")
				switch strings.TrimPrefix(mark, "~") {
				case "?":
					said = []string{"ASK " + words}
				case ">":
					said = append(said[:1], "ASK refine: "+words)
				case ">>":
					said = append(said, "ASK refine: "+words)
				case ":":
					said = append(said[:1], "ASK "+words)
				case ":>":
					said = append(said, "ASK "+words)
				}
				all++
				got := d.play(said, lines[i+1])
				if got != "" && strings.HasPrefix(got, "ERROR") && strings.HasPrefix(mark, "~") {
					continue
				}
				if got != "" {
					t.Errorf("%s: %s", strings.Join(said, "; "), got)
					continue
				}
				right++
			}
			t.Logf("%d of %d", right, all)
		})
	}
}

// typist is a session at a database of its own.
type typist struct {
	*testing.T
	asks, direct *pgx.Conn
	told         []string
}

func typing(t *testing.T, script string) *typist {
	t.Helper()
	sql, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	sandboxtest.Shop(t) // makes the role demo
	db, d := sandboxtest.Empty(t), &typist{T: t}
	if d.direct, err = pgx.Connect(t.Context(), sandboxtest.Server(t).URL(db, "postgres")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.direct.Close(context.Background()) })
	d.rows(d.direct, string(sql)+"; ANALYZE; GRANT SELECT ON ALL TABLES IN SCHEMA public TO demo")
	config, err := pgx.ParseConfig(setupOn(t, db).url("demo"))
	if err != nil {
		t.Fatal(err)
	}
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { d.told = append(d.told, n.Message) }
	if d.asks, err = pgx.ConnectConfig(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.asks.Close(context.Background()) })
	return d
}

// play says all lines, and returns what is wrong with the answer to the last; "": nothing.
func (d *typist) play(said []string, want string) string {
	var got [][]string
	for _, line := range said {
		d.told = nil
		var failed string
		if got, failed = d.rows(d.asks, line+";"); failed != "" {
			if want == "!" {
				return ""
			}
			return failed
		}
	}
	told := strings.Join(d.told, " / ")
	if want == "!" {
		return "answered: " + told
	}
	wanted, failed := d.rows(d.direct, want)
	if failed != "" {
		d.Fatal(want, failed)
	}
	if !shows(got, wanted, strings.Contains(want, "ORDER BY") && !strings.Contains(want, "LIMIT")) {
		return told
	}
	return ""
}

func (d *typist) rows(c *pgx.Conn, sql string) (out [][]string, failed string) {
	all, err := c.PgConn().Exec(d.Context(), sql).ReadAll()
	if err != nil {
		return nil, err.Error()
	}
	for _, r := range all {
		for _, row := range r.Rows {
			cells := make([]string, len(row))
			for i, c := range row {
				cells[i] = string(c)
				if f, err := strconv.ParseFloat(cells[i], 64); err == nil {
					cells[i] = strconv.FormatFloat(f, 'f', 2, 64)
				}
				cells[i] = strings.TrimSuffix(cells[i], " 00:00:00+00")
			}
			out = append(out, cells)
		}
	}
	return out, ""
}

// shows reports whether rows hold what is wanted, beside other columns and in any order; ordered wants one of their
// columns in its order.
func shows(got, want [][]string, ordered bool) bool {
	if len(got) != len(want) || len(got) == 0 || len(got[0]) < len(want[0]) {
		return len(got) == len(want) && len(got) == 0
	}
	return choose(len(want[0]), len(got[0]), nil, func(columns []int) bool {
		seen, inOrder := map[string]int{}, false
		for j, c := range columns {
			same := true
			for i := range want {
				same = same && want[i][j] == got[i][c]
			}
			inOrder = inOrder || same
		}
		for i := range want {
			one := make([]string, len(columns))
			for j, c := range columns {
				one[j] = got[i][c]
			}
			seen[strings.Join(one, "\x00")]++
			seen[strings.Join(want[i], "\x00")]--
		}
		for _, n := range seen {
			if n != 0 {
				return false
			}
		}
		return inOrder || !ordered
	})
}

// choose tries all ways of choosing n of so many columns, until one fits.
func choose(n, of int, chosen []int, fits func([]int) bool) bool {
	if len(chosen) == n {
		return fits(chosen)
	}
	for c := range of {
		if !slices.Contains(chosen, c) && choose(n, of, append(slices.Clip(chosen), c), fits) {
			return true
		}
	}
	return false
}
