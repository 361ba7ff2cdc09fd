package link

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Wanted is a text of a question that may be a value of some columns, which only the data can tell.
type Wanted struct {
	Text   string
	Column *semantic.Column
	Code   bool // the text is written like a code or number: it is found as a whole, and not by its words
}

// Seen is the answer to a Wanted: the spellings that are stored, the best first; none means that the column was
// searched in vain.
type Seen struct {
	Wanted
	Values []Stored
}

// Stored is a value as it is stored, and how many rows have it.
type Stored struct {
	Value string
	Rows  int64
}

// Bounds of what one question may look up.
const (
	maxOpen        = 8  // texts
	maxWantedEach  = 16 // columns of one text
	MaxWanted      = 64 // columns in all
	maxOpenWords   = 5
	maxSpelled     = 3   // known values of one text
	doubtfulValue  = 0.7 // links below it leave a text open
	cheapRows      = 20_000
	minLabelLength = 3 // bytes of a text that is looked for
	minCodeDigits  = 3 // of a text that is written like a code
)

// open returns the texts that may be values: what is written like a code, quoted texts, runs of capitalised words
// behind the first word, words that nothing explains, and the single words of such runs.
func (r *reading) open() []Chunk {
	var out, single []Chunk
	ws := r.lattice.Words
	for i := 0; i < len(ws) && len(out) < maxOpen; {
		j := i + 1
		switch w := ws[i]; {
		case r.codeEnd(i) > 0:
			j = r.codeEnd(i)
		case w.Shape == Quoted:
		case w.Shape == Plain && w.Upper && (i > 0 || !words().empty[w.Low]):
			j = r.capitals(i)
			if k := r.joined(j); k > j && k-i <= maxOpenWords &&
				!(r.explained(i, j) && (ws[j].Low == "of" || r.explained(j+1, k))) { // Smith and Sons
				single = append(single, Chunk{From: i, To: k})
			}
		case r.unexplained(i):
			for j < len(ws) && j-i < maxOpenWords && r.unexplained(j) {
				j++
			}
		default:
			i = j
			continue
		}
		if len(r.text(i, j)) >= minLabelLength && !r.explained(i, j) {
			out = append(out, Chunk{From: i, To: j})
			for k := i; j-i > 1 && k < j; k++ {
				if len(ws[k].Low) >= minLabelLength && r.unexplained(k) {
					single = append(single, Chunk{From: k, To: k + 1})
				}
			}
		}
		i = j
	}
	return append(out, single[:min(len(single), maxOpen-len(out))]...)
}

// capitals returns the end of a run of capitalised words.
func (r *reading) capitals(i int) int {
	ws := r.lattice.Words
	j := i + 1
	for j < len(ws) && j-i < maxOpenWords && (ws[j].Upper || ws[j].Shape == Number) {
		j++
	}
	return j
}

// joined returns the end of a run of capitalised words behind a word that may stand inside a name; where it is, if
// there is none.
func (r *reading) joined(at int) int {
	ws := r.lattice.Words
	if at+1 >= len(ws) || !inNames[ws[at].Low] || !ws[at+1].Upper || ws[at+1].Shape != Plain {
		return at
	}
	return r.capitals(at + 1)
}

// inNames are words that stand between the parts of a name as well as between two names.
var inNames = map[string]bool{"and": true, "und": true, "et": true, "y": true, "e": true, "&": true, "+": true, "of": true}

// unexplained reports whether a word may name a value for all that is known.
func (r *reading) unexplained(i int) bool {
	w := r.lattice.Words[i]
	return w.Shape == Plain && !counting[w.Low] && !words().empty[w.Low] && !words().unlooked[w.Low] && !r.explained(i, i+1)
}

// codeEnd returns the end of a text that begins at a word and is written like a code: letters and digits, or digits
// with signs between them,
// without a space: NH-2024-003517, 24-104005. 0: there is none.
func (r *reading) codeEnd(i int) int {
	ws := r.lattice.Words
	if ws[i].Shape != Plain && ws[i].Shape != Number {
		return 0
	}
	j := i + 1
	for j < len(ws) && ws[j].Start == ws[j-1].Start+len(ws[j-1].Text) &&
		(ws[j].Shape == Plain || ws[j].Shape == Number || ws[j].Low == "-" ||
			ws[j].Low == "/" || ws[j].Low == "_") {
		j++
	}
	text := r.text(i, j)
	digits, letters, signs := 0, 0, 0
	for _, c := range text {
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c):
			letters++
		default:
			signs++
		}
	}
	numbered := i > 0 && words().numbered[ws[i-1].Low]
	switch {
	case digits == 0 || digits < minCodeDigits && !(letters > 0 && numbered), strings.ContainsRune(text, ','), isDate(text):
		return 0
	case letters > 0 && digits > 2 && (letters > 2 || signs > 0 || numbered || digits > 4), letters == 0 && signs > 0 && (numbered ||
		!strings.ContainsRune(text, '.')):
		return j
	}
	return 0
}

// isDate reports whether a text is a day or a month in digits.
func isDate(s string) bool {
	for _, layout := range []string{"2006-01-02", "2006-01", "02/01/2006", "01/02/2006", "1/2/2006", "02.01.2006", "2/1/2006", "15:04"} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

// explained reports whether a span has a link that is good enough.
func (r *reading) explained(from, to int) bool {
	return slices.ContainsFunc(r.lattice.Chunks, func(c Chunk) bool {
		return c.From <= from && c.To >= to && c.Links[0].Score >= doubtfulValue
	})
}

// searchedColumn is a column that may hold a text, and where it stands among such.
type searchedColumn struct {
	column *semantic.Column
	far    int // keys from what is spoken of
	rank   int // 0: the label or code of its rows
}

// Wants returns what should be looked up before the question is read again: each open text in the columns that may
// hold it and are cheap to search, those of relations near to what is spoken of first.
func (x *Index) Wants(l *Lattice, question string) []Wanted {
	if len(l.Open) == 0 {
		return nil
	}
	distance := reach(x.model, anchors(l.Chunks))
	if len(distance) == 0 {
		distance = reach(x.model, l.Relations()[:min(3, len(l.Relations()))])
	}
	var names, codes []searchedColumn
	for _, rel := range x.model.Relations {
		far, ok := distance[rel]
		if !ok {
			far = len(byDistance)
		}
		if rel.Standing > semantic.Subset || !local(rel.Table) {
			continue
		}
		for _, c := range rel.Columns {
			if !cheap(c) {
				continue
			}
			rank := 1
			if slices.Contains(rel.Label.Columns, c.Column) || rel.Code == c.Column {
				rank = 0
			}
			if holdsNames(c) && ok {
				names = append(names, searchedColumn{c, far, rank})
			}
			if holdsCodes(c) {
				codes = append(codes, searchedColumn{c, far, rank})
			}
		}
	}
	for _, all := range [][]searchedColumn{names, codes} {
		slices.SortStableFunc(all, func(a, b searchedColumn) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.rank, b.rank)) })
	}
	r := reading{x, l, straight.Replace(question), &known{forms: stems{}, found: map[sought][]Link{}}}
	out := r.otherSpellings()
	for _, c := range l.Open {
		code, columns := r.codeEnd(c.From) == c.To, names
		if code {
			columns = codes
		}
		for _, k := range columns[:min(len(columns), maxWantedEach)] {
			if len(out) < MaxWanted {
				out = append(out, Wanted{r.text(c.From, c.To), k.column, code})
			}
		}
	}
	return out
}

// otherSpellings returns the values that statistics tell, in their columns: these may hold them in other spellings,
// too.
func (r *reading) otherSpellings() []Wanted {
	var out []Wanted
	for _, c := range r.lattice.Chunks {
		for _, k := range c.Links[:min(len(c.Links), maxSpelled)] {
			if k.Kind == Value && k.Score >= doubtfulValue && holdsNames(k.Column) && cheap(k.Column) {
				out = append(out, Wanted{Text: r.text(c.From, c.To), Column: k.Column})
			}
		}
	}
	return out[:min(len(out), maxWantedEach)]
}

// holdsCodes reports whether a column may hold what is written like a code: the code or the key of its rows, as text.
func holdsCodes(c *semantic.Column) bool {
	col := c.Column
	return visible(col) && col.Class == schema.Text && !col.Array && !col.Profile.Complete && c.Yes == "" &&
		(c.Relation.Code == col || slices.Contains(c.Relation.Identity.Columns, col) && len(c.Relation.KeyOf(col)) == 0 ||
			slices.Contains(c.Relation.Label.Columns, col))
}

// holdsNames reports whether a column may hold what people name: text that is not known completely, no key and no
// secret.
func holdsNames(c *semantic.Column) bool {
	col := c.Column
	return visible(col) && col.Class == schema.Text && !col.Array && !col.Profile.Complete && c.Lookup == nil && c.Yes == "" &&
		!slices.Contains(c.Relation.Identity.Columns, col)
}

// local reports whether a table may be searched at all: it is here, and its rows are the same for everybody.
func local(t *schema.Table) bool {
	return !t.RowSecurity && !t.Remote && t.Rows >= 0 &&
		(t.Kind == schema.Ordinary || t.Kind == schema.Partitioned || t.Kind == schema.Materialised)
}

// cheap reports whether searching a column costs little: its table is small, or a unique key begins with it.
func cheap(c *semantic.Column) bool {
	t := c.Relation.Table
	return local(t) && (t.Rows <= cheapRows || slices.ContainsFunc(append([][]string{t.PrimaryKey}, t.Unique...), func(key []string) bool {
		return len(key) > 0 && key[0] == c.Column.Name
	}))
}
