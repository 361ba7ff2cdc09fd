package eval

import (
	_ "embed"
	"strings"
)

//go:embed families.txt
var familyList string

var families = readFamilies(familyList)

type familyName struct{ pattern, family string }

func readFamilies(list string) []familyName {
	var all []familyName
	for line := range strings.Lines(list) {
		family, names, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for name := range strings.FieldsSeq(names) {
			all = append(all, familyName{name, family})
		}
	}
	return all
}

// Family returns the family of databases that one belongs to: its own name if it is on no list.
func Family(db string) string {
	for _, f := range families {
		if start, open := strings.CutSuffix(f.pattern, "*"); f.pattern == db || open && strings.HasPrefix(db, start) {
			return f.family
		}
	}
	return db
}
