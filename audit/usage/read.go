package usage

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/audit"
)

// Query says what usage is wanted of. A zero field does not narrow.
type Query struct {
	Begins                  []time.Time // when each slot begins, and after them when the last one ends
	Datasource, Role, Proxy string
	Top                     int // how many roles and tables there may be; 0: a dozen
}

// Counts are what questions add up to, apart from those of Rest.
type Counts struct {
	Rows        []Row   // by slot and what they have in common
	Took        []Took  // how long those of each slot took
	Ended       []Ended // and those that ended in some way
	Roles       []Named // those who asked most, and what was read most: the most first
	Tables      []Named
	Known       []string // roles that ask most, whichever was asked for
	Datasources []string // all that there are
	Proxies     []string
	Reasons     []Reason      // why questions were not answered, the commonest first
	Rest        []audit.Entry // questions that are not counted yet, or have no outcome
}

// Sum is what some questions add up to.
type Sum struct {
	Questions, Calls, Spared, TokensIn, TokensOut int64
	Cost                                          float64
	Good, Bad                                     int64
}

// Row is the sum of the questions of a slot that have some things in common.
type Row struct {
	Slot                   int
	Outcome, Engine, Model string
	Sum
}

// Took is how long questions of a slot took.
type Took struct {
	Slot  int
	Times Times
}

// Ended is how long questions of an outcome and an engine took.
type Ended struct {
	Outcome, Engine string
	Times           Times
}

// Named is the sum of the questions of a role, or about a table.
type Named struct {
	Of string
	Sum
	Times Times
}

// Reason is why questions were not answered.
type Reason struct {
	Outcome, SQLState, Rule, Policy string
	Questions                       int64
	At                              time.Time // of the latest
	Latest                          audit.Entry
}

// Times are how many questions took how long, by the number of a width.
type Times map[int64]int64

// Width returns the number of the width that a time is in.
func Width(d time.Duration) int64 { return int64(math.Floor(math.Log(float64(d)) / math.Log(width))) }

// Quantile returns the time that so many of a hundred questions took at most, by the nearest rank, to within a
// twentieth.
func (t Times) Quantile(percent int64) time.Duration {
	var all, below int64
	for _, n := range t {
		all += n
	}
	widths := make([]int64, 0, len(t))
	for w := range t {
		widths = append(widths, w)
	}
	slices.Sort(widths)
	for _, w := range widths {
		if below += t[w]; below*100 >= all*percent {
			return time.Duration(math.Pow(width, float64(w)+0.5))
		}
	}
	return 0
}

// Bounds of what is read.
const (
	TopNamed = 12
	topKnown = 200
)

// part is some rows of the table of counts, and records counted alike, as a statement with its arguments.
type part struct {
	Table
	q    Query
	sql  string
	args []any
}

// Read returns what the questions of a time add up to.
func (t Table) Read(ctx context.Context, tx pgx.Tx, q Query) (c *Counts, err error) {
	if _, err := tx.Exec(ctx, roomy); err != nil {
		return nil, err
	}
	c = &Counts{}
	kind, times, named := "all", "slot", "table"
	if q.Role != "" {
		kind, times, named = "role", "role", "role table"
	}
	slots, took := t.slots(kind, kind, q), t.slots(kind, times, q)
	all, roles, tables := t.whole(kind, q), t.whole("role", q), t.whole(named, q)
	for _, step := range []func() error{
		func() (err error) { c.Rows, err = slots.rows(ctx, tx); return err },
		func() (err error) { c.Took, err = took.took(ctx, tx); return err },
		func() (err error) { c.Ended, err = all.ended(ctx, tx); return err },
		func() (err error) { c.Reasons, err = all.reasons(ctx, tx); return err },
		func() (err error) { c.Roles, err = roles.named(ctx, tx, "role"); return err },
		func() (err error) { c.Tables, err = tables.named(ctx, tx, "relation"); return err },
		func() error { return t.known(ctx, tx, q, c) },
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// arg returns the placeholder of a value.
func (p *part) arg(v any) string {
	p.args = append(p.args, v)
	return fmt.Sprintf("$%d", len(p.args))
}

// query runs a statement that was made of the part.
func (p *part) query(ctx context.Context, tx pgx.Tx, sql string, more ...any) (pgx.Rows, error) {
	return tx.Query(ctx, p.statement(sql), append(slices.Clone(p.args), more...)...)
}

// of is the condition on a kind of rows, and what narrows them. Kind and width of their slots are no arguments: there
// are indexes of some alone.
func (p *part) of(kind string, grain int) string {
	sql := fmt.Sprintf("grain = %d AND per = '%s'", grain, kind)
	for _, c := range []struct{ name, value string }{{"datasource", p.q.Datasource}, {"proxy", p.q.Proxy}, {"role", p.q.Role}} {
		if c.value != "" {
			sql += " AND " + c.name + " = " + p.arg(c.value)
		}
	}
	if p.q.Role != "" {
		sql += " AND role <> ''" // as the index by role says
	}
	return sql
}

func binned(at time.Time, minutes int) (begin time.Time, exact bool) {
	begin = at.UTC().Truncate(time.Duration(minutes) * time.Minute)
	return begin, begin.Equal(at)
}

// slots is a kind of rows with the number of the slot that each is in, from 1: days where each slot begins with one
// of UTC's; else half hours, of a kind of their own, that are in one slot, and the records of those that are not,
// where a slot begins within one.
func (t Table) slots(days, hours string, q Query) *part {
	p := &part{Table: t, q: q}
	begins, kind, grain := q.Begins, days, day
	if slices.ContainsFunc(begins, func(b time.Time) bool { _, exact := binned(b, day); return !exact }) {
		kind, grain = hours, halfHour
	}
	from, to := begins[0], begins[len(begins)-1]
	var split []time.Time
	var edges []string
	for _, b := range begins {
		h, exact := binned(b, halfHour)
		if exact || slices.ContainsFunc(split, h.Equal) {
			continue
		}
		split = append(split, h)
		begin, end := h, h.Add(halfHour*time.Minute)
		if begin.Before(from) {
			begin = from
		}
		if end.After(to) {
			end = to
		}
		edges = append(edges, "time >= "+p.arg(begin)+" AND time < "+p.arg(end))
	}
	at := p.arg(begins) + "::timestamptz[]"
	first, _ := binned(from, halfHour)
	p.sql = "SELECT *, width_bucket(slot, " + at + ") AS i FROM COUNTS WHERE " + p.of(kind, grain) + " AND slot >= " + p.arg(first) +
		" AND slot < " + p.arg(to) + " AND slot <> ALL (" + p.arg(append([]time.Time{}, split...)) + "::timestamptz[])"
	if len(edges) > 0 {
		p.sql += " UNION ALL SELECT *, width_bucket(slot, " + at + ") AS i FROM (" +
			t.counted("("+at+")[width_bucket(time, "+at+")]", strings.Join(edges, " OR ")) +
			") c WHERE " + p.of(kind, halfHour)
	}
	return p
}

// whole is a kind of rows of all slots together: days, at both ends half hours, and records at the edges of those.
func (t Table) whole(kind string, q Query) *part {
	p := &part{Table: t, q: q}
	from, to := q.Begins[0], q.Begins[len(q.Begins)-1]
	up := func(at time.Time, minutes int) time.Time {
		begin, exact := binned(at, minutes)
		if !exact {
			begin = begin.Add(time.Duration(minutes) * time.Minute)
		}
		return begin
	}
	finest := halfHour
	if kind == "role table" {
		finest = day
	}
	hours := [2]time.Time{up(from, finest), up(to, finest)}
	if h, exact := binned(to, finest); !exact {
		hours[1] = h
	}
	days := [2]time.Time{up(from, day), hours[1].Truncate(day * time.Minute)}
	if !days[0].Before(days[1]) {
		days = [2]time.Time{hours[1], hours[1]}
	}
	edges := [][2]time.Time{{from, hours[0]}, {hours[1], to}}
	if hours[1].Before(hours[0]) { // within a half hour
		hours[0], edges = hours[1], [][2]time.Time{{from, to}}
		days = [2]time.Time{hours[1], hours[1]}
	}
	var parts []string
	for _, r := range []struct {
		grain      int
		begin, end time.Time
	}{{day, days[0], days[1]}, {halfHour, hours[0], days[0]}, {halfHour, days[1], hours[1]}} {
		if r.begin.Before(r.end) {
			parts = append(parts, "SELECT * FROM COUNTS WHERE "+p.of(kind, r.grain)+" AND slot >= "+p.arg(r.begin)+
				" AND slot < "+p.arg(r.end))
		}
	}
	var times []string
	for _, e := range edges {
		if e[0].Before(e[1]) {
			times = append(times, "time >= "+p.arg(e[0])+" AND time < "+p.arg(e[1]))
		}
	}
	if len(times) > 0 {
		parts = append(parts, "SELECT * FROM ("+t.counted(ownSlot, strings.Join(times, " OR "))+") c WHERE "+p.of(kind, finest))
	}
	p.sql = strings.Join(parts, " UNION ALL ")
	return p
}

// total is the columns of a Sum.
const total = "sum(questions)::int8, sum(calls)::int8, sum(spared)::int8, sum(tokens_in)::int8, sum(tokens_out)::int8, sum(cost)::float8, sum(good)::int8, sum(bad)::int8"

func (s *Sum) fields() []any {
	return []any{&s.Questions, &s.Calls, &s.Spared, &s.TokensIn, &s.TokensOut, &s.Cost, &s.Good, &s.Bad}
}

func (p *part) rows(ctx context.Context, tx pgx.Tx) ([]Row, error) {
	rows, err := p.query(ctx, tx, "SELECT i - 1, outcome, engine, model, "+total+" FROM ("+p.sql+") c GROUP BY 1, 2, 3, 4")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (row Row, err error) {
		err = r.Scan(append([]any{&row.Slot, &row.Outcome, &row.Engine, &row.Model}, row.fields()...)...)
		return row, err
	})
}

// add adds the times of a row of counts. They are added up here: for a server that is ten times the work.
func (t Times) add(counted []int64) {
	for _, e := range counted {
		t[e>>32] += e & (1<<32 - 1)
	}
}

func (p *part) took(ctx context.Context, tx pgx.Tx) (all []Took, err error) {
	rows, err := p.query(ctx, tx, "SELECT i - 1, times FROM ("+p.sql+") c")
	if err != nil {
		return nil, err
	}
	of := map[int]Times{}
	var slot int
	var times []int64
	_, err = pgx.ForEachRow(rows, []any{&slot, &times}, func() error {
		if of[slot] == nil {
			of[slot] = Times{}
			all = append(all, Took{slot, of[slot]})
		}
		of[slot].add(times)
		return nil
	})
	return all, err
}

func (p *part) ended(ctx context.Context, tx pgx.Tx) (all []Ended, err error) {
	rows, err := p.query(ctx, tx, "SELECT outcome, engine, times FROM ("+p.sql+") c")
	if err != nil {
		return nil, err
	}
	of := map[[2]string]Times{}
	var how [2]string
	var times []int64
	_, err = pgx.ForEachRow(rows, []any{&how[0], &how[1], &times}, func() error {
		if of[how] == nil {
			of[how] = Times{}
			all = append(all, Ended{how[0], how[1], of[how]})
		}
		of[how].add(times)
		return nil
	})
	return all, err
}

func (p *part) reasons(ctx context.Context, tx pgx.Tx) ([]Reason, error) {
	rows, err := p.query(ctx, tx, "SELECT outcome, sqlstate, rule, policy, sum(questions)::int8, max(latest) FROM ("+p.sql+`) c WHERE outcome IN ('refused', 'failed', 'unanswered')
		GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 2, 3, 4, 1 LIMIT `+fmt.Sprint(topKnown))
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (x Reason, err error) {
		err = r.Scan(&x.Outcome, &x.SQLState, &x.Rule, &x.Policy, &x.Questions, &x.At)
		return x, err
	})
	return all, err
}

// named returns the sums of those with most questions, by a column of some rows, and how long the first of them took.
func (p *part) named(ctx context.Context, tx pgx.Tx, by string) ([]Named, error) {
	rows, err := p.query(ctx, tx, "SELECT "+by+", "+total+" FROM ("+p.sql+") c WHERE "+by+
		" <> '' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT "+fmt.Sprint(cmp.Or(p.q.Top, TopNamed)))
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (n Named, err error) {
		err = r.Scan(append([]any{&n.Of}, n.fields()...)...)
		return n, err
	})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	var names []string
	for i := range all {
		names = append(names, all[i].Of)
		all[i].Times = Times{}
	}
	rows, err = p.query(ctx, tx, "SELECT "+by+", times FROM ("+p.sql+") c WHERE "+by+" = ANY ($"+fmt.Sprint(len(p.args)+1)+")", names)
	if err != nil {
		return nil, err
	}
	var name string
	var times []int64
	_, err = pgx.ForEachRow(rows, []any{&name, &times}, func() error {
		all[slices.Index(names, name)].Times.add(times)
		return nil
	})
	return all, err
}

// known adds what usage could be narrowed by, whatever it is narrowed by: what the last week of the time has.
func (t Table) known(ctx context.Context, tx pgx.Tx, q Query, c *Counts) error {
	rows, err := tx.Query(ctx, t.statement("SELECT role, datasource, proxy FROM COUNTS WHERE per = 'role' AND grain = 1440 AND slot > greatest($1::timestamptz - interval '1 day', $2::timestamptz - interval '8 days') AND slot < $2 "+
		"GROUP BY 1, 2, 3 ORDER BY sum(questions) DESC LIMIT 10000"), q.Begins[0], q.Begins[len(q.Begins)-1])
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var names [3]string
		if err := rows.Scan(&names[0], &names[1], &names[2]); err != nil {
			return err
		}
		for i, to := range []*[]string{&c.Known, &c.Datasources, &c.Proxies} {
			if names[i] != "" && len(*to) < topKnown && !slices.Contains(*to, names[i]) {
				*to = append(*to, names[i])
			}
		}
	}
	return rows.Err()
}
