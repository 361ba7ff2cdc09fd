package usage

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Table is the table of records, as schema and name, and those beside it.
type Table pgx.Identifier

func (t Table) String() string { return pgx.Identifier(t).Sanitize() }

// beside returns the name of a table beside it.
func (t Table) beside(suffix string) string {
	name := slices.Clone(pgx.Identifier(t))
	name[len(name)-1] += suffix
	return name.Sanitize()
}

func (t Table) counts() string   { return t.beside("_usage") }    // so many questions, by time and what they have in common
func (t Table) open() string     { return t.beside("_open") }     // intents of questions that have no outcome
func (t Table) progress() string { return t.beside("_usage_to") } // the last record of each log that is counted

// Names lists the tables beside it.
func (t Table) Names() []string { return []string{t.counts(), t.open(), t.progress()} }

// statement puts the names of the tables into SQL.
func (t Table) statement(sql string) string {
	return strings.NewReplacer("RECORDS", t.String(), "COUNTS", t.counts(), "OPEN", t.open(), "PROGRESS", t.progress()).Replace(sql)
}

// Statements makes the tables, one statement each. They are only ever added to: a release before this one does not
// know them.
func (t Table) Statements() []string {
	return []string{
		t.statement(`CREATE TABLE IF NOT EXISTS COUNTS (per text NOT NULL, grain int4 NOT NULL, slot timestamptz NOT NULL, log text NOT NULL, key bytea NOT NULL,
			proxy text NOT NULL, datasource text NOT NULL, role text NOT NULL, outcome text NOT NULL, engine text NOT NULL, model text NOT NULL,
			sqlstate text NOT NULL, rule text NOT NULL, policy text NOT NULL, relation text NOT NULL, ` + strings.Join(sums(" numeric NOT NULL"), ", ") + `,
			latest timestamptz NOT NULL, times int8[] NOT NULL, PRIMARY KEY (per, grain, slot, log, key))`),
		t.statement("CREATE INDEX IF NOT EXISTS " + pgx.Identifier{t[len(t)-1] + "_usage_by_role"}.Sanitize() +
			" ON COUNTS (role, per, grain, slot) WHERE role <> ''"),
		t.statement("CREATE TABLE IF NOT EXISTS OPEN (log text, id text, seq int8 NOT NULL, time timestamptz NOT NULL, PRIMARY KEY (log, id))"),
		t.statement("CREATE TABLE IF NOT EXISTS PROGRESS (log text PRIMARY KEY, seq int8 NOT NULL)"),
	}
}

// indexes hold all that is added up over a month: it is read from them alone, where the rows themselves lie far apart
// between those of other kinds. Days are those of UTC; where the days of another zone are asked for, half hours are
// read.
func (t Table) indexes() [][2]string {
	added := strings.Join(sums(""), ", ")
	return [][2]string{
		{"_usage_days", "(per, slot, role, datasource, proxy) INCLUDE (relation, " + added + ") WHERE grain = 1440"},
		{"_usage_halves", "(slot, datasource, proxy) INCLUDE (outcome, engine, model, " + added + ") WHERE grain = 30 AND per = 'all'"},
	}
}

// Index makes these where an earlier release made the tables, while others count. Whoever reads from indexes needs
// that rows are known to be seen by all, so the table is vacuumed often.
func (t Table) Index(ctx context.Context, conn *pgx.Conn) error {
	made := false
	for _, index := range t.indexes() {
		var whole *bool
		name := t.beside(index[0])
		err := conn.QueryRow(ctx, "SELECT (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1))", name).Scan(&whole)
		if err != nil {
			return err
		}
		if whole != nil && *whole {
			continue
		}
		for _, sql := range []string{
			"DROP INDEX CONCURRENTLY IF EXISTS " + name, // somebody was interrupted
			t.statement("CREATE INDEX CONCURRENTLY " + pgx.Identifier{t[len(t)-1] + index[0]}.Sanitize() + " ON COUNTS " + index[1]),
		} {
			if _, err := conn.Exec(ctx, sql); err != nil {
				return err
			}
		}
		made = true
	}
	if !made {
		return nil
	}
	_, err := conn.Exec(ctx, t.statement("ALTER TABLE COUNTS SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)"))
	return err
}

// measures are what is added up over questions, with how a record says it.
var measures = []struct{ name, of string }{
	{"questions", "1"},
	{"calls", "(record->>'model_calls')::int8"},
	{"spared", "(record->>'cached_calls')::int8"},
	{"tokens_in", "(record->>'tokens_in')::int8"},
	{"tokens_out", "(record->>'tokens_out')::int8"},
	{"cost", "(record->>'model_cost')::numeric"}, // numeric: sums do not depend on their order
	{"good", "CASE WHEN record->>'verb' = 'good' THEN 1 END"},
	{"bad", "CASE WHEN record->>'verb' = 'bad' THEN 1 END"},
}

// sums names the measures, with something behind each.
func sums(behind string) []string {
	var all []string
	for _, m := range measures {
		all = append(all, m.name+behind)
	}
	return all
}

// dimensions are what questions have in common that are counted together, besides time and log.
var dimensions = []string{"proxy", "datasource", "role", "outcome", "engine", "model", "sqlstate", "rule", "policy", "relation"}

// kinds of rows, so that what is read of a month is some ten thousand rows, and not as many as there are questions:
// by which of role, table and end (outcome, engine, model, SQLSTATE, rule, policy) they are counted besides proxy and
// datasource, and in which slots. How long questions took is read of whole slots and of whole spans alone.
const kinds = `(VALUES ('slot', 30, false, false, false), ('all', 30, false, false, true), ('all', 1440, false, false, true),
	('role', 30, true, false, true), ('role', 1440, true, false, true), ('table', 30, false, true, false), ('table', 1440, false, true, false),
	('role table', 1440, true, true, false)) AS k (per, grain, by_role, by_table, by_end)`

// Widths of slots, in minutes. Days are those of UTC.
const (
	halfHour = 30
	day      = 1440
)

// width is the ratio between the longest and the shortest time that are counted together, for percentiles; lnWidth is
// its logarithm in SQL.
const (
	width   = 1.1
	lnWidth = "ln(1.1::float8)"
)

// ownSlot is the slot that a record is kept in.
const ownSlot = "date_bin(grain * interval '1 minute', time, '2000-01-01Z')"

// counted is what the records of a condition add up to: rows of the table of counts, by slots. An element of times is
// the number of a width of times (by the logarithm of nanoseconds) and, in its lower half, how many questions took
// that long.
func (t Table) counted(slot, condition string) string {
	var of []string
	for _, m := range measures {
		of = append(of, "coalesce("+m.of+", 0) AS "+m.name)
	}
	d, s := strings.Join(dimensions, ", "), strings.Join(sums(""), ", ")
	added := func() string {
		var all []string
		for _, m := range measures {
			all = append(all, "sum("+m.name+") AS "+m.name)
		}
		return strings.Join(all, ", ")
	}()
	// Records are taken apart once (OFFSET keeps the planner from doing it for each kind), and sorted by what tells
	// them apart soonest.
	return t.statement(`SELECT per, grain, slot, log, substring(sha256(convert_to(ROW(` + d + `)::text, 'UTF8')) FOR 16) AS key, ` + d + `, ` + s + `, latest,
			ARRAY(SELECT (w << 32) + count(*) FROM unnest(took) w WHERE w IS NOT NULL GROUP BY w ORDER BY w) AS times FROM (
		SELECT per, grain, slot, log, ` + d + `, ` + added + `, max(time) AS latest, array_agg(took) AS took FROM (
		SELECT per, grain, ` + slot + ` AS slot, log, proxy, datasource,
			` + only("by_role", "role") + ", " + only("by_end", "outcome", "engine", "model", "sqlstate", "rule", "policy") + `,
			coalesce(r.relation, '') AS relation, took, time, ` + s + ` FROM (
		SELECT log, time, coalesce(proxy, record->>'proxy', '') AS proxy, coalesce(datasource, '') AS datasource, coalesce(role, '') AS role,
			coalesce(outcome, '') AS outcome, coalesce(record->>'engine', '') AS engine, coalesce(record->>'model', '') AS model, coalesce(sqlstate, '') AS sqlstate,
			coalesce(record->>'rule', '') AS rule, coalesce(record->>'policy', '') AS policy, coalesce(relations, '{}') AS relations,
			CASE WHEN (record->>'total_ns')::int8 > 0 THEN floor(ln((record->>'total_ns')::float8) / ` + lnWidth + `)::int8 END AS took, ` + strings.Join(of, ", ") + `
			FROM RECORDS WHERE event = 'outcome' AND (` + condition + `) OFFSET 0) q
		CROSS JOIN ` + kinds + ` LEFT JOIN LATERAL unnest(relations) AS r (relation) ON by_table WHERE NOT by_table OR r.relation IS NOT NULL) x
		GROUP BY role, slot, relation, outcome, grain, per, engine, model, sqlstate, rule, policy, log, proxy, datasource) z`)
}

// only has columns empty in rows that are not counted by them.
func only(flag string, columns ...string) string {
	var all []string
	for _, c := range columns {
		all = append(all, "CASE WHEN "+flag+" THEN "+c+" ELSE '' END AS "+c)
	}
	return strings.Join(all, ", ")
}
