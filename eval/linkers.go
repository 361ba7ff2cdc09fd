package eval

import (
	"regexp"
	"strconv"

	"github.com/pgask/pgask/translate/builtin"
	"github.com/pgask/pgask/translate/retrieve"
	"github.com/pgask/pgask/translate/schema"
)

// Linkers are those that can be measured, by name.
var Linkers = map[string]Linker{"builtin": byBuiltin, "retrieve": byRetrieve}

// byBuiltin is what the built-in translator takes the words of a question for.
func byBuiltin(question string, snap *schema.Snapshot) (chunks []Chunk) {
	defer func() { _ = recover() }() // then it found nothing
	result := builtin.Translate(builtin.Request{Question: question, Snapshot: snap})
	for _, m := range result.Matches {
		o, ok := matched(m.Meaning, snap)
		if !ok {
			continue
		}
		if n := len(chunks); n > 0 && chunks[n-1].Text == m.Phrase {
			chunks[n-1].Links = append(chunks[n-1].Links, o)
			continue
		}
		chunks = append(chunks, Chunk{m.Phrase, []Object{o}})
	}
	return chunks
}

var meaning = regexp.MustCompile(`^(?:table (.+)|column (.+)\.(.+)|value ("(?:[^"\\]|\\.)*") of (.+)\.(.+))$`)

// matched reads what the built-in says that words mean.
func matched(text string, snap *schema.Snapshot) (Object, bool) {
	m := meaning.FindStringSubmatch(text)
	if m == nil {
		return Object{}, false
	}
	o := Object{Table: m[1] + m[2] + m[5], Column: m[3] + m[6]}
	o.Value, _ = strconv.Unquote(m[4])
	tables := snap.Named(o.Table)
	if len(tables) == 0 {
		return Object{}, false
	}
	o.Schema, o.Table = tables[0].Schema, tables[0].Name
	return o, true
}

// promptTokens is how much of a schema a prompt for a large one holds.
const promptTokens = 1800

// byRetrieve is which relations are chosen for the prompt of a model, with all of their columns: one list for the whole question.
func byRetrieve(question string, snap *schema.Snapshot) []Chunk {
	chosen := retrieve.Select(question, snap, retrieve.Budget{Mode: retrieve.Filter, Tokens: promptTokens})
	var chunks []Chunk
	for _, t := range chosen.Tables {
		for _, c := range t.Columns {
			chunks = append(chunks, Chunk{"", []Object{{t.Schema, t.Name, c.Name, ""}}})
		}
	}
	return chunks
}
