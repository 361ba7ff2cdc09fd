package builtin

import "github.com/pgask/pgask/translate/draft/builtin/rank"

// Trial is what a reading returned when it was run.
type Trial struct {
	Empty bool   // no row, or nothing but NULL and zero
	Rows  string // equal for equal rows; "": it was not run to its end
}

// Trials is how many of the best readings are worth running.
const Trials = 3

// Try tells what the first readings returned, in order, and orders all anew. Readings whose rows are those of the first speak for it, others
// against it, and an empty answer is doubtful.
func (res *Result) Try(trials []Trial) {
	if len(res.Readings) == 0 {
		return
	}
	for i, t := range trials[:min(len(trials), len(res.Readings))] {
		r := res.Readings[i]
		r.Trial, r.Features[rank.Void] = &t, 0
		if t.Empty {
			r.Features[rank.Void] = 1
		}
	}
	res.tried = true
	res.settle()
}

// settle orders the readings, and says how sure the first is.
func (res *Result) settle() {
	res.Readings = weigh(res.Readings)
	first := res.Readings[0]
	res.Confidence, res.Unplaced = first.Signs.Confidence(res.tried), first.Skipped
}
