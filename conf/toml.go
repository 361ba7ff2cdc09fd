package conf

import (
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// readTOML checks the text with the ordinary decoder, which knows all of TOML's rules, and then walks the expressions,
// which know their lines.
func readTOML(name string, data []byte) ([]leaf, Problems) {
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		p := Problem{Origin: Origin{Name: name}, Reason: strings.TrimPrefix(err.Error(), "toml: ")}
		var de *toml.DecodeError
		if errors.As(err, &de) {
			p.Origin.Line, _ = de.Position()
		}
		return nil, Problems{p}
	}
	w := tomlWalk{file: name}
	w.Reset(data)
	var table []string
	for w.NextExpression() {
		switch e := w.Expression(); e.Kind {
		case unstable.Table:
			table, _ = w.path(nil, e.Key())
		case unstable.ArrayTable:
			path, line := w.path(nil, e.Key())
			w.complain(line, path, "[[…]] is not known here")
			table = path
		case unstable.KeyValue:
			w.keyValue(e, table)
		}
	}
	return w.leaves, w.problems
}

type tomlWalk struct {
	unstable.Parser
	file     string
	leaves   []leaf
	problems Problems
}

func (w *tomlWalk) complain(line int, path []string, reason string) {
	w.problems = append(w.problems,
		Problem{Origin: Origin{Name: w.file, Line: line}, Key: strings.Join(path, "."), Reason: reason})
}

// path appends the parts of a key and tells the line of the first.
func (w *tomlWalk) path(above []string, key unstable.Iterator) (path []string, line int) {
	path = slices.Clone(above)
	for key.Next() {
		n := key.Node()
		path = append(path, string(n.Data))
		if line == 0 {
			line = w.Shape(n.Raw).Start.Line
		}
	}
	return path, line
}

func (w *tomlWalk) keyValue(e *unstable.Node, above []string) {
	path, line := w.path(above, e.Key())
	l := leaf{path: path, line: line}
	switch v := e.Value(); v.Kind {
	case unstable.InlineTable:
		for items := v.Children(); items.Next(); {
			if len(path) >= maxDepth {
				w.complain(line, path, "it is nested too deeply")
				return
			}
			w.keyValue(items.Node(), path)
		}
		return
	case unstable.Array:
		for items := v.Children(); items.Next(); {
			item := items.Node()
			if item.Kind == unstable.Array || item.Kind == unstable.InlineTable {
				w.complain(line, path, "a list here holds plain values only")
				return
			}
			l.texts = append(l.texts, string(item.Data))
		}
	default:
		l.texts = []string{string(v.Data)}
	}
	w.leaves = append(w.leaves, l)
}
