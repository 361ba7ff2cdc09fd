package integration

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestEnginePartitions: a question about a partitioned table reads the whole table, and of its partitions only those
// that its conditions leave.
func TestEnginePartitions(t *testing.T) {
	t.Parallel()
	sandboxtest.Shop(t) // makes the role demo
	db := sandboxtest.Empty(t)
	mustExec(t, sandboxtest.Server(t), db, `
		CREATE TABLE readings (id int, station text, celsius numeric, taken_on date NOT NULL, PRIMARY KEY (id, station, taken_on)) PARTITION BY RANGE (taken_on);
		CREATE TABLE readings_2024 PARTITION OF readings FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
		CREATE TABLE readings_2025 PARTITION OF readings FOR VALUES FROM ('2025-01-01') TO ('2026-01-01') PARTITION BY LIST (station);
		CREATE TABLE readings_2025_oslo PARTITION OF readings_2025 FOR VALUES IN ('Oslo');
		CREATE TABLE readings_2025_other PARTITION OF readings_2025 DEFAULT;
		INSERT INTO readings SELECT i, (ARRAY['Oslo', 'Bergen', 'Narvik'])[1 + i % 3], i % 30, date '2024-01-01' + i FROM generate_series(0, 730) i;
		ANALYZE; GRANT SELECT ON ALL TABLES IN SCHEMA public TO demo`)
	r := setupOn(t, db)
	r.answers(t, map[string]string{
		"how many readings are there":                   "731",
		"how many readings were taken in 2025":          "365",
		"how many readings have the station Oslo":       "244",
		"what is the average celsius of readings":       "14.3570451436388509",
		"how many readings of 2025 have station Narvik": "121",
	})
	plan := asked(t, r.connect(), "EXPLAIN (COSTS OFF) SELECT * FROM ask('how many readings were taken in 2025') t")
	if !strings.Contains(plan, "readings_2025_oslo") || strings.Contains(plan, "readings_2024") {
		t.Errorf("the plan is %s", plan)
	}
}
