package builtin

import "strings"

// singular is the last word of a name without its plural ending.
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

// plurals are those that do not end in s, and words that have none.
var plurals = map[string]string{"person": "people", "child": "children", "man": "men", "woman": "women", "aircraft": "aircraft",
	"staff": "staff", "data": "data", "media": "media", "people": "people", "children": "children", "men": "men", "women": "women",
	"personnel": "personnel", "equipment": "equipment", "information": "information", "music": "music", "stock": "stock",
	"history": "history", "criteria": "criteria", "indices": "indices", "series": "series", "species": "species", "news": "news",
	"sheep": "sheep", "fish": "fish", "feet": "feet"}

// plural is a name as one says it of several: flights of flight, people of person. What is plural already stays.
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
