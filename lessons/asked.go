package lessons

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"time"
)

// Suggestion is a family of questions that is asked often and has no pin.
type Suggestion struct {
	ID         string
	Datasource string
	Question   string // the latest of them
	Statement  string // that answered it
	Times      int64
	LastUse    time.Time
}

// Bounds of what is counted.
const (
	maxAsked   = 5000 // families; those not asked for longest are forgotten
	oftenAsked = 3    // times, from which on a pin is suggested
)

// Asked counts a question that was answered. What is counted is shown to those who may pin.
func (l *Library) Asked(datasource, question, statement string) {
	if l == nil || l.cfg.Store == nil || len(question) > maxMeaning || len(statement) > maxStatement {
		return
	}
	key := pinKey(datasource, family(question).key)
	sum := sha256.Sum256([]byte(key))
	id, now := hex.EncodeToString(sum[:])[:10], time.Now().UnixMilli()
	l.cfg.Store.WriteAsync(func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO pgask_asked (id, datasource, question, statement, times, last_use) VALUES ($1, $2, $3, $4, 1, $5)
			ON CONFLICT (id) DO UPDATE SET question = excluded.question, statement = excluded.statement, times = pgask_asked.times + 1,
				last_use = excluded.last_use`, id, datasource, question, statement, now); err != nil {
			return err
		}
		if now%64 != 0 {
			return nil
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM pgask_asked WHERE id NOT IN (SELECT id FROM pgask_asked ORDER BY last_use DESC LIMIT $1)`, maxAsked)
		return err
	})
}

// Suggestions returns questions that might be pinned, the most frequent first, 100 at most.
func (l *Library) Suggestions(ctx context.Context) (all []Suggestion, err error) {
	if l == nil || l.cfg.Store == nil {
		return nil, nil
	}
	pins := l.view.Load().pins
	err = l.cfg.Store.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT id, datasource, question, statement, times, last_use FROM pgask_asked WHERE times >= $1
			ORDER BY times DESC, last_use DESC, id LIMIT 100`, oftenAsked)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var s Suggestion
			var last int64
			if err := rows.Scan(&s.ID, &s.Datasource, &s.Question, &s.Statement, &s.Times, &last); err != nil {
				return err
			}
			if len(pins[pinKey(s.Datasource, family(s.Question).key)]) == 0 {
				s.LastUse = fromMillis(last)
				all = append(all, s)
			}
		}
		return rows.Err()
	})
	return all, err
}

// Answered returns questions about a datasource that were answered, one of each family, the latest first.
func (l *Library) Answered(ctx context.Context, datasource string, limit int) (all []string, err error) {
	if l == nil || l.cfg.Store == nil {
		return nil, nil
	}
	err = l.cfg.Store.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT question FROM pgask_asked WHERE datasource = $1 ORDER BY last_use DESC, id LIMIT $2`, datasource, limit)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var question string
			if err := rows.Scan(&question); err != nil {
				return err
			}
			all = append(all, question)
		}
		return rows.Err()
	})
	return all, err
}
