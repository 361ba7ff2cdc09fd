package semantic

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/yamlshape"
)

// File is what people wrote about their databases. The first key is the datasource, or "*" for all of them; the second
// is the relation, as name or schema.name. What it says wins over what was derived.
type File struct {
	Sources map[string]map[string]*Entry

	root yaml.Node // the text, for the lines of mistakes
	sum  string
}

// Version differs between files with different texts; empty: there is no file.
func (f *File) Version() string {
	if f == nil {
		return ""
	}
	return f.sum
}

// Entry is what people wrote about one relation. What is left out stays as it was derived.
type Entry struct {
	Description string                 `yaml:"description"`
	Synonyms    []string               `yaml:"synonyms"`
	Label       []string               `yaml:"label"`    // columns
	Standing    string                 `yaml:"standing"` // base, copy, archive, …
	LeftOut     *[]RuleEntry           `yaml:"left_out"` // rows that do not count; an empty list: all count
	PartOf      string                 `yaml:"part_of"`  // the key column to the whole without which its rows do not count; none
	Events      *[]EventEntry          `yaml:"events"`
	Validity    *ValidityEntry         `yaml:"validity"`
	Keys        map[string]KeyEntry    `yaml:"keys"` // by column
	Columns     map[string]ColumnEntry `yaml:"columns"`
	Terms       map[string]TermEntry   `yaml:"terms"` // defined terms, for instance overdue: due_at < now()
}

// RuleEntry says which rows do not count.
type RuleEntry struct {
	Column string  `yaml:"column"`
	Is     *string `yaml:"is"`    // a stored value; left out: the flag is true or the date is set
	Scope  string  `yaml:"scope"` // what they are left out of; left out: everything
}

// EventEntry is something that happened to a row.
type EventEntry struct {
	Verbs []string `yaml:"verbs"`
	Kind  string   `yaml:"kind"` // birth, begin, change, end, remove, plan
	On    string   `yaml:"on"`   // a date column
	By    string   `yaml:"by"`   // a key column
}

// ValidityEntry says when a row was true.
type ValidityEntry struct {
	From      string `yaml:"from"`
	To        string `yaml:"to"`
	Open      string `yaml:"open"` // what To holds in rows valid now; null: NULL
	Inclusive *bool  `yaml:"inclusive"`
}

// KeyEntry says what a column refers to, and as what.
type KeyEntry struct {
	To   string `yaml:"to"` // table.column or schema.table.column; none: to nothing
	Role string `yaml:"role"`
}

// ColumnEntry is what people wrote about a column; a text alone is its description.
type ColumnEntry struct {
	Description string            `yaml:"description"`
	Synonyms    []string          `yaml:"synonyms"`
	Codes       map[string]string `yaml:"codes"`
	Unit        string            `yaml:"unit"`
	Currency    string            `yaml:"currency"` // the column that holds it
}

// UnmarshalYAML reads a text as the description.
func (c *ColumnEntry) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&c.Description)
	}
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		if key := n.Content[i]; !slices.Contains([]string{"description", "synonyms", "codes", "unit", "currency"}, key.Value) {
			return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: there is no key %q here", key.Line, key.Value)}}
		}
	}
	type bare ColumnEntry
	return n.Decode((*bare)(c))
}

// Bounds on a file, in bytes.
const (
	maxFile = 8 << 20
	maxText = 2000 // one text
)

// ParseFile reads a file. Errors name the lines.
func ParseFile(r io.Reader) (*File, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("larger than %d bytes", maxFile)
	}
	f := &File{sum: fmt.Sprintf("%x", sha256.Sum256(text))}
	var shape yamlshape.Errors
	err = yamlshape.Decode(text, &f.Sources)
	if err != nil && !errors.As(err, &shape) {
		return nil, fmt.Errorf("%w\n%s", err, example)
	}
	if err := yaml.Unmarshal(text, &f.root); err != nil {
		return nil, err
	}
	all := f.checkShape()
	if len(shape) == 0 {
		return f, errors.Join(sorted(all)...)
	}
	for _, one := range shape { // what has another shape than it should hides no other mistake
		all = append(all, one)
	}
	return nil, fmt.Errorf("%w\n%s", errors.Join(sorted(all)...), example)
}

const example = "the file is like this: shop: {orders: {label: [number], columns: {total: {unit: cents}}}}"

// checkShape returns the mistakes that show without a database.
func (f *File) checkShape() []error {
	var all []error
	for source, tables := range f.Sources {
		for table, e := range tables {
			if e == nil {
				delete(tables, table)
				continue
			}
			bad := func(path []string, format string, args ...any) {
				all = append(all, yamlshape.Error{Line: f.line(append([]string{source, table}, path...)...),
					Text: table + ": " + fmt.Sprintf(format, args...)})
			}
			e.checkShape(bad)
		}
	}
	return all
}

func (e *Entry) checkShape(bad func(path []string, format string, args ...any)) {
	if e.Standing != "" {
		if _, ok := standingOf(e.Standing); !ok {
			bad([]string{"standing"}, "%q is not base, copy, archive, staging, log or deprecated", e.Standing)
		}
	}
	if e.Events != nil {
		for i, x := range *e.Events {
			if _, ok := lexicon.EventKindOf(x.Kind); !ok {
				bad([]string{"events", strconv.Itoa(i)}, "%q is not birth, begin, change, end, remove or plan", x.Kind)
			}
		}
	}
	if len(e.Description) > maxText {
		bad([]string{"description"}, "a description is longer than %d bytes", maxText)
	}
	for name, t := range e.Terms {
		if len(t.Is) > maxText || len(t.Says) > maxText {
			bad([]string{"terms", name}, "a term is longer than %d bytes", maxText)
		}
	}
	for name, c := range e.Columns {
		if c.Unit != "" && lexicon.UnitOf(c.Unit).Of == "" {
			bad([]string{"columns", name, "unit"}, "%q is not a known unit", c.Unit)
		}
		if len(c.Description) > maxText {
			bad([]string{"columns", name}, "a description is longer than %d bytes", maxText)
		}
	}
}

// standingOf reads a standing that people may give to a relation.
func standingOf(s string) (Standing, bool) {
	for _, x := range []Standing{Base, Copy, Archive, Staging, Log, Deprecated} {
		if x.String() == s {
			return x, true
		}
	}
	return Base, false
}

// line returns the line of the deepest of the keys that is found, in a list the number of an entry; 0 when none is.
func (f *File) line(path ...string) int {
	if len(f.root.Content) == 0 {
		return 0
	}
	at, line := f.root.Content[0], 0
	for _, key := range path {
		found := false
		if n, err := strconv.Atoi(key); err == nil && at.Kind == yaml.SequenceNode && n < len(at.Content) {
			line, at = at.Content[n].Line, at.Content[n]
			continue
		}
		for i := 0; i+1 < len(at.Content) && at.Kind == yaml.MappingNode; i += 2 {
			if at.Content[i].Value == key {
				line, at, found = at.Content[i].Line, at.Content[i+1], true
				break
			}
		}
		if !found {
			break
		}
	}
	return line
}

// sorted puts mistakes in the order of the file.
func sorted(all []error) []error {
	slices.SortFunc(all, func(a, b error) int {
		var x, y yamlshape.Error
		errors.As(a, &x)
		errors.As(b, &y)
		if x.Line != y.Line {
			return x.Line - y.Line
		}
		return strings.Compare(x.Text, y.Text)
	})
	return all
}

// Descriptions returns the descriptions of the file alone.
func (f *File) Descriptions() schema.Descriptions {
	if f == nil {
		return nil
	}
	out := schema.Descriptions{}
	for source, tables := range f.Sources {
		out[source] = map[string]schema.Description{}
		for table, e := range tables {
			d := schema.Description{Text: e.Description, Columns: map[string]string{}}
			for name, c := range e.Columns {
				if c.Description != "" {
					d.Columns[name] = c.Description
				}
			}
			out[source][table] = d
		}
	}
	return out
}
