package conf

import (
	"fmt"
	"strconv"
	"strings"
)

// Origin is the source of a value: a default, a file and line, a variable or a flag.
type Origin struct {
	Name string // a file, an environment variable, a flag; empty: the built-in default
	Line int    // in a file, from 1
}

// String returns "default", "PGASK_LISTEN", "--listen" or "pgask.yaml:3".
func (o Origin) String() string {
	switch {
	case o.Name == "":
		return "default"
	case o.Line > 0:
		return o.Name + ":" + strconv.Itoa(o.Line)
	}
	return o.Name
}

// Problem is one thing that is wrong with the settings.
type Problem struct {
	Origin Origin
	Key    string // empty when the problem is not about one setting
	Value  string // as it was given; empty when it is secret or absent
	Reason string // what is wrong and what is allowed
}

func (p Problem) Error() string {
	var b strings.Builder
	if p.Origin.Name != "" {
		b.WriteString(p.Origin.String() + ": ")
	}
	if p.Key != "" {
		b.WriteString(p.Key + ": ")
	}
	if p.Value != "" {
		fmt.Fprintf(&b, "%s: ", clip(p.Value))
	}
	b.WriteString(p.Reason)
	return b.String()
}

// Problems are all problems of the settings. As an error it has a line for each.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// clip quotes a value, so that it stays on its line, and shortens it.
func clip(value string) string {
	const most = 80
	if r := []rune(value); len(r) > most {
		value = string(r[:most]) + "…"
	}
	return strconv.Quote(value)
}
