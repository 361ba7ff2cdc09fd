package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// placeWords are words in the names of columns that say where something is, from narrow to wide places.
var placeWords = wordSet(`location place venue address street city town municipality village district borough neighborhood county state province
	region country nation continent headquarter headquarters`)

// placeVerbs maps the words that may end "where is X" to the words that the column's name must contain; "" accepts any
// column of a place.
var placeVerbs = map[string][]string{"": {""}, "located": {""}, "situated": {""}, "based": {"", "base", "headquarter", "office"}, "held": {"", "venue"},
	"live": {"", "residence", "home", "live"}, "reside": {"", "residence", "home"}, "living": {"", "residence", "home"},
	"born": {"birth", "hometown"}, "from": {"origin", "hometown", "home", "nationality"}, "come from": {"origin", "hometown", "home", "nationality"},
	"work": {"office", "offc", "work", "branch"}}

// whereFact reads "where is Mombasa", "where was Ann born" or "where does Ann live".
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

// places returns the columns of t that hold a place of the kind that says names, and no other kind: for "birth" the
// birth place, but never a billing address. With an empty says it returns all columns of a plain place, such as street
// and city.
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

// nameTail are words that end the names of columns that name or identify something.
var nameTail = map[string]bool{"name": true, "id": true, "code": true}

// placeOf returns the column c as an item, or the row that it points to when c is a foreign key. It returns an empty
// item when c is neither text nor such a key.
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
