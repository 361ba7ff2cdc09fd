package audit

import (
	"slices"
	"strings"
)

// Holds reports whether what people search holds a piece of text, in any case of its letters.
func (e *Entry) Holds(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{e.Question, e.SQL, e.Reading, e.Message, e.ID}, func(t string) bool {
		return strings.Contains(strings.ToLower(t), text)
	})
}

// Reads reports whether a question reads a table, as table or schema.table.
func (e *Entry) Reads(table string) bool {
	return slices.ContainsFunc(e.Relations, func(r string) bool { return IsPartOf(r, table) })
}

// IsPartOf reports whether a name, such as schema.table.column, is the one that somebody means, who may leave out its
// beginning.
func IsPartOf(name, want string) bool {
	if len(name) > len(want) && name[len(name)-len(want)-1] == '.' {
		name = name[len(name)-len(want):]
	}
	return strings.EqualFold(name, want)
}

// Texts is an expression over a row of the table of copies, which an index can be of: what Holds and Reads look in,
// and the names that few questions have in common.
const Texts = `(coalesce(id, '') || E'\n' || coalesce(question, '') || E'\n' || coalesce(sql, '') || E'\n' || coalesce(record->>'reading', '')
	|| E'\n' || coalesce(record->>'message', '') || E'\n' || coalesce(record->>'relations', '') || E'\n' || coalesce(record->>'session', '')
	|| E'\n' || coalesce(application, '') || E'\n' || coalesce(policy, ''))`

// TextsIndex is what the name of that index ends in.
const TextsIndex = "_by_texts"
