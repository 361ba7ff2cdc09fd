package guard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestPrintings: what goes to the server, what people read, and the draft give the same columns and the same rows.
func TestPrintings(t *testing.T) {
	t.Parallel()
	o := newOracle(t)
	g := mustNew(t, Policy{})
	analytic := corpus(t, "testdata/analytic.sql")
	ran, compared := 0, 0
	for i, b := range append(analytic, corpus(t, "testdata/allow.sql")...) {
		var first int // "16 is the first server that knows it."
		if _, err := fmt.Sscanf(strings.Join(b.comments, " "), "%d is the first server", &first); err == nil && o.snapshot.Server/10000 < first {
			continue
		}
		v := g.Check(b.sql, Facts{Snapshot: o.snapshot})
		if v.Decision != Allow {
			t.Errorf("line %d: %s: %s\n%s", b.line, v.Rule, v.Why, b.sql)
			continue
		}
		if again := g.check(v.Sent, Facts{Snapshot: o.snapshot}, formLimits); again.Sent != v.Sent {
			t.Errorf("line %d: no fixed point: %s\n%s\n%s", b.line, again.Why, v.Sent, again.Sent)
		}
		draft, err := read(t, o.subject, b.sql)
		if err != nil {
			t.Errorf("line %d: the draft: %v\n%s", b.line, err, b.sql)
			continue
		}
		stable, _ := read(t, o.subject, b.sql)
		for what, sql := range map[string]string{"what is sent": v.Sent, "what people read": v.SQL} {
			got, err := read(t, o.subject, sql)
			switch {
			case err != nil:
				t.Errorf("line %d: %s: %v\n%s", b.line, what, err, sql)
			case got[0] != draft[0]:
				t.Errorf("line %d: %s: columns %s, of the draft %s\n%s\n%s", b.line, what, got[0], draft[0], b.sql, sql)
			case !slices.Equal(draft, stable), strings.Contains(b.sql, "SYSTEM ("): // random(), now()
			case !slices.Equal(got, draft):
				t.Errorf("line %d: %s: other rows\n%s\n%s\n%q\n%q", b.line, what, b.sql, sql, draft, got)
			default:
				compared++
			}
		}
		if ran++; i == len(analytic)-1 && compared < 2*60 {
			t.Errorf("only %d of the analytic statements were compared", compared/2)
		}
	}
	if ran < 300 || compared < 2*250 {
		t.Errorf("%d ran, %d texts were compared", ran, compared)
	}
}

// read runs a query: first its columns with their types, then its rows, sorted unless it says ORDER BY.
func read(t *testing.T, conn *pgconn.PgConn, sql string) ([]string, error) {
	t.Helper()
	do(t, conn, "BEGIN READ ONLY")
	defer do(t, conn, "ROLLBACK")
	res := conn.ExecParams(t.Context(), sql, nil, nil, nil, nil).Read()
	if res.Err != nil {
		return nil, res.Err
	}
	head := ""
	for _, f := range res.FieldDescriptions {
		head += fmt.Sprintf("%s %d %d, ", f.Name, f.DataTypeOID, f.TypeModifier)
	}
	var rows []string
	for _, r := range res.Rows {
		rows = append(rows, fmt.Sprintf("%q", r))
	}
	if !strings.Contains(sql, "ORDER BY") {
		slices.Sort(rows)
	}
	return append([]string{head}, rows...), nil
}
