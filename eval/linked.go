package eval

import (
	"context"
	"strings"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/semantic"
)

// linked is what the words of a question may be: the lattice of package link, and what the semantic model says of the
// relations that it links,
// labels, keys on the ways between them, rows that do not count. look is nil when the data must not be asked.
func linked(ctx context.Context, question string, m *semantic.Model, look Look) ([]Chunk, error) {
	lattice, err := readLinks(ctx, question, m, look)
	if err != nil {
		return nil, err
	}
	var chunks []Chunk
	var terms []Object
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
			case k.Term != nil && k.Term.Set != nil:
				for _, n := range Needed(k.Term.Set, question) {
					terms = append(terms, n.Object)
				}
			}
			one.Links = append(one.Links, o)
		}
		chunks = append(chunks, one)
	}
	for _, o := range terms {
		chunks = append(chunks, Chunk{"", []Object{o}})
	}
	for _, c := range impliedBy(m, lattice.Relations()) {
		chunks = append(chunks, Chunk{"", []Object{{c.Column.Relation.Table.Schema, c.Column.Relation.Table.Name,
			c.Column.Column.Name, c.Value}}})
	}
	return chunks, nil
}

// readLinks reads a question twice where the data must be asked in between: once when there is nobody to ask.
func readLinks(ctx context.Context, question string, m *semantic.Model, look Look) (*link.Lattice, error) {
	x := link.Of(m)
	lattice := x.Read(question, nil)
	if look == nil {
		return lattice, nil
	}
	wanted := x.Wants(lattice, question)
	found, err := look(ctx, lookup.Wants(wanted))
	if seen := lookup.Seen(wanted, found); err == nil && len(seen) > 0 {
		lattice = x.Read(question, seen)
	}
	return lattice, err
}

func textOf(words []link.Word) []string {
	var all []string
	for _, w := range words {
		all = append(all, w.Text)
	}
	return all
}
