package recognise

// makes returns the kind of object that a CREATE statement at start creates and that stores its SQL: a view,
// materialized view, rule, function or procedure; else empty.
func (f *finder) makes(start int) string {
	l := NewLexer(f.text[start:], f.opts.StandardConformingStrings)
	const mostWords = 6 // CREATE OR REPLACE LOCAL TEMPORARY RECURSIVE VIEW
	significant(l)      // CREATE
	before := ""
	for range mostWords {
		t := significant(l)
		word := l.text[t.Start:t.End]
		if what, ok := folded(keepers, word); ok && t.Kind == Ident {
			return before + what
		}
		if skip, _ := folded(beforeKeepers, word); !skip || t.Kind != Ident {
			return ""
		}
		if foldsTo(word, "materialized") {
			before = "materialized "
		}
	}
	return ""
}

// beforeKeepers may stand between CREATE and one of keepers.
var beforeKeepers = map[string]bool{
	"or": true, "replace": true, "local": true, "global": true, "temp": true, "temporary": true, "recursive": true, "materialized": true,
}

// keepers are the words for what keeps the text of a query.
var keepers = map[string]string{
	"view": "view", "rule": "rule", "function": "function", "procedure": "procedure",
}
