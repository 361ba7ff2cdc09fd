package grammar

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// Span is a period that was said, To the first moment after it. Part is a part of dates of any year: a month.
type Span struct {
	From, To form.Moment
	Part     string
	Is       int
}

// Sum is equal for equal periods.
func (s Span) Sum() uint64 { return sum(s) }

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
		if m, ok := words().values["months"][w.Low]; ok {
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
		if len(semantic.QuantitiesSaid(m[2])) > 0 { // or metres, or minutes
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
		if size := words().values["scale"][t.Words[i+1].Low]; size != "" {
			o := times(numeric(Number{plain}), size, "1")
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

// month adds a month by its name, with a day before or behind it, and a year. Where the name may be another word there must be a year.
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
	y := year(at(next))
	switch {
	case y > 0 && d > 0:
		begin := time.Date(y, time.Month(month), d, 0, 0, 0, 0, time.UTC)
		t.add("PERIOD", from, next+1, -0.3, days(begin, begin.AddDate(0, 0, 1)))
	case y > 0:
		begin := time.Date(y, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
		t.add("PERIOD", i, next+1, -0.3, days(begin, begin.AddDate(0, 1, 0)))
	case d == 0 && sure:
		t.add("PERIOD", i, i+1, 0.3, Span{Part: "month", Is: month})
	}
}
