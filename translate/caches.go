package translate

import (
	"iter"
	"sync/atomic"
)

// Counters count how often the caches were hit. They may outlive the agents that fill them. The zero value is ready
// to use.
type Counters struct {
	Snapshots    Ratio // snapshots of the catalog
	Translations Ratio // translations of earlier questions
	Pins         Ratio // pins that people approved
	ModelAnswers Ratio // answers of models to earlier prompts
}

// All yields the counters by name.
func (c *Counters) All() iter.Seq2[string, *Ratio] {
	return func(yield func(string, *Ratio) bool) {
		_ = yield("snapshot", &c.Snapshots) && yield("translation", &c.Translations) && yield("pin", &c.Pins) &&
			yield("model_answer", &c.ModelAnswers)
	}
}

// Ratio counts the hits and misses of one cache.
type Ratio struct{ hits, misses atomic.Int64 }

// Count counts one look-up.
func (r *Ratio) Count(hit bool) {
	if hit {
		r.hits.Add(1)
	} else {
		r.misses.Add(1)
	}
}

// Counts returns the numbers so far.
func (r *Ratio) Counts() (hits, misses int64) { return r.hits.Load(), r.misses.Load() }
