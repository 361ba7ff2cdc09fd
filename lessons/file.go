package lessons

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/pgask/pgask/yamlshape"
)

// Bounds on what a file may hold.
const (
	maxFile    = 4 << 20 // bytes
	maxLessons = 10_000
	maxWords   = 100  // bytes of the words of a mapping, and of a role
	maxMeaning = 2000 // bytes of every other text
)

// Load reads the lessons of a file; see Read.
func Load(path string) ([]Lesson, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("lessons: %w", err)
	}
	defer f.Close()
	all, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("lessons: %s: %w", path, err)
	}
	return all, nil
}

// Read reads lessons as YAML, up to maxFile bytes. The error names every mistake, each with its line.
func Read(r io.Reader) ([]Lesson, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("larger than %d bytes", maxFile)
	}
	return parse(data)
}

// entry is a lesson as it is written.
type entry struct {
	Kind        string   `yaml:"kind,omitempty"`
	Words       string   `yaml:"words"`
	Means       string   `yaml:"means"`
	Rule        string   `yaml:"rule,omitempty"`
	Datasources []string `yaml:"datasources,omitempty,flow"`
	Role        string   `yaml:"role,omitempty"`
	Status      string   `yaml:"status,omitempty"`
	Note        string   `yaml:"note,omitempty"`
	line        int
}

// keys of an entry, as messages name them.
var keys = []string{"kind", "words", "means", "rule", "datasources", "role", "status", "note"}

func (e *entry) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: a lesson is a mapping with words and means", n.Line)
	}
	for i := 0; i < len(n.Content); i += 2 {
		if key := n.Content[i]; !slices.Contains(keys, key.Value) {
			return fmt.Errorf("line %d: unknown key %q; a lesson has words and means, and may have kind, rule, datasources, role, status, note",
				key.Line, key.Value)
		}
	}
	type plain entry
	if err := n.Decode((*plain)(e)); err != nil {
		return err
	}
	e.line = n.Line
	return nil
}

// parse reads the YAML of a file. The error names every mistake, each with its line.
func parse(data []byte) ([]Lesson, error) {
	var file struct {
		Lessons []yaml.Node `yaml:"lessons"`
	}
	if err := yamlshape.Decode(data, &file); err != nil {
		return nil, fmt.Errorf("%w\nthe file is like this: lessons: [{words: revenue, means: sum(orders.total)}]", err)
	}
	if len(file.Lessons) > maxLessons {
		return nil, fmt.Errorf("more than %d lessons", maxLessons)
	}
	var all []Lesson
	var errs []error
	seen := map[string]int{}
	for i := range file.Lessons {
		var e entry
		if err := file.Lessons[i].Decode(&e); err != nil {
			errs = append(errs, err)
			continue
		}
		l, err := e.lesson()
		if err == nil {
			err = unique(l, seen)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", e.line, err))
			continue
		}
		all = append(all, l)
	}
	return all, errors.Join(errs...)
}

// lesson checks an entry and makes a lesson of it.
func (e entry) lesson() (Lesson, error) {
	l := Lesson{Kind: Kind(e.Kind), Words: strings.TrimSpace(e.Words), Means: strings.TrimSpace(e.Means), Datasources: e.Datasources,
		Role: e.Role, Status: Status(e.Status), Note: e.Note, Source: FromFile, Confidence: 1, line: e.line}
	if l.Kind == "" {
		l.Kind = Column
	}
	if l.Status == "" {
		l.Status = Approved
	}
	var err error
	if l.Rule, err = ParseRule(e.Rule); err != nil {
		return l, err
	}
	if err := l.check(); err != nil {
		return l, err
	}
	l.identify()
	return l, nil
}

// check returns an error for a lesson that cannot be used, whoever made it.
func (l *Lesson) check() error {
	most := maxWords
	if l.Kind == Example || l.Kind == Mistake {
		most = maxMeaning
	}
	switch {
	case l.Kind != Table && l.Kind != Column && l.Kind != Mistake && l.Kind != Example:
		return fmt.Errorf("kind %q is not table, column, error or query", l.Kind)
	case l.Status != Proposed && l.Status != Approved && l.Status != Disabled:
		return fmt.Errorf("status %q is not proposed, approved or disabled", l.Status)
	case l.Words == "":
		return errors.New("words is missing")
	case l.Means == "":
		return errors.New("means is missing")
	case len(l.Words) > most:
		return fmt.Errorf("words is longer than %d bytes", most)
	case len(l.Means) > maxMeaning:
		return fmt.Errorf("means is longer than %d bytes", maxMeaning)
	case len(l.Note) > maxMeaning || len(l.Role) > maxWords || len(l.Author) > maxWords:
		return fmt.Errorf("note, role or author is too long")
	case !utf8.ValidString(l.Words+l.Means+l.Note+l.Role+l.Author) || strings.ContainsRune(l.Words+l.Means+l.Note+l.Role+l.Author, 0):
		return errors.New("not valid UTF-8")
	case !l.Rule.IsZero() && l.Kind != Table:
		return errors.New("only a lesson of kind table has a rule")
	case !l.Rule.IsZero() && l.Rule.Apply(l.Words) != l.Means:
		return fmt.Errorf("the rule %s makes %s of %s, not %s", l.Rule, l.Rule.Apply(l.Words), l.Words, l.Means)
	}
	return nil
}

// unique complains about a lesson that contradicts an earlier one of the file: the same words in the same place.
func unique(l Lesson, seen map[string]int) error {
	if l.Status == Disabled {
		return nil
	}
	for _, d := range scopes(l.Datasources) {
		key := strings.Join([]string{string(l.Kind), strings.ToLower(l.Words), d, l.Role}, "\x00")
		if line, ok := seen[key]; ok {
			return fmt.Errorf("%q is taught on line %d already", l.Words, line)
		}
		seen[key] = l.line
	}
	return nil
}

func scopes(datasources []string) []string {
	if len(datasources) == 0 {
		return []string{""}
	}
	return datasources
}

// Write writes lessons as a file holds them.
func Write(w io.Writer, all []Lesson) error {
	file := struct {
		Lessons []entry `yaml:"lessons"`
	}{Lessons: []entry{}}
	for _, l := range all {
		e := entry{Words: l.Words, Means: l.Means, Rule: l.Rule.String(), Datasources: l.Datasources, Role: l.Role, Note: l.Note}
		if l.Kind != Column {
			e.Kind = string(l.Kind)
		}
		if l.Status != Approved {
			e.Status = string(l.Status)
		}
		file.Lessons = append(file.Lessons, e)
	}
	enc := yaml.NewEncoder(w)
	enc.SetIndent(2)
	return errors.Join(enc.Encode(file), enc.Close())
}
