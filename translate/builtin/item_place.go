package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// placeWords are what columns that say where something is are called, the words of one place from the narrow to the wide.
var placeWords = wordSet(`location place venue address street city town municipality village district borough neighborhood county state province
	region country nation continent headquarter headquarters`)

// placeVerbs are what may close "where is X" and the words that the column must have for it; "" stands for a place that says no
// more than that.
var placeVerbs = map[string][]string{"": {""}, "located": {""}, "situated": {""}, "based": {"", "base", "headquarter", "office"}, "held": {"", "venue"},
	"live": {"", "residence", "home", "live"}, "reside": {"", "residence", "home"}, "living": {"", "residence", "home"},
	"born": {"birth", "hometown"}, "from": {"origin", "hometown", "home", "nationality"}, "come from": {"origin", "hometown", "home", "nationality"},
	"work": {"office", "offc", "work", "branch"}}

// whereFact is "where is Mombasa", "where was Ann born", "where does Ann live".
func (p *parser) whereFact() bool {
	_, is := p.accept(be)
	if !is {
		if _, ok := p.accept(do); !ok {
			return false
		}
	}
	return p.factOf(func(n *node) []item {
		verb := ""
		if t := p.tok(); !t.end() && t.kind == word {
			verb = t.low
			p.pos++
			if verb == "come" && p.word("from") {
				verb = "come from"
			}
		}
		if _, known := placeVerbs[verb]; !known || !p.tok().end() {
			return nil
		}
		for _, says := range placeVerbs[verb] {
			if found := p.places(n.table, stem(says)); len(found) > 0 {
				return found
			}
		}
		return nil
	})
}

// places are the columns of t that say where a row of it is, and nothing else than that and the word says: the birth place, but
// not the address that bills go to. A place of several columns, street and city, is all of them.
func (p *parser) places(t *schema.Table, says string) []item {
	var found []item
	for _, c := range t.Columns {
		ws := stems(expand(unstem(p.ix.info[t], c)))
		if bare := cutTable(ws, p.ix.info[t].words); len(bare) > 0 {
			ws = bare
		}
		place, said := 0, says == ""
		for _, w := range ws {
			switch {
			case w == says:
				said = true
				if w == stem("hometown") || w == stem("nationality") || w == stem("residence") || w == stem("headquarter") || len(ws) == 1 {
					place++
				}
			case placeWords[w]:
				place++
			case !nameTail[w] && !linkWord[w]:
				place = -len(ws)
			}
		}
		if place <= 0 || !said || c.Class != schema.Text && c.Class != schema.Enum && !p.ix.isKey(t, c) || says != "" && len(found) > 0 {
			continue
		}
		if it := p.placeOf(t, c); it != (item{}) && !slices.Contains(found, it) {
			found = append(found, it)
		}
	}
	return found
}

// nameTail are words that close the names of columns of names.
var nameTail = map[string]bool{"name": true, "id": true, "code": true}

// placeOf is a column that says where a row is, or what it points to where it is a number.
func (p *parser) placeOf(t *schema.Table, c *schema.Column) item {
	if slices.Contains(t.PrimaryKey, c.Name) && len(t.PrimaryKey) == 1 {
		return item{}
	}
	if c.Class == schema.Text || c.Class == schema.Enum {
		return item{field: field{t, c}}
	}
	for i, e := range p.ix.graph.edges[t] {
		if e.toOne && len(e.fromCols) == 1 && e.fromCols[0] == c.Name && p.ix.hasName(e.to) {
			return item{field: field{t, c}, follow: &p.ix.graph.edges[t][i]}
		}
	}
	return item{}
}
