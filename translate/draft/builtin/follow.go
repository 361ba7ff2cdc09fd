package builtin

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/merge"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// A follow-up is read by the grammar of questions, and its parts change the form of the question before: a period
// takes the place of a period, a top that of a top. The changed form is built and ranked as any other. What came
// before is read again from its words, which gives the same.

// talk is a question with the changes to it so far.
type talk struct {
	r     *Reader
	q     draft.Question
	words *link.Lattice // of the question
	first *Reading      // it
	now   *Reading      // after the changes
	said  []draft.Turn
	// ofRows says that the change asks for more of the rows of the answer, whatever way led to them.
	ofRows bool
}

// follow reads a question that changes another.
func (e Engine) follow(ctx context.Context, q draft.Question) (*Result, error) {
	t := &talk{r: Of(q.Model), q: q}
	if err := t.begin(ctx, q.After[0]); err != nil || t.now == nil {
		return &Result{Lattice: &link.Lattice{}}, err
	}
	for _, turn := range q.After[1:] {
		if res, err := t.change(ctx, turn.Text); err != nil || !t.take(res, turn) {
			return &Result{Lattice: &link.Lattice{}}, err
		}
	}
	return t.change(ctx, q.Text)
}

// begin reads the question.
func (t *talk) begin(ctx context.Context, turn draft.Turn) error {
	l, err := t.q.LinksOf(ctx, turn.Text)
	if err != nil {
		return err
	}
	res := t.r.Read(l, compete)
	res.obey(turn.Settled)
	t.words, t.now = l, res.chosen(turn.Settled)
	if v := res.Judge(0); t.now == nil {
		t.now = v.Answer
	}
	t.first, t.said = t.now, []draft.Turn{turn}
	return nil
}

// take makes the reading of a change that was chosen, or the first, what further changes are of.
func (t *talk) take(res *Result, turn draft.Turn) bool {
	next := res.chosen(turn.Settled)
	if next == nil && len(res.Readings) > 0 && res.Readings[0].complete() {
		next = res.Readings[0]
	}
	if next == nil {
		return false
	}
	t.now, t.said = next, append(slices.Clip(t.said), turn)
	return true
}

// further separates changes that are said at once.
var further = regexp.MustCompile(`(?i)\s*(?:,|;|\.)\s*(?:and |then |but )*(also )?|\s+(?:and|then|but) (also |then )?`)

// ofThem asks how many of the rows of the answer something is said of.
var ofThem = regexp.MustCompile(`(?i)^(?:and |so |but )*how many of (?:them|those|these) (?:(?:are|were|is|was|have|had|did|do) )?(?:been )?(.+?)[?.! ]*$`)

// change reads a change: as one, else as several said at once.
func (t *talk) change(ctx context.Context, text string) (*Result, error) {
	if m := ofThem.FindStringSubmatch(text); m != nil {
		if res, err := t.all(ctx, []string{"only " + m[1], "how many"}); err != nil || res != nil {
			return res, err
		}
	}
	parts := separate(text)
	if len(parts) > 1 && !slices.ContainsFunc(parts[1:], func(p string) bool { return !marked(p) }) {
		if res, err := t.all(ctx, parts); err != nil || res != nil {
			return res, err
		}
	}
	res, err := t.one(ctx, text)
	if err != nil || len(parts) < 2 || len(res.Readings) > 0 && res.Readings[0].complete() {
		return res, err
	}
	if each, err := t.all(ctx, parts); err != nil || each != nil {
		return each, err
	}
	return res, nil
}

// separate returns the changes that a text may say at once.
func separate(text string) (parts []string) {
	seams := further.FindAllString(text, -1)
	for i, part := range further.Split(text, 6) {
		if i > 0 && strings.Contains(strings.ToLower(seams[i-1]), "also") {
			part = "also " + part
		}
		if i > 0 && by.MatchString(part) && sorts.MatchString(parts[0]) { // a further key
			part = "also sort " + part
		}
		if i > 0 && !marked(part) && fragmentOf(parts[len(parts)-1]).how.Without { // a list of what is left out
			part = "without " + part
		}
		if part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// all reads changes one after the other; nil: one of them cannot be read.
func (t *talk) all(ctx context.Context, parts []string) (*Result, error) {
	again, sure := *t, 1.0
	var last *Result
	for _, part := range parts {
		var err error
		if last, err = again.one(ctx, part); err != nil {
			return nil, err
		}
		if sure = min(sure, last.Confidence); !again.take(last, draft.Turn{}) {
			return nil, nil
		}
	}
	last.Confidence = sure
	return last, nil
}

// one reads one change.
func (t *talk) one(ctx context.Context, text string) (*Result, error) {
	f := fragmentOf(text)
	t.ofRows = f.refs
	op, number, than := wordlist.Comparison(article.ReplaceAllString(f.text, ""))
	var drafts []*candidate
	var err error
	switch {
	case f.turn != nil:
		drafts = t.candidates(merge.Changed(t.r.grammar.Rules, t.now.form, *f.turn), nothing)
	case isNumber(f.text):
		drafts = t.candidates(merge.Changed(t.r.grammar.Rules, t.now.form, merge.Turn{Number: f.text}), nothing)
	case t.perGroup(f.text) != nil:
		drafts = t.candidates(merge.Changed(t.r.grammar.Rules, t.now.form, *t.perGroup(f.text)), nothing)
	case f.free != "":
		var l *link.Lattice
		if l, err = t.q.LinksOf(ctx, f.free); err == nil {
			drafts = t.read(f, l)
		}
	case than:
		if drafts = t.candidates(merge.Changed(t.r.grammar.Rules, t.now.form, merge.Turn{Than: op, Number: number}), nothing); len(drafts) == 0 {
			drafts, err = t.readAll(ctx, f)
		}
	case f.text == "" || len(f.text) > maxFragment || f.lost:
	default:
		if f.how.Instead || f.how.About {
			if l, err := t.q.LinksOf(ctx, article.ReplaceAllString(f.text, "")); err != nil || NamesRows(l) {
				other, err2 := t.renamed(ctx, f)
				return cmp.Or(other, &Result{Lattice: &link.Lattice{}}), cmp.Or(err, err2)
			}
		}
		drafts, err = t.readAll(ctx, f)
	}
	if err != nil {
		return nil, err
	}
	res := t.result(drafts)
	if f.turn != nil || len(drafts) == 0 || len(res.Readings) > 0 && res.Readings[0].complete() {
		res.sure(f)
	}
	if !f.lost && !f.refs && (len(res.Readings) == 0 || !res.Readings[0].complete()) {
		if other, err := t.renamed(ctx, f); err != nil || other != nil {
			return other, err
		}
	}
	return res, nil
}

// having says something of groups: countries with more than 100 orders, those with at least 5, where the number of
// orders is below 10.
var having = regexp.MustCompile(`(?i)^(?:(?:(.+) )?(?:with|having|have) (.+?)|(?:where|whose) (?:the |their )?number of (.+) (?:is|are) (.+))$`)

// perGroup reads a condition on the figure of each group, or on how many rows it has, where a value makes the groups;
// nil: it is none.
func (t *talk) perGroup(text string) *merge.Turn {
	m := having.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	head, than, rows := wordform.Singular(t.now.form.Head.Rel.Name.Phrase()), m[2]+m[4], strings.ToLower(m[3])
	if i := strings.LastIndexByte(than, ' '); rows == "" && i > 0 && wordform.Singular(strings.ToLower(than[i+1:])) == head {
		than, rows = than[:i], head
	}
	op, number, ok := wordlist.Comparison(than)
	of := wordform.Singular(strings.ToLower(others.ReplaceAllString(m[1], "")))
	if !ok || rows != "" && wordform.Singular(rows) != head || !slices.ContainsFunc(t.now.form.Groups, func(g *form.Group) bool {
		return of == "" || g.Col != nil && of == g.Col.Name.Phrase()
	}) {
		return nil
	}
	return &merge.Turn{Than: op, Number: number, Rows: rows != ""}
}

// standing stands before a value.
var standing = regexp.MustCompile(`(?i)^(?:in|from|for|of|at|by|with|is|are|that are|which are|who are)\s+`)

// readAll reads a fragment in all its spellings.
func (t *talk) readAll(ctx context.Context, f fragment) ([]*candidate, error) {
	all := t.spellings(f)
	own, err := t.q.LinksOf(ctx, all[0].text)
	if err != nil {
		return nil, err
	}
	drafts := t.read(f, own)
	if !f.refs && slices.ContainsFunc(own.Chunks, func(c link.Chunk) bool { return named(c) != nil }) {
		return drafts, nil // nothing need be said once more
	}
	for _, s := range all[1:] {
		l, err := t.q.LinksOf(ctx, s.text)
		if err != nil {
			return nil, err
		}
		for _, d := range t.read(f, l) {
			if !d.quotes() || s.of != nil && valued(own, s.of) {
				drafts = append(drafts, d)
			}
		}
	}
	return drafts, nil
}

// valued reports whether words name a value of some column of the same name.
func valued(l *link.Lattice, of *semantic.Column) bool {
	return slices.ContainsFunc(l.Chunks, func(c link.Chunk) bool {
		return slices.ContainsFunc(c.Links, func(k link.Link) bool {
			return k.Kind == link.Value && k.Column != nil && k.Column.Name.Phrase() == of.Name.Phrase()
		})
	})
}

// guesses reports whether what is to be shown was found by words that are not its name: a few words are too little
// for that. A key is called by what it leads to: the manager of the shops that are there.
func (t *talk) guesses(d *candidate, f fragment) bool {
	leads := func(k link.Link) bool {
		return f.how.Shown && k.How == link.Part && slices.Contains(merge.Head(t.now.form), k.Relation) && len(k.Relation.KeyOf(k.Column.Column)) > 0
	}
	found := false
	for _, part := range d.cover.Parts {
		if _, items := part.Meaning.(form.Items); items {
			part.Walk(func(e *chart.Edge) {
				l, ok := e.Meaning.(lattice.Linked)
				found = found || ok && e.Rule == nil && l.Kind == link.Column && l.How >= link.Comment && !leads(l.Link)
			})
		}
	}
	return found
}

// quotes reports whether a cover has a text that nothing in the database is known to be.
func (d *candidate) quotes() bool {
	found := false
	d.leaves(func(e *chart.Edge) {
		_, is := e.Meaning.(lattice.Literal)
		found = found || is
	})
	return found
}

// NamesRows reports whether words are the name of a relation and nothing else.
func NamesRows(l *link.Lattice) bool {
	return slices.ContainsFunc(l.Chunks, func(c link.Chunk) bool { return c.From == 0 && c.To == len(l.Words) && named(c) != nil })
}

// maxFragment bounds, in bytes, a change that is read.
const maxFragment = 300

// sure makes what was said without parts of a question certain: there is one way to take it.
func (res *Result) sure(f fragment) {
	if (f.turn != nil || isNumber(f.text)) && len(res.Readings) > 0 {
		res.Confidence = 1
	}
}

var nothing = chart.Cover{}

// candidates are the changed forms of a cover, without those that are as they were.
func (t *talk) candidates(all []merge.Merged, cover chart.Cover) (out []*candidate) {
	for _, m := range all {
		if m.Form.Sum() == t.now.form.Sum() {
			continue
		}
		out = append(out, &candidate{cover: cover, form: m.Form, cost: m.Cost, lattice: &link.Lattice{}, Reader: t.r, before: t.now})
	}
	return out
}

// read reads a fragment as parts of a question, and changes the form by them.
func (t *talk) read(f fragment, l *link.Lattice) (out []*candidate) {
	if len(l.Words) == 0 {
		return nil
	}
	edges, skip := t.r.grammar.Lattice(l)
	c := t.r.grammar.Parse(len(l.Words), edges)
	for _, cover := range c.Covers(maxCovers/2, skip, loosePart, t.r.grammar.Whole) {
		merged := merge.Merge(t.r.grammar.Rules, t.now.form, cover.Parts, f.how)
		if f.free != "" {
			merged = merge.Changed(t.r.grammar.Rules, t.now.form, merge.Turn{Freed: cover.Parts})
		}
		for _, one := range t.candidates(merged, cover) {
			if one.skip, one.lattice = skip, l; !t.guesses(one, f) {
				out = append(out, one)
			}
		}
	}
	return out
}

// result builds the changed forms. What changes nothing is none.
func (t *talk) result(drafts []*candidate) *Result {
	slices.SortStableFunc(drafts, func(a, b *candidate) int { return cmp.Compare(a.cover.Cost+a.cost, b.cover.Cost+b.cost) })
	res := &Result{Lattice: &link.Lattice{}}
	res.Readings, res.Dropped = t.r.build(drafts, compete)
	same := map[*form.Form]bool{}
	for _, r := range res.Readings {
		same[r.form] = same[r.form] || r.key == t.now.key
	}
	res.Readings = slices.DeleteFunc(res.Readings, func(r *Reading) bool { return same[r.form] })
	if len(res.Readings) == 0 {
		return res
	}
	for _, r := range res.Readings {
		if !t.ofRows {
			r.Features[rank.Ways] += lostWay * float64(t.lostWays(r))
		}
		r.Cost = r.Features.Cost()
	}
	res.settle()
	res.Lattice = res.Readings[0].lattice
	return res
}

// lostWay is what it costs that rows are related in another way than before.
const lostWay = 0.6

// lostWays counts the keys that the question followed and a change of it does not.
func (t *talk) lostWays(r *Reading) int {
	n, now := 0, stepsOf(r.Set)
	for _, s := range stepsOf(t.now.Set) {
		if !slices.Contains(now, s) {
			n++
		}
	}
	return n
}

// unread says why a follow-up changes nothing.
func (res *Result) unread(text string) string {
	if len(res.Unplaced) > 0 {
		return "Nothing here explains “" + strings.Join(res.Unplaced, "”, “") + "”."
	}
	if len(res.Readings) > 0 {
		return fmt.Sprintf("It would leave out part of what was said: “%s”.", res.Readings[0].Say())
	}
	switch f := fragmentOf(text); {
	case f.lost:
		return fmt.Sprintf("“%s” asks something of the rows of the last answer that is not understood.", text)
	case f.refs:
		return fmt.Sprintf("“%s” is nothing that can stand beside the rows of the last answer.", text)
	case f.turn != nil && f.turn.Total:
		return "A total is of a figure that was asked for by groups, all of them; say of what: total price."
	case f.how.Instead || f.how.By:
		return fmt.Sprintf("“%s” cannot be said of the last answer so that all its conditions are kept.", text)
	}
	return fmt.Sprintf("“%s” changes nothing of the last answer.", text)
}
