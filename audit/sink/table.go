package sink

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
)

// Table copies records to a PostgreSQL table, partitioned by month of their time. It goes on behind the last record that is
// there, so that none is missing and none is there twice.
type Table struct {
	URL  string // of the database, with a login
	Name string // of the table, as name or schema.name
	Log  string // tells the logs of several proxies apart

	lacksSent bool // the table has no column sent
	conn      *pgx.Conn
	months    map[string]bool // that have a partition
}

// tableColumns are the columns besides log and seq, with how a record fills them. The whole record is in the last. A table of an
// earlier version gets the column sent; one whose owner is somebody else may lack it, and has it in the record alone.
var tableColumns = []tableColumn{
	{"time", "timestamptz NOT NULL", func(e *audit.Entry) any { return e.Time }},
	{"event", "text NOT NULL", func(e *audit.Entry) any { return clean(string(e.Event)) }},
	{"id", "text", func(e *audit.Entry) any { return text(e.ID) }},
	{"outcome", "text", func(e *audit.Entry) any { return text(string(e.Outcome)) }},
	{"sqlstate", "text", func(e *audit.Entry) any { return text(e.SQLState) }},
	{"datasource", "text", func(e *audit.Entry) any { return text(e.Datasource) }},
	{"role", "text", func(e *audit.Entry) any { return text(e.Role) }},
	{"application", "text", func(e *audit.Entry) any { return text(e.Application) }},
	{"claimed_actor", "text", func(e *audit.Entry) any { return text(e.Actor) }},
	{"question", "text", func(e *audit.Entry) any { return text(e.Question) }},
	{"sql", "text", func(e *audit.Entry) any { return text(e.SQL) }},
	{"fingerprint", "text", func(e *audit.Entry) any { return text(e.Fingerprint) }},
	{"relations", "text[]", func(e *audit.Entry) any { return texts(e.Relations) }},
	{"columns", "text[]", func(e *audit.Entry) any { return texts(e.Columns) }},
	{"engine", "text", func(e *audit.Entry) any { return text(e.Engine) }},
	{"model", "text", func(e *audit.Entry) any { return text(e.Model) }},
	{"tokens", "int8", func(e *audit.Entry) any { return int64(e.TokensIn + e.TokensOut) }},
	{"model_cost", "float8", func(e *audit.Entry) any { return e.ModelCost }},
	{"rule", "text", func(e *audit.Entry) any { return text(e.Rule) }},
	{"policy", "text", func(e *audit.Entry) any { return text(e.Policy) }},
	{"rows", "int8", func(e *audit.Entry) any { return e.Rows }},
	{"total_time", "interval", func(e *audit.Entry) any { return e.Total }},
	{"sent", "text", func(e *audit.Entry) any { return text(e.Sent) }},
	{"record", "jsonb NOT NULL", nil},
}

// tableColumn is a column of the table.
type tableColumn struct {
	name, sqlType string
	value         func(*audit.Entry) any
}

// clean replaces what a text in PostgreSQL cannot hold, invalid UTF-8 and zero bytes, by U+FFFD.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "\ufffd")
}

func text(s string) any {
	if s == "" {
		return nil
	}
	return clean(s)
}

func texts(list []string) any {
	if list == nil {
		return nil
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = clean(s)
	}
	return out
}

// identifier returns the table's name, quoted.
func (t *Table) identifier() pgx.Identifier { return strings.Split(t.Name, ".") }

// sessionLock is the key of the advisory lock under which the table and its partitions are created.
const sessionLock = 0x7067617369746c // "pgasitl"

// Start implements Sink: it connects, makes the table if there is none, and looks what is there.
func (t *Table) Start(ctx context.Context, _ uint64) (has uint64, err error) {
	cfg, err := pgx.ParseConfig(t.URL)
	if err != nil {
		return 0, errors.New("audit.table_url is not a PostgreSQL connection URL") // the library's message may quote it, with a password
	}
	if cfg.RuntimeParams["application_name"] == "" {
		cfg.RuntimeParams["application_name"] = "pgask audit"
	}
	cfg.RuntimeParams["timezone"] = "UTC"
	cfg.ConnectTimeout = 10 * time.Second
	if t.conn, err = pgx.ConnectConfig(ctx, cfg); err != nil {
		return 0, errors.New("connect to audit.table_url: " + withoutLogin(err))
	}
	t.months = map[string]bool{}
	defs := []string{"log text NOT NULL", "seq int8 NOT NULL"}
	for _, c := range tableColumns {
		defs = append(defs, pgx.Identifier{c.name}.Sanitize()+" "+c.sqlType)
	}
	var exists bool
	if err := t.conn.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", t.identifier().Sanitize()).Scan(&exists); err != nil {
		return 0, err
	}
	if !exists { // who may not create it can still write to one that somebody else has made
		err := t.locked(ctx, fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (%s, PRIMARY KEY (log, seq, time)) PARTITION BY RANGE (time)",
			t.identifier().Sanitize(), strings.Join(defs, ", ")))
		if err != nil {
			return 0, fmt.Errorf("make the table: %w", err)
		}
	}
	if t.lacksSent, err = t.addSent(ctx); err != nil {
		return 0, err
	}
	if err := t.alone(ctx); err != nil {
		return 0, err
	}
	err = t.conn.QueryRow(ctx, "SELECT coalesce(max(seq), 0) FROM "+t.identifier().Sanitize()+" WHERE log = $1", t.Log).Scan(&has)
	return has, err
}

// alone makes this session the only one that copies the log: two logs of one id would each leave out what the other had copied.
func (t *Table) alone(ctx context.Context) error {
	sum := sha256.Sum256([]byte("pgask audit log\x00" + t.Log))
	var mine bool
	if err := t.conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(binary.BigEndian.Uint64(sum[:]))).Scan(&mine); err != nil {
		return err
	}
	if !mine {
		return fmt.Errorf("another proxy copies a log of the same id, %q: if this is a log of its own, write another id into its file %s", t.Log, audit.IDFile)
	}
	return nil
}

// addSent adds the column sent to a table that was made before there was one. It reports whether the table lacks it still.
func (t *Table) addSent(ctx context.Context) (lacks bool, err error) {
	err = t.conn.QueryRow(ctx, "SELECT NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = 'sent' AND NOT attisdropped)",
		t.identifier().Sanitize()).Scan(&lacks)
	if err != nil || !lacks {
		return lacks, err
	}
	err = t.locked(ctx, fmt.Sprintf("ALTER TABLE %s ADD COLUMN IF NOT EXISTS sent text", t.identifier().Sanitize()))
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == "42501" {
		return true, nil
	}
	return false, err
}

// columns returns those of tableColumns that the table has.
func (t *Table) columns() []tableColumn {
	return slices.DeleteFunc(slices.Clone(tableColumns), func(c tableColumn) bool { return t.lacksSent && c.name == "sent" })
}

// withoutLogin returns the text of a connection error without the configuration that the library quotes in it.
func withoutLogin(err error) string {
	for cause := err; cause != nil; cause = errors.Unwrap(cause) {
		err = cause
	}
	return err.Error()
}

// locked runs a statement under sessionLock: another proxy may be creating the same table.
func (t *Table) locked(ctx context.Context, sql string) error {
	return pgx.BeginFunc(ctx, t.conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(sessionLock)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, sql)
		return err
	})
}

// Write implements Sink: all records or none.
func (t *Table) Write(ctx context.Context, records []audit.Entry) error {
	names, columns := []string{"log", "seq"}, t.columns()
	for _, c := range columns {
		names = append(names, c.name)
	}
	rows := make([][]any, len(records))
	for i := range records {
		e := &records[i]
		if err := t.partition(ctx, e.Time); err != nil {
			return err
		}
		whole, err := json.Marshal(e)
		if err != nil {
			return err
		}
		rows[i] = []any{t.Log, int64(e.Seq)}
		for _, c := range columns[:len(columns)-1] {
			rows[i] = append(rows[i], c.value(e))
		}
		rows[i] = append(rows[i], json.RawMessage(strings.ReplaceAll(string(whole), `\u0000`, `\ufffd`)))
	}
	// One COPY is one transaction.
	if _, err := t.conn.CopyFrom(ctx, t.identifier(), names, pgx.CopyFromRows(rows)); err != nil {
		var pg *pgconn.PgError
		if errors.As(err, &pg) {
			return fmt.Errorf("copy to the table: SQLSTATE %s", pg.Code) // its words may be those of a record
		}
		return fmt.Errorf("copy to the table: %w", err)
	}
	return nil
}

// partition makes that of the month of a time, if there is none.
func (t *Table) partition(ctx context.Context, at time.Time) error {
	first := time.Date(at.UTC().Year(), at.UTC().Month(), 1, 0, 0, 0, 0, time.UTC)
	name := append(pgx.Identifier{}, t.identifier()...)
	name[len(name)-1] += first.Format("_2006_01")
	if t.months[name[len(name)-1]] {
		return nil
	}
	var exists bool
	err := t.conn.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", name.Sanitize()).Scan(&exists)
	if err == nil && !exists {
		err = t.locked(ctx, fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s PARTITION OF %s FOR VALUES FROM ('%s') TO ('%s')", name.Sanitize(),
			t.identifier().Sanitize(), first.Format(time.RFC3339), first.AddDate(0, 1, 0).Format(time.RFC3339)))
	}
	if err != nil {
		return fmt.Errorf("make the partition of %s: %w", first.Format("2006-01"), err)
	}
	t.months[name[len(name)-1]] = true
	return nil
}

// Close implements Sink.
func (t *Table) Close() {
	if t.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = t.conn.Close(ctx) // what was written is committed
	t.conn = nil
}
