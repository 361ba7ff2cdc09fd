package usage

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// End is how a question ended, as far as questions are counted by it. An empty field does not narrow.
type End struct{ Outcome, Engine, Model, SQLState, Rule, Policy string }

// Ever are the bounds of a time that has no other, on days of UTC: no record is read for their sake.
var Ever = [2]time.Time{time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}

// Count returns how many questions of a time ended so, apart from those that are not counted yet or have no outcome.
func (t Table) Count(ctx context.Context, tx pgx.Tx, q Query, end End) (n int64, err error) {
	if _, err := tx.Exec(ctx, roomy); err != nil {
		return 0, err
	}
	kind := "all"
	if q.Role != "" {
		kind = "role"
	}
	p := t.whole(kind, q)
	sql := "SELECT coalesce(sum(questions), 0)::int8 FROM (" + p.sql + ") c WHERE true"
	for _, c := range []struct{ name, value string }{{"outcome", end.Outcome}, {"engine", end.Engine}, {"model", end.Model},
		{"sqlstate", end.SQLState}, {"rule", end.Rule}, {"policy", end.Policy}} {
		if c.value != "" {
			sql += " AND " + c.name + " = " + p.arg(c.value)
		}
	}
	err = tx.QueryRow(ctx, p.statement(sql), p.args...).Scan(&n)
	return n, err
}
