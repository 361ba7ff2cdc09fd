package proxy

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate"
)

// What can be drawn is drawn, as rows of text in the place of its own; all else comes as it is.
func TestDrawing(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) {
		c.Translator = translator(func(_ context.Context, _ *pgconn.PgConn, q translate.Question) (*translate.Answer, error) {
			if !q.Chart {
				t.Error("the verb is lost")
			}
			return &translate.Answer{Statement: translate.Statement{SQL: q.Text, Draw: 44, MinNotice: "notice"}}, nil
		})
	})
	const notDrawn = "NOTICE not drawn: a drawing needs one figure, and names or a time to set it against"
	cases := []struct {
		sql  string
		want []string
	}{
		{"SELECT 'tea' AS kind, 4 AS n", []string{"T", "D tea  4  " + strings.Repeat("█", 34), "C SELECT 1", "Z I"}},
		{"SELECT 'tea' AS kind, 4 AS n WHERE false", []string{"T", "C SELECT 0", "Z I"}},
		{"SELECT 4 AS n", []string{notDrawn, "T", "D 4", "C SELECT 1", "Z I"}},
		{"SELECT 'tea' AS kind, 4 / (4 - g) AS n FROM generate_series(1, 4) g", []string{"ERROR 22012 division by zero", "Z I"}},
		{"SELECT 'tea', g FROM generate_series(1, 1001) g LIMIT 0", []string{"T", "C SELECT 0", "Z I"}},
	}
	c := r.connect()
	for _, tc := range cases {
		c.query("ASK chart: " + tc.sql)
		c.expect(tc.want...)
	}
	c.query("ASK chart: SELECT 'tea', g FROM generate_series(1, 1001) g")
	if got := c.turn(); len(got) != 1+1+1001+2 || got[0] != notDrawn || !strings.HasPrefix(got[2], "D tea") {
		t.Errorf("%d lines, the first %q", len(got), got[:3])
	}
	c.query("SELECT 1")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
}
