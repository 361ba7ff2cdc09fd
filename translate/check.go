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
	"github.com/pgask/pgask/translate/say"
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

// misspelt returns a name without a table in the meaning of a word that nothing has and that is nearly one, and that
// one. A meaning may be other words that people use, so a name like nothing here is none.
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

// mayUse reports whether a pin's statement is proven for the caller. Of one that is not, the tables and columns may
// be what the caller's rights in the database keep from it.
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

// maxCompared bounds the questions that are read with and without lessons.
const maxCompared = 300

// silenced returns a line for each question that was answered before and is not any more because of a lesson, of
// those last asked of the datasource. The built-in translator reads each with what was taught and, if that gives no
// answer, without.
func (r *reader) silenced(ctx context.Context) ([]string, error) {
	asked, err := r.agent.cfg.Lessons.Answered(ctx, r.question.Datasource, maxCompared)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, question := range asked {
		by, err := r.silencedBy(ctx, question)
		if err != nil {
			return nil, err
		}
		for _, l := range by {
			found = append(found, fmt.Sprintf("%s: “%s” was answered before, and no more since %s means %s", l.Place(), say.Clip(question, 200),
				l.Words, l.Means))
		}
	}
	return found, nil
}

// silencedBy returns the lessons without each of which a question is answered, if it is not with all of them.
func (r *reader) silencedBy(ctx context.Context, question string) ([]lessons.Lesson, error) {
	r.question.Text, r.recalled = question, recalled{}
	fitting := r.known().Fitting()
	if len(fitting) == 0 {
		return nil, nil
	}
	answered, err := r.answersWithout(ctx)
	if answered || err != nil {
		return nil, err
	}
	if answered, err = r.answersWithout(ctx, idsOf(fitting)...); !answered {
		return nil, err // nothing that was taught is to blame
	}
	var by []lessons.Lesson
	for _, l := range fitting {
		if answered, err = r.answersWithout(ctx, l.ID); err != nil {
			return nil, err
		}
		if answered {
			by = append(by, l)
		}
	}
	if len(by) == 0 {
		by = fitting // only together
	}
	return by, nil
}

// silences returns how many of the questions last asked with the words of a new lesson were answered without it and
// are not with it. They may be of others, so they are counted and not told.
func (r *reader) silences(ctx context.Context, l lessons.Lesson) (n int, err error) {
	asked, err := r.agent.cfg.Lessons.Answered(ctx, r.question.Datasource, maxCompared)
	if err != nil {
		return 0, err
	}
	was, recalled := r.question.Text, r.recalled
	defer func() { r.question.Text, r.recalled, r.links = was, recalled, linked{} }()
	for _, question := range asked {
		if r.question.Text = question; !lessons.Mentions(question, l.Words) {
			continue
		}
		answered, err := r.answersWithout(ctx, l.ID)
		if err != nil {
			return n, err
		}
		if answered {
			r.recalled.lessons = append([]lessons.Lesson{l}, r.recalled.lessons...)
			if answered, err = r.canAnswer(ctx); err != nil {
				return n, err
			}
			if !answered {
				n++
			}
		}
	}
	return n, nil
}

// answersWithout reports whether the question is answered without some lessons.
func (r *reader) answersWithout(ctx context.Context, ids ...string) (bool, error) {
	r.recalled = recalled{dropped: ids}
	r.recalled.lessons = r.known().Fitting()
	return r.canAnswer(ctx)
}

// canAnswer reports whether the question is answered with the lessons that were recalled for it.
func (r *reader) canAnswer(ctx context.Context) (bool, error) {
	r.links = linked{}
	result, err := r.readText(ctx, r.question.Text)
	return result.Plan != nil && result.Confidence >= r.agent.cfg.AnswerConfidence, err
}
