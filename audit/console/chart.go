package console

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// chart is an SVG drawing without text; labels stand around it in HTML, so that they keep their size when the drawing
// is scaled. The units are one slot in x and chartHeight in y, downwards.
type chart struct {
	Title  string
	Unit   string // of the values, for screen readers
	Width  int    // slots
	Top    string // the value at the upper edge
	Middle string // half of it
	Labels []string
	Bars   []bar
	Lines  []line
	Keys   []key
	Empty  bool
}

const chartHeight = 100

// bar is a rectangle.
type bar struct {
	X, Y, W, H float64
	Class, Tip string
}

// line is a series: its path, and a dot for each of its points.
type line struct{ Class, Path, Dots string }

// key is an entry of a chart's legend.
type key struct{ Class, Label string }

// outcomeChart stacks the outcomes of each slot.
func outcomeChart(t *tally, s span) chart {
	c := newChart("Questions", "questions", t, s)
	most := 0
	for i := range t.slots {
		most = max(most, t.slots[i].Questions)
	}
	top := ceiling(float64(most), 4)
	c.scale(top, func(f float64) string { return number(int64(f)) })
	for _, name := range outcomes {
		if t.total.Outcome(name) > 0 {
			c.Keys = append(c.Keys, key{name, name})
		}
	}
	for i := range t.slots {
		slot := &t.slots[i]
		y := float64(chartHeight)
		for _, name := range outcomes {
			n := slot.Outcome(name)
			if n == 0 {
				continue
			}
			h := chartHeight * float64(n) / top
			y -= h
			c.Bars = append(c.Bars, bar{float64(i) + 0.1, y, 0.8, h, name, fmt.Sprintf("%s: %s %s", s.label(slot.slot), number(n), name)})
		}
	}
	c.Empty = most == 0
	return c
}

// tokenChart stacks the tokens of each slot.
func tokenChart(t *tally, s span) chart {
	c := newChart("Tokens", "tokens", t, s)
	c.Keys = []key{{"tokens-in", "in prompts"}, {"tokens-out", "in answers"}}
	var most int64
	for i := range t.slots {
		most = max(most, t.slots[i].TokensIn+t.slots[i].TokensOut)
	}
	top := ceiling(float64(most), 4)
	c.scale(top, func(f float64) string { return number(int64(f)) })
	for i := range t.slots {
		slot := &t.slots[i]
		y := float64(chartHeight)
		for j, n := range []int64{slot.TokensIn, slot.TokensOut} {
			h := chartHeight * float64(n) / top
			y -= h
			if n > 0 {
				c.Bars = append(c.Bars, bar{float64(i) + 0.1, y, 0.8, h, c.Keys[j].Class,
					fmt.Sprintf("%s: %s tokens %s", s.label(slot.slot), number(n), c.Keys[j].Label)})
			}
		}
	}
	c.Empty = most == 0
	return c
}

// timeChart draws the median and the 95th percentile of each slot.
func timeChart(t *tally, s span) chart {
	c := newChart("Time to the end of an answer", "time", t, s)
	c.Keys = []key{{"p95", "95 of 100 took less"}, {"p50", "median"}}
	var most time.Duration
	for i := range t.slots {
		most = max(most, t.slots[i].P95)
	}
	unit := time.Millisecond // the upper edge is a round number of this unit
	if most >= time.Second {
		unit = time.Second
	}
	top := ceiling(float64(most)/float64(unit), 0)
	c.scale(top, func(f float64) string { return took(time.Duration(f * float64(unit))) })
	c.Lines = []line{{Class: "p95"}, {Class: "p50"}}
	for j, of := range []func(*counts) time.Duration{func(c *counts) time.Duration { return c.P95 },
		func(c *counts) time.Duration { return c.Median }} {
		c.Lines[j].Path, c.Lines[j].Dots = trace(t, func(c *counts) float64 { return float64(of(c)) / float64(unit) / top })
	}
	c.Empty = most == 0
	return c
}

// trace returns the path of the values of, from 0 to 1, with a gap at each slot without a value, and a dot for each
// value.
func trace(t *tally, of func(*counts) float64) (line, dots string) {
	var l, d strings.Builder
	begun := false
	for i := range t.slots {
		if t.slots[i].Median == 0 {
			begun = false
			continue
		}
		at := coordinate(float64(i)+0.5) + " " + coordinate(chartHeight*(1-of(&t.slots[i])))
		move := "M"
		if begun {
			move = "L"
		}
		l.WriteString(move + at)
		d.WriteString("M" + at + "h0")
		begun = true
	}
	return l.String(), d.String()
}

func coordinate(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }

func newChart(title, unit string, t *tally, s span) chart {
	c := chart{Title: title, Unit: unit, Width: len(t.slots)}
	n := len(t.slots)
	for _, i := range []int{0, n / 2, n - 1} {
		c.Labels = append(c.Labels, s.label(t.slots[i].slot))
	}
	return c
}

func (c *chart) scale(top float64, text func(float64) string) {
	c.Top, c.Middle = text(top), text(top/2)
}

// label returns the name of the slot that begins at a time.
func (s span) label(begin time.Time) string {
	if s.hourly {
		return begin.Format("Mon 15:04")
	}
	return begin.Format("2 Jan")
}

// ceiling returns the next round number, 1, 2, 4 or 6 times a power of ten, from least on; its half is round, too.
func ceiling(f, least float64) float64 {
	if f <= least {
		return max(least, 1)
	}
	power := math.Pow(10, math.Floor(math.Log10(f)))
	for _, m := range []float64{1, 2, 4, 6, 10} {
		if f <= m*power {
			return m * power
		}
	}
	return 10 * power
}
