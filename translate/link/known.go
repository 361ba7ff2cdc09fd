package link

// known is what readings of one question, also in other words, have in common.
type known struct {
	seen   []Seen
	taught []Taught
	forms  stems
	found  map[sought][]Link
	buffer []byte // of the phrase that is looked up
}

// sought is a text that was looked for: among values, or as so many words.
type sought struct {
	text  string
	parts bool
	words int
}

// find returns the known values that a text may name, for its caller to read and not to change.
func (r *reading) find(text string, parts bool) []Link {
	k := sought{text: text, parts: parts}
	links, ok := r.found[k]
	if !ok {
		links = r.values.find(text, parts, r.forms)
		r.found[k] = links
	}
	return links
}
