// Package yamlshape reads the YAML files that people write beside the settings (policies, lessons, descriptions), and
// says in words where one has another shape than it should: the decoder says it in Go's types.
package yamlshape

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Decode reads one document into what to points at. A key that it has no field for is an error; an empty text is
// none. The error is an Errors, or the one of the parser.
func Decode(data []byte, to any) error {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	err := dec.Decode(to)
	if err == nil || errors.Is(err, io.EOF) {
		return nil
	}
	var shape *yaml.TypeError
	if !errors.As(err, &shape) {
		return errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	var all Errors
	for _, text := range shape.Errors {
		all = append(all, inWords(text))
	}
	return all
}

// Error is one place that has the wrong shape.
type Error struct {
	Line int // from 1; 0: not known
	Text string
}

// Error returns the line and what is wrong there.
func (e Error) Error() string {
	if e.Line == 0 {
		return e.Text
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Text)
}

// Errors are all places that have the wrong shape, in the order of the file.
type Errors []Error

// Error has a line for each.
func (e Errors) Error() string {
	var lines []string
	for _, one := range e {
		lines = append(lines, one.Error())
	}
	return strings.Join(lines, "\n")
}

// Within reports whether one of the places is in the lines from first up to, not including, end.
func (e Errors) Within(first, end int) bool {
	return slices.ContainsFunc(e, func(one Error) bool { return one.Line >= first && one.Line < end })
}

// What the decoder says; a change of its words only makes ours as terse as its own.
var (
	line    = regexp.MustCompile(`(?s)^line (\d+): (.*)$`)
	kind    = regexp.MustCompile("(?s)^cannot unmarshal !!(\\w+)(?: `(.*)`)? into (.+)$")
	unknown = regexp.MustCompile(`(?s)^field (.+) not found in type .+$`)
)

func inWords(text string) Error {
	e := Error{Text: text}
	if m := line.FindStringSubmatch(text); m != nil {
		e.Line, _ = strconv.Atoi(m[1])
		e.Text = m[2]
	}
	if m := unknown.FindStringSubmatch(e.Text); m != nil {
		e.Text = fmt.Sprintf("there is no key %q here", m[1])
	} else if m := kind.FindStringSubmatch(e.Text); m != nil {
		e.Text = wanted(m[3]) + ", and this is " + found(m[1], m[2])
	}
	return e
}

// wanted says what a type of Go's is in YAML.
func wanted(typ string) string {
	switch {
	case strings.HasPrefix(typ, "[]string"):
		return "a list is needed, as in [a, b] or with - before each"
	case strings.HasPrefix(typ, "[]"):
		return "a list is needed, with - before each"
	case typ == "string":
		return "a text is needed"
	case typ == "bool":
		return "true or false is needed"
	case strings.HasPrefix(typ, "int"), strings.HasPrefix(typ, "uint"):
		return "a whole number is needed"
	case strings.HasPrefix(typ, "float"):
		return "a number is needed"
	}
	return "keys with values are needed"
}

func found(tag, value string) string {
	switch tag {
	case "map":
		return "keys with values"
	case "seq":
		return "a list"
	case "null":
		return "nothing"
	}
	return strconv.Quote(value)
}
