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
	"github.com/pgask/pgask/translate/wordform"
)

// CheckLessons returns a line for each lesson of a datasource that names a table or column which the connection's
// role does not see.
func (a *Agent) CheckLessons(ctx context.Context, conn *pgconn.PgConn, datasource string) ([]string, error) {
	w, err := a.catalogWork(ctx, conn, datasource)
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
		if !w.exists(l) {
			found = append(found, fmt.Sprintf("%s: %s names what does not exist in %s: %s", l.Place(), l.Words, datasource, l.Means))
		} else if name, near := w.misspelt(l, all); name != "" {
			found = append(found, fmt.Sprintf("%s: %s names what does not exist in %s: %s; did you mean %s?", l.Place(), l.Words, datasource, name, near))
		}
	}
	return found, nil
}

// misspelt returns a name without a table in the meaning of a word that nothing has and that is nearly one, and that one. A meaning may be other
// words that people use, so a name like nothing here is none.
func (w *work) misspelt(l lessons.Lesson, all []lessons.Lesson) (name, near string) {
	e, err := plan.Fragment(l.Means)
	if err != nil || l.Kind != lessons.Column {
		return "", ""
	}
	var names []string
	for _, t := range w.snapshot.Tables {
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
	w, err := a.catalogWork(ctx, conn, datasource)
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
			err = w.guardAllows(sql)
		}
		if err == nil {
			_, err = w.reads().Estimate(ctx, w.verdict)
		}
		if err != nil {
			found = append(found, fmt.Sprintf("pin %s, “%s”: %v", p.ID, p.Question, err))
		}
	}
	return found, nil
}

// catalogWork returns work for which only the catalog has been read.
func (a *Agent) catalogWork(ctx context.Context, conn *pgconn.PgConn, datasource string) (*work, error) {
	w := &work{agent: a, question: Question{Datasource: datasource}, conn: borrow.New(conn), budget: newBudget(a.cfg)}
	next, err := w.freshness(ctx)
	if err == nil && next == stExtract {
		_, err = w.extract(ctx)
	}
	if err != nil {
		return nil, ended(err)
	}
	return w, nil
}

// guardAllows returns nil if the guard allows a statement.
func (w *work) guardAllows(sql string) error {
	w.verdict = w.agent.guard.Check(sql, guard.Facts{Snapshot: w.facts, OwnPath: true})
	if w.verdict.Decision != guard.Allow {
		return errors.New(w.verdict.Why)
	}
	return nil
}

// exists reports whether what a lesson of any kind names exists.
func (w *work) exists(l lessons.Lesson) bool {
	switch l.Kind {
	case lessons.Table, lessons.Column:
		return w.known().Exist(l)
	case lessons.Example:
		return w.guardAllows(l.Means) == nil
	}
	return true
}
