package sink

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
)

// Table copies records to a PostgreSQL table, partitioned by month of their time. It goes on behind the last record
// that is there, so that none is missing and none is there twice.
type Table struct {
	URL  string // of the database, with a login
	Name string // of the table, as name or schema.name
	Log  string // tells the logs of several proxies apart

	// Logger is told when questions cannot be counted, or the table not indexed, which keeps no record from being
	// copied; nil: nobody is.
	Logger *slog.Logger

	lacks     map[string]bool // columns that the table has not, because it is somebody else's
	headless  bool            // nor is there a table of heads
	countless bool            // nor tables of counts
	refilling bool            // what is written is put between other records
	has       uint64          // the last record in the table
	conn      *pgx.Conn
	months    map[string]bool // that have a partition
	stop      func()          // ends what is done behind the copies
}

// tableColumns are the columns besides log and seq, with how a record fills them. The whole record is in the last. A
// table of an earlier version gets the columns that it lacks; one whose owner is somebody else may go on without.
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
	{"proxy", "text", func(e *audit.Entry) any { return text(e.Proxy) }},
	{"session", "text", func(e *audit.Entry) any { return text(e.Session) }},
	{"line", "text", func(e *audit.Entry) any { return text(e.Line) }}, // to the letter, with its digest
	{"record", "jsonb NOT NULL", nil},
}

// laterColumns are those that the first tables did not have.
var laterColumns = []string{"sent", "proxy", "session", "line"}

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
	if err := t.connect(ctx); err != nil {
		return 0, err
	}
	if err := t.make(ctx); err != nil {
		return 0, err
	}
	if err := t.complete(ctx); err != nil {
		return 0, err
	}
	if err := t.alone(ctx); err != nil {
		return 0, err
	}
	err = t.conn.QueryRow(ctx, "SELECT coalesce(max(seq), 0) FROM "+t.identifier().Sanitize()+" WHERE log = $1", t.Log).Scan(&has)
	if t.has = has; err != nil {
		return 0, err
	}
	if !t.countless {
		if err := t.counts().Begin(ctx, t.conn, t.Log, has); err != nil {
			return 0, fmt.Errorf("begin counting: %w", withoutWords(err))
		}
	}
	t.keepBehind()
	return has, nil
}

func (t *Table) connect(ctx context.Context) (err error) {
	t.conn, err = t.dial(ctx)
	t.months = map[string]bool{}
	return err
}

func (t *Table) dial(ctx context.Context) (*pgx.Conn, error) {
	cfg, err := pgx.ParseConfig(t.URL)
	if err != nil {
		return nil, errors.New("audit.table_url is not a PostgreSQL connection URL") // the library's message may quote it, with a password
	}
	cfg.RuntimeParams["application_name"] = cmp.Or(cfg.RuntimeParams["application_name"], "pgask audit")
	cfg.RuntimeParams["timezone"] = "UTC"
	cfg.ConnectTimeout = 10 * time.Second
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, errors.New("connect to audit.table_url: " + withoutLogin(err))
	}
	return conn, nil
}

// make makes the table, if it is not there.
func (t *Table) make(ctx context.Context) error {
	defs := []string{"log text NOT NULL", "seq int8 NOT NULL"}
	for _, c := range tableColumns {
		defs = append(defs, pgx.Identifier{c.name}.Sanitize()+" "+c.sqlType)
	}
	var exists bool
	if err := t.conn.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", t.identifier().Sanitize()).Scan(&exists); err != nil {
		return err
	}
	if !exists { // who may not create it can still write to one that somebody else has made
		err := t.locked(ctx, fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (%s, PRIMARY KEY (log, seq, time)) PARTITION BY RANGE (time)",
			t.identifier().Sanitize(), strings.Join(defs, ", ")))
		if err != nil {
			return fmt.Errorf("make the table: %w", err)
		}
	}
	return nil
}

// alone makes this session the only one that copies the log: two logs of one id would each leave out what the other
// had copied.
func (t *Table) alone(ctx context.Context) error {
	sum := sha256.Sum256([]byte("pgask audit log\x00" + t.Name + "\x00" + t.Log))
	var mine bool
	if err := t.conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(binary.BigEndian.Uint64(sum[:]))).Scan(&mine); err != nil {
		return err
	}
	if !mine {
		return fmt.Errorf("another proxy copies a log of the same id, %q: if this is a log of its own, write another id into its file %s", t.Log, audit.IDFile)
	}
	return nil
}

// complete adds to a table of an earlier version what it lacks: columns, the table of heads, which says how far each
// log is copied, and those of counts. The table may be somebody else's; then what is lacking is done without.
func (t *Table) complete(ctx context.Context) error {
	name, heads := t.identifier().Sanitize(), t.heads().Sanitize()
	var missing []string
	if err := t.conn.QueryRow(ctx, `SELECT coalesce(array_agg(c), '{}') FROM unnest($2::text[]) c WHERE NOT EXISTS (SELECT FROM pg_attribute
		WHERE attrelid = to_regclass($1) AND attname = c AND NOT attisdropped)`, name, laterColumns).Scan(&missing); err != nil {
		return err
	}
	t.lacks = map[string]bool{}
	for _, c := range missing {
		refused, err := t.change(ctx, fmt.Sprintf("ALTER TABLE %s ADD COLUMN IF NOT EXISTS %s text", name, pgx.Identifier{c}.Sanitize()))
		if err != nil {
			return err
		}
		t.lacks[c] = refused
	}
	refused, err := t.change(ctx, fmt.Sprintf(`CREATE TABLE IF NOT EXISTS %s (log text PRIMARY KEY, proxy text, seq int8 NOT NULL, time timestamptz NOT NULL,
		written timestamptz NOT NULL)`, heads))
	if err == nil && refused {
		err = t.conn.QueryRow(ctx, "SELECT to_regclass($1) IS NULL", heads).Scan(&t.headless)
	}
	if err != nil {
		return err
	}
	return t.completeCounts(ctx)
}

// heads is the table of heads.
func (t *Table) heads() pgx.Identifier { return t.beside("_copied") }

// beside returns the name of something that belongs to the table.
func (t *Table) beside(suffix string) pgx.Identifier {
	name := slices.Clone(t.identifier())
	name[len(name)-1] += suffix
	return name
}

// change changes what tables there are. refused means that the login may not.
func (t *Table) change(ctx context.Context, sql string) (refused bool, err error) {
	err = t.locked(ctx, sql)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42501" {
		return true, nil
	}
	return false, err
}

// columns returns those of tableColumns that the table has.
func (t *Table) columns() []tableColumn {
	return slices.DeleteFunc(slices.Clone(tableColumns), func(c tableColumn) bool { return t.lacks[c.name] })
}

// withoutLogin returns the text of a connection error without the configuration that the library quotes in it.
func withoutLogin(err error) string {
	for cause := err; cause != nil; cause = errors.Unwrap(cause) {
		err = cause
	}
	return err.Error()
}

// withoutWords returns an error of the server's without its words, which may be those of a record.
func withoutWords(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return errors.New("SQLSTATE " + pg.Code)
	}
	return err
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

// Refill copies records that the table lacks, for a command: beside the proxy that copies the log, which goes on
// behind them.
func (t *Table) Refill(ctx context.Context, records []audit.Entry) error {
	if err := t.connect(ctx); err != nil {
		return err
	}
	defer t.Close()
	if err := t.complete(ctx); err != nil {
		return err
	}
	t.headless, t.refilling = true, true // what comes later is there
	for len(records) > 0 {
		n := min(len(records), batchRecords)
		if err := t.Write(ctx, records[:n]); err != nil {
			return err
		}
		records = records[n:]
	}
	return nil
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
	last := &records[len(records)-1]
	err := pgx.BeginFunc(ctx, t.conn, func(tx pgx.Tx) error {
		if _, err := tx.CopyFrom(ctx, t.identifier(), names, pgx.CopyFromRows(rows)); err != nil {
			return err
		}
		if err := t.count(ctx, tx, records); err != nil || t.headless {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO "+t.heads().Sanitize()+` VALUES ($1, $2, $3, $4, now()) ON CONFLICT (log) DO UPDATE
			SET proxy = excluded.proxy, seq = excluded.seq, time = excluded.time, written = excluded.written`,
			t.Log, text(last.Proxy), int64(last.Seq), last.Time)
		return err
	})
	if err != nil {
		return fmt.Errorf("copy to the table: %w", withoutWords(err))
	}
	t.has = last.Seq
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
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
	if t.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = t.conn.Close(ctx) // what was written is committed
	t.conn = nil
}
