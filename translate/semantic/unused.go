package semantic

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Unused is a word that a person defined and that means nothing to who sees what the model was made of.
type Unused struct {
	Phrase string // as people say it
	// Why is for the operator: it names what the caller may not be allowed to see, with the line.
	Why    string
	Absent bool // something that it names is not there, for this caller or for anybody
	// Elsewhere is set for what is written for all datasources of a relation that this one does not have: it may be about another.
	Elsewhere bool
}

// absent is the error about something that a term names and that is not there.
type absent string

func (a absent) Error() string { return string(a) }

// passedOver returns a complaint that keeps the words of a file which define nothing.
func (m *Model) passedOver(f *File) complaint {
	return func(path []string, format string, args ...any) {
		if len(path) != 4 || path[2] != "terms" && path[2] != "columns" {
			return
		}
		e, err := f.Sources[path[0]][path[1]], fmt.Errorf(format, args...)
		words := []string{path[3]}
		if path[2] == "columns" {
			words = e.Columns[path[3]].Synonyms
		}
		for _, word := range words {
			m.Unused = append(m.Unused, Unused{Phrase: phrase(word), Why: f.place(path, err.Error()),
				Absent: path[2] == "columns" || errors.As(err, new(absent))})
		}
	}
}

// withoutRelation keeps the words that a file defines by relations which are not there.
func (m *Model) withoutRelation(f *File, datasource string) {
	for _, source := range slices.Compact([]string{"*", datasource}) {
		for table, e := range f.Sources[source] {
			if len(m.Named(table)) > 0 {
				continue
			}
			words := slices.Clone(e.Synonyms)
			for name := range e.Terms {
				words = append(words, name)
			}
			for _, c := range e.Columns {
				words = append(words, c.Synonyms...)
			}
			for _, word := range words {
				m.Unused = append(m.Unused, Unused{Phrase: phrase(word), Why: f.place([]string{source, table}, "there is no such relation"),
					Absent: true, Elsewhere: source == "*"})
			}
		}
	}
	slices.SortFunc(m.Unused, func(a, b Unused) int { return strings.Compare(a.Phrase+a.Why, b.Phrase+b.Why) })
}

// place says where in the file something is wrong.
func (f *File) place(path []string, what string) string {
	return fmt.Sprintf("line %d of schema.descriptions: %s: %s", f.line(path...), path[1], what)
}
