// Package plot draws the rows of an answer as text: bars for what has one category or a few moments, a line for a
// long series.
package plot

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"

	"github.com/pgask/pgask/display"
)

// Bounds of a drawing.
const (
	MinWidth = 40
	MaxWidth = 400
	MaxRows  = 1000 // more are not drawn
	maxBars  = 40
	height   = 15 // lines of a line chart
	longest  = 60 // characters of a label
)

// Column is a column of the rows, with the OID of its type.
type Column struct {
	Name string
	Type uint32
}

// kind is what a column is for a drawing.
type kind byte

const (
	isLabel kind = iota
	isMoment
	isFigure
	isKey   // a number that is no figure, and a label only where there is no other
	isOther // cannot be drawn, and says nothing about a row
)

// kind returns what a column is: numbers of years are no figures, and those of keys say which row it is at best.
func (c Column) kind() kind {
	k, name := kindOf(c.Type), strings.ToLower(c.Name)
	switch {
	case k != isFigure:
	case slices.Contains(periods, name):
		return isLabel
	case name == "id" || strings.HasSuffix(name, "_id"):
		return isKey
	}
	return k
}

// periods are names of columns whose numbers say when.
var periods = []string{"decade", "year", "quarter", "month", "week", "weekday", "day", "hour"}

// kindOf returns the kind of a type by its OID (pg_type.dat of PostgreSQL).
func kindOf(oid uint32) kind {
	switch oid {
	case 20, 21, 23, 700, 701, 1700: // int8, int2, int4, float4, float8, numeric
		return isFigure
	case 1082, 1114, 1184: // date, timestamp, timestamptz
		return isMoment
	case 18, 19, 25, 16, 1042, 1043, 2950: // char, name, text, bool, bpchar, varchar, uuid
		return isLabel
	}
	if oid >= 16384 { // of a user's: enums and domains over text, as a rule
		return isLabel
	}
	return isOther
}

// Drawing is what is drawn of an answer.
type Drawing struct {
	figure int   // the column that is drawn
	labels []int // those that say what a row is
	series bool  // the labels are moments
	names  []string
	rows   []row
}

type row struct {
	labels []string
	value  float64
	shown  string
	null   bool
}

// Of returns the drawing of rows with these columns. ok is false when they have not one figure, or nothing to set it
// against.
func Of(columns []Column) (d *Drawing, ok bool) {
	d = &Drawing{figure: -1}
	var figures, keys []int
	for i, c := range columns {
		d.names = append(d.names, c.Name)
		switch c.kind() {
		case isFigure:
			figures = append(figures, i)
		case isMoment:
			d.series = true
			d.labels = append(d.labels, i)
		case isLabel:
			d.labels = append(d.labels, i)
		case isKey:
			keys = append(keys, i)
		case isOther:
			return nil, false
		}
	}
	if len(d.labels) == 0 {
		d.labels = keys
	}
	switch {
	case len(figures) == 1 && len(d.labels) > 0:
		d.figure = figures[0]
	case len(figures) == 2 && len(d.labels) == 0: // a year and a sum
		d.labels, d.figure = figures[:1], figures[1]
	default:
		return nil, false
	}
	d.series = d.series && len(d.labels) == 1
	return d, true
}

// Add adds a row in text format; nil is NULL. It reports whether there was room.
func (d *Drawing) Add(values [][]byte) bool {
	if len(d.rows) == MaxRows || len(values) != len(d.names) {
		return false
	}
	r := row{shown: string(display.Line(string(values[d.figure]))), null: values[d.figure] == nil}
	v, err := strconv.ParseFloat(r.shown, 64)
	if r.value = v; !r.null && (err != nil || math.IsNaN(v) || math.IsInf(v, 0)) {
		r.null = true // NaN, or beyond what a float holds: there is no bar of it
	}
	for _, i := range d.labels {
		text := "(null)"
		if values[i] != nil {
			text = cut(string(values[i]), longest)
		}
		r.labels = append(r.labels, string(display.Line(text)))
	}
	d.rows = append(d.rows, r)
	return true
}

// Lines draws what was added, at most width characters a line.
func (d *Drawing) Lines(width int) []string {
	width = min(max(width, MinWidth), MaxWidth)
	if len(d.rows) == 0 {
		return nil
	}
	d.shorten()
	if d.series && len(d.rows) > maxBars && d.ordered() {
		return d.line(width)
	}
	return d.bars(width)
}

// Title says what is drawn.
func (d *Drawing) Title() string {
	var by []string
	for _, i := range d.labels {
		by = append(by, d.names[i])
	}
	return d.names[d.figure] + " by " + strings.Join(by, ", ")
}

// midnight matches a moment without a time of day.
var midnight = regexp.MustCompile(`^(\S+) 00:00:00(?:[+-]\d\d(?::\d\d)?)?$`)

// shorten leaves out of moments what all of them have: midnight, the first of the month, January.
func (d *Drawing) shorten() {
	for at := range d.labels {
		if d.all(at, midnight.MatchString) {
			d.relabel(at, func(s string) string { return midnight.FindStringSubmatch(s)[1] })
		}
		for range 2 { // first the day, then the month
			if d.series && len(d.rows) > 1 && d.all(at, func(s string) bool { return strings.HasSuffix(s, "-01") }) {
				d.relabel(at, func(s string) string { return strings.TrimSuffix(s, "-01") })
			}
		}
	}
}

func (d *Drawing) all(at int, is func(string) bool) bool {
	return !slices.ContainsFunc(d.rows, func(r row) bool { return !is(r.labels[at]) })
}

func (d *Drawing) relabel(at int, as func(string) string) {
	for i := range d.rows {
		d.rows[i].labels[at] = as(d.rows[i].labels[at])
	}
}

// ordered reports whether the moments go one way: a line through others would lie.
func (d *Drawing) ordered() bool {
	up := func(a, b row) int { return strings.Compare(a.labels[0], b.labels[0]) }
	down := func(a, b row) int { return up(b, a) }
	return slices.IsSortedFunc(d.rows, up) || slices.IsSortedFunc(d.rows, down)
}

// bars draws a bar for each of the first rows.
func (d *Drawing) bars(width int) []string {
	drawn := d.rows[:min(len(d.rows), maxBars)]
	low, high := 0.0, 0.0
	label, figure := 0, 0
	for _, r := range drawn {
		if !r.null {
			low, high = min(low, r.value), max(high, r.value)
		}
		label = max(label, utf8.RuneCountInString(strings.Join(r.labels, ", ")))
		figure = max(figure, utf8.RuneCountInString(figureOf(r)))
	}
	label = min(label, width/2-4)
	room := width - label - figure - 4 // at least 6: see the bounds of both
	var out []string
	for _, r := range drawn {
		name := cut(strings.Join(r.labels, ", "), label)
		bar := ""
		if !r.null {
			bar = barOf(r.value, low, high, room)
		}
		out = append(out, strings.TrimRight(fmt.Sprintf("%s  %s  %s", pad(name, label), padLeft(figureOf(r), figure), bar), " "))
	}
	if more := len(d.rows) - len(drawn); more > 0 {
		out = append(out, fmt.Sprintf("… %d more rows, not drawn", more))
	}
	return out
}

// figureOf is a value as it is written beside its bar.
func figureOf(r row) string {
	switch {
	case r.null && r.shown == "":
		return "–"
	case r.null || len(r.shown) > 14:
		return cut(r.shown, 14)
	}
	whole, rest, fraction := strings.Cut(r.shown, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	if strings.ContainsAny(whole, "eE") {
		return r.shown
	}
	var b strings.Builder
	for i, c := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	if fraction {
		rest = strings.TrimRight(rest[:min(len(rest), 2)], "0")
	}
	if rest != "" {
		return sign + b.String() + "." + (rest + "0")[:2]
	}
	return sign + b.String()
}

// eighths are parts of a full block, U+258F to U+2589.
var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// barOf draws a value between low (at most 0) and high (at least 0) in room characters. With values below 0 the bars
// begin at an axis.
func barOf(value, low, high float64, room int) string {
	if high == low {
		return ""
	}
	if low < 0 {
		room-- // for the axis
	}
	scale := float64(room) / (high - low)
	if low == 0 {
		n := int(math.Round(value * scale * 8))
		return strings.Repeat("█", n/8) + eighths[n%8]
	}
	axis, n := int(math.Round(-low*scale)), int(math.Round(math.Abs(value)*scale))
	if value < 0 {
		return strings.Repeat(" ", max(0, axis-n)) + strings.Repeat("█", min(n, axis)) + "│"
	}
	return strings.Repeat(" ", axis) + "│" + strings.Repeat("█", n)
}

// line draws the rows as a line, with the first and the last moment below it.
func (d *Drawing) line(width int) []string {
	values := make([]float64, len(d.rows))
	gaps := 0
	for i, r := range d.rows {
		if values[i] = r.value; r.null {
			values[i], gaps = math.NaN(), gaps+1
		}
	}
	if gaps == len(values) {
		return []string{"no values"}
	}
	const axis = 14 // characters at most of the numbers before the line
	out := strings.Split(asciigraph.Plot(values, asciigraph.Height(height), asciigraph.Width(max(20, width-axis))), "\n")
	edge := 0
	for i, l := range out {
		out[i] = strings.TrimRight(l, " ")
		if at := strings.IndexAny(l, "┤┼"); at >= 0 {
			edge = max(edge, utf8.RuneCountInString(l[:at])+1)
		}
	}
	first, last := d.rows[0].labels[0], d.rows[len(d.rows)-1].labels[0]
	room := max(1, width-axis-utf8.RuneCountInString(first)-utf8.RuneCountInString(last))
	out = append(out, strings.Repeat(" ", edge)+first+strings.Repeat(" ", room)+last)
	if len(values) > width-axis {
		out = append(out, cut(fmt.Sprintf("%d values in %d columns: not each is seen", len(values), width-axis), width))
	}
	return out
}

// cut shortens a text to n characters.
func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:max(0, n-1)]) + "…"
}

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s))) }

func padLeft(s string, n int) string {
	return strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s))) + s
}
