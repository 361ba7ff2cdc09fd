package grammar

import (
	"maps"
	"math"

	"github.com/pgask/pgask/translate/draft/builtin/chart"
)

// meaning makes what parts mean together, and says what that costs; nil: they do not fit.
type meaning func(g *Grammar, parts []*chart.Edge, arg string) (chart.Meaning, float64)

// meanings are what productions may name.
var meanings map[string]meaning

func init() {
	meanings = map[string]meaning{}
	for _, some := range []map[string]meaning{nounMeanings(), condMeanings(), itemMeanings(), figureMeanings(), orderMeanings()} {
		maps.Copy(meanings, some)
	}
}

func same(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) { return p[0].Meaning, 0 }

// rebates are the most that meanings take off what their productions cost; for a column that is said by its table, too,
// that depends on the column. Others take off no more than rebate.
var rebates = map[string]float64{"keyed": 0.3, "both": 0.4, "tabled": math.Inf(1)}

const rebate = 0.1
