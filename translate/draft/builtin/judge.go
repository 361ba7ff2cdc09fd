package builtin

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/plan"
)

// Verdict is what becomes of a question: exactly one of Answer, Ask and Silent is set.
type Verdict struct {
	Answer     *Reading
	Confidence float64 // that Answer, or the first of the choices, is right
	Ask        *Ask
	Silent     *Silent
}

// Ask is what is asked back: which of these was meant.
type Ask struct {
	Kind    string // of clarification; "": the readings themselves
	Phrase  string // the words of the question that the choices are about; "": the whole of it
	Message string // "": what is asked of readings
	Choices []Choice
	Before  string // as in draft.Back
}

// Choice is one of the readings of an Ask. Its label says what it has and the others have not. The reading's Key
// names it: Result.Chosen finds it again when the question is read once more.
type Choice struct {
	Label   string
	Meaning string // "": what the reading says
	Reading *Reading
	Settles []plan.Constraint // what holds when it is chosen; nil: that the reading is meant
}

// Silent is why there is no answer.
type Silent struct {
	Unexplained []string // words that nothing explains, as they were written
	Nearest     string   // a question that would be answered, in words; "": none
}

// Bounds of asking.
const (
	maxChoices = 5
	askFloor   = 0.12 // a reading that is less likely is no choice
	askRatio   = 0.4  // nor is one that is so much less likely than the first
	askHope    = 0.35 // one of the choices must be right so likely, or it is no help to be asked
	silence    = 0.22 // a reading that is less likely right is not even offered
)

// Judge decides what becomes of a question. What it leaves out and has no default is asked. From the confidence bar
// on the first reading is the answer. Below it is asked which of several readings was meant, where they are about
// equally good, explain all that was said and, as far as they were run, return other rows. What is left is an answer
// with its low confidence, for the caller to have it confirmed, or silence where the first reading leaves something
// out or is hardly likely.
func (res *Result) Judge(bar float64) Verdict {
	left := holes{res}
	if hole := left.hole(); hole != nil {
		return Verdict{Confidence: hole.Choices[0].Reading.Share, Ask: hole}
	}
	if len(res.Readings) == 0 {
		if vague := left.vague(); vague != nil {
			return Verdict{Confidence: vague.Choices[0].Reading.Share, Ask: vague}
		}
		return Verdict{Silent: &Silent{Unexplained: res.Unplaced}}
	}
	first := res.Readings[0]
	if !first.Signs.Complete() {
		if vague := left.vague(); vague != nil {
			return Verdict{Confidence: vague.Choices[0].Reading.Share, Ask: vague}
		}
		return Verdict{Confidence: res.Confidence, Silent: &Silent{Unexplained: res.Unplaced, Nearest: first.Say()}}
	}
	if ask := res.alike(); ask != nil {
		return Verdict{Confidence: first.Share, Ask: ask}
	}
	if ask := res.namesakes(); ask != nil {
		return Verdict{Confidence: res.Confidence, Ask: ask}
	}
	if res.Confidence >= bar {
		return Verdict{Answer: first, Confidence: res.Confidence}
	}
	if ask := res.ask(); ask != nil {
		return Verdict{Confidence: res.Confidence, Ask: ask}
	}
	if res.emptied != nil { // that there are none may well be so
		return Verdict{Answer: res.emptied, Confidence: max(res.Confidence, silence)}
	}
	if res.Confidence < silence {
		if state := left.unfinished(); state != nil {
			return Verdict{Confidence: state.Choices[0].Reading.Share, Ask: state}
		}
		return Verdict{Confidence: res.Confidence, Silent: &Silent{Unexplained: res.Unplaced, Nearest: first.Say()}}
	}
	return Verdict{Answer: first, Confidence: res.Confidence}
}

// ask returns the question back between the readings that are about as good as the first; nil where there is none.
func (res *Result) ask() *Ask {
	var near []*Reading
	hope := 0.0
	for _, r := range res.Readings {
		if len(near) < maxChoices && r.Share >= askFloor && r.Share >= askRatio*res.Readings[0].Share && r.complete() &&
			r.doubts() <= res.Readings[0].doubts() && !r.repeats(near) {
			near = append(near, r)
			hope += r.Share * res.Confidence / res.Readings[0].Share
		}
	}
	if len(near) < 2 || hope < askHope {
		return nil
	}
	ask := &Ask{}
	for i, label := range differences(near) {
		if label != "" {
			ask.Choices = append(ask.Choices, Choice{Label: label, Reading: near[i]})
		}
	}
	if len(ask.Choices) < 2 {
		return nil
	}
	return ask
}

// complete reports whether a reading explains all that was said.
func (r *Reading) complete() bool { return len(r.Skipped) == 0 && r.Signs[rank.Dropped] == 0 }

// doubts is how much of a reading is hardly ever meant.
func (r *Reading) doubts() float64 { return r.Features[rank.Unfit] + r.Features[rank.Echoes] }

// repeats reports whether a reading returned the rows of one of some others.
func (r *Reading) repeats(others []*Reading) bool {
	return r.Trial != nil && r.Trial.Rows != "" && slices.ContainsFunc(others, func(o *Reading) bool {
		return o.Trial != nil && o.Trial.Rows == r.Trial.Rows
	})
}

// Chosen returns the reading with a key; nil: there is none.
func (res *Result) Chosen(key string) *Reading {
	for _, r := range res.Readings {
		if r.Key() == key {
			return r
		}
	}
	return nil
}

// Key names a reading by what it means, the same at every reading of a question.
func (r *Reading) Key() string {
	sum := sha256.Sum256([]byte(r.key))
	return hex.EncodeToString(sum[:8])
}

// differences returns for each reading what it says and not all say, in whole clauses; "" for one that nobody could
// tell from those before it.
func differences(all []*Reading) []string {
	said, clauses := make([][]string, len(all)), make([][]string, len(all))
	for i, r := range all {
		said[i], clauses[i] = strings.Fields(r.Say()), clausesOf(r.Say())
	}
	out := make([]string, len(all))
	for i, own := range clauses {
		var differs []string
		last := -1
		for k, clause := range own {
			if !slices.ContainsFunc(clauses, func(other []string) bool { return !slices.Contains(other, clause) }) {
				continue
			}
			if clause = strings.Trim(clause, ", "); len(differs) > 0 && k == last+1 {
				differs[len(differs)-1] += " " + clause
			} else {
				differs = append(differs, clause)
			}
			last = k
		}
		out[i] = strings.TrimPrefix(strings.TrimPrefix(strings.Join(differs, ", "), "where "), "and ")
	}
	for i, label := range out {
		if slices.Index(out, label) != i { // it tells nothing
			out[i] = ""
		}
	}
	if slices.Contains(out, "") { // one says more than another: then all of it is said
		for i, words := range said {
			out[i] = strings.Join(words, " ")
		}
	}
	by := keysOf(all, out)
	for i := range out {
		out[i] += by[i]
	}
	for i := range out {
		if slices.Index(out, out[i]) != i {
			out[i] = ""
		}
	}
	return out
}

// keysOf returns what tells readings apart that are said in the same words: columns, as a rule keys, that one has and
// the others have not.
func keysOf(all []*Reading, said []string) []string {
	columns := make([][]string, len(all))
	for i, r := range all {
		algebra.Walk(r.Set, func(part any) bool {
			if a, ok := part.(*algebra.Attr); ok && !slices.Contains(columns[i], a.Column) {
				columns[i] = append(columns[i], a.Column)
			}
			return true
		})
	}
	out := make([]string, len(all))
	for i := range all {
		var own []string
		twins := false
		for _, c := range columns[i] {
			common := false
			for k := range all {
				if k != i && said[k] == said[i] {
					twins, common = true, common || slices.Contains(columns[k], c)
				}
			}
			if twins && !common {
				own = append(own, strings.ReplaceAll(c, "_", " "))
			}
		}
		if len(own) > 0 {
			out[i] = ", by " + strings.Join(own, " and ")
		}
	}
	return out
}

// opens are the words that a clause of a reading begins with.
var opens = []string{"where", "with", "without", "by", "and", "sorted", "only", "for", "per"}

// clausesOf returns the clauses of a reading. What stands in brackets or quotes is not taken apart.
func clausesOf(said string) (all []string) {
	var words []string
	depth, quotes := 0, 0
	for _, w := range strings.Fields(said) {
		if depth == 0 && quotes%2 == 0 && len(words) > 0 && slices.Contains(opens, w) && !slices.Equal(words, []string{"and"}) {
			all, words = append(all, strings.Join(words, " ")), nil
		}
		words = append(words, w)
		depth += strings.Count(w, "(") - strings.Count(w, ")")
		if bare := strings.TrimRight(w, ",.)"); strings.HasPrefix(strings.TrimLeft(w, "("), "'") {
			quotes++
			if len(bare) > 1 && strings.HasSuffix(bare, "'") {
				quotes++
			}
		} else if quotes%2 == 1 && strings.HasSuffix(bare, "'") {
			quotes++
		}
	}
	return append(all, strings.Join(words, " "))
}

// Say returns a reading in plain English.
func (r *Reading) Say() string { return r.names.Say(r.Set) }
