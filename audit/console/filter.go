package console

import (
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pgask/pgask/audit"
)

// filter is which questions are wanted. An empty field does not narrow.
type filter struct {
	words map[string]string // by the names of fields
	from  time.Time
	to    time.Time // before it
	zone  string    // that both are in, if an address must say it
	// before is the place of a question in the list: only older ones are wanted.
	before uint64
}

// field is something that questions can be narrowed by.
type field struct {
	Name  string // in addresses
	Label string
	has   func(e *audit.Entry, want string) bool
}

// maxWord bounds what is looked for, in bytes.
const maxWord = 200

// fields are the criteria of a filter besides times.
var fields = []field{
	{"q", "Text", func(e *audit.Entry, want string) bool { return e.Holds(want) }},
	{"datasource", "Datasource", func(e *audit.Entry, want string) bool { return e.Datasource == want }},
	{"role", "Role", func(e *audit.Entry, want string) bool { return e.Role == want }},
	{"outcome", "Outcome", func(e *audit.Entry, want string) bool { return ending(*e) == want }},
	{"verdict", "Verdict", func(e *audit.Entry, want string) bool { return e.Verdict == want }},
	{"table", "Table", func(e *audit.Entry, want string) bool { return e.Reads(want) }},
	{"column", "Column", func(e *audit.Entry, want string) bool {
		return slices.ContainsFunc(e.Columns, func(c string) bool { return audit.IsPartOf(c, want) })
	}},
	{"engine", "Engine", func(e *audit.Entry, want string) bool { return e.Engine == want }},
	{"model", "Model", func(e *audit.Entry, want string) bool { return e.Model == want }},
	{"proxy", "Proxy", func(e *audit.Entry, want string) bool { return e.Proxy == want }},
	{"session", "Session", func(e *audit.Entry, want string) bool { return e.Session == want }},
	{"application", "Application", func(e *audit.Entry, want string) bool { return e.Application == want }},
	{"client", "Client", func(e *audit.Entry, want string) bool {
		host, _, err := net.SplitHostPort(e.Client)
		return e.Client == want || err == nil && host == strings.Trim(want, "[]")
	}},
	{"actor", "Claimed actor", func(e *audit.Entry, want string) bool { return e.Actor == want }},
	{"rule", "Rule", func(e *audit.Entry, want string) bool { return e.Rule == want }},
	{"policy", "Policy", func(e *audit.Entry, want string) bool { return e.Policy == want }},
	{"sqlstate", "SQLSTATE", func(e *audit.Entry, want string) bool { return e.SQLState == want }},
	{"fingerprint", "Fingerprint", func(e *audit.Entry, want string) bool { return e.Fingerprint == want }},
	{"feedback", "Feedback", func(e *audit.Entry, want string) bool { return string(e.Feedback) == want }},
	{"lesson", "Lesson", func(e *audit.Entry, want string) bool { return slices.Contains(e.Lessons, want) }},
	{"pin", "Pin", func(e *audit.Entry, want string) bool { return e.Pin == want }},
	{"about", "About", func(e *audit.Entry, want string) bool { return e.About == want }},
}

// parseFilter reads a filter from an address. What it cannot read it tells, in words for whoever typed it.
func parseFilter(v url.Values, at *time.Location) (filter, []string) {
	f := filter{words: map[string]string{}}
	var wrong []string
	for _, field := range fields {
		text := strings.TrimSpace(v.Get(field.Name))
		switch {
		case text == "":
		case len(text) > maxWord || !utf8.ValidString(text):
			wrong = append(wrong, field.Label+": it must be text of "+strconv.Itoa(maxWord)+" bytes at most.")
		default:
			f.words[field.Name] = text
		}
	}
	if name := v.Get(zoneParam); name != "" {
		if _, ok := loadZone(name); !ok {
			wrong = append(wrong, "There is no time zone “"+short(40, name)+"”.")
		}
	}
	var err error
	for name, to := range map[string]*time.Time{"from": &f.from, "to": &f.to} {
		if *to, err = parseTime(v.Get(name), at); err != nil {
			wrong = append(wrong, "“"+short(40, v.Get(name))+"” is not a time: write 2026-01-31, or 2026-01-31T14:30.")
		}
	}
	if len(v.Get("to")) == len(time.DateOnly) && !f.to.IsZero() {
		f.to = f.to.AddDate(0, 0, 1) // that day included
	}
	if text := v.Get("before"); text != "" {
		if f.before, err = strconv.ParseUint(text, 10, 64); err != nil {
			wrong = append(wrong, "“before” is not the number of a record.")
		}
	}
	slices.Sort(wrong)
	return f, wrong
}

func parseTime(text string, at *time.Location) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	var err error
	for _, layout := range []string{time.DateOnly, "2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339} {
		var t time.Time
		if t, err = time.ParseInLocation(layout, text, at); err == nil {
			return t, nil
		}
	}
	return time.Time{}, err
}

// has reports whether a question is wanted, whose place in the list is order.
func (f *filter) has(e *audit.Entry, order uint64) bool {
	if !f.from.IsZero() && e.Time.Before(f.from) || !f.to.IsZero() && !e.Time.Before(f.to) || f.before > 0 && order >= f.before {
		return false
	}
	for _, field := range fields {
		if want := f.words[field.Name]; want != "" && !field.has(e, want) {
			return false
		}
	}
	return true
}

// values returns the filter as query parameters of an address, without before.
func (f *filter) values(typed url.Values) url.Values {
	v := url.Values{}
	for name, text := range f.words {
		v.Set(name, text)
	}
	for _, name := range []string{"from", "to"} {
		if text := typed.Get(name); text != "" {
			v.Set(name, text)
			if f.zone != "" {
				v.Set(zoneParam, f.zone)
			}
		}
	}
	return v
}
