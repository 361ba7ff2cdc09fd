package lessons

import (
	"cmp"
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
	lines       map[string]int // of its keys
}

// keys of an entry, as messages name them.
var keys = []string{"kind", "words", "means", "rule", "datasources", "role", "status", "note"}

func (e *entry) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: a lesson is a mapping with words and means", n.Line)
	}
	e.line, e.lines = n.Line, map[string]int{}
	var unknown yaml.TypeError
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if e.lines[key.Value] = key.Line; !slices.Contains(keys, key.Value) {
			unknown.Errors = append(unknown.Errors, fmt.Sprintf(
				"line %d: unknown key %q; a lesson has words and means, and may have kind, rule, datasources, role, status, note", key.Line, key.Value))
		}
	}
	type plain entry
	err := n.Decode((*plain)(e))
	if len(unknown.Errors) == 0 {
		return err
	}
	var shape *yaml.TypeError
	if errors.As(err, &shape) {
		unknown.Errors = append(unknown.Errors, shape.Errors...)
	}
	return &unknown
}

// mistake is something wrong with a lesson, by the key that it is about.
type mistake struct{ key, text string }

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
		err := file.Lessons[i].Decode(&e)
		var shape *yaml.TypeError
		switch {
		case errors.As(err, &shape):
			for _, text := range shape.Errors {
				errs = append(errs, errors.New(text))
			}
		case err != nil:
			errs = append(errs, err)
			continue
		}
		l, wrong := e.lesson()
		if len(wrong) == 0 {
			if err := unique(l, seen); err != nil {
				wrong = []mistake{{"words", err.Error()}}
			}
		}
		for _, m := range wrong {
			if shape == nil || e.lines[m.key] > 0 { // what misses beside a key that nobody knows is misspelt there
				errs = append(errs, fmt.Errorf("line %d: %s", cmp.Or(e.lines[m.key], e.line), m.text))
			}
		}
		all = append(all, l)
	}
	return all, errors.Join(errs...)
}

// lesson makes a lesson of an entry, and returns all that is wrong with it.
func (e entry) lesson() (Lesson, []mistake) {
	l := Lesson{Kind: Kind(e.Kind), Words: strings.TrimSpace(e.Words), Means: strings.TrimSpace(e.Means), Datasources: e.Datasources,
		Role: e.Role, Status: Status(e.Status), Note: e.Note, Source: FromFile, Confidence: 1, line: e.line}
	l.Kind = cmp.Or(l.Kind, Column)
	l.Status = cmp.Or(l.Status, Approved)
	var err error
	var wrong []mistake
	if l.Rule, err = ParseRule(e.Rule); err != nil {
		wrong = append(wrong, mistake{"rule", err.Error()})
	}
	wrong = append(wrong, l.mistakes()...)
	l.identify()
	return l, wrong
}

// check returns an error for a lesson that cannot be used, whoever made it.
func (l *Lesson) check() error {
	var all []error
	for _, m := range l.mistakes() {
		all = append(all, errors.New(m.text))
	}
	return errors.Join(all...)
}

func (l *Lesson) mistakes() []mistake {
	var all []mistake
	bad := func(wrong bool, key, format string, args ...any) {
		if wrong {
			all = append(all, mistake{key, fmt.Sprintf(format, args...)})
		}
	}
	most := maxWords
	if l.Kind == Example || l.Kind == Mistake {
		most = maxMeaning
	}
	known := l.Kind == Table || l.Kind == Column || l.Kind == Mistake || l.Kind == Example
	bad(!known, "kind", "kind %q is not table, column, error or query", l.Kind)
	bad(l.Status != Proposed && l.Status != Approved && l.Status != Disabled, "status",
		"status %q is not proposed, approved or disabled", l.Status)
	bad(l.Words == "", "words", "words is missing")
	bad(l.Means == "", "means", "means is missing")
	bad(len(l.Words) > most, "words", "words is longer than %d bytes", most)
	bad(len(l.Means) > maxMeaning, "means", "means is longer than %d bytes", maxMeaning)
	bad(len(l.Note) > maxMeaning, "note", "note is longer than %d bytes", maxMeaning)
	bad(len(l.Role) > maxWords, "role", "role is longer than %d bytes", maxWords)
	bad(len(l.Author) > maxWords, "author", "author is longer than %d bytes", maxWords)
	for _, t := range []struct{ key, text string }{{"words", l.Words}, {"means", l.Means}, {"note", l.Note},
		{"role", l.Role}, {"author", l.Author}} {
		bad(!utf8.ValidString(t.text) || strings.ContainsRune(t.text, 0), t.key, "%s is not valid UTF-8", t.key)
	}
	switch {
	case l.Rule.IsZero():
	case l.Kind != Table:
		bad(known, "rule", "only a lesson of kind table has a rule")
	default:
		bad(l.Rule.Apply(l.Words) != l.Means, "rule", "the rule %s makes %s of %s, not %s", l.Rule, l.Rule.Apply(l.Words), l.Words, l.Means)
	}
	return all
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
