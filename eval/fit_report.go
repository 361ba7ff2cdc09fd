package eval

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/rank"
)

// area returns the chance that a right first reading has a higher confidence than a wrong one.
func area(all []Read) float64 {
	var right, wrong []float64
	for _, r := range all {
		if r.Readings == 0 {
			continue
		}
		if r.Right == 1 {
			right = append(right, r.Confidence)
		} else {
			wrong = append(wrong, r.Confidence)
		}
	}
	higher := 0.0
	for _, x := range right {
		for _, y := range wrong {
			switch {
			case x > y:
				higher++
			case x == y:
				higher += 0.5
			}
		}
	}
	if len(right)*len(wrong) == 0 {
		return math.NaN()
	}
	return higher / float64(len(right)*len(wrong))
}

// Set is how the questions of one set were read.
type Set struct {
	Name  string
	Reads []Read
}

// ReportFit writes how right the first readings are, each by weights that were fitted without its family of
// databases, and of each set by those that were fitted without the whole set. It returns the former.
func (f Fitter) ReportFit(w io.Writer, sets []Set) []Read {
	var all []Read
	for i := range sets {
		for k := range sets[i].Reads {
			sets[i].Reads[k].set = sets[i].Name
		}
		all = append(all, sets[i].Reads...)
	}
	left := f.LeftOut(all)
	report(w, "all, each family left out", left)
	for _, s := range sets {
		report(w, s.Name+", each family left out", of(left, s.Name))
	}
	if len(sets) < 2 {
		return left
	}
	apart := f.leftOut(all, func(r *Read) string { return r.set })
	for _, s := range sets {
		report(w, s.Name+", the set left out", of(apart, s.Name))
	}
	return left
}

func of(all []Read, set string) []Read {
	return slices.DeleteFunc(slices.Clone(all), func(r Read) bool { return r.set != set })
}

// report writes the area under the curve, the precision at some coverages, and by band how often the first reading is
// right.
func report(w io.Writer, title string, all []Read) {
	all = slices.DeleteFunc(slices.Clone(all), func(r Read) bool { return r.Made })
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Read) int { return compareDown(a.Confidence, b.Confidence) })
	first, ten := 0, 0
	for _, r := range all {
		first, ten = first+number(r.Right == 1), ten+number(r.Right > 0)
	}
	fmt.Fprintf(w, "\n%s: %d questions, right first %.3f, among the best %.3f, area %.3f\n", title, len(all),
		share(first, len(all)), share(ten, len(all)), area(all))
	var line strings.Builder
	for _, coverage := range []float64{0.1, 0.2, 0.3, 0.4, 0.45, 0.5, 0.6, 0.7} {
		n, right := int(coverage*float64(len(sorted))), 0
		for _, r := range sorted[:n] {
			right += number(r.Right == 1)
		}
		if n > 0 {
			fmt.Fprintf(&line, "  %.2f %.3f (%.2f)", coverage, share(right, n), sorted[n-1].Confidence)
		}
	}
	fmt.Fprintf(w, "precision at coverage (from confidence):%s\n", line.String())
	line.Reset()
	for _, precision := range []float64{0.97, 0.95, 0.9} {
		right, best, from := 0, 0, 0.0
		for i, r := range sorted {
			right += number(r.Right == 1)
			if share(right, i+1) >= precision {
				best, from = i+1, r.Confidence
			}
		}
		fmt.Fprintf(&line, "  %.2f %.3f (%.2f)", precision, share(best, len(sorted)), from)
	}
	fmt.Fprintf(w, "coverage at precision (from confidence):%s\n", line.String())
	bands := []float64{0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01}
	fmt.Fprintf(w, "%-14s %9s %6s %6s %6s\n", "confidence", "questions", "says", "right", "off")
	for i := range bands[:len(bands)-1] {
		n, right, says := 0, 0, 0.0
		for _, r := range all {
			if r.Readings > 0 && r.Confidence >= bands[i] && r.Confidence < bands[i+1] {
				n, right, says = n+1, right+number(r.Right == 1), says+r.Confidence
			}
		}
		if n > 0 {
			said, is := says/float64(n), share(right, n)
			fmt.Fprintf(w, "%.2f to %.2f %11d %6.3f %6.3f %+6.3f\n", bands[i], min(bands[i+1], 1), n, said, is, is-said)
		}
	}
}

// ReportWeights writes weights beside their priors.
func ReportWeights(w io.Writer, fitted Weights) {
	for i, name := range rank.FeatureNames {
		fmt.Fprintf(w, "ranker   %-12s %7.3f  prior %6.2f\n", name, fitted.Ranker[i], rank.RankerPrior[i])
	}
	for i, name := range rank.SignNames {
		fmt.Fprintf(w, "acceptor %-12s %7.3f  blind %7.3f  prior %6.2f\n", name, fitted.Acceptor[i], fitted.Blind[i], rank.AcceptorPrior[i])
	}
}

func compareDown(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}
