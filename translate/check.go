package translate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// CheckLessons returns a line for each lesson of a datasource that names a table or column which the connection's
// role does not see, and for each question that was answered before it and is not any more.
func (a *Agent) CheckLessons(ctx context.Context, conn *pgconn.PgConn, datasource string) ([]string, error) {
	r, err := a.overCatalog(ctx, conn, datasource)
	if err != nil {
		return nil, err
	}
	all, err := a.cfg.Lessons.All(ctx)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, l := range all {
		if l.Status == lessons.Disabled || !l.In(datasource) {
			continue
		}
		if !r.exists(l) {
			found = append(found, fmt.Sprintf("%s: %s names what does not exist in %s: %s", l.Place(), l.Words, datasource, l.Means))
		} else if name, near := misspelt(r.snapshot, l, all); name != "" {
			found = append(found, fmt.Sprintf("%s: %s names what does not exist in %s: %s; did you mean %s?", l.Place(),
				l.Words, datasource, name, near))
		}
	}
	silenced, err := r.silenced(ctx)
	return append(found, silenced...), err
}

// misspelt returns a name without a table in the meaning of a word that nothing has and that is nearly one, and that one. A meaning
// may be other words that people use, so a name like nothing here is none.
func misspelt(s *schema.Snapshot, l lessons.Lesson, all []lessons.Lesson) (name, near string) {
	e, err := plan.Fragment(l.Means)
	if err != nil || l.Kind != lessons.Column {
		return "", ""
	}
	var names []string
	for _, t := range s.Tables {
		names = append(names, t.Name)
		for _, c := range t.Columns {
			names = append(names, c.Name)
		}
	}
	known := func(name string) bool {
		same := func(o string) bool {
			return strings.EqualFold(o, name) || wordform.Singular(strings.ToLower(o)) == wordform.Singular(strings.ToLower(name))
		}
		return slices.ContainsFunc(names, same) || slices.ContainsFunc(all, func(o lessons.Lesson) bool { return same(o.Words) })
	}
	for _, c := range e.Columns() {
		if c.Alias == "" && !known(c.Column) {
			if near := spelling.Nearest(c.Column, names); near != "" {
				return c.Column, near
			}
		}
	}
	return "", ""
}

// CheckPins checks the statements of all pins of a datasource again, with the catalog as the connection's role sees it.
// It returns a line for each pin that fails.
func (a *Agent) CheckPins(ctx context.Context, conn *pgconn.PgConn, datasource string) ([]string, error) {
	c, err := a.overCatalog(ctx, conn, datasource)
	if err != nil {
		return nil, err
	}
	pins, err := a.cfg.Lessons.Pins(ctx)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, p := range pins {
		if p.Datasource != datasource || p.Status != lessons.Approved {
			continue
		}
		sql, err := p.Sample()
		if err == nil {
			var v guard.Verdict
			if v, err = c.allowed(sql); err == nil {
				_, err = c.reads().Estimate(ctx, v)
			}
		}
		if err != nil {
			found = append(found, fmt.Sprintf("pin %s, “%s”: %v", p.ID, p.Question, err))
		}
	}
	return found, nil
}

// overCatalog returns a reader for which only the catalog has been read.
func (a *Agent) overCatalog(ctx context.Context, conn *pgconn.PgConn, datasource string) (*reader, error) {
	w := a.work(Question{Datasource: datasource}, false)
	w.conn = borrow.New(conn)
	next, err := w.freshness(ctx)
	if err == nil && next == stExtract {
		_, err = w.extract(ctx)
	}
	if err != nil {
		return nil, ended(err)
	}
	return &w.reader, nil
}

// allowed returns the proof of a statement, or why there is none.
func (c *caller) allowed(sql string) (guard.Verdict, error) {
	v := c.agent.guard.Check(sql, guard.Facts{Snapshot: c.facts, OwnPath: true})
	if v.Decision != guard.Allow {
		return v, errors.New(v.Why)
	}
	return v, nil
}

// mayUse reports whether a pin's statement is proven for the caller. Of one that is not, the tables and columns may be what the caller's
// rights in the database keep from it.
func (c *caller) mayUse(p lessons.Pin) bool {
	sql, err := p.Sample()
	if err == nil {
		_, err = c.allowed(sql)
	}
	return err == nil
}

// exists reports whether what a lesson of any kind names exists.
func (r *reader) exists(l lessons.Lesson) bool {
	switch l.Kind {
	case lessons.Table, lessons.Column:
		return r.known().Exist(l)
	case lessons.Example:
		_, err := r.allowed(l.Means)
		return err == nil
	}
	return true
}
