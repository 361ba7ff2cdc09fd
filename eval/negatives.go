package eval

import (
	"context"
	"fmt"
	"io"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Change is how a database is made another.
type Change string

// The changes, with what is right then.
const (
	Unchanged   Change = "unchanged"   // the same answer
	Dropped     Change = "dropped"     // a column that the question names is missing: silence
	Rivalled    Change = "rivalled"    // what the question asks by is there twice, with two meanings: asking
	Glued       Change = "glued"       // names without underscores: the same answer
	Prefixed    Change = "prefixed"    // names of relations begin with tbl_: the same answer
	Abbreviated Change = "abbreviated" // long words of names are cut: the same answer, or silence
)

// changes are all of them, in order.
var changes = []Change{Unchanged, Dropped, Rivalled, Glued, Prefixed, Abbreviated}

// Negative is what became of a question in a changed database.
type Negative struct {
	ID         ID      `json:"id"`
	DB         string  `json:"db"`
	Text       string  `json:"question"`
	Change     Change  `json:"change"`
	Without    string  `json:"without,omitempty"` // the column that is gone, or there twice
	Outcome    Outcome `json:"outcome"`           // Right and Wrong: answered
	Confidence float64 `json:"confidence"`
	First      string  `json:"first,omitempty"`

	read *Read // for weights that are fitted on it, too
}

// ReadWithout returns how the questions were read whose answer is gone. All answers to them are wrong.
func ReadWithout(all []Negative) (reads []Read) {
	for _, one := range all {
		if one.Change == Dropped && one.read != nil {
			reads = append(reads, *one.read)
		}
	}
	return reads
}

// Negatives asks answerable questions of databases that were changed so that another reaction is right. bar is the
// confidence from which on an answer is given. Texts are not looked up, since the changed databases are not there.
func Negatives(ctx context.Context, d *Databases, questions []Question, bar float64) ([]Negative, error) {
	kept := map[string]*mutant{}
	var all []Negative
	err := eachAnswerable(ctx, d, questions, func(q *Question, snap *schema.Snapshot) error {
		for _, c := range changes {
			m, what := mutantOf(snap, q, c, kept)
			if m == nil {
				continue
			}
			one, err := negative(ctx, d, m, q, bar)
			if err != nil {
				return err
			}
			one.Change, one.Without = c, what
			all = append(all, one)
		}
		return nil
	})
	return all, err
}

// mutantOf returns the database of a question, changed; nil where it cannot be. kept holds those that all questions
// share.
func mutantOf(snap *schema.Snapshot, q *Question, c Change, kept map[string]*mutant) (*mutant, string) {
	switch c {
	case Dropped, Rivalled:
		set, err := lift.SQL(q.Accepted[0], snap)
		if err != nil {
			return nil, ""
		}
		for _, n := range Needed(set, q.Text) {
			if n.Column == "" || c == Dropped && (!n.Spoken || n.Value != "") || c == Rivalled && n.Value == "" {
				continue
			}
			m := without(snap, n.Object)
			if c == Rivalled {
				m = rivalled(snap, n.Object)
			}
			if m != nil {
				return m, n.Table + "." + n.Column
			}
		}
		return nil, ""
	}
	key := string(c) + " " + q.DB
	m, known := kept[key]
	if !known {
		switch c {
		case Unchanged:
			m = &mutant{snap: snap}
		case Glued:
			m = renamed(snap, glued, glued)
		case Prefixed:
			m = renamed(snap, prefixed, same)
		case Abbreviated:
			m = renamed(snap, abbreviated, abbreviated)
		}
		kept[key] = m
	}
	return m, ""
}

// negative asks a question of a changed database.
func negative(ctx context.Context, d *Databases, m *mutant, q *Question, bar float64) (Negative, error) {
	one := Negative{ID: q.ID, DB: q.DB, Text: q.Text, Outcome: Silent}
	model := semantic.Of(m.snap, true)
	res := builtin.Of(model).Read(link.Of(model).Read(q.Text, nil), beams[1])
	read := &Read{ID: q.ID, DB: q.DB, Text: q.Text, Group: "made: " + q.Text, Readings: len(res.Readings), Made: true}
	for _, r := range res.Readings[:min(len(res.Readings), tried)] {
		read.Tries = append(read.Tries, Try{Features: r.Features, Cost: r.Cost, Signs: r.Signs, Said: r.Say()})
	}
	one.read = read
	answers, err := m.run(ctx, d, q, res, read)
	if err != nil {
		return one, err
	}
	said := res.Judge(bar)
	one.Confidence = said.Confidence
	switch {
	case said.Ask != nil:
		one.Outcome = Asked
	case said.Answer != nil && said.Confidence >= bar:
		one.First = said.Answer.Say()
		got := answers[said.Answer]
		one.Outcome = Wrong
		if got == nil {
			break
		}
		if right, _, _ := accept(ctx, d, q, got); right {
			one.Outcome = Right
		}
	}
	return one, ctx.Err()
}

// run tries the best readings on the real database, and notes what they return.
func (m *mutant) run(ctx context.Context, d *Databases, q *Question, res *builtin.Result, read *Read) (map[*builtin.Reading]*rows, error) {
	answers := map[*builtin.Reading]*rows{}
	var trials []draft.Trial
	for i, r := range res.Readings[:min(len(res.Readings), builtin.Trials)] {
		sql, err := plan.Synthesise(r.Plan)
		if err != nil {
			return nil, err
		}
		got, err := d.run(ctx, q.DB, m.real(sql))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t := draft.Trial{}
		if err == nil {
			answers[r], t = got, draft.Trial{Empty: got.empty(), Rows: got.print(), Twice: got.repeats()}
		}
		read.Tries[i].Empty, read.Tries[i].Rows, read.Tries[i].Twice = t.Empty, t.Rows, t.Twice
		trials = append(trials, t)
	}
	res.Try(trials)
	return answers, nil
}

// ReportNegatives writes what became of the questions by change.
func ReportNegatives(w io.Writer, all []Negative) error {
	fmt.Fprintf(w, "%-12s %9s %7s %7s %7s %7s\n", "change", "questions", "right", "wrong", "asked", "silent")
	for _, c := range changes {
		n, counts := 0, map[Outcome]int{}
		for _, one := range all {
			if one.Change == c {
				n++
				counts[one.Outcome]++
			}
		}
		if n > 0 {
			fmt.Fprintf(w, "%-12s %9d %7d %7d %7d %7d\n", c, n, counts[Right], counts[Wrong], counts[Asked], counts[Silent])
		}
	}
	return nil
}
