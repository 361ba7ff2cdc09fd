package eval

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
)

// Weights are what is fitted: those of the ranker, and those of the acceptor over what it puts first.
type Weights struct {
	Ranker   rank.Features
	Acceptor rank.Signs
	Blind    rank.Signs // of an acceptor that knows nothing of rows
}

// How strongly fitted weights are held to the priors, in questions.
const (
	pullRanker   = 4.0
	pullAcceptor = 3.0
	held         = 1e4 // of what the sets say little about: few of their databases are large, or have rows that do not count
)

// fewQuestions is how many different questions a database needs to weigh as much as any other.
const fewQuestions = 6

// madeWeighs is what a made question weighs: people seldom ask for what is not there.
const madeWeighs = 0.4

// Fitter fits weights on how questions were read.
type Fitter struct {
	// Trials are what running the best readings tells; without, nothing is known of their rows.
	Trials bool
	// Keep leaves the weights of the ranker as they are, and fits the acceptor alone.
	Keep bool
}

// Fit returns the weights under which right readings come first, and confidences are likeliest. Each database weighs
// the same, all questions with the same accepted statement as one, and the weights are pulled towards their priors.
func (f Fitter) Fit(all []Read) Weights {
	w := Weights{Ranker: rank.Ranker}
	if !f.Keep {
		w.Ranker = f.ranker(all)
	}
	w.Acceptor = f.acceptor(f.order(all, &w.Ranker))
	f.Trials = false
	w.Blind = f.acceptor(f.order(all, &w.Ranker))
	return w
}

// weights returns what each question weighs, in all as much as there are.
func weights(all []Read) []float64 {
	questions, groups := map[[2]string]float64{}, map[string]float64{}
	for _, r := range all {
		k := [2]string{r.DB, r.Group}
		if questions[k] == 0 {
			groups[r.DB]++
		}
		questions[k]++
	}
	out, sum := make([]float64, len(all)), 0.0
	for i, r := range all {
		out[i] = min(1, groups[r.DB]/fewQuestions) / groups[r.DB] / questions[[2]string{r.DB, r.Group}]
		if r.Made {
			out[i] *= madeWeighs
		}
		sum += out[i]
	}
	for i := range out {
		out[i] *= float64(len(all)) / sum
	}
	return out
}

// ranker fits on pairs of a right reading and a wrong one of the same question.
func (f Fitter) ranker(all []Read) rank.Features {
	var pairs []example
	share := weights(all)
	for i := range all {
		candidates := all[i].candidates(f.Trials, &rank.Ranker)
		right := slices.IndexFunc(all[i].Tries, func(t Try) bool { return t.Right })
		wrong := 0
		for _, t := range all[i].Tries {
			wrong += number(!t.Right)
		}
		if right < 0 || wrong == 0 {
			continue
		}
		for k := range candidates {
			if all[i].Tries[k].Right {
				continue
			}
			x := make([]float64, len(rank.Features{}))
			for j := range x {
				x[j] = candidates[k].Features[j] - candidates[right].Features[j]
			}
			pairs = append(pairs, example{x, 1, share[i] / float64(wrong)})
		}
	}
	return rank.Features(regress(pairs, rank.RankerPrior[:], slices.Repeat([]float64{pullRanker}, len(rank.RankerPrior))))
}

// acceptor fits on the first readings. Those that leave something out are bounded anyway and not looked at.
func (f Fitter) acceptor(all []Read) rank.Signs {
	var firsts []example
	share := weights(all)
	for i := range all {
		r := &all[i]
		if r.Readings > 0 && r.Signs.Complete() {
			firsts = append(firsts, example{r.Signs[:], float64(number(r.Right == 1)), share[i]})
		}
	}
	pulls := slices.Repeat([]float64{pullAcceptor}, len(rank.AcceptorPrior))
	pulls[rank.Size], pulls[rank.Default] = held, held
	return rank.Signs(regress(firsts, rank.AcceptorPrior[:], pulls))
}

// candidates returns the readings of a question as the ranker sees them. The best by weights are run, if any.
func (r *Read) candidates(trials bool, weights *rank.Features) []rank.Candidate {
	all := make([]rank.Candidate, len(r.Tries))
	for i, t := range r.Tries {
		all[i] = rank.Candidate{Features: t.Features, Own: t.Signs}
		all[i].Features[rank.Void], all[i].Own[rank.Repeated] = 0, 0
	}
	if !trials {
		return all
	}
	order := rank.Weigh(all, weights).Order
	for _, i := range order[:min(len(order), builtin.Trials)] {
		t := r.Tries[i]
		all[i].Rows, all[i].Features[rank.Void], all[i].Own[rank.Repeated] = t.Rows, float64(number(t.Empty)), float64(number(t.Twice))
	}
	return all
}

// order returns how questions are read by some weights of the ranker.
func (f Fitter) order(all []Read, weights *rank.Features) []Read {
	out := slices.Clone(all)
	for i := range out {
		r := &out[i]
		if len(r.Tries) == 0 {
			continue
		}
		w := rank.Weigh(r.candidates(f.Trials, weights), weights)
		r.Signs = w.Signs
		if r.Right <= len(r.Tries) {
			r.Right = 0
		}
		for k, j := range w.Order {
			if r.Tries[j].Right {
				r.Right = k + 1
				break
			}
		}
		if first := r.Tries[w.Order[0]]; first.Said != "" {
			r.First, r.SQL, r.Cost = first.Said, first.SQL, w.Costs[w.Order[0]]
		}
	}
	return out
}

// Judge returns how questions are read by some weights, and how sure these are.
func (f Fitter) Judge(all []Read, w Weights) []Read {
	out, acceptor := f.order(all, &w.Ranker), &w.Acceptor
	if !f.Trials {
		acceptor = &w.Blind
	}
	for i := range out {
		if out[i].Readings > 0 {
			out[i].Confidence = out[i].Signs.By(acceptor)
		}
	}
	return out
}

// LeftOut returns how questions are read by weights that were fitted without their family of databases.
func (f Fitter) LeftOut(all []Read) []Read {
	return f.leftOut(all, func(r *Read) string { return Family(r.DB) })
}

func (f Fitter) leftOut(all []Read, by func(*Read) string) []Read {
	parts := map[string][]Read{}
	for i := range all {
		name := by(&all[i])
		parts[name] = append(parts[name], all[i])
	}
	var out []Read
	for name, held := range parts {
		rest := slices.DeleteFunc(slices.Clone(all), func(r Read) bool { return by(&r) == name })
		out = append(out, f.Judge(held, f.Fit(rest))...)
	}
	return out
}

// WriteWeights writes weights as the file in which they stand.
func WriteWeights(w io.Writer, weights Weights) error {
	var b strings.Builder
	b.WriteString("// Code generated by pgask eval fit; DO NOT EDIT.\n\npackage rank\n\n// Ranker weighs the features of readings.\nvar Ranker = Features{")
	figures(&b, weights.Ranker[:], rank.FeatureNames[:])
	b.WriteString("\n}\n\n// Acceptor weighs the signs of the first reading.\nvar Acceptor = Signs{")
	figures(&b, weights.Acceptor[:], rank.SignNames[:])
	b.WriteString("\n}\n\n// Blind weighs them where no reading was run.\nvar Blind = Signs{")
	figures(&b, weights.Blind[:], rank.SignNames[:])
	b.WriteString("\n}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// figures writes named figures as gofmt would.
func figures(b *strings.Builder, all []float64, names []string) {
	widest := 0
	for _, n := range names {
		widest = max(widest, len(n))
	}
	for i, x := range all {
		fmt.Fprintf(b, "\n\t%-*s %.3f,", widest+1, names[i]+":", x)
	}
}

// ReadReadings reads what eval readings wrote with --details.
func ReadReadings(r io.Reader) ([]Read, error) { return readLines[Read](r) }
