package eval

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/lookup"
)

// rows are what a statement returned, each value normalised so that equal ones are equal texts.
type rows struct {
	columns int
	cells   [][]string
}

// print returns a text that is equal for equal rows in any order.
func (r *rows) print() string {
	lines := make([]string, len(r.cells))
	for i, c := range r.cells {
		lines[i] = strings.Join(c, "\x00")
	}
	slices.Sort(lines)
	h := sha256.New()
	for _, l := range lines {
		io.WriteString(h, l+"\x01")
	}
	return fmt.Sprintf("%d:%x", r.columns, h.Sum(nil)[:8])
}

// empty reports whether there is no row, or nothing but NULL and zero.
func (r *rows) empty() bool {
	return !slices.ContainsFunc(r.cells, func(row []string) bool {
		return slices.ContainsFunc(row, func(cell string) bool { return cell != "null" && cell != "number 0.0000" })
	})
}

// repeats reports whether a row is there more than once.
func (r *rows) repeats() bool {
	seen := map[string]bool{}
	for _, row := range r.cells {
		key := strings.Join(row, "\x00")
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// maxRows bounds what is read of one result; what is beyond is not compared.
const maxRows = 200_000

// Databases runs statements on the databases of a server, one connection at a time, without changing anything.
type Databases struct {
	DSN     string        // connection URL or keywords in which %s stands for the database
	Timeout time.Duration // of one statement; 0: ten seconds

	conn *pgconn.PgConn
	db   string
}

// connect returns a connection to a database, the one it returned before if it is to the same.
func (d *Databases) connect(ctx context.Context, db string) (*pgconn.PgConn, error) {
	if d.conn != nil && d.db == db && !d.conn.IsClosed() {
		return d.conn, nil
	}
	d.Close()
	cfg, err := pgconn.ParseConfig(withDatabase(d.DSN, db))
	if err != nil {
		// The library's message may quote the string, and with it a password.
		return nil, fmt.Errorf("not a PostgreSQL connection URL or keyword string")
	}
	cfg.RuntimeParams["application_name"] = "pgask"
	cfg.RuntimeParams["client_encoding"] = "UTF8"
	conn, err := pgconn.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	d.conn, d.db = conn, db
	return conn, nil
}

// Close ends the connection, if there is one.
func (d *Databases) Close() {
	if d.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = d.conn.Close(ctx) // nothing is lost: all that was done was read-only
	select {
	case <-d.conn.CleanupDone():
	case <-ctx.Done():
	}
	d.conn = nil
}

// run returns what a statement returns, in a READ ONLY transaction.
func (d *Databases) run(ctx context.Context, db, sql string) (*rows, error) {
	conn, err := d.connect(ctx, db)
	if err != nil {
		return nil, err
	}
	timeout := d.Timeout
	timeout = cmp.Or(timeout, 10*time.Second)
	begin := fmt.Sprintf("BEGIN READ ONLY; SET LOCAL statement_timeout = %d; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres'", timeout.Milliseconds())
	if _, err := conn.Exec(ctx, begin).ReadAll(); err != nil {
		return nil, err
	}
	got, err := collect(conn.ExecParams(ctx, strings.TrimRight(strings.TrimSpace(sql), "; \n"), nil, nil, nil, nil))
	if _, end := conn.Exec(ctx, "ROLLBACK").ReadAll(); err == nil {
		err = end
	}
	return got, err
}

// look returns what looks texts up in a database, as the agent does but for its limits on time.
func (d *Databases) look(db string) Look {
	return func(ctx context.Context, wants []lookup.Want) ([]lookup.Found, error) {
		conn, err := d.connect(ctx, db)
		if err != nil {
			return nil, err
		}
		q := lookup.New(wants, conn.ParameterStatus("server_encoding") == "UTF8")
		if q == nil {
			return nil, nil
		}
		results, err := borrow.New(conn).ReadOnly(ctx, map[string]string{"search_path": lookup.SearchPath, "jit": "off"}, q.Statement)
		if err != nil {
			return nil, fmt.Errorf("look up: %w", err)
		}
		return q.Read(results[0])
	}
}

// column returns the first column of what a query with one parameter returns.
func (d *Databases) column(ctx context.Context, db, sql, arg string) ([]string, error) {
	conn, err := d.connect(ctx, db)
	if err != nil {
		return nil, err
	}
	got := conn.ExecParams(ctx, sql, [][]byte{[]byte(arg)}, nil, nil, nil).Read()
	var out []string
	for _, row := range got.Rows {
		if row[0] != nil {
			out = append(out, string(row[0]))
		}
	}
	return out, got.Err
}

func collect(r *pgconn.ResultReader) (*rows, error) {
	fields := r.FieldDescriptions()
	types := make([]uint32, len(fields))
	for i, f := range fields {
		types[i] = f.DataTypeOID
	}
	got := &rows{columns: len(fields)}
	for r.NextRow() {
		if len(got.cells) == maxRows {
			continue
		}
		cells := make([]string, len(fields))
		for i, v := range r.Values() {
			cells[i] = normal(types[i], v)
		}
		got.cells = append(got.cells, cells)
	}
	if _, err := r.Close(); err != nil {
		return nil, err
	}
	if len(fields) == 0 {
		return nil, fmt.Errorf("no result set")
	}
	return got, nil
}

// withDatabase puts the name in place of %s, escaped if it is part of a URL.
func withDatabase(dsn, db string) string {
	if strings.Contains(dsn, "://") {
		db = url.PathEscape(db)
	} else {
		db = "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(db) + "'"
	}
	return strings.ReplaceAll(dsn, "%s", db)
}

// Types whose values are not compared as texts, by their OIDs, which are the same on all servers.
const (
	boolean, bigint, smallint, integer, oid, jsonText, float4, float8 = 16, 20, 21, 23, 26, 114, 700, 701
	date, timestamp, timestamptz, interval, numeric, jsonBinary       = 1082, 1114, 1184, 1186, 1700, 3802
)

// arrays are the types of arrays whose elements are numbers.
var arrays = map[uint32]uint32{1005: smallint, 1007: integer, 1016: bigint, 1021: float4, 1022: float8, 1231: numeric}

// normal returns a value as text under which values that people would call equal are equal: a kind, then the value.
// Numbers of all types are rounded to four decimals, and a timestamp at midnight is its date.
func normal(typ uint32, text []byte) string {
	if text == nil {
		return "null"
	}
	s := string(text)
	switch typ {
	case bigint, smallint, integer, oid, float4, float8, numeric:
		return normalNumber(s)
	case boolean:
		return "bool " + s
	case date:
		return "date " + s
	case timestamp:
		return "date " + strings.TrimSuffix(trimFraction(s), " 00:00:00")
	case timestamptz:
		return "date " + strings.TrimSuffix(inUTC(s), " 00:00:00")
	case interval:
		return "interval " + normalNumber(strconv.FormatFloat(intervalSeconds(s), 'f', -1, 64))
	case jsonText, jsonBinary:
		return normalJSON(s)
	}
	if element, ok := arrays[typ]; ok {
		return normalArray(element, s)
	}
	return "text " + s
}

func normalNumber(s string) string {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return "text " + strings.ToLower(s)
	}
	f, _ = strconv.ParseFloat(strconv.FormatFloat(f, 'g', 12, 64), 64)
	s = strconv.FormatFloat(f, 'f', 4, 64)
	if s == "-0.0000" {
		s = "0.0000"
	}
	return "number " + s
}

func normalArray(element uint32, s string) string {
	parts := strings.Split(strings.Trim(s, "{}"), ",")
	for i, p := range parts {
		parts[i] = normal(element, []byte(p))
	}
	return "array " + strings.Join(parts, ",")
}

// normalJSON writes a document with its keys sorted. A single value in it is that value.
func normalJSON(s string) string {
	var v any
	if json.Unmarshal([]byte(s), &v) != nil {
		return "text " + s
	}
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "bool " + strconv.FormatBool(v)[:1]
	case float64:
		return normalNumber(strconv.FormatFloat(v, 'g', -1, 64))
	case string:
		return "text " + v
	}
	sorted, _ := json.Marshal(v)
	return "text " + string(sorted)
}

// trimFraction removes the zeros behind the last digit of a fraction of seconds.
func trimFraction(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

func inUTC(s string) string {
	for _, layout := range []string{"2006-01-02 15:04:05.999999-07", "2006-01-02 15:04:05.999999-07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC().Format("2006-01-02 15:04:05.999999")
		}
	}
	return s
}

// intervalSeconds reads an interval as the server writes it, "1 year 2 mons 3 days -04:05:06.7", with months of 30
// days and years of 365.
func intervalSeconds(s string) float64 {
	days := map[string]float64{"year": 365, "mon": 30, "day": 1}
	var total float64
	words := strings.Fields(s)
	for i := 0; i < len(words); i++ {
		if strings.Contains(words[i], ":") {
			total += clockSeconds(words[i])
			continue
		}
		if i+1 < len(words) {
			n, _ := strconv.ParseFloat(words[i], 64)
			i++
			total += n * days[strings.TrimSuffix(words[i], "s")] * 24 * 3600
		}
	}
	return total
}

func clockSeconds(s string) float64 {
	sign := 1.0
	if rest, negative := strings.CutPrefix(s, "-"); negative {
		sign, s = -1, rest
	}
	var total float64
	for part := range strings.SplitSeq(strings.TrimPrefix(s, "+"), ":") {
		n, _ := strconv.ParseFloat(part, 64)
		total = total*60 + n
	}
	return sign * total
}
