package grammar

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/wordform"
)

//go:embed data/*.txt
var data embed.FS

func lines(name string) []string { return wordform.Lines(data, name) }

// Production is a line of data/productions.txt.
type Production struct {
	Name    string
	Cost    float64
	Left    string
	Right   []string // with ? and /
	Meaning string
	Arg     string
}

// inventory is the productions with numbered symbols.
type inventory struct {
	productions []Production
	symbols     map[string]chart.Symbol
	names       []string
}

// Whole are the categories of edges that a cover may hold.
var whole = []string{"Items", "Noun", "Cond", "Group", "Rank", "Order", "Limit", "InUnit"}

var all = sync.OnceValue(func() *inventory {
	v := &inventory{symbols: map[string]chart.Symbol{}}
	for _, line := range lines("productions") {
		p, err := production(line)
		if err != nil {
			panic(err) // a broken build
		}
		v.productions = append(v.productions, p)
		v.symbol(p.Left)
		for _, s := range p.Right {
			for _, one := range strings.Split(strings.TrimSuffix(s, "?"), "/") {
				v.symbol(one)
			}
		}
	}
	return v
})

func production(line string) (Production, error) {
	head, rest, ok := strings.Cut(line, ": ")
	left, rest, ok2 := strings.Cut(rest, " = ")
	right, meaning, ok3 := strings.Cut(rest, " -> ")
	name, cost, ok4 := strings.Cut(head, " ")
	n, err := strconv.ParseFloat(cost, 64)
	if !ok || !ok2 || !ok3 || !ok4 || err != nil {
		return Production{}, fmt.Errorf("productions.txt: %q", line)
	}
	p := Production{Name: name, Cost: n, Left: left, Right: strings.Fields(right)}
	p.Meaning, p.Arg, _ = strings.Cut(meaning, " ")
	if meanings[p.Meaning] == nil {
		return p, fmt.Errorf("productions.txt: %s: no meaning %q", name, p.Meaning)
	}
	return p, nil
}

func (v *inventory) symbol(name string) {
	if _, ok := v.symbols[name]; !ok {
		v.symbols[name], v.names = chart.Symbol(len(v.names)), append(v.names, name)
	}
}

// Grammar is the productions over one model.
type Grammar struct {
	ways  *form.Ways
	chart *chart.Grammar
	whole map[chart.Symbol]bool
}

// New returns the grammar over the ways of a model.
func New(ways *form.Ways) *Grammar {
	v := all()
	g := &Grammar{ways: ways, whole: map[chart.Symbol]bool{}}
	var rules []*chart.Rule
	for _, p := range v.productions {
		mean := meanings[p.Meaning]
		for _, right := range expand(p.Right) {
			r := &chart.Rule{Name: p.Name, Left: v.symbols[p.Left], Cost: p.Cost}
			for _, s := range right {
				r.Right = append(r.Right, v.symbols[s])
			}
			r.Make = func(parts []*chart.Edge) (chart.Meaning, float64) {
				m, cost := mean(g, parts, p.Arg)
				if m == nil {
					return nil, 0
				}
				return m, cost
			}
			rules = append(rules, r)
		}
	}
	for _, name := range whole {
		g.whole[v.symbols[name]] = true
	}
	g.chart = chart.NewGrammar(len(v.names), rules)
	return g
}

// expand returns the right sides that a pattern stands for.
func expand(right []string) [][]string {
	out := [][]string{nil}
	for _, s := range right {
		bare, optional := strings.CutSuffix(s, "?")
		var next [][]string
		for _, begun := range out {
			if optional {
				next = append(next, begun)
			}
			for _, one := range strings.Split(bare, "/") {
				next = append(next, append(slices.Clip(begun), one))
			}
		}
		out = next
	}
	return slices.DeleteFunc(out, func(r []string) bool { return len(r) == 0 })
}

// Parse returns the chart of a question.
func (g *Grammar) Parse(n int, lattice []*chart.Edge) *chart.Chart {
	return chart.Parse(g.chart, n, lattice)
}

// Whole reports whether a cover may hold an edge.
func (g *Grammar) Whole(e *chart.Edge) bool { return g.whole[e.Symbol] }
