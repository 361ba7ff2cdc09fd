package eval

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/builtin"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/retrieve"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Linkers are those that can be measured, by name.
var Linkers = map[string]Linker{"builtin": byBuiltin, "retrieve": byRetrieve, "link": byLink}

// byLink is the lattice of package link, and what the semantic model says of the relations that it links: labels, keys on the ways between
// them, rows that do not count.
func byLink(question string, snap *schema.Snapshot) []Chunk {
	m := semantic.Of(snap, true)
	lattice := link.Of(m).Read(question, nil)
	var chunks []Chunk
	for _, c := range lattice.Chunks {
		one := Chunk{Text: strings.Join(textOf(lattice.Words[c.From:c.To]), " ")}
		for _, k := range c.Links {
			if k.Relation == nil {
				continue
			}
			o := Object{Schema: k.Relation.Table.Schema, Table: k.Relation.Table.Name, Value: k.Value}
			switch {
			case k.Column != nil:
				o.Column = k.Column.Column.Name
			case k.Key != nil:
				o.Column = k.Key.Columns[0].Name
			}
			one.Links = append(one.Links, o)
		}
		chunks = append(chunks, one)
	}
	for _, c := range m.Context(lattice.Relations()) {
		chunks = append(chunks, Chunk{"", []Object{{c.Relation.Table.Schema, c.Relation.Table.Name, c.Column.Name, ""}}})
	}
	return chunks
}

func textOf(words []link.Word) []string {
	var all []string
	for _, w := range words {
		all = append(all, w.Text)
	}
	return all
}

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
