package schema

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/wordform"
)

// Infer returns a snapshot with additional foreign keys that names, types and values suggest, each marked Inferred with
// a confidence below 1. It returns s itself when there are none. It reads nothing from the database; the values are
// those of the profiles. A column that may refer to several tables gets a key to each, with the confidence divided
// among them, so that users of these keys see that there is a choice.
func Infer(s *Snapshot) *Snapshot {
	f := &inference{snapshot: s, targets: map[string][]target{}}
	for _, t := range s.Tables {
		f.offer(t)
	}
	for stem := range f.targets {
		f.stems = append(f.stems, stem)
	}
	slices.Sort(f.stems)
	tables, changed := slices.Clone(s.Tables), false
	for i, t := range s.Tables {
		if keys := f.keys(t); len(keys) > 0 {
			more := *t
			more.ForeignKeys = append(slices.Clip(t.ForeignKeys), keys...)
			tables[i], changed = &more, true
		}
	}
	if !changed {
		return s
	}
	richer := *s
	richer.Tables = tables
	return New(richer)
}

// Confidence in a key from its name alone, before types and values are considered.
const (
	likeTableAndKey = 0.85 // customer_id for customers.id
	likeOwnKey      = 0.80 // aid for authors.aid, where no other table has such a key
	likeRole        = 0.70 // billing_address_id for addresses.id
	likeTable       = 0.60 // customer for customers.id
	likeParent      = 0.60 // parent_id for the table itself
	likeShort       = 0.50 // cust_id for customers.id
)

const (
	leastConfidence = 0.4  // least confidence of a key that is added
	mostConfidence  = 0.95 // only a declared key is certain
	maxChoices      = 3    // tables that one column may refer to
)

// target is a key column that other columns may refer to.
type target struct {
	table    *Table
	column   *Column
	declared bool // a key of the table is declared; otherwise the column only looks like one
	how      float64
}

type inference struct {
	snapshot *Snapshot
	targets  map[string][]target // by the name, as joined words, that would refer to it
	stems    []string            // sorted keys of targets, for abbreviations
}

// offer registers the names under which columns may refer to the key of a table.
func (f *inference) offer(t *Table) {
	if t.Extension != "" || t.Kind == View {
		return
	}
	key, declared := keyOf(t)
	if key == nil || key.Array || key.Class != Integer && key.Class != Text && key.Class != UUID {
		return
	}
	own, called := singular(t.Name), singular(key.Name)
	if own == "" || called == "" {
		return // a name without letters and digits
	}
	add := func(stem string, how float64) {
		if stem != "" {
			f.targets[stem] = append(f.targets[stem], target{t, key, declared, how})
		}
	}
	switch {
	case generic[called]:
		add(own+called, likeTableAndKey)
		add(own, likeTable)
	case strings.HasPrefix(called, own):
		add(called, likeTableAndKey)
		add(own, likeTable)
	default:
		add(called, likeOwnKey)
		add(own+called, likeTableAndKey)
		add(own+"id", likeTable)
		add(own, likeTable)
	}
}

// generic are names of key columns that say nothing about their table.
var generic = map[string]bool{"id": true, "code": true, "key": true, "no": true, "nr": true, "num": true, "number": true, "uuid": true,
	"guid": true, "pk": true, "oid": true, "name": true, "ref": true}

// keyOf returns the column that alone identifies a row: the primary key, else the first unique key, else a column with
// a typical name in a table without a primary key. It returns nil when there is none.
func keyOf(t *Table) (key *Column, declared bool) {
	for _, k := range append([][]string{t.PrimaryKey}, t.Unique...) {
		if len(k) == 1 {
			return t.Column(k[0]), true
		}
	}
	if len(t.PrimaryKey) > 0 || len(t.Columns) == 0 {
		return nil, false
	}
	own := singular(t.Name)
	for _, c := range t.Columns {
		switch n := singular(c.Name); {
		case n == "id", n == own+"id":
			return c, false
		case own != "" && n == own[:1]+"id" && len(nameWords(t.Name)) == 1: // aid of author, but not of author_books
			return c, false
		}
	}
	return nil, false
}

// keys returns the inferred foreign keys of a table.
func (f *inference) keys(t *Table) []ForeignKey {
	if t.Extension != "" {
		return nil
	}
	var keys []ForeignKey
	for _, c := range t.Columns {
		if c.Array || c.Class != Integer && c.Class != Text && c.Class != UUID || references(t, c.Name) {
			continue
		}
		found := f.candidates(t, c)
		total := 0.0
		for _, x := range found {
			total += x.how
		}
		for _, x := range found[:min(len(found), maxChoices)] {
			if sure := x.how * x.how / total; sure >= leastConfidence || len(found) > 1 && sure >= leastConfidence/2 {
				keys = append(keys, ForeignKey{Name: "inferred", Columns: []string{c.Name}, RefSchema: x.table.Schema, RefTable: x.table.Name,
					RefColumns: []string{x.column.Name}, Inferred: true, Confidence: math.Round(sure*100) / 100})
			}
		}
	}
	return keys
}

// references reports whether a foreign key of the table contains the column.
func references(t *Table, column string) bool {
	return slices.ContainsFunc(t.ForeignKeys, func(fk ForeignKey) bool { return slices.Contains(fk.Columns, column) })
}

// candidates returns the tables that a column may refer to, the likeliest first.
func (f *inference) candidates(t *Table, c *Column) []target {
	best := map[*Table]target{}
	consider := func(x target, how float64) {
		if x.how = f.weigh(t, c, x, how); x.how >= leastConfidence && x.how > best[x.table].how {
			best[x.table] = x
		}
	}
	words := nameWords(c.Name)
	for from := range words {
		rest := words[from:]
		if from > 0 && len(rest) == 1 && generic[rest[0]] {
			break // a bare id may refer to any table
		}
		for _, x := range f.targets[strings.Join(rest, "")] {
			if how := x.how; from == 0 {
				consider(x, how)
			} else if how >= likeTableAndKey {
				consider(x, likeRole)
			}
		}
	}
	if len(words) == 2 && words[0] == "parent" && generic[words[1]] {
		if key, declared := keyOf(t); key != nil && key != c {
			consider(target{t, key, declared, 0}, likeParent)
		}
	}
	if len(best) == 0 {
		f.abbreviated(words, consider)
	}
	found := make([]target, 0, len(best))
	for _, x := range best {
		found = append(found, x)
	}
	slices.SortFunc(found, func(a, z target) int {
		return cmp.Or(cmp.Compare(z.how, a.how), cmp.Compare(a.table.Qualified(), z.table.Qualified()))
	})
	// Drop candidates that are much less likely than the best one.
	for i, x := range found {
		if x.how < found[0].how-0.15 {
			return found[:i]
		}
	}
	return found
}

// abbreviated considers tables whose name begins with the first word of a column such as cust_id.
func (f *inference) abbreviated(words []string, consider func(target, float64)) {
	if len(words) != 2 || len(words[0]) < 3 || !generic[words[1]] {
		return
	}
	at, _ := slices.BinarySearch(f.stems, words[0])
	for _, stem := range f.stems[at:] {
		if !strings.HasPrefix(stem, words[0]) {
			return
		}
		for _, x := range f.targets[stem] {
			// "order" is not an abbreviation of order_items.
			if x.how == likeTable && len(nameWords(x.table.Name)) == 1 && stem != words[0] {
				consider(x, likeShort)
			}
		}
	}
}

// weigh returns the confidence in a target with a fitting name, after types, values and tables are considered; 0 means
// none.
func (f *inference) weigh(t *Table, c *Column, x target, how float64) float64 {
	if x.column == c || c.Class != x.column.Class || c.Class != Integer && c.TypeName != x.column.TypeName && c.Class != Text {
		return 0
	}
	if own, _ := keyOf(t); own == c && how == likeOwnKey && !namesake(x) {
		return 0 // two tables with the same key column: it is unclear which one refers to the other
	}
	if !x.declared {
		how -= 0.1
	}
	if t.Schema != x.table.Schema {
		how -= 0.15
	}
	return min(how+evidence(c, x), mostConfidence)
}

// namesake reports whether a key column is named after its own table, so that other columns of this name refer to it.
func namesake(x target) bool {
	own, called := singular(x.table.Name), singular(x.column.Name)
	return own != "" && called != "" && (strings.HasPrefix(called, own) || len(called) <= 4 && called[0] == own[0])
}

// evidence returns by how much the values raise or lower the confidence in a key, -1 to 0.1.
func evidence(c *Column, x target) float64 {
	values, of := c.Profile, x.column.Profile
	if x.table.Rows > 0 && values.Distinct > 1.2*x.table.Rows+10 {
		return -1 // more values than there are rows to refer to
	}
	if c.Class == Text {
		return textEvidence(values, of)
	}
	low, high, ok := bounds(values)
	from, to, known := bounds(of)
	switch {
	case !ok || !known:
		return 0
	case low >= from-slack*(to-from) && high <= to+slack*(to-from):
		return 0.1
	case low > to || high < from:
		return -0.6
	}
	return -0.2
}

// slack is the accepted difference between the bounds of two samples, as a share of the range.
const slack = 0.02

func textEvidence(values, of Profile) float64 {
	if len(values.Values) == 0 || len(of.Values) == 0 {
		return 0
	}
	held := 0
	for _, v := range values.Values {
		if slices.Contains(of.Values, v) {
			held++
		}
	}
	switch {
	case held == len(values.Values):
		return 0.1
	case of.Complete && held*2 < len(values.Values):
		return -0.6
	case of.Complete:
		return -0.3
	}
	return 0
}

// bounds returns the smallest and largest known numbers of a column.
func bounds(p Profile) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range append([]string{p.Min, p.Max}, p.Values...) {
		if n, err := strconv.ParseFloat(v, 64); err == nil {
			low, high, ok = min(low, n), max(high, n), true
		}
	}
	return low, high, ok
}

// nameWords returns the words of an identifier in lower case and singular, without prefixes such as tbl.
func nameWords(name string) []string {
	var words []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			words = append(words, wordform.Singular(b.String()))
			b.Reset()
		}
	}
	var last rune
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && unicode.IsLower(last):
			flush()
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		last = r
	}
	flush()
	if len(words) > 1 && slices.Contains([]string{"tbl", "dim", "fact", "fk", "t"}, words[0]) {
		words = words[1:]
	}
	// Read customerid as customer id.
	if n := len(words); n == 1 && len(words[0]) > 4 && strings.HasSuffix(words[0], "id") {
		words = []string{wordform.Singular(strings.TrimSuffix(words[0], "id")), "id"}
	}
	return words
}

func singular(name string) string { return strings.Join(nameWords(name), "") }
