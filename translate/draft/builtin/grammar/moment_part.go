package grammar

import (
	"strconv"
	"time"

	"github.com/pgask/pgask/translate/draft/builtin/form"
)

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
	span := Span{From: form.Moment{Day: begin.Format(time.DateOnly)}, To: form.Moment{Day: begin.AddDate(0, length, 0).Format(time.DateOnly)}}
	t.add("PERIOD", i, next+1, relativeCost, span)
	if low(i-1) == "the" {
		t.add("PERIOD", i-1, next+1, relativeCost, span)
	}
}
