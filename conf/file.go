package conf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFileBytes and maxDepth bound a settings file: it is a person's, but the path may name anything.
const (
	maxFileBytes = 1 << 20
	maxDepth     = 8
)

// leaf is one value in a file. A list has several texts; a null has none and is left out.
type leaf struct {
	path  []string
	texts []string
	line  int
}

func (l leaf) key() string { return strings.Join(l.path, ".") }

// readFile reads a settings file of the format that its name ends in.
func readFile(name string) ([]leaf, Problems) {
	fail := func(reason string) ([]leaf, Problems) {
		return nil, Problems{{Origin: Origin{Name: name}, Reason: reason}}
	}
	f, err := os.Open(name)
	if err != nil {
		return fail(reasonOf(err))
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return fail(reasonOf(err))
	}
	if len(data) > maxFileBytes {
		return fail(fmt.Sprintf("the file is larger than %s", Bytes(maxFileBytes)))
	}
	switch ext := filepath.Ext(name); ext {
	case ".yaml", ".yml", ".json":
		return readYAML(name, data)
	case ".toml":
		return fail("TOML is not read; yq -p toml -o yaml " + filepath.Base(name) + " converts it to YAML")
	default:
		return fail(fmt.Sprintf("its name ends in %q; .yaml, .yml and .json are known", ext))
	}
}

// reasonOf drops the path from an error of the file system, because the line names it already.
func reasonOf(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return "cannot " + pe.Op + " the file: " + pe.Err.Error()
	}
	return err.Error()
}

var yamlLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)

// readYAML walks the nodes itself, because decoding into maps would lose the lines, the case of names and duplicates.
func readYAML(name string, data []byte) ([]leaf, Problems) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		m := yamlLine.FindStringSubmatch(err.Error())
		line, _ := strconv.Atoi(m[1])
		reason := strings.ReplaceAll(err.Error()[len(m[0]):], "\n", " ")
		return nil, Problems{{Origin: Origin{Name: name, Line: line}, Reason: reason}}
	}
	w := yamlWalk{file: name}
	if more := new(yaml.Node); !errors.Is(dec.Decode(more), io.EOF) {
		w.complain(&yaml.Node{}, "", "it must hold one document, and holds more")
	}
	w.mapping(doc.Content[0], nil)
	return w.leaves, w.problems
}

type yamlWalk struct {
	file     string
	leaves   []leaf
	problems Problems
}

func (w *yamlWalk) complain(n *yaml.Node, key, reason string) {
	w.problems = append(w.problems, Problem{Origin: Origin{Name: w.file, Line: n.Line}, Key: key, Reason: reason})
}

func (w *yamlWalk) mapping(n *yaml.Node, path []string) {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return
	}
	key := strings.Join(path, ".")
	switch {
	case n.Kind != yaml.MappingNode:
		w.complain(n, key, "keys with values are needed here")
		return
	case len(path) >= maxDepth:
		w.complain(n, key, "it is nested too deeply")
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		if name.Kind != yaml.ScalarNode || name.Tag == "!!merge" {
			w.complain(name, key, "a key must be a plain name")
			continue
		}
		below := append(path[:len(path):len(path)], name.Value)
		if value.Kind == yaml.MappingNode {
			w.mapping(value, below)
			continue
		}
		w.value(name, value, below)
	}
}

func (w *yamlWalk) value(name, n *yaml.Node, path []string) {
	l := leaf{path: path, line: name.Line}
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag == "!!null":
		return
	case n.Kind == yaml.ScalarNode:
		l.texts = []string{n.Value}
	case n.Kind == yaml.SequenceNode:
		for _, item := range n.Content {
			if item.Kind != yaml.ScalarNode {
				w.complain(item, l.key(), "a list holds plain values only; what has settings of its own is a key with them below it, as in datasources: {shop: {upstream: …}}")
				return
			}
			l.texts = append(l.texts, item.Value)
		}
	default:
		w.complain(n, l.key(), "anchors and aliases are not known here; write the value out")
		return
	}
	w.leaves = append(w.leaves, l)
}
