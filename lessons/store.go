package lessons

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Bounds of what is kept.
const (
	maxKept = 10_000 // lessons; more are not learned
	maxPins = 10_000
)

const lessonColumns = `id, kind, words, means, rule, datasource, role, author, source, note, confidence, status, uses, successes, failures,
	created, last_use`

func readLessons(ctx context.Context, tx *sql.Tx) ([]Lesson, error) {
	rows, err := tx.QueryContext(ctx, `SELECT `+lessonColumns+` FROM pgask_lessons ORDER BY confidence DESC, created, id LIMIT $1`, maxKept)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []Lesson
	for rows.Next() {
		var l Lesson
		var rule, datasource string
		var created, last int64
		if err := rows.Scan(&l.ID, &l.Kind, &l.Words, &l.Means, &rule, &datasource, &l.Role, &l.Author, &l.Source, &l.Note, &l.Confidence,
			&l.Status, &l.Uses, &l.Successes, &l.Failures, &created, &last); err != nil {
			return nil, err
		}
		if l.Rule, err = ParseRule(rule); err != nil {
			continue // of another version
		}
		if datasource != "" {
			l.Datasources = strings.Split(datasource, ",")
		}
		l.Created, l.LastUse = fromMillis(created), fromMillis(last)
		all = append(all, l)
	}
	return all, rows.Err()
}

// insert adds a lesson. The same one once more keeps its standing and its counts, and takes the higher confidence.
func (l *Lesson) insert(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO pgask_lessons (`+lessonColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
		ON CONFLICT (id) DO UPDATE SET confidence = CASE WHEN excluded.confidence > pgask_lessons.confidence
			THEN excluded.confidence ELSE pgask_lessons.confidence END`,
		l.ID, string(l.Kind), l.Words, l.Means, l.Rule.String(), strings.Join(l.Datasources, ","), l.Role, l.Author,
		string(l.Source), l.Note,
		l.Confidence, string(l.Status), l.Uses, l.Successes, l.Failures, millis(l.Created), millis(l.LastUse))
	return err
}

const pinColumns = `id, datasource, question, statement, slots, author, status, tables, note, uses, created, last_use`

func readPins(ctx context.Context, tx *sql.Tx) ([]Pin, error) {
	rows, err := tx.QueryContext(ctx, `SELECT `+pinColumns+` FROM pgask_pins ORDER BY created, id LIMIT $1`, maxPins)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []Pin
	for rows.Next() {
		var p Pin
		var slots string
		var created, last int64
		if err := rows.Scan(&p.ID, &p.Datasource, &p.Question, &p.Statement, &slots, &p.Author, &p.Status, &p.Tables, &p.Note, &p.Uses,
			&created, &last); err != nil {
			return nil, err
		}
		if json.Unmarshal([]byte(slots), &p.Slots) != nil {
			continue // of another version
		}
		p.Created, p.LastUse = fromMillis(created), fromMillis(last)
		all = append(all, p)
	}
	return all, rows.Err()
}

func (p *Pin) upsert(ctx context.Context, tx *sql.Tx) error {
	slots, err := json.Marshal(p.Slots)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO pgask_pins (`+pinColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		ON CONFLICT (id) DO UPDATE SET question = excluded.question, statement = excluded.statement, slots = excluded.slots,
			author = excluded.author, status = excluded.status, tables = excluded.tables, note = excluded.note, created = excluded.created`,
		p.ID, p.Datasource, p.Question, p.Statement, string(slots), p.Author, string(p.Status), p.Tables, p.Note,
		p.Uses, millis(p.Created), millis(p.LastUse))
	return err
}

// ErrNone is about a lesson or a pin that is not there.
var ErrNone = errors.New("there is none with this id")

// All returns the lessons of the file and of the store, with the counts of this moment, disabled ones too.
func (l *Library) All(ctx context.Context) ([]Lesson, error) {
	if l == nil {
		return nil, nil
	}
	l.mu.Lock()
	all := append([]Lesson(nil), l.file...)
	l.mu.Unlock()
	if l.cfg.Store == nil {
		return all, nil
	}
	err := l.cfg.Store.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		kept, err := readLessons(ctx, tx)
		all = append(all, kept...)
		return err
	})
	return all, err
}

// SetStatus approves or disables a lesson of the store. role limits an approved one to a role; empty: all.
func (l *Library) SetStatus(ctx context.Context, id string, status Status, role string) error {
	return l.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return requireChange(tx.ExecContext(ctx, `UPDATE pgask_lessons SET status = $2, role = $3 WHERE id = $1`, id, string(status), role))
	})
}

// Import keeps lessons that a person gives, and returns how many. One with the same words in the same place as another
// replaces it.
func (l *Library) Import(ctx context.Context, all []Lesson) error {
	return l.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, one := range all {
			one.Source, one.Created = FromCommand, time.Now()
			one.identify()
			if _, err := tx.ExecContext(ctx, `DELETE FROM pgask_lessons WHERE kind = $1 AND lower(words) = lower($2) AND datasource = $3 AND role = $4
				AND author = ''`, string(one.Kind), one.Words, strings.Join(one.Datasources, ","), one.Role); err != nil {
				return err
			}
			if err := one.insert(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
}

// requireChange makes an error of a change that changed nothing.
func requireChange(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrNone)
	}
	return nil
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}

// placeholders returns $from, $from+1, … for n values.
func placeholders(from, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$%d", from+i)
	}
	return b.String()
}
