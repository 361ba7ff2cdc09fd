package semantic

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// findReadings finds the columns whose values are not what they look like: lists, numbers with units, dates as text,
// values that stand for unknown.
func findReadings(r *Relation) {
	for _, c := range r.Columns {
		if c.Column.Array || c.Column.Masked || c.IsKey() && c.Column.Class == schema.Text {
			continue
		}
		switch {
		case c.document():
		case c.textDate():
		case c.unitNumber():
		case c.list():
		default:
			c.sentinel()
		}
	}
}

var template = regexp.MustCompile(`(?i)\b(?:YYYY[-/.]?MM[-/.]?DD|DD[-/.]MM[-/.]YYYY|MM[-/.]DD[-/.]YYYY)\b`)

// textDate reads texts that are dates, and numbers of days.
func (c *Column) textDate() bool {
	k := c.Column.Class
	t := strings.ToUpper(template.FindString(c.Column.Comment))
	if k != schema.Text && (k != schema.Integer || t != "" && t != dayTemplate) {
		return false
	}
	why := Why{FromComment, clean(c.Column.Comment), 0.97}
	if t == "" {
		why = Why{FromValues, "all known values are dates", 0.93}
		switch {
		case k == schema.Text && len(c.Column.Profile.Values) > 0:
			t = c.trimmed().DateTemplate()
		case k == schema.Integer && c.dayNumber():
			t = dayTemplate
		}
	}
	if t == "" {
		return false
	}
	c.Reading = &Reading{Kind: TextDate, Template: t, Why: why}
	return true
}

// dayTemplate is how days are written as numbers.
const dayTemplate = "YYYYMMDD"

// dayNumber reports whether a number is called a date and all that is known of its values are days: 20240131. A 0
// stands for none.
func (c *Column) dayNumber() bool {
	if !c.Has("date") && !c.Has("day") {
		return false
	}
	p, days := c.Column.Profile, 0
	for _, v := range append([]string{p.Min, p.Max}, p.Values...) {
		if v == "" || v == "0" {
			continue
		}
		if at, err := time.Parse("20060102", v); err != nil || at.Year() < firstYear {
			return false
		}
		days++
	}
	return days > 1
}

// documented finds the list of keys in the comment of a column of documents: "JSON: edi (bool), pallets (int)".
var documented = regexp.MustCompile(`(?i)^(?:jsonb?\b[^:]{0,40}|(?:[^:]{0,40}\s)?(?:keys|fields|attributes|properties)):\s*(.+)$`)

// field is a key with what is said of it.
var field = regexp.MustCompile(`^["']?([\pL_][\pL\pN_.-]*)["']?(?:\s*[(:=–].*|\s+-\s.*)?$`)

// maxFields bounds the keys of one document.
const maxFields = 40

func (c *Column) document() bool {
	if c.Column.Class != schema.JSON {
		return false
	}
	m := documented.FindStringSubmatch(strings.TrimSpace(c.Column.Comment))
	if m == nil {
		return false
	}
	var fields []string
	for _, part := range parts(m[1]) {
		f := field.FindStringSubmatch(part)
		if f == nil && part != "" || len(fields) == maxFields {
			return false
		}
		if f != nil {
			fields = append(fields, f[1])
		}
	}
	if len(fields) == 0 {
		return false
	}
	c.Reading = &Reading{Kind: Document, Fields: fields, Why: Why{FromComment, clean(c.Column.Comment), 0.95}}
	return true
}

// trimmed returns the column with its values without the blanks of char(n) and without empty ones.
func (c *Column) trimmed() *schema.Column {
	col := *c.Column
	col.Profile.Values = c.values()
	return &col
}

// values returns the known values of a text column without blanks at the ends, empty ones left out.
func (c *Column) values() []string {
	return filled(c.Column.Profile.Values)
}

// filled returns texts without blanks at the ends, empty ones left out: the same ones where nothing is to be changed.
func filled(texts []string) []string {
	if !slices.ContainsFunc(texts, func(v string) bool { return v == "" || strings.TrimSpace(v) != v }) {
		return texts
	}
	var out []string
	for _, v := range texts {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	}
	return out
}

var withUnit = regexp.MustCompile(`^[-+]?\d+(?:[.,]\d+)?\s?(%|[\pL]{1,12})$`)

// mostUnits is how many different units the values of one column may have.
const mostUnits = 4

func (c *Column) unitNumber() bool {
	if c.Column.Class != schema.Text {
		return false
	}
	values := c.values()
	var units []string
	spaced := false
	for _, v := range values {
		m := withUnit.FindStringSubmatch(v)
		if m == nil {
			return false
		}
		spaced = spaced || strings.Contains(v, " ")
		if !slices.Contains(units, m[1]) {
			units = append(units, m[1])
		}
	}
	if len(values) < 2 || len(units) == 0 || len(units) > mostUnits || !spaced &&
		lexicon.UnitOf(strings.ToLower(units[0])).Of == "" && units[0] != "%" {
		return false
	}
	c.Reading = &Reading{Kind: UnitNumber, Units: units, Why: Why{FromValues, "all known values are numbers with a unit", 0.93}}
	return true
}

// list finds texts that hold several values: "Drama, Comedy". Some part must occur in two of them, or the column be
// called in the plural.
func (c *Column) list() bool {
	if c.Column.Class != schema.Text || len(c.Own) == 0 || slices.ContainsFunc(c.Name.Words,
		func(w string) bool { return lexicon.In("prose", wordform.Singular(strings.TrimRight(w, "0123456789"))) }) {
		return false
	}
	values := c.values()
	if len(values) < 5 {
		return false
	}
	if people(values) {
		c.Reading = &Reading{Kind: List, Separator: ",", Why: Why{FromValues, "several known values are names of several people", 0.85}}
		return true
	}
	for _, sep := range []string{", ", ";", "|", ","} {
		with, repeated, long := 0, 0, 0
		seen := map[string]int{}
		for i, v := range values {
			parts := strings.Split(v, sep)
			if len(parts) > 1 {
				with++
			}
			for _, p := range parts {
				if p = strings.TrimSpace(p); len(p) > 45 {
					long++
				}
				if at, ok := seen[p]; ok && at != i {
					repeated++
				}
				seen[p] = i
			}
		}
		last := c.Name.Raw[len(c.Name.Raw)-1]
		if with*5 >= len(values) && long*10 < len(values) && (repeated > 1 || wordform.Singular(last) != last) || with >= 2 &&
			with*20 >= len(values) && repeated >= 4 && long == 0 {
			c.Reading = &Reading{Kind: List, Separator: strings.TrimSpace(sep), Why: Why{FromValues, "known values are lists", 0.88}}
			return true
		}
	}
	return false
}

// people reports whether texts are names of people, some of them of more than one: "Ann Lee, Bo Chan". A last name
// before a first one is a single word, and makes no list.
func people(values []string) bool {
	several, all, others := 0, 0, 0
	for _, v := range values {
		if strings.ContainsFunc(v, unicode.IsDigit) {
			return false // an address
		}
		parts := strings.Split(v, ", ")
		for _, p := range parts {
			ws := strings.Fields(p)
			if all++; len(ws) < 2 || len(ws) > 5 || slices.ContainsFunc(ws, func(w string) bool { return unicode.IsLower([]rune(w)[0]) }) {
				others++
			}
		}
		if len(parts) > 1 {
			several++
		}
	}
	return several >= 2 && others*10 <= all
}

// leastSentinel is the share of the rows from which a number is frequent enough to be one that stands for unknown.
const leastSentinel = 0.2

func (c *Column) sentinel() {
	p := c.Column.Profile
	var found []string
	switch {
	case c.Column.Class == schema.Text && len(c.Codes) == 0 && c.Yes == "":
		for i, v := range p.Values {
			if i < len(p.Freqs) && p.Freqs[i]*max(c.Relation.Table.Rows, 0) < 3 && p.Freqs[i] < 0.02 {
				continue // NA may be sodium
			}
			if lexicon.In("unknown", strings.ToLower(strings.TrimSpace(v))) {
				found = append(found, v)
			} else if strings.TrimSpace(v) == "" && (len(p.Values) > 1 || i < len(p.Freqs) && p.Freqs[i] < 0.999) {
				found = append(found, v)
			}
		}
	case c.Column.Class.Numeric():
		found = c.oddNumber()
	}
	if len(found) > 0 {
		c.Reading = &Reading{Kind: Sentinel, Values: found, Why: Why{FromValues, "stored in place of what is unknown", 0.8}}
	}
}

// oddNumber returns the number that stands for unknown: a frequent 0 where nothing is zero, or a frequent -1 where all
// others are positive.
func (c *Column) oddNumber() []string {
	p := c.Column.Profile
	low, _, known := bounds(p)
	for i, v := range p.Values {
		if i >= len(p.Freqs) || !known {
			break
		}
		switch {
		case (v == "-1" || v == "-9" || v == "-99" || v == "-999") && p.Freqs[i] >= 0.01 && otherPositive(p, v):
			return []string{v}
		case v == "0" && low == 0 && p.Freqs[i] >= leastSentinel && slices.ContainsFunc(c.Name.Words, neverZero):
			return []string{v}
		}
	}
	return nil
}

func neverZero(w string) bool { return lexicon.In("never zero", w) }

func otherPositive(p schema.Profile, but string) bool {
	if strings.HasPrefix(p.Min, "-") && p.Min != but {
		return false
	}
	return !slices.ContainsFunc(p.Values, func(v string) bool { return v != but && strings.HasPrefix(v, "-") })
}
