package retrieve

import (
	"math"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// Weights of a word, by the field of a table in which it occurs.
const (
	weightTable   = 6.0 // in its name
	weightColumn  = 3.0 // in the name of a column
	weightComment = 2.0 // in the table's comment
	weightValue   = 2.0 // a label or common value of a column
	weightRemark  = 1.0 // in a column's comment
)

// The parameters of BM25: how quickly repetitions of a word stop counting, and how strongly long tables are penalised.
const (
	saturation = 1.2
	lengthPart = 0.4
)

// index maps words to tables.
type index struct {
	tables   []*schema.Table
	postings map[string][]posting
	terms    []string // sorted, for lookup by prefix
	length   []float64
	average  float64
	names    []string // of each table: the words of its name run together, "orderitems"
	tokens   []int    // of each table: its tokens in a prompt
	graph    graph
	copies   map[int][]string // tables that are a copy of another, with the words that say so
}

// posting is the weight of a word for a table.
type posting struct {
	table  int
	weight float64
}

type indexKey struct{ share schema.Level }

// indexOf returns the index of a snapshot, which is built once per share level.
func indexOf(s *schema.Snapshot, share schema.Share) *index {
	return s.Derive(indexKey{share.Level}, func() any { return newIndex(s, share) }).(*index)
}

func newIndex(s *schema.Snapshot, share schema.Share) *index {
	ix := &index{tables: s.Tables, postings: map[string][]posting{}, graph: newGraph(s)}
	for i, t := range s.Tables {
		weights := map[string]float64{}
		add := func(text string, weight float64) {
			for _, w := range stems(text) {
				weights[w] += weight
			}
		}
		describe(t, add)
		// Names are often one word where people write two.
		joined := strings.Join(split(t.Name), "")
		add(joined, weightTable)
		var length float64
		for word, weight := range weights {
			ix.postings[word] = append(ix.postings[word], posting{i, weight})
			length += weight
		}
		ix.length = append(ix.length, length)
		ix.average += length / float64(len(s.Tables))
		ix.names = append(ix.names, stem(joined))
		ix.tokens = append(ix.tokens, schema.Tokens(s, []*schema.Table{t}, share))
	}
	for term, list := range ix.postings {
		ix.terms = append(ix.terms, term)
		slices.SortFunc(list, func(a, z posting) int { return a.table - z.table })
	}
	slices.Sort(ix.terms)
	ix.copies = copies(s.Tables)
	return ix
}

// describe calls add with each text about a table and its weight.
func describe(t *schema.Table, add func(text string, weight float64)) {
	add(t.Name, weightTable)
	add(t.Schema, weightComment/2)
	add(t.Comment, weightComment)
	for _, c := range t.Columns {
		add(c.Name, weightColumn)
		add(c.Comment, weightRemark)
		for _, v := range c.Enum {
			add(v, weightValue)
		}
		if c.Class != schema.Text || len(c.Enum) > 0 {
			continue
		}
		for _, v := range c.Profile.Values {
			if len(v) <= 60 { // longer values are prose
				add(v, weightValue)
			}
		}
	}
}

// score returns the relevance of each table to the question, in the order of the tables.
func (ix *index) score(question string) []float64 {
	scores := make([]float64, len(ix.tables))
	words := stems(question)
	seen := map[string]bool{}
	for i, w := range words {
		if !seen[w] {
			seen[w] = true
			ix.addWord(scores, w)
		}
		// Two adjacent words may be one name.
		if i > 0 {
			ix.addTerm(scores, stem(strings.TrimSpace(words[i-1]+w)), 1)
		}
	}
	ix.addNames(scores, question)
	for i, t := range ix.tables {
		if t.Extension != "" {
			scores[i] /= 4 // questions are rarely about the tables of an extension
		}
		if says := ix.copies[i]; says != nil && !slices.ContainsFunc(says, func(w string) bool { return seen[stem(w)] }) {
			scores[i] /= 2
		}
	}
	return ix.boostNeighbours(scores)
}

// boostNeighbours raises the score of tables whose neighbours match the question too: of several tables with the same
// name, the one next to other matching tables is meant.
func (ix *index) boostNeighbours(scores []float64) []float64 {
	lifted := slices.Clone(scores)
	for i, near := range ix.graph.near {
		best := 0.0
		for _, n := range near {
			best = max(best, min(scores[n], named))
		}
		if scores[i] > 0 {
			lifted[i] += neighbours * best
		}
	}
	return lifted
}

// neighbours is the share of the best neighbour's score that is added: enough only to decide between equal tables.
const neighbours = 0.25

// addWord adds the score of a word of the question: of the word itself, of terms that abbreviate it or that it
// abbreviates and, if it is unknown, of terms that differ in one letter.
func (ix *index) addWord(scores []float64, word string) {
	if _, known := ix.postings[word]; known {
		ix.addTerm(scores, word, 1)
	}
	if len(word) < 4 {
		return
	}
	at, _ := slices.BinarySearch(ix.terms, word)
	for _, term := range ix.terms[at:] {
		if !strings.HasPrefix(term, word) {
			break
		}
		if term != word { // cust for customer
			ix.addTerm(scores, term, 0.4)
		}
	}
	for n := 4; n < len(word); n++ { // customer for a column cust_id
		ix.addTerm(scores, word[:n], 0.4)
	}
	if _, known := ix.postings[word]; known || len(word) < 5 {
		return
	}
	for _, term := range ix.terms {
		if oneEdit(term, word) {
			ix.addTerm(scores, term, 0.6)
		}
	}
}

func (ix *index) addTerm(scores []float64, term string, factor float64) {
	list := ix.postings[term]
	if len(list) == 0 {
		return
	}
	n := float64(len(ix.tables))
	df := float64(len(list))
	rarity := math.Log(1 + (n-df+0.5)/(df+0.5))
	for _, p := range list {
		long := 1 - lengthPart + lengthPart*ix.length[p.table]/ix.average
		scores[p.table] += factor * rarity * p.weight * (saturation + 1) / (p.weight + saturation*weightColumn*long)
	}
}

// addNames raises the score of tables whose whole name occurs in the question.
func (ix *index) addNames(scores []float64, question string) {
	words := split(question)
	runs := map[string]bool{}
	for i := range words {
		run := ""
		for _, w := range words[i:min(i+5, len(words))] {
			run += w
			runs[stem(run)] = true
		}
	}
	for i, name := range ix.names {
		if runs[name] && len(name) > 2 {
			scores[i] += named
		}
	}
}

// named is the score of a table whose name occurs in the question. It is higher than any score from similarity alone.
const named = 20

// oneEdit reports whether a and b differ by exactly one byte that is added, removed or replaced.
func oneEdit(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(a)-len(b) > 1 {
		return false
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return i < len(a) && a[i+1:] == b[i+1:]
	}
	return a[i+1:] == b[i:]
}
