package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/form"
)

// units are the lengths of time that periods counted from today are told in.
var units = []string{"day", "week", "month", "quarter", "year"}

// turns says which unit is meant, counted from the one that holds today.
var turns = map[string]int{"this": 0, "current": 0, "last": -1, "previous": -1, "past": -1, "next": 1}

// relative adds the period counted from today that begins with a word: yesterday, last month, this year, the past 30 days.
func (t *lattice) relative(i int) {
	low := func(i int) string {
		if i < 0 || i >= len(t.Words) {
			return ""
		}
		return t.Words[i].Low
	}
	add := func(to int, s Span) {
		t.add("PERIOD", i, to, relativeCost, s)
		if low(i-1) == "the" {
			t.add("PERIOD", i-1, to, relativeCost, s)
		}
	}
	switch low(i) {
	case "today", "yesterday", "tomorrow":
		n := map[string]int{"yesterday": -1, "tomorrow": 1}[low(i)]
		t.add("PERIOD", i, i+1, 0, Span{From: form.Moment{Unit: "day", N: n}, To: form.Moment{Unit: "day", N: n + 1}})
		return
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
	if unit, plural := strings.CutSuffix(low(i+2), "s"); turn < 0 && err == nil && n > 0 && n < 10000 && plural && slices.Contains(units, unit) {
		add(i+3, rolling(unit, n))
	}
}

// relativeCost is what such a period costs: its words mean hardly anything else beside one another.
const relativeCost = -0.4

// rolling is the period of the last n units, up to now and beyond.
func rolling(unit string, n int) Span {
	return Span{From: form.Moment{Unit: unit, N: -n, Exact: true}}
}
