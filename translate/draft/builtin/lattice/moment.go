package lattice

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// Span is a period that was said, To the first moment after it. Part is a part of dates of any year: a month.
type Span struct {
	From, To form.Moment
	Part     string
	Is       int
}

// Sum is equal for equal periods.
func (s Span) Sum() uint64 { return form.Hash(s) }

// dates are the forms of a day in digits, and whether the day comes before the month.
var dates = []struct {
	form             *regexp.Regexp
	year, month, day int
}{
	{regexp.MustCompile(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$`), 1, 2, 3},
	{regexp.MustCompile(`^(\d{1,2})/(\d{1,2})/(\d{4})$`), 3, 1, 2},
	{regexp.MustCompile(`^(\d{1,2})\.(\d{1,2})\.(\d{4})$`), 3, 2, 1},
}

var ordinal = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th)$`)

// moments adds numbers, years and dates.
func (t *lattice) moments() {
	for i, w := range t.Words {
		if w.Shape == link.Number {
			t.number(i, w.Low)
		}
		if m, ok := wordlist.List("months")[w.Low]; ok {
			t.month(i, m, w.Upper || len(w.Low) > 3 && w.Low != "march" || t.dated(i))
		}
		t.relative(i)
		t.partOfYear(i)
	}
}

// dated reports whether what stands beside a word says that it is a month: in may, march 2026, since jan.
func (t *lattice) dated(i int) bool {
	if i+1 < len(t.Words) {
		if n, err := strconv.Atoi(t.Words[i+1].Low); err == nil && n >= 1900 && n <= 2200 {
			return true
		}
	}
	if i == 0 {
		return false
	}
	before := t.Words[i-1].Low
	last := i+1 == len(t.Words) || t.Words[i+1].Shape == link.Punct
	return before == "last" || before == "since" || before == "until" || last && (before == "in" || before == "during")
}

// days is the period from a day until before another.
func days(from, to time.Time) Span {
	return Span{From: form.Moment{Day: from.Format(time.DateOnly)}, To: form.Moment{Day: to.Format(time.DateOnly)}}
}

// currencies are the signs of amounts of money.
var currencies = map[string]string{"$": "usd", "€": "eur", "£": "gbp"}

func (t *lattice) number(i int, s string) {
	if day, ok := dayOf(s); ok {
		t.add("PERIOD", i, i+1, 0, days(day, day.AddDate(0, 0, 1)))
		return
	}
	plain := strings.ReplaceAll(s, ",", "")
	if m := regexp.MustCompile(`^(\d+(?:\.\d+)?)([kmb])$`).FindStringSubmatch(plain); m != nil {
		if len(lexicon.QuantitiesSaid(m[2])) > 0 { // or metres, or minutes
			t.add("NUMUNIT", i, i+1, -0.25, Unit{m[2], m[1]})
		}
		n, _ := strconv.ParseFloat(m[1], 64)
		plain = strconv.FormatFloat(n*map[string]float64{"k": 1e3, "m": 1e6, "b": 1e9}[m[2]], 'f', -1, 64)
	}
	if _, err := strconv.ParseFloat(plain, 64); err != nil || len(plain) > 30 || strings.ContainsAny(plain, "eExX") {
		t.add("LIT", i, i+1, quotedText, Literal{t.Words[i].Text, false})
		return
	}
	if i > 0 && currencies[t.Words[i-1].Text] != "" {
		t.add("NUMUNIT", i-1, i+1, -0.25, Unit{currencies[t.Words[i-1].Text], plain})
	}
	if i+1 < len(t.Words) && currencies[t.Words[i+1].Text] != "" {
		t.add("NUMUNIT", i, i+2, -0.25, Unit{currencies[t.Words[i+1].Text], plain})
	}
	from := i
	if i > 0 && t.Words[i-1].Text == "-" {
		from, plain = i-1, "-"+plain
	}
	if i+1 < len(t.Words) {
		if size := wordlist.List("scale")[t.Words[i+1].Low]; size != "" {
			o := form.Times(Numeric(Number{plain}), size, "1")
			t.add("NUM", from, i+2, 0, Number{o.Values[0].Text})
			return // 4 million are not 4
		}
	}
	t.add("NUM", from, i+1, 0, Number{plain})
	t.add("LIT", i, i+1, 0.9, Literal{t.Words[i].Text, false})
	if n, err := strconv.Atoi(plain); err == nil && n >= 1000 && n <= 2200 && len(plain) == 4 {
		begin := time.Date(n, 1, 1, 0, 0, 0, 0, time.UTC)
		span := days(begin, begin.AddDate(1, 0, 0))
		t.add("PERIOD", i, i+1, 0, span)
		if i > 0 && t.Words[i-1].Low == "year" {
			t.add("PERIOD", i-1, i+1, -0.2, span)
			if i > 1 && t.Words[i-2].Low == "the" {
				t.add("PERIOD", i-2, i+1, -0.2, span)
			}
		}
	}
}

// dayOf reads a day in digits.
func dayOf(s string) (time.Time, bool) {
	for _, d := range dates {
		m := d.form.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		day, err := time.Parse(time.DateOnly, fmt.Sprintf("%04s-%02s-%02s", m[d.year], m[d.month], m[d.day]))
		return day, err == nil
	}
	return time.Time{}, false
}

// month adds a month by its name, with a day before or behind it, and a year. Where the name may be another word
// there must be a year.
func (t *lattice) month(i int, value string, sure bool) {
	month, err := strconv.Atoi(value)
	if err != nil {
		return
	}
	at := func(i int) string {
		if i < 0 || i >= len(t.Words) {
			return ""
		}
		return t.Words[i].Low
	}
	day := func(s string) int {
		if m := ordinal.FindStringSubmatch(s); m != nil {
			s = m[1]
		}
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 31 || len(s) > 2 {
			return 0
		}
		return n
	}
	year := func(s string) int {
		if n, err := strconv.Atoi(s); err == nil && n >= 1000 && n <= 2200 && len(s) == 4 {
			return n
		}
		return 0
	}
	from, to, d := i, i+1, 0
	if d = day(at(i + 1)); d > 0 {
		to = i + 2
	} else if d = day(at(i - 1)); d > 0 {
		from = i - 1
	} else if at(i-1) == "of" && day(at(i-2)) > 0 {
		d, from = day(at(i-2)), i-2
	}
	next := to
	if at(next) == "," || at(next) == "of" || at(next) == "in" {
		next++
	}
	one := func(y, d, from, to int) {
		begin := time.Date(y, time.Month(month), d, 0, 0, 0, 0, time.UTC)
		t.add("PERIOD", from, to, -0.3, days(begin, begin.AddDate(0, 0, 1)))
	}
	y := year(at(next))
	switch {
	case y > 0 && d > 0:
		one(y, d, from, next+1)
		if first := day(at(from - 2)); first > 0 && ranging(at(from-1)) { // from 1 to 15 April 2026
			one(y, first, from-2, from-1)
		}
	case d > 0 && ranging(at(to)): // between 1 April and 15 April 2026
		for k := to + 1; k < to+5 && y == 0; k++ {
			y = year(at(k))
		}
		names := wordlist.List("months")
		last, err := strconv.Atoi(cmp.Or(names[at(to+1)], names[at(to+2)]))
		if y > 0 && err == nil {
			if month > last { // 20 December to 5 January 2026
				y--
			}
			one(y, d, from, to)
		}
	case y > 0:
		begin := time.Date(y, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
		t.add("PERIOD", i, next+1, -0.3, days(begin, begin.AddDate(0, 1, 0)))
	case d == 0 && t.months(i, month):
	case d == 0 && sure:
		t.add("PERIOD", i, i+1, 0.3, Span{Part: "month", Is: month})
	}
}

// ranging reports whether a word stands between the first and the last of a range.
func ranging(w string) bool { return w == "and" || monthsTo[w] }

var monthsTo = map[string]bool{"to": true, "until": true, "till": true, "through": true, "-": true, "–": true}

// months adds the months from one to another of which only the last has a year: between July and December 2026,
// Jan-Jun 2026.
func (t *lattice) months(i, first int) bool {
	at := func(i int) string {
		if i < 0 || i >= len(t.Words) {
			return ""
		}
		return t.Words[i].Low
	}
	from, mid := i, at(i+1)
	switch before := at(i - 1); {
	case before == "between" && mid == "and", before == "from" && monthsTo[mid]:
		from--
	case !monthsTo[mid]:
		return false
	}
	last, err := strconv.Atoi(wordlist.List("months")[at(i+2)])
	y, wrong := strconv.Atoi(at(i + 3))
	if err != nil || wrong != nil || len(at(i+3)) != 4 || y < 1000 || y > 2200 {
		return false
	}
	begin := time.Date(y, time.Month(first), 1, 0, 0, 0, 0, time.UTC)
	if first > last { // November to February 2026
		begin = begin.AddDate(-1, 0, 0)
	}
	t.add("PERIOD", from, i+4, -0.5, days(begin, time.Date(y, time.Month(last)+1, 1, 0, 0, 0, 0, time.UTC)))
	return true
}

// units are the lengths of time that periods counted from today are told in.
var units = []string{"day", "week", "month", "quarter", "year"}

// turns says which unit is meant, counted from the one that holds today.
var turns = map[string]int{"this": 0, "current": 0, "last": -1, "previous": -1, "past": -1, "next": 1, "coming": 1}

// relative adds the period counted from today that begins with a word: yesterday, last month, this year, the past 30
// days.
func (t *lattice) relative(i int) {
	low := func(i int) string {
		if i < 0 || i >= len(t.Words) {
			return ""
		}
		return t.Words[i].Low
	}
	add := func(to int, s Span) {
		t.add("PERIOD", i, to, relativeCost, s)
		from := i
		for _, before := range []string{"the", "within"} {
			if low(from-1) == before {
				from--
				t.add("PERIOD", from, to, relativeCost, s)
			}
		}
	}
	switch low(i) {
	case "today", "yesterday", "tomorrow":
		n := map[string]int{"yesterday": -1, "tomorrow": 1}[low(i)]
		t.add("PERIOD", i, i+1, 0, Span{From: form.Moment{Unit: "day", N: n}, To: form.Moment{Unit: "day", N: n + 1}})
		return
	}
	if low(i) == "within" && t.toEnd(i-1) {
		if s, ok := coming(low(i+1), low(i+2)); ok {
			add(i+3, s)
		}
	}
	turn, ok := turns[low(i)]
	if !ok {
		return
	}
	if unit := low(i + 1); slices.Contains(units, unit) {
		if next := low(i + 2); next == "of" || next == "in" {
			return // the last week of 2024 is not last week
		}
		if low(i) == "past" {
			add(i+2, rolling(unit, 1))
			return
		}
		add(i+2, Span{From: form.Moment{Unit: unit, N: turn}, To: form.Moment{Unit: unit, N: turn + 1}})
	}
	n, err := strconv.Atoi(low(i + 1))
	if unit, plural := strings.CutSuffix(low(i+2), "s"); turn < 0 && err == nil && n > 0 && n < 10000 && plural &&
		slices.Contains(units, unit) {
		add(i+3, rolling(unit, n))
	}
	if s, ok := coming(low(i+1), low(i+2)); ok && turn > 0 {
		add(i+3, s)
	}
}

// coming returns the period of the next so many units, from today on; the last day is one of them.
func coming(number, unit string) (Span, bool) {
	n, err := strconv.Atoi(number)
	unit, plural := strings.CutSuffix(unit, "s")
	if err != nil || n <= 0 || n >= 10000 || !plural || !slices.Contains(units, unit) {
		return Span{}, false
	}
	to := form.Moment{Unit: unit, N: n, Exact: true}
	if days := map[string]int{"day": 1, "week": 7}[unit]; days > 0 {
		to = form.Moment{Unit: "day", N: n*days + 1}
	}
	return Span{From: form.Moment{Unit: "day"}, To: to}, true
}

// toEnd reports whether a word says in the present that something ends: what expires within 30 days does so from today
// on, and what expired within them took no longer.
func (t *lattice) toEnd(i int) bool {
	if i < 0 || lexicon.BaseOf(t.Words[i].Low) == "" || strings.HasSuffix(t.Words[i].Low, "ed") {
		return false
	}
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return c.From <= i && c.To == i+1 && slices.ContainsFunc(c.Links, func(k link.Link) bool {
			return k.Kind == link.Event && k.Event != nil && k.Event.Kind == semantic.End
		})
	})
}

// relativeCost is what such a period costs: its words mean hardly anything else beside one another.
const relativeCost = -0.4

// rolling is the period of the last n units, up to now and beyond.
func rolling(unit string, n int) Span {
	return Span{From: form.Moment{Unit: unit, N: -n, Exact: true}}
}

// parts are the words that number the parts of a year, and the months in one of them.
var (
	parts  = map[string]int{"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
	months = map[string]int{"quarter": 3, "half": 6}
)

// partOfYear adds a quarter or a half of a year: Q1 2023, the second half of 2024.
func (t *lattice) partOfYear(i int) {
	low := func(i int) string {
		if i < 0 || i >= len(t.Words) {
			return ""
		}
		return t.Words[i].Low
	}
	noun, n, next := low(i+1), parts[low(i)], i+2
	if w := low(i); len(w) == 2 && (w[0] == 'q' || w[0] == 'h') && w[1] >= '1' && w[1] <= '4' {
		noun, n, next = map[byte]string{'q': "quarter", 'h': "half"}[w[0]], int(w[1]-'0'), i+1
	}
	length := months[noun]
	if low(i) == "last" && length > 0 {
		n = 12 / length
	}
	if low(next) == "of" || low(next) == "in" {
		next++
	}
	y, err := strconv.Atoi(low(next))
	if length == 0 || n == 0 || n > 12/length || err != nil || len(low(next)) != 4 {
		return
	}
	begin := time.Date(y, time.Month(length*(n-1)+1), 1, 0, 0, 0, 0, time.UTC)
	span := Span{From: form.Moment{Day: begin.Format(time.DateOnly)},
		To: form.Moment{Day: begin.AddDate(0, length, 0).Format(time.DateOnly)}}
	t.add("PERIOD", i, next+1, relativeCost, span)
	if low(i-1) == "the" {
		t.add("PERIOD", i-1, next+1, relativeCost, span)
	}
}

// Unit returns what a period is one of: a year, a month; "": none of these, or not all of it.
func (s Span) Unit() string {
	if s.Part != "" || s.From.Exact || s.To.Exact {
		return ""
	}
	if s.From.Unit != "" && s.From.Unit == s.To.Unit && s.To.N == s.From.N+1 {
		return s.From.Unit
	}
	from, err := time.Parse(time.DateOnly, s.From.Day)
	to, err2 := time.Parse(time.DateOnly, s.To.Day)
	switch {
	case err != nil || err2 != nil || from.Day() != 1:
	case from.Month() == time.January && from.AddDate(1, 0, 0).Equal(to):
		return "year"
	case from.AddDate(0, 3, 0).Equal(to):
		return "quarter"
	case from.AddDate(0, 1, 0).Equal(to):
		return "month"
	}
	return ""
}
