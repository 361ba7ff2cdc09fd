package semantic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// Set is where the labels of the codes of a column stand: in the rows of a table of the codes of many columns.
type Set struct {
	In          *Relation
	Rows        []Condition // what tells the rows of the set: its name, and the language
	Code, Label *schema.Column
}

// set is one of the sets of a code table.
type set struct {
	Set
	name  string
	codes []Code
	weak  bool // numbers, or single letters: many sets and columns hold the same
}

// What it takes for a column to hold codes of a set.
const (
	leastNamed    = 0.7  // a name alike, with values that are all codes
	alikeInPart   = 0.4  // a name that is alike in part, with most codes of no other set
	surelyNamed   = 0.9  // a name alike, where no values are known
	clearly       = 0.15 // more than any other set
	mostCodesUsed = 0.75
	someCodesUsed = 0.6
	enoughCodes   = 3
	mostSetCodes  = 300
)

// findCodeSets finds the columns that hold codes of a set that a code table lists.
func (m *making) findCodeSets() {
	all := m.sets()
	if len(all) == 0 {
		return
	}
	for _, r := range m.Relations {
		m.pace.Step()
		if slices.ContainsFunc(all, func(s *set) bool { return s.In == r }) {
			continue
		}
		for _, c := range r.Columns {
			if k := c.Column.Class; k != schema.Text && k != schema.Integer || c.Column.Array || c.Column.Masked || len(c.Codes) > 0 ||
				!c.mayHoldCodes(all) {
				continue
			}
			if s, why := c.setOf(all); s != nil {
				c.Codes, c.Set = slices.Clone(s.codes), &s.Set
				c.nameOfCodes()
				for i := range c.Codes {
					c.Codes[i].Why = why
				}
				r.Keys = slices.DeleteFunc(r.Keys, func(k *Key) bool { return k.To == s.In && slices.Contains(k.Columns, c.Column) })
				if s.In.Standing == Base {
					s.In.Standing, s.In.StandingWhy = CodeList, Why{FromMeasured, "what the codes of other tables stand for", 0.95}
				}
			}
		}
	}
}

// ofCodes are the words by which columns of codes are called; how they are cut short are sets of words.
var ofCodes = []string{"type", "status", "reason", "method", "category", "group", "class", "kind"}

// nameOfCodes reads the name of a column of codes that is one word glued behind letters of its table: crsn, the
// reason of a credit note.
func (c *Column) nameOfCodes() {
	raw := naming.Tokens(c.Column.Name)
	if len(raw) != 1 {
		return
	}
	read := slices.Contains(ofCodes, c.last())
	for _, w := range ofCodes {
		for from := range min(len(raw[0]), mostBefore+1) {
			if !lexicon.In("short "+w, raw[0][from:]) || read && (len(c.Own) == 1 || !c.Relation.startsWith(raw[0][:from])) {
				continue
			}
			name := naming.Of(c.Name.Raw, []string{w})
			name.Sure = 0.9
			c.Name, c.Own, c.own = &name, name.Words, w
			return
		}
	}
}

// startsWith reports whether letters are the first ones of the name of a relation.
func (r *Relation) startsWith(letters string) bool {
	return letters != "" && strings.HasPrefix(strings.Join(naming.Tokens(r.Table.Name), ""), letters)
}

// mostBefore is the number of letters of a table before the word for its codes.
const mostBefore = 3

// mayHoldCodes reports whether a column is neither what tells rows apart nor a reference to others but code tables.
func (c *Column) mayHoldCodes(all []*set) bool {
	return !slices.Contains(c.Relation.Identity.Columns, c.Column) && !slices.ContainsFunc(c.Relation.KeyOf(c.Column), func(k *Key) bool {
		return !slices.ContainsFunc(all, func(s *set) bool { return s.In == k.To })
	})
}

// sets returns the sets of the code tables that were read, as far as they can be seen.
func (m *making) sets() (out []*set) {
	for _, codes := range m.Snapshot.Codes {
		at := slices.IndexFunc(m.Relations, func(r *Relation) bool { return codes.Of(r.Table) })
		if at < 0 {
			continue
		}
		r := m.Relations[at]
		name, code, label, language := r.Column(codes.Set), r.Column(codes.Code), r.Column(codes.Label), r.Column(codes.Language)
		if shows := func(c *Column) bool { return c != nil && !c.Column.Masked }; !shows(name) || !shows(code) || !shows(label) {
			continue
		}
		spoken, ok := english(codes.Rows)
		if !ok {
			continue
		}
		byName := map[string]*set{}
		for _, row := range codes.Rows {
			if row.Language != spoken || strings.TrimSpace(row.Label) == "" {
				continue
			}
			s := byName[row.Set]
			if s == nil {
				s = &set{Set: Set{r, []Condition{{Column: name.Column, Op: Is, Value: row.Set}}, code.Column, label.Column}, name: row.Set, weak: true}
				if language != nil {
					s.Rows = append(s.Rows, Condition{Column: language.Column, Op: Is, Value: spoken})
				}
				byName[row.Set], out = s, append(out, s)
			}
			value := strings.TrimRight(row.Code, " ")
			s.codes = append(s.codes, Code{Value: value, Label: clean(row.Label)})
			s.weak = s.weak && (len(value) < 2 || strings.Trim(value, "0123456789") == "")
		}
	}
	return slices.DeleteFunc(out, func(s *set) bool { return len(s.codes) < 2 || len(s.codes) > mostSetCodes })
}

// english returns which language of the rows is English, or the only one.
func english(rows []schema.CodeRow) (language string, ok bool) {
	var all []string
	for _, row := range rows {
		if !slices.Contains(all, row.Language) {
			all = append(all, row.Language)
		}
	}
	if len(all) == 1 {
		return all[0], true
	}
	for _, l := range all {
		low := strings.ToLower(strings.TrimSpace(l))
		if low == "e" || low == "eng" || low == "english" || low == "en" || strings.HasPrefix(low, "en-") || strings.HasPrefix(low, "en_") {
			return l, true
		}
	}
	return "", false
}

// setOf returns the set whose codes a column holds; nil: none, or not clearly one.
func (c *Column) setOf(all []*set) (*set, Why) {
	type match struct {
		*set
		score, name, used float64
	}
	values := c.held()
	var fitting []match
	for _, s := range all {
		held, ok := s.holds(values)
		if !ok {
			continue
		}
		x := match{s, 0, c.likeSet(s), float64(held) / float64(len(s.codes))}
		if c.told(s) {
			x.name = 2
		}
		x.score = x.name + x.used/2
		fitting = append(fitting, x)
	}
	slices.SortStableFunc(fitting, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	if len(fitting) == 0 {
		return nil, Why{}
	}
	best := fitting[0]
	alone := len(fitting) == 1 || !best.weak && best.name > 0 && fitting[1].name == 0
	switch {
	case len(fitting) > 1 && best.score < fitting[1].score+clearly:
		return nil, Why{}
	case best.name > 1:
	case len(values) == 0 && (best.name < surelyNamed || c.Column.Class != schema.Text):
		return nil, Why{}
	case best.name >= leastNamed:
	case c.Column.Class == schema.Integer || len(values) < enoughCodes || !alone:
		return nil, Why{}
	case best.name >= alikeInPart && best.used >= mostCodesUsed:
	case !best.weak && best.used >= someCodesUsed:
	default:
		return nil, Why{}
	}
	sure := min(0.95, 0.6+0.3*best.name+0.1*best.used)
	return best.set, Why{FromMeasured, clean(best.In.Table.Name + " " + best.Set.Rows[0].Value), sure}
}

// held returns what is known of the values of a column, without blank ones.
func (c *Column) held() (out []string) {
	known := c.stored()
	if len(known) == 0 {
		known = c.Column.Profile.Values
	}
	for _, v := range known {
		if v = strings.TrimRight(v, " "); v != "" {
			out = append(out, v)
		}
	}
	return out
}

// holds reports whether all values are codes of the set, and how many there are.
func (s *set) holds(values []string) (n int, ok bool) {
	for _, v := range values {
		if !slices.ContainsFunc(s.codes, func(k Code) bool { return k.Value == v }) {
			return 0, false
		}
	}
	return len(values), true
}

// told reports whether the comment of a column names the set, and the table of it or little else: "cdtab OSTA".
func (c *Column) told(s *set) bool {
	ws := naming.Split(c.Column.Comment)
	if len(s.name) < 2 || !strings.Contains(strings.ToLower(c.Column.Comment), strings.ToLower(s.name)) {
		return false
	}
	name := strings.Join(naming.Split(s.name), " ")
	return containsWords(ws, name) && (len(ws) <= 3 || containsWords(ws, strings.Join(naming.Tokens(s.In.Table.Name), " ")))
}

func containsWords(ws []string, name string) bool {
	return name != "" && strings.Contains(" "+strings.Join(ws, " ")+" ", " "+name+" ")
}

// likeSet returns how much the name of a set is like that of a column, with or without its table: 0 to 1.
func (c *Column) likeSet(s *set) float64 {
	parts := naming.Split(s.name)
	said := strings.Join(parts, "")
	if said == "" {
		return 0
	}
	raw, table := naming.Tokens(c.Column.Name), naming.Tokens(c.Relation.Table.Name)
	best := 0.0
	for _, own := range [][]string{raw, c.Name.Raw, c.Name.Words, c.Own, c.Plain(c.Own), codeOnly(c.Name.Raw),
		withoutInitials(raw, table)} {
		if len(own) == 0 {
			continue
		}
		best = max(best, alike(said, own))
		for _, of := range [][]string{table, c.Relation.Name.Bare(), c.Relation.Name.Words, c.Relation.Name.Words[1:]} {
			best = max(best, alike(said, slices.Concat(of, own)), alike(said, slices.Concat(wordform.Singulars(of), own)))
			if initials := naming.Initials(of); initials+strings.Join(own, "") == said {
				best = max(best, surelyNamed)
			}
		}
		if len(parts) > 1 && parts[len(parts)-1] == strings.Join(own, "") {
			best = max(best, alikeInPart)
		}
		if x := strings.Join(own, ""); len(x) >= 3 && abbreviates(x, parts) {
			best = max(best, leastNamed)
		}
	}
	if tail := common(said, strings.Join(raw, "")); tail >= 3 {
		best = max(best, alikeInPart)
	}
	if ofTable := alike(said, table) > 0 || naming.Initials(table) == said || alike(said, c.Relation.Name.Words) > 0; ofTable && best < leastNamed {
		if w := c.last(); len(w) > 3 && strings.Contains(strings.ToLower(s.In.Table.Name), w) { // statuscode: the status of many
			best = max(best, 0.8)
		}
	}
	return best
}

// codeOnly returns the words of a column without the one that says that it holds codes: mvt, of mvt_typ.
func codeOnly(ws []string) []string {
	if n := len(ws); n > 1 && lexicon.In("code tail", ws[n-1]) {
		return ws[:n-1]
	}
	return nil
}

// withoutInitials returns the words of a column without the letters of its table that are glued before them: sta, of
// veh.vsta.
func withoutInitials(column, table []string) []string {
	if len(column) != 1 || len(table) == 0 {
		return nil
	}
	n := 0
	for n < len(column[0])-leastGlued && n < len(table[0]) && column[0][n] == table[0][n] {
		n++
	}
	if n == 0 {
		return nil
	}
	return []string{column[0][n:]}
}

// leastGlued is the number of letters behind those of a table from which on they are a word.
const leastGlued = 3

// alike returns how much a word that may be cut short is like words: they are it, or it has letters of them in their
// order, the first and that of the last word among them.
func alike(said string, ws []string) float64 {
	switch all := strings.Join(ws, ""); {
	case len(said) > 1 && (said == all || wordform.Singular(said) == wordform.Singular(all)):
		return 1
	case len(said) >= 3 && abbreviates(said, ws):
		return 0.8
	}
	return 0
}

// abbreviates reports whether a word has letters of words in their order: the first of all, and at least two of the
// last word, its first among them.
func abbreviates(short string, ws []string) bool {
	last := ws[len(ws)-1]
	before := strings.Join(ws[:len(ws)-1], "")
	if last == "" || short[0] != (before + last)[0] {
		return false
	}
	if before == "" {
		return inOrder(short, last)
	}
	for at := 1; at+1 < len(short); at++ {
		if short[at] == last[0] && inOrder(short[:at], before) && inOrder(short[at:], last) {
			return true
		}
	}
	return false
}

// inOrder reports whether a word has the letters of another in their order.
func inOrder(short, word string) bool {
	at := 0
	for i := range len(word) {
		if at < len(short) && short[at] == word[i] {
			at++
		}
	}
	return at == len(short)
}

// common returns how many letters two words end with in common.
func common(a, b string) (n int) {
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
