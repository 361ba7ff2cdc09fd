package naming

import (
	"math"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// findKeyWords reads the words of keys that are short for what the relation is called that they lead to, or that is
// short for the same: own_id, which leads to owners, and std_id, which leads to stds.
func (n *Schema) findKeyWords(s *schema.Snapshot) {
	elsewhere := map[string]bool{} // words of names that are no keys
	type pair struct{ key, table string }
	pairs := map[pair]bool{}
	note := func(column string, t *schema.Table) {
		var heads []string
		for _, w := range Tokens(column) {
			heads = append(heads, n.unglue(unaccented(w))...)
		}
		for k := len(heads) - 1; k > 0 && (lexicon.In("key tail", heads[k]) || n.words.Abbreviations[heads[k]] != nil); k-- {
			heads = heads[:k]
		}
		if len(heads) == 0 {
			return
		}
		w := heads[len(heads)-1]
		for _, word := range Tokens(t.Name) {
			for _, part := range n.unglue(unaccented(word)) {
				one := wordform.Singular(part)
				if len(w) >= minCut && len(one) >= minShort && w[0] == one[0] && w != one && w != part && ascii(one) && ascii(w) {
					pairs[pair{w, one}] = true
				}
			}
		}
	}
	for _, t := range s.Tables {
		keys := map[string]bool{}
		for _, k := range t.ForeignKeys {
			to := s.Table(k.RefSchema, k.RefTable)
			if to == nil || len(k.Columns) != 1 {
				continue
			}
			keys[k.Columns[0]] = true
			note(k.Columns[0], to)
		}
		if len(t.PrimaryKey) == 1 {
			keys[t.PrimaryKey[0]] = true
			note(t.PrimaryKey[0], t)
		}
		for _, c := range t.Columns {
			if !keys[c.Name] {
				for _, w := range Tokens(c.Name) {
					elsewhere[w] = true
				}
			}
		}
	}
	cost := map[string]float64{}
	for p := range pairs {
		if elsewhere[p.key] && len(p.key) < minShort && n.words.Abbreviations[p.key] != nil {
			continue // fl_id is of the fuel log, and act_fl a flag
		}
		full, c := n.both(p.key, p.table, elsewhere[p.key])
		if full == "" {
			continue
		}
		for _, w := range []string{p.key, p.table} {
			if w == full || w == p.table && n.known(w) {
				continue
			}
			if old, ok := cost[w]; !ok || c < old || c == old && full < n.keyed[w] {
				n.keyed[w], cost[w] = full, c
			}
		}
	}
}

// both returns the word that two are short for, one of the name of a key and one of the name of the relation that it
// leads to, and what it costs; empty: there is none. A word of the language stands for itself where it is also a part
// of other names, and unless the other reading is the likelier one.
func (n *Schema) both(key, table string, elsewhere bool) (string, float64) {
	if n.known(key) && n.words.Abbreviations[key] == nil && (elsewhere || n.words.Common[key]) {
		return "", 0
	}
	var all []reread
	has := lettersOf(key) | lettersOf(table)
	for _, list := range [2][]full{fulls()[key[0]-'a'], n.theirs[key[0]-'a']} {
		for i := range list {
			f := &list[i]
			if has&^f.letters != 0 {
				continue
			}
			c := f.cost
			for _, w := range []string{key, table} {
				if w != f.word {
					c += cutCost(w, f)
				}
			}
			if c < dearest+2 {
				all = keep(all, reread{word: f.word, cost: c})
			}
		}
	}
	weighReadings(all)
	if len(all) == 0 || all[0].sure < sureRead {
		return "", 0
	}
	if n.known(key) && n.words.Abbreviations[key] == nil && all[0].cost > n.wordCost(key)+n.likely(table) {
		return "", 0
	}
	return all[0].word, all[0].cost
}

// likely returns what the likeliest reading of a word costs.
func (n *Schema) likely(w string) float64 {
	if c := n.wordCost(w); !math.IsInf(c, 1) {
		return c
	}
	if all := n.readings(w); len(all) > 0 {
		return all[0].cost
	}
	return dearest
}
