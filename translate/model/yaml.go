package model

import (
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"
)

// yamlAnswer reads an answer that was written as YAML, fenced or bare, as JSON. It returns the error that reading it
// as JSON gave when it is not one mapping with a decision or a statement: prose with a colon is valid YAML, too.
func yamlAnswer(text string, asJSON error) (json.RawMessage, error) {
	text, err := unthink(text)
	if err != nil || len(text) > maxText {
		return nil, asJSON
	}
	for _, fence := range []string{"```yaml", "```yml"} {
		if _, body, ok := strings.Cut(text, fence); ok {
			body, _, closed := strings.Cut(body, "```")
			if !closed {
				return nil, asJSON
			}
			text = body
		}
	}
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") || strings.ContainsAny(text, "&*") && aliases(text) {
		return nil, asJSON
	}
	var m map[string]any
	if yaml.Unmarshal([]byte(text), &m) != nil {
		return nil, asJSON
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, asJSON
	}
	var probe map[string]json.RawMessage
	if json.Unmarshal(raw, &probe) != nil || !answers(probe) || mend(string(raw)).deepest > maxDepth {
		return nil, asJSON
	}
	return raw, nil
}

// aliases reports whether a YAML document names a part of itself, which no answer needs, and by which a short text becomes a long one.
func aliases(text string) bool {
	var n yaml.Node
	if yaml.Unmarshal([]byte(text), &n) != nil {
		return true
	}
	found := false
	var look func(n *yaml.Node, left int)
	look = func(n *yaml.Node, left int) {
		if found = found || n.Kind == yaml.AliasNode || left == 0; found {
			return
		}
		for _, c := range n.Content {
			look(c, left-1)
		}
	}
	look(&n, maxDepth)
	return found
}
