package lessons

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Lesson is words and what they mean.
type Lesson struct {
	Words       string   // as they stand in questions, in any case
	Means       string   // an SQL expression, or other words
	Datasources []string // where it holds; empty: everywhere
}

// Book is the lessons of one file. It is immutable and safe for concurrent use; a nil Book is empty.
type Book struct {
	lessons []Lesson
}

// Bounds on what a file may hold.
const (
	maxFile    = 4 << 20
	maxLessons = 10_000
	maxWords   = 100
	maxMeaning = 2000
)

// Load reads a file. The error names every mistake, each with its line.
func Load(path string) (*Book, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("lessons: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("lessons: %w", err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("lessons: %s is larger than %d bytes", path, maxFile)
	}
	b, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("lessons: %s: %w", path, err)
	}
	return b, nil
}

// entry is a lesson as it is written; it remembers its line for messages.
type entry struct {
	Words       string   `yaml:"words"`
	Means       string   `yaml:"means"`
	Datasources []string `yaml:"datasources"`
	line        int
}

func (e *entry) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: a lesson is a mapping with words and means", n.Line)
	}
	for i := 0; i < len(n.Content); i += 2 {
		switch key := n.Content[i]; key.Value {
		case "words", "means", "datasources":
		default:
			return fmt.Errorf("line %d: unknown key %q; a lesson has words, means and datasources", key.Line, key.Value)
		}
	}
	type plain entry
	if err := n.Decode((*plain)(e)); err != nil {
		return err
	}
	e.line = n.Line
	return nil
}

func parse(data []byte) (*Book, error) {
	var file struct {
		Lessons []yaml.Node `yaml:"lessons"`
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&file); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(file.Lessons) > maxLessons {
		return nil, fmt.Errorf("more than %d lessons", maxLessons)
	}
	b := &Book{}
	var errs []error
	seen := map[string]int{}
	for i := range file.Lessons {
		var e entry
		if err := file.Lessons[i].Decode(&e); err != nil {
			errs = append(errs, err)
			continue
		}
		if err := e.check(seen); err != nil {
			errs = append(errs, err)
			continue
		}
		b.lessons = append(b.lessons, Lesson{Words: strings.TrimSpace(e.Words), Means: strings.TrimSpace(e.Means), Datasources: e.Datasources})
	}
	return b, errors.Join(errs...)
}

// check says what is wrong with an entry. Two lessons about the same words contradict each other unless they hold in
// different datasources.
func (e entry) check(seen map[string]int) error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("line %d: %s", e.line, fmt.Sprintf(format, args...))
	}
	words, means := strings.TrimSpace(e.Words), strings.TrimSpace(e.Means)
	switch {
	case words == "":
		return bad("words is missing")
	case means == "":
		return bad("means is missing")
	case len(words) > maxWords:
		return bad("words is longer than %d bytes", maxWords)
	case len(means) > maxMeaning:
		return bad("means is longer than %d bytes", maxMeaning)
	case !utf8.ValidString(words) || !utf8.ValidString(means):
		return bad("not valid UTF-8")
	}
	for _, d := range scopes(e.Datasources) {
		key := strings.ToLower(words) + "\x00" + d
		if line, ok := seen[key]; ok {
			return bad("%q is taught on line %d already", words, line)
		}
		seen[key] = e.line
	}
	return nil
}

func scopes(datasources []string) []string {
	if len(datasources) == 0 {
		return []string{""}
	}
	return datasources
}

// For lists the lessons that hold in a datasource, in the order of the file.
func (b *Book) For(datasource string) []Lesson {
	if b == nil {
		return nil
	}
	var found []Lesson
	for _, l := range b.lessons {
		if len(l.Datasources) == 0 || slices.Contains(l.Datasources, datasource) {
			found = append(found, l)
		}
	}
	return found
}
