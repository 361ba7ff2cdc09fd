package model

import (
	"regexp"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

var (
	backticked = regexp.MustCompile("`([^`]*)`")
	bracketed  = regexp.MustCompile(`(^|[\s.,(])\[([A-Za-z_][\w ]*)\]`)
	// interval matches a number before a unit, as MySQL writes intervals.
	interval = regexp.MustCompile(`(?i)\binterval\s+(-?\d+)\s+(second|minute|hour|day|week|month|quarter|year)s?\b`)
	simple   = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)
)

// Postgres rewrites syntax of other databases that PostgreSQL cannot parse and that can be recognised by its form:
// names in backticks and brackets, == and intervals. Quoted texts stay unchanged.
func Postgres(text string) string {
	var b strings.Builder
	for text != "" {
		i := strings.IndexAny(text, `'"`)
		if i < 0 {
			i = len(text)
		}
		b.WriteString(unborrow(text[:i]))
		if text = text[i:]; text == "" {
			break
		}
		end := strings.IndexByte(text[1:], text[0])
		if end < 0 {
			end = len(text) - 2
		}
		b.WriteString(text[:end+2])
		text = text[end+2:]
	}
	return b.String()
}

func unborrow(part string) string {
	name := func(n string) string {
		if simple.MatchString(n) {
			return n
		}
		return schema.Quoted(n)
	}
	part = backticked.ReplaceAllStringFunc(part, func(m string) string { return name(m[1 : len(m)-1]) })
	part = bracketed.ReplaceAllStringFunc(part, func(m string) string {
		open := strings.IndexByte(m, '[')
		return m[:open] + name(m[open+1:len(m)-1])
	})
	part = strings.ReplaceAll(part, "==", "=")
	return interval.ReplaceAllString(part, "interval '$1 $2'")
}
