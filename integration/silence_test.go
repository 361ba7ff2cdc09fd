package integration

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/testlog"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
)

// TestTheOperatorsLogHoldsNoSQL, nor questions, however they end and at whatever level.
func TestTheOperatorsLogHoldsNoSQL(t *testing.T) {
	t.Parallel()
	fails := scripted{"where is zaphod": "SELECT ('zaphod' || p.id)::int AS n FROM products p", "who is zaphod": "SELECT zaphod FROM products",
		"what is zaphod": "SELECT p.id, 'zaphod' AS z FROM products p ORDER BY p.id LIMIT 2", "hurt zaphod": "SELECT pg_sleep(1), 'zaphod'"}
	for engine, change := range map[string]func(*proxy.Config, *translate.Config){"builtin": func(*proxy.Config, *translate.Config) {}, "model": withModel(fails)} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			var log testlog.Buffer
			r := setup(t, change, func(pc *proxy.Config, _ *translate.Config) {
				pc.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			})
			for _, script := range []string{
				"ASK how many products named 'zaphod';", "ASK delete all zaphod;", "ASK what does zaphod want;", "SELECT * FROM ask('how many zaphod');",
				"SELECT 'zaphod'::int;", "SELECT * FROM ask_log('zaphod');", "SELECT zaphod FROM ask('how many products') t;", "BEGIN; ASK show zaphod; ROLLBACK;",
				"ASK where is zaphod;", "ASK who is zaphod;", "ASK hurt zaphod;", "ASK what is zaphod; ASK bad: zaphod;", "SELECT z::int FROM ask('what is zaphod') t;",
				"ASK sql: what is zaphod;", "SET ask.timeout = 'zaphod'; ASK what is zaphod;",
			} {
				r.psql(script, "-qAt")
			}
			w := r.wire()
			w.send(parse("", "SELECT * FROM ask($1) t"), bind("", "", "where is zaphod"), execute("", 0), msgSync)
			w.turn(1)
			if said := log.String(); strings.Contains(said, "zaphod") || !strings.Contains(said, "msg=question") {
				t.Errorf("%s", said)
			}
		})
	}
}
