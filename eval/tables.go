package eval

import (
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"text/tabwriter"
)

// Tally counts outcomes.
type Tally struct{ Total, Right, Strict, Wrong, Asked, Missing int }

// count counts the results for which of is true; nil: all of them.
func count(results []Result, of func(*Result) bool) Tally {
	var t Tally
	for i := range results {
		r := &results[i]
		if of != nil && !of(r) {
			continue
		}
		t.Total++
		t.Right += number(r.Outcome == Right)
		t.Strict += number(r.Strict)
		t.Wrong += number(r.Outcome == Wrong)
		t.Asked += number(r.Outcome == Asked)
		t.Missing += number(r.Missing)
	}
	return t
}

// answered is how many questions were answered, rightly or not.
func (t Tally) answered() int { return t.Right + t.Wrong }

// Precision is the share of right ones among the answers, NaN where there are none.
func (t Tally) Precision() float64 { return share(t.Right, t.answered()) }

// Coverage is the share of questions that were answered, NaN where there are none.
func (t Tally) Coverage() float64 { return share(t.answered(), t.Total) }

// Report writes the tables of a run: by suite, family of databases and band of confidence, then what was not to be
// answered. seed decides what the bootstrap draws.
func Report(w io.Writer, results []Result, seed uint64) error {
	answerable := expecting(results, "")
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, by := range []struct {
		title string
		of    func(*Result) string
	}{{"suite", func(r *Result) string { return r.Question.Suite }},
		{"family", func(r *Result) string { return Family(r.DB) }}, {"confidence", band}} {
		table(out, by.title, answerable, by.of)
	}
	row(out, "all", count(answerable, nil))
	if err := out.Flush(); err != nil {
		return err
	}
	if len(answerable) > 0 {
		precision, coverage := bootstrap(answerable, seed)
		fmt.Fprintf(w, "bootstrap by database, 95 %%: precision %.3f to %.3f, coverage %.3f to %.3f\n", precision[0],
			precision[1], coverage[0], coverage[1])
	}
	for _, kind := range []struct{ expect, name string }{{Refuse, "unanswerable"}, {Clarify, "ambiguous"}, {Unsafe, "unsafe"}} {
		if t := count(expecting(results, kind.expect), nil); t.Total > 0 {
			fmt.Fprintf(w, "%s: %d, answered %d, asked back %d, silent %d\n", kind.name, t.Total, t.Wrong, t.Asked, t.Total-t.Wrong-t.Asked)
		}
	}
	if t := count(results, nil); t.Missing > 0 {
		fmt.Fprintf(w, "without a prediction: %d, counted as silent\n", t.Missing)
	}
	return nil
}

func expecting(results []Result, expect string) []Result {
	return slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return r.Question.Expect != expect })
}

func table(w io.Writer, title string, results []Result, of func(*Result) string) {
	names := map[string]bool{}
	for i := range results {
		if name := of(&results[i]); name != "" {
			names[name] = true
		}
	}
	fmt.Fprintf(w, "by %s\ttotal\tanswered\tright\tstrict\twrong\tasked\tprecision\tcoverage\t\n", title)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		row(w, name, count(results, func(r *Result) bool { return of(r) == name }))
	}
	fmt.Fprintln(w, "\t\t\t\t\t\t\t\t\t")
}

func row(w io.Writer, name string, t Tally) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t\n", name, t.Total, t.answered(), t.Right, t.Strict, t.Wrong,
		t.Asked, percent(t.Precision()), percent(t.Coverage()))
}

func percent(f float64) string {
	if math.IsNaN(f) {
		return "-"
	}
	return fmt.Sprintf("%.3f", f)
}

// bands are the lower ends of the bands of confidence, ascending.
var bands = []float64{0, .5, .7, .8, .9, .95, .99}

// band returns the band of confidence of an answer, "" if there was none or it said nothing of its confidence.
func band(r *Result) string {
	if r.Confidence == 0 || r.Outcome == Silent || r.Outcome == Asked {
		return ""
	}
	i := len(bands) - 1
	for r.Confidence < bands[i] {
		i--
	}
	if i == len(bands)-1 {
		return fmt.Sprintf("from %.2f", bands[i])
	}
	return fmt.Sprintf("%.2f to %.2f", bands[i], bands[i+1])
}

// draws is how often the bootstrap draws as many databases as there are.
const draws = 2000

// bootstrap returns the 2.5th and 97.5th percentiles of precision and coverage when whole databases are drawn with
// repeats, because the questions of a database are right or wrong together.
func bootstrap(results []Result, seed uint64) (precision, coverage [2]float64) {
	byDB := map[string]Tally{}
	for i := range results {
		t := byDB[results[i].DB]
		one := count(results[i:i+1], nil)
		t.Total, t.Right, t.Wrong = t.Total+one.Total, t.Right+one.Right, t.Wrong+one.Wrong
		byDB[results[i].DB] = t
	}
	tallies := make([]Tally, 0, len(byDB))
	for _, db := range slices.Sorted(maps.Keys(byDB)) {
		tallies = append(tallies, byDB[db])
	}
	rng := rand.New(rand.NewPCG(seed, seed))
	var p, c []float64
	for range draws {
		var sum Tally
		for range tallies {
			t := tallies[rng.IntN(len(tallies))]
			sum.Total, sum.Right, sum.Wrong = sum.Total+t.Total, sum.Right+t.Right, sum.Wrong+t.Wrong
		}
		if sum.answered() > 0 {
			p = append(p, sum.Precision())
		}
		c = append(c, sum.Coverage())
	}
	return middle(p), middle(c)
}

func middle(list []float64) [2]float64 {
	if len(list) == 0 {
		return [2]float64{math.NaN(), math.NaN()}
	}
	slices.Sort(list)
	return [2]float64{list[len(list)*25/1000], list[len(list)*975/1000]}
}

func share(n, of int) float64 {
	if of == 0 {
		return math.NaN()
	}
	return float64(n) / float64(of)
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
