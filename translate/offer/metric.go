package offer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// ranks are adjectives that ask for an order without saying by what. The value true stands for the low end of it.
var ranks = map[string]bool{"best": false, "top": false, "leading": false, "favourite": false, "favorite": false, "strongest": false,
	"greatest": false, "biggest": false, "largest": false, "good": false, "great": false, "bad": true, "worst": true,
	"weakest": true, "poorest": true, "smallest": true,
	"big": false, "large": false, "huge": false, "small": true, "major": false}

// graded are adjectives that ask for an order, often with "most" or "least" before them.
var graded = map[string]bool{"important": true, "popular": true, "valuable": true, "successful": true,
	"significant": true, "relevant": true}

// measured are words that follow the noun when the question does say by what.
var measured = map[string]bool{"by": true, "with": true, "having": true, "according": true, "based": true, "per": true, "whose": true}

// fewRows is the number of rows shown for "the best customers".
const fewRows = 10

// ranking is the part of a question such as "our 5 best customers".
type ranking struct {
	start, end int // bytes of the question: from the adjective or the number to the noun
	noun       string
	low        bool
	n          int
	table      *schema.Table
}

// Metric asks what to rank by when a question says only "the best customers". It is meant for questions that could not
// be read. It returns nil when the question has no such part, or when no measure works.
func Metric(a Asked) *Offer {
	r, ok := a.ranking()
	if !ok {
		return nil
	}
	phrase := a.Question[r.start:r.end]
	before := fmt.Sprintf("top %d %s by", r.n, r.noun)
	if r.low {
		before = fmt.Sprintf("%d %s with the lowest", r.n, r.noun)
	}
	o := &Offer{Kind: MissingMetric, Phrase: phrase, Before: before,
		Message: fmt.Sprintf("By what? “%s” can be measured in several ways.", phrase)}
	var seen []string
	for _, m := range a.metrics(r.table) {
		c := plan.Constraint{Kind: plan.UseWords, Phrase: phrase, Value: before + " " + m}
		p := a.read(a.Question, c)
		if p == nil || len(p.OrderBy) == 0 {
			continue
		}
		sql, err := plan.Synthesise(p)
		if err != nil || slices.Contains(seen, sql) {
			continue
		}
		seen = append(seen, sql)
		if o.Choices = append(o.Choices, Choice{Label: m, Meaning: p.Reading,
			Settles: []plan.Constraint{c}}); len(o.Choices) == maxChoices {
			break
		}
	}
	switch len(o.Choices) {
	case 0:
		return nil
	case 1:
		o.Message = fmt.Sprintf("By what? “%s” does not say.", phrase)
	}
	return o
}

// ranking finds the first phrase that ranks the rows of a table.
func (a *Asked) ranking() (ranking, bool) {
	words := wordsOf(a.Question)
	for i := range words {
		low, ok := ranks[words[i].low]
		first := i
		if graded[words[i].low] {
			ok = true
			if i > 0 && (words[i-1].low == "most" || words[i-1].low == "least") {
				first, low = i-1, words[i-1].low == "least"
			}
		}
		if !ok {
			continue
		}
		r := ranking{start: words[first].start, low: low}
		if first > 0 {
			if n, err := strconv.Atoi(words[first-1].low); err == nil {
				r.n, r.start = n, words[first-1].start
			}
		}
		next := i + 1
		if next < len(words) {
			if n, err := strconv.Atoi(words[next].low); err == nil {
				r.n, next = n, next+1
			}
		}
		if a.rank(&r, words[min(next, len(words)):]) {
			return r, true
		}
	}
	return ranking{}, false
}

// rank reads the noun of a ranking from the beginning of words into r.
func (a *Asked) rank(r *ranking, words []word) bool {
	for n := min(3, len(words)); n > 0; n-- {
		if n < len(words) && measured[words[n].low] {
			continue
		}
		r.noun = a.Question[words[0].start:words[n-1].end]
		if r.table = a.table(r.noun); r.table == nil {
			continue
		}
		r.end = words[n-1].end
		if r.n <= 0 || r.n > 1000 {
			r.n = fewRows
			if !plural(words[n-1].low) {
				r.n = 1
			}
		}
		return true
	}
	return false
}

// metrics returns up to 12 measures by which the rows of a table can be ranked, as questions put them: revenue, the
// number of rows that refer to them, and their numeric columns.
func (a *Asked) metrics(t *schema.Table) []string {
	all := []string{"revenue"}
	var others []*schema.Table
	for _, o := range a.Snapshot.Tables {
		refers := slices.ContainsFunc(o.ForeignKeys, func(fk schema.ForeignKey) bool { return a.Snapshot.References(fk) == t })
		if refers && o != t && !slices.Contains(others, o) {
			others = append(others, o)
		}
	}
	slices.SortStableFunc(others, func(x, y *schema.Table) int { return cmp.Compare(y.Rows, x.Rows) })
	for _, o := range others[:min(len(others), 4)] {
		name := spokenName(o.Name)
		if !plural(name) {
			name += "s"
		}
		all = append(all, "number of "+name)
	}
	keys := slices.Clone(t.PrimaryKey)
	for _, fk := range t.ForeignKeys {
		keys = append(keys, fk.Columns...)
	}
	for _, c := range t.Columns {
		number := c.Class == schema.Decimal || c.Class == schema.Integer
		if number && !c.Array && !slices.Contains(keys, c.Name) && !strings.HasSuffix(strings.ToLower(c.Name), "id") {
			all = append(all, spokenName(c.Name))
		}
	}
	return all[:min(len(all), 12)]
}
