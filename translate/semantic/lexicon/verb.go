package lexicon

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

// EventKind says where in the life of a row an event stands.
type EventKind byte

// The kinds of events.
const (
	Birth  EventKind = iota // the row comes to be
	Begin                   // it starts
	Change                  // it goes on
	End                     // it is over
	Remove                  // it is taken out
	Plan                    // it is to happen, or was
)

var eventKinds = []string{"birth", "begin", "change", "end", "remove", "plan"}

func (k EventKind) String() string { return eventKinds[k] }

// EventKindOf returns the kind with a name; ok is false when there is none.
func EventKindOf(name string) (kind EventKind, ok bool) {
	i := slices.Index(eventKinds, name)
	return EventKind(max(0, i)), i >= 0
}

// Verb is a verb that tells what happened to a row.
type Verb struct {
	Kind  EventKind
	Base  string   // words joined with spaces: pick up
	Nouns []string // that name its record, in the singular
}

// VerbOf returns the verb on the list of which a text is one of the forms; nil: it is none.
func VerbOf(form string) *Verb { return words().verbs[form] }

// BaseOf returns the base form of the verb of which a text is one of the forms: win, of won. Empty: it is none.
func BaseOf(form string) string {
	if v := VerbOf(form); v != nil {
		return v.Base
	}
	return ""
}

// VerbsOf returns the verbs of what a noun in the singular records: deliver for delivery.
func VerbsOf(noun string) []*Verb { return words().nouns[noun] }

// Forms returns the forms of all verbs.
func Forms() iter.Seq[string] { return maps.Keys(words().verbs) }

func (l *lexicon) readVerbs() {
	for _, line := range lines("verbs") {
		head, nouns, _ := strings.Cut(line, " = ")
		fields := strings.Fields(head)
		kind, _ := EventKindOf(fields[0])
		v := &Verb{Kind: kind, Base: spaced(fields[1]), Nouns: strings.Fields(nouns)}
		forms := fields[2:]
		first, rest, _ := strings.Cut(fields[1], "_")
		for _, f := range regularForms(first) { // checked in
			forms = append(forms, strings.TrimRight(f+" "+rest, " "))
		}
		for _, f := range append(forms, fields[1]) {
			if f = spaced(f); l.verbs[f] == nil {
				l.verbs[f] = v
			}
		}
		for _, n := range v.Nouns {
			l.nouns[n] = append(l.nouns[n], v)
		}
	}
}

// Gerund returns the form in -ing of a verb in its base form: shipping, of ship.
func Gerund(base string) string {
	forms := regularForms(base)
	return forms[len(forms)-1]
}

// regularForms returns the forms of a verb in -s, -ed and -ing.
func regularForms(base string) []string {
	n := len(base)
	switch {
	case strings.HasSuffix(base, "e"):
		return []string{base + "s", base + "d", base[:n-1] + "ing"}
	case strings.HasSuffix(base, "y") && !strings.ContainsRune("aeiou", rune(base[n-2])):
		return []string{base[:n-1] + "ies", base[:n-1] + "ied", base + "ing"}
	case n <= 5 && n >= 3 && !strings.ContainsRune("aeiouwxy", rune(base[n-1])) && strings.ContainsRune("aeiou", rune(base[n-2])) &&
		!strings.ContainsRune("aeiou", rune(base[n-3])):
		last := base[n-1:]
		return []string{base + "s", base + "ed", base + last + "ed", base + "ing", base + last + "ing"}
	}
	return []string{base + "s", base + "es", base + "ed", base + "ing"}
}
