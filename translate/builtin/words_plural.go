package builtin

import "strings"

// singular returns s without the plural ending of its last word.
func singular(s string) string {
	switch {
	case strings.HasSuffix(s, "ies"):
		return s[:len(s)-3] + "y"
	case strings.HasSuffix(s, "ches"), strings.HasSuffix(s, "shes"), strings.HasSuffix(s, "xes"), strings.HasSuffix(s, "sses"):
		return s[:len(s)-2]
	case strings.HasSuffix(s, "ss"), strings.HasSuffix(s, "us"):
		return s
	}
	return strings.TrimSuffix(s, "s")
}

// plurals maps nouns to plurals that do not end in s, and nouns without a plural to themselves.
var plurals = map[string]string{"person": "people", "child": "children", "man": "men", "woman": "women", "aircraft": "aircraft",
	"staff": "staff", "data": "data", "media": "media", "people": "people", "children": "children", "men": "men", "women": "women",
	"personnel": "personnel", "equipment": "equipment", "information": "information", "music": "music", "stock": "stock",
	"history": "history", "criteria": "criteria", "indices": "indices", "series": "series", "species": "species", "news": "news",
	"sheep": "sheep", "fish": "fish", "feet": "feet"}

// plural returns the name of a kind of row in the plural: flights for flight, people for person. A name that already
// is in the plural is returned unchanged.
func plural(s string) string {
	last := s[strings.LastIndexByte(s, ' ')+1:]
	rest := s[:len(s)-len(last)]
	if w, ok := plurals[last]; ok {
		return rest + w
	}
	switch n := len(last); {
	case n == 0 || singular(last) != last || last[n-1] >= 0x80 || last[n-1] >= '0' && last[n-1] <= '9':
		return s
	case strings.HasSuffix(last, "y") && n > 1 && !strings.ContainsRune("aeiou", rune(last[n-2])):
		return s[:len(s)-1] + "ies"
	case strings.HasSuffix(last, "s"), strings.HasSuffix(last, "x"), strings.HasSuffix(last, "z"), strings.HasSuffix(last, "ch"), strings.HasSuffix(last, "sh"):
		return s + "es"
	}
	return s + "s"
}
