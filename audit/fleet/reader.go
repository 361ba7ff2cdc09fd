package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
)

// Reader is an audit.Reader of all logs in a table. It is safe for concurrent use: each call has a connection of its
// own.
type Reader struct {
	URL   string // of the database, with a login that may read the table
	Table string // as name or schema.name
	Log   string // id of this proxy's own log
	Dir   string // and its directory; empty: there is none here
	Proxy string // and what its records call it
}

// Bounds of a look.
const (
	page        = 2000    // rows of one query, at most
	maxUncopied = 100_000 // records that are read from the own log
)

func (r *Reader) table() pgx.Identifier { return strings.Split(r.Table, ".") }

func (r *Reader) heads() pgx.Identifier { return r.beside("_copied") }

// beside returns the name of something that belongs to the table.
func (r *Reader) beside(suffix string) pgx.Identifier {
	name := slices.Clone(r.table())
	name[len(name)-1] += suffix
	return name
}

// connect opens a connection that only reads.
func (r *Reader) connect(ctx context.Context) (*pgx.Conn, error) {
	cfg, err := pgx.ParseConfig(r.URL)
	if err != nil {
		return nil, errors.New("audit.table_url is not a PostgreSQL connection URL") // the library's message may quote it, with a password
	}
	cfg.RuntimeParams["application_name"] = cmp.Or(cfg.RuntimeParams["application_name"], "pgask audit reader")
	cfg.RuntimeParams["default_transaction_read_only"], cfg.RuntimeParams["timezone"] = "on", "UTC"
	cfg.ConnectTimeout = 10 * time.Second
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("connect to audit.table_url: %w", plain(err))
	}
	return conn, nil
}

// plain returns an error without what the library or the server quotes in it: the configuration, or a record's words.
func plain(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		if pg.Code == "57014" {
			return errLate
		}
		return fmt.Errorf("SQLSTATE %s", pg.Code)
	}
	for cause := err; cause != nil; cause = errors.Unwrap(cause) {
		err = cause
	}
	return errors.New(err.Error())
}

// errLate says that the server ended a statement that took too long.
var errLate = errors.New("SQLSTATE 57014")

// with runs a look in one snapshot: pages that are read one after the other belong together.
func (r *Reader) with(ctx context.Context, look func(pgx.Tx) error) error {
	conn, err := r.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, look)
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("read the table of records: %w", context.Cause(ctx))
	}
	return err
}

// record is one of them, with the log that it is of. Without its text it is an intent of which only what orders it is
// known.
type record struct {
	log string
	audit.Entry
	bare bool
}

// later orders records as a look reads them: the newest question first, and of one question its outcome first.
func later(a, b *record) int {
	return cmp.Or(b.Time.Compare(a.Time), cmp.Compare(b.log, a.log), cmp.Compare(b.Seq, a.Seq))
}

// table is what a look finds: whether the table is there, and what of the own log is not in it, the newest first.
type table struct {
	tx    pgx.Tx
	there bool
	own   []record
}

// look runs a look at the table and at what it lacks of the own log.
func (r *Reader) look(ctx context.Context, f func(table) error) error {
	return r.with(ctx, func(tx pgx.Tx) error {
		there, err := r.there(ctx, tx, r.table())
		if err != nil {
			return err
		}
		own, err := r.uncopied(ctx, tx, there)
		if err != nil {
			return err
		}
		return f(table{tx, there, own})
	})
}

// Newest implements audit.Reader.
func (r *Reader) Newest(ctx context.Context, q audit.Query) (found []audit.Entry, more bool, err error) {
	err = r.look(ctx, func(t table) (err error) {
		g := audit.NewGatherer(q)
		if more, err = r.gather(ctx, t, q, g); err != nil {
			return err
		}
		if found = g.Found(); !t.there {
			return nil
		}
		return r.addFeedback(ctx, t.tx, found)
	})
	return found, more, err
}

// gather hands records to g, the newest first, until there are enough.
func (r *Reader) gather(ctx context.Context, t table, q audit.Query, g *audit.Gatherer) (more bool, err error) {
	finds, err := r.finds(ctx, t)
	if err != nil {
		return true, err
	}
	where, args := conditions(q)
	where, args = r.narrowed(q, where, args, finds)
	from := record{Entry: audit.Entry{Record: audit.Record{Time: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}}}
	own := t.own
	add := func(e *record) bool { return !e.bare && g.Add(&e.Entry) || g.Stopped() }
	var read int64
	size := page
	if q.Questions > 0 { // of the few that fit, rows are far apart
		size = min(4*q.Questions, page)
	}
	for t.there {
		var rows []record
		var bytes int64
		err := pgx.BeginFunc(ctx, t.tx, func(tx pgx.Tx) (err error) { // a savepoint: what was read before stands
			if q.Within > 0 {
				if _, err := tx.Exec(ctx, fmt.Sprintf("SET LOCAL statement_timeout = %d", max(1, q.Within.Milliseconds()))); err != nil {
					return err
				}
			}
			if rows, bytes, err = r.page(ctx, tx, where, args, &from, size); err == nil {
				err = r.fill(ctx, tx, rows, g)
			}
			return err
		})
		if q.Within > 0 && errors.Is(err, errLate) && ctx.Err() == nil {
			return true, nil
		}
		if err != nil {
			return true, err
		}
		for i := range rows {
			for len(own) > 0 && later(&own[0], &rows[i]) < 0 {
				if add(&own[0]) {
					return true, nil
				}
				own = own[1:]
			}
			if add(&rows[i]) {
				return true, nil
			}
		}
		if len(rows) < size {
			break
		}
		size = min(4*size, page)
		from = rows[len(rows)-1]
		if read += bytes; q.Scan > 0 && read >= q.Scan {
			return true, nil
		}
		if ctx.Err() != nil {
			return true, fmt.Errorf("read the table of records: %w", context.Cause(ctx))
		}
	}
	for i := range own {
		if add(&own[i]) {
			return true, nil
		}
	}
	return false, nil
}

// fill reads the texts of those intents of a page that are questions of their own, since no outcome came before: few,
// as a rule.
func (r *Reader) fill(ctx context.Context, tx pgx.Tx, rows []record, g *audit.Gatherer) error {
	at, ended := map[string]*record{}, map[string]bool{}
	var logs []string
	var seqs []int64
	var times []time.Time
	for i := range rows {
		e := &rows[i]
		if e.bare && !ended[e.ID] && !g.Seen(e.ID) {
			at[fmt.Sprint(e.Seq, " ", e.log)] = e
			logs, seqs, times = append(logs, e.log), append(seqs, int64(e.Seq)), append(times, e.Time)
		}
		ended[e.ID] = true
	}
	if len(logs) == 0 {
		return nil
	}
	found, err := tx.Query(ctx, "SELECT log, seq, time, event, id, record FROM "+r.table().Sanitize()+
		" JOIN unnest($1::text[], $2::int8[], $3::timestamptz[]) AS k (log, seq, time) USING (log, seq, time)", logs, seqs, times)
	if err != nil {
		return fmt.Errorf("read the table of records: %w", plain(err))
	}
	texts, _, err := scan(found)
	for i := range texts {
		if e := at[fmt.Sprint(texts[i].Seq, " ", texts[i].log)]; e != nil {
			*e = texts[i]
		}
	}
	return err
}

// page reads so many rows behind one.
func (r *Reader) page(ctx context.Context, tx pgx.Tx, where string, args []any, from *record,
	size int) (found []record, bytes int64, err error) {
	// Most intents have an outcome, which came before them here: their texts need not be sent.
	sql := fmt.Sprintf(`SELECT log, seq, time, event, id, CASE event WHEN 'intent' THEN NULL ELSE record END FROM %s r WHERE time <= $1 AND (time, log, seq) < ($1, $2, $3) AND %s
		ORDER BY time DESC, log DESC, seq DESC LIMIT %d`, r.table().Sanitize(), where, size)
	all := append([]any{from.Time, from.log, int64(from.Seq)}, args...)
	rows, err := tx.Query(ctx, sql, all...)
	if err != nil {
		return nil, 0, fmt.Errorf("read the table of records: %w", plain(err))
	}
	found, bytes, err = scan(rows)
	return found, bytes, err
}

// scan reads rows of log, seq, time, event, id and record. Times of the table have microseconds; the order is by them.
func scan(rows pgx.Rows) (found []record, bytes int64, err error) {
	defer rows.Close()
	for rows.Next() {
		var e record
		var seq int64
		var at time.Time
		var id *string
		var text []byte
		if err := rows.Scan(&e.log, &seq, &at, &e.Event, &id, &text); err != nil {
			return nil, 0, fmt.Errorf("read the table of records: %w", plain(err))
		}
		e.bare = text == nil || json.Unmarshal(text, &e.Entry) != nil // or it is not a record of ours
		e.Seq, e.Time = uint64(seq), at.UTC()
		if id != nil {
			e.ID = *id
		}
		found, bytes = append(found, e), bytes+int64(len(text))
	}
	if err := rows.Err(); err != nil {
		return nil, 0, fmt.Errorf("read the table of records: %w", plain(err))
	}
	return found, bytes, nil
}

// there reports whether a table is there: before the first record is copied it is not.
func (r *Reader) there(ctx context.Context, tx pgx.Tx, name pgx.Identifier) (is bool, err error) {
	if err := tx.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", name.Sanitize()).Scan(&is); err != nil {
		return false, fmt.Errorf("read the table of records: %w", plain(err))
	}
	return is, nil
}

// uncopied returns the records of the own log that the table has not, the newest first.
func (r *Reader) uncopied(ctx context.Context, tx pgx.Tx, there bool) ([]record, error) {
	if r.Dir == "" {
		return nil, nil
	}
	var has int64
	if !there {
		return r.behind(has)
	}
	if err := tx.QueryRow(ctx, "SELECT coalesce(max(seq), 0) FROM "+r.table().Sanitize()+" WHERE log = $1", r.Log).Scan(&has); err != nil {
		return nil, fmt.Errorf("read the table of records: %w", plain(err))
	}
	return r.behind(has)
}

// behind returns the records of the own log after a number, the newest first.
func (r *Reader) behind(has int64) ([]record, error) {
	entries, err := audit.After(r.Dir, uint64(has))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	entries = entries[max(0, len(entries)-maxUncopied):]
	own := make([]record, len(entries))
	for i, e := range entries {
		e.Time = e.Time.Truncate(time.Microsecond)
		own[i] = record{log: r.Log, Entry: e}
	}
	slices.SortFunc(own, func(a, b record) int { return later(&a, &b) })
	return own, nil
}

// addFeedback gives questions what was said about them: what narrows a look leaves that out.
func (r *Reader) addFeedback(ctx context.Context, tx pgx.Tx, found []audit.Entry) error {
	at := map[string]*audit.Entry{}
	var ids []string
	for i := range found {
		if found[i].Feedback == "" {
			at[found[i].ID] = &found[i]
			ids = append(ids, found[i].ID)
		}
	}
	rows, err := tx.Query(ctx, "SELECT log, seq, time, event, id, record FROM "+r.table().Sanitize()+
		" WHERE record ? 'about' AND record->>'about' = ANY ($1) AND record ? 'feedback' ORDER BY time, seq", ids)
	if err != nil {
		return fmt.Errorf("read the table of records: %w", plain(err))
	}
	said, _, err := scan(rows)
	for i := range said {
		if e := at[said[i].About]; e != nil {
			e.Feedback, e.FeedbackReason = said[i].Feedback, said[i].Question
		}
	}
	return err
}

// Find implements audit.Reader.
func (r *Reader) Find(ctx context.Context, id string) (found []audit.Entry, err error) {
	err = r.look(ctx, func(t table) error {
		var all []record
		if t.there {
			rows, err := t.tx.Query(ctx, "SELECT log, seq, time, event, id, record FROM "+r.table().Sanitize()+
				" WHERE id = $1 OR record ? 'about' AND record->>'about' = $1", id)
			if err != nil {
				return fmt.Errorf("read the table of records: %w", plain(err))
			}
			if all, _, err = scan(rows); err != nil {
				return err
			}
		}
		for _, e := range t.own {
			if e.ID == id || e.About == id {
				all = append(all, e)
			}
		}
		slices.SortFunc(all, func(a, b record) int { return later(&b, &a) })
		for _, e := range all {
			if !e.bare {
				found = append(found, e.Entry)
			}
		}
		return nil
	})
	return found, err
}
