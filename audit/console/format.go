package console

import (
	"fmt"
	"html/template"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/audit"
)

// functions returns the functions that templates can call; at is the time zone that times are shown in, and chosen
// its name in addresses, if they must say it.
func functions(at *time.Location, chosen string) template.FuncMap {
	return template.FuncMap{
		"clock":   func(t time.Time) string { return stamp(t, at, "15:04:05 MST") },
		"day":     func(t time.Time) string { return stamp(t, at, "2 Jan 2006") },
		"moment":  func(t time.Time) string { return stamp(t, at, "2006-01-02 15:04:05 MST") },
		"iso":     func(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) },
		"took":    took,
		"number":  number,
		"decimal": decimal,
		"money":   money,
		"size":    size,
		"percent": func(f float64) string { return strconv.FormatFloat(100*f, 'f', 0, 64) + " %" },
		"short":   short,
		"tone":    tone,
		"ending":  ending,
		"link":    func(key, value string) string { return "/questions?" + url.Values{key: {value}}.Encode() },
		"asked":   asked,
		"since": func(key, value, since string) string {
			to := url.Values{key: {value}, "from": {since}}
			if chosen != "" {
				to.Set(zoneParam, chosen)
			}
			return "/questions?" + to.Encode()
		},
		"zoned": func() string { return chosen },
		"part":  func(n, of int) float64 { return float64(n) / float64(max(of, 1)) },
		"lines": statementLines,
		"list":  func(all ...any) []any { return all },
		"join":  strings.Join,
	}
}

func stamp(t time.Time, at *time.Location, layout string) string {
	if t.IsZero() {
		return "–"
	}
	return t.In(at).Format(layout)
}

// zone returns the name of a time's zone, with its distance from UTC where the name does not say it.
func zone(t time.Time) string {
	if name, offset := t.Zone(); offset == 0 && name == "UTC" || name == "" {
		return "UTC"
	}
	return t.Format("MST (UTC-07:00)")
}

// took formats a duration with about three digits: 850 µs, 12.3 ms, 4.06 s, 2 min 5 s.
func took(d time.Duration) string {
	switch {
	case d <= 0:
		return "–"
	case d < time.Millisecond:
		return fmt.Sprintf("%d µs", max(1, d.Microseconds()))
	case d < time.Second:
		return digits(float64(d)/float64(time.Millisecond)) + " ms"
	case d < time.Minute:
		return digits(d.Seconds()) + " s"
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

// digits formats a number from 0 to 1000 with three digits.
func digits(f float64) string {
	switch {
	case f < 9.995:
		return strconv.FormatFloat(f, 'f', 2, 64)
	case f < 99.95:
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return strconv.FormatFloat(f, 'f', 0, 64)
}

// number formats an integer with separators of thousands.
func number(n any) string {
	text := fmt.Sprint(n)
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return sign + text
}

// decimal formats an estimate of the planner: from 1000 on without its fraction.
func decimal(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) || math.Abs(f) >= 1e15 {
		return fmt.Sprint(f)
	}
	if f < 1000 && f != math.Trunc(f) {
		return strconv.FormatFloat(f, 'f', 2, 64)
	}
	return number(int64(math.Round(f)))
}

// money formats a cost. It names no currency, as model.price does not.
func money(f float64) string {
	switch {
	case f == 0:
		return "0"
	case f < 0.01:
		return strconv.FormatFloat(f, 'f', 6, 64)
	case f < 100:
		return strconv.FormatFloat(f, 'f', 4, 64)
	}
	return strconv.FormatFloat(f, 'f', 2, 64)
}

// short returns the start of a text, for a line that links to the whole.
func short(n int, text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}

// asked returns a title of at most n characters for a question. Some questions have no text, such as a read of the log.
func asked(n int, e audit.Entry) string {
	text := e.Question
	switch {
	case text == "" && e.SQL != "":
		text = e.SQL
	case text == "" && e.Verb != "":
		text = e.Verb
	case text == "":
		return "(no text)"
	case e.Verb != "":
		text = e.Verb + ": " + text
	}
	return short(n, text)
}

// open is the name of an intent without an outcome.
const open = "open"

// ending names the outcome of a question in one word.
func ending(e audit.Entry) string {
	if e.Outcome == "" {
		return open
	}
	return string(e.Outcome)
}

// tone returns the colour class of an outcome, of the status of a lesson, or of a state of health.
func tone(of any) string {
	switch fmt.Sprint(of) {
	case "answered", "approved", "allow", "ok", "good":
		return "good"
	case "prepared", "cancelled", "disabled", "waiting", open:
		return "quiet"
	case "clarified", "unanswered", "proposed", "warn":
		return "warn"
	case "refused", "failed", "unsafe", "invalid", "bad":
		return "bad"
	}
	return "plain"
}

// size formats a number of bytes, in units of 1024.
func size(n int64) string {
	const units = "KMGTPE"
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	f, i := float64(n)/1024, 0
	for ; f >= 1024 && i < len(units)-1; i++ {
		f /= 1024
	}
	return digits(f) + " " + units[i:i+1] + "iB"
}
