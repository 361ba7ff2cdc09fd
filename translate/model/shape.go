package model

import (
	"encoding/json"
	"slices"
	"strings"
)

// Models that ignore the schema write the fields of a plan under other names and in other shapes, mostly those of
// other query languages and libraries. Accepting these saves an attempt.

// synonyms maps other names of fields, in lower case and without separators, to the field's own name.
type synonyms map[string]string

func synonymsOf(names map[string]string) synonyms {
	s := synonyms{}
	for field, others := range names {
		s[flat(field)] = field
		for _, other := range strings.Fields(others) {
			s[other] = field
		}
	}
	return s
}

var (
	envelopeNames = synonymsOf(map[string]string{"plan": "queryplan", "sql": "sqlquery statement sqlstatement", "decision": "action",
		"reading": "interpretation restatement", "assumptions": ""})
	planNames = synonymsOf(map[string]string{"with": "ctes cte", "select": "columns selectlist fields outputs output projections projection selections",
		"distinct": "", "from": "fromtable fromtables table tables maintable basetable", "joins": "join",
		"where": "filters filter conditions condition whereclause", "group_by": "group grouping", "having": "",
		"order_by": "order orderings ordering sort sortby", "limit": "top", "offset": "skip", "combine": "setoperations"})
	outputNames = synonymsOf(map[string]string{"expr": "expression sql", "as": "alias label", "table": "", "column": "field", "name": "",
		"function": "aggregate aggregation func agg"})
	orderNames  = synonymsOf(map[string]string{"expr": "expression column field name by", "desc": "descending direction dir order sort", "nulls": ""})
	sourceNames = synonymsOf(map[string]string{"schema": "", "table": "name tablename", "plan": "query subquery", "alias": "as"})
	joinNames   = synonymsOf(map[string]string{"kind": "type jointype", "source": "right", "table": "tablename name", "alias": "as",
		"on": "condition conditions oncondition onconditions onclause"})
	filterNames = synonymsOf(map[string]string{"column": "field expr expression", "op": "operator comparison comparator", "value": "values",
		"left": "", "right": "", "condition": "sql"})
	combineNames = synonymsOf(map[string]string{"op": "operation operator type kind", "all": "", "plan": "query"})
)

func flat(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

// decodeRenamed decodes an object after renaming its fields; see renamed.
func decodeRenamed(data []byte, s synonyms, into any) error {
	data, err := renamed(data, s)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// renamed returns an object with its fields renamed according to s. A field that is already present under its own
// name is kept.
func renamed(data []byte, s synonyms) ([]byte, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	out := make(map[string]json.RawMessage, len(m))
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys) // so that of two synonyms the same one is chosen each time
	for _, exact := range []bool{true, false} {
		for _, k := range keys {
			field, ok := s[flat(k)]
			switch {
			case !ok:
				field = k
			case exact != (field == k):
				continue
			}
			if _, taken := out[field]; !taken {
				out[field] = m[k]
			}
		}
	}
	return json.Marshal(out)
}

// many is a list that may also be written as its only element; "", {} and null give an empty list.
type many[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (l *many[T]) UnmarshalJSON(data []byte) error {
	switch text := strings.TrimSpace(string(data)); {
	case text == "null" || text == `""` || text == "{}":
		*l = nil
		return nil
	case strings.HasPrefix(text, "["):
		return json.Unmarshal(data, (*[]T)(l))
	}
	var one T
	if err := json.Unmarshal(data, &one); err != nil {
		return err
	}
	*l = many[T]{one}
	return nil
}

// parted is a list of texts, or of types decoded from a text, that may also be written as one text with commas.
type parted[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (p *parted[T]) UnmarshalJSON(data []byte) error {
	var text string
	if len(data) == 0 || data[0] != '"' || json.Unmarshal(data, &text) != nil {
		return (*many[T])(p).UnmarshalJSON(data)
	}
	*p = nil
	for _, part := range commas(text) {
		quoted, err := json.Marshal(part)
		if err != nil {
			return err
		}
		var one T
		if err := json.Unmarshal(quoted, &one); err != nil {
			return err
		}
		*p = append(*p, one)
	}
	return nil
}

// commas splits a text at the commas outside brackets and quotes. Empty parts are dropped.
func commas(text string) []string {
	var parts []string
	depth, start, quote := 0, 0, byte(0)
	add := func(part string) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	for i := 0; i < len(text); i++ {
		switch ch := text[i]; {
		case quote != 0:
			if ch == quote {
				quote = 0
			}
		case ch == '\'' || ch == '"':
			quote = ch
		case ch == '(' || ch == '[':
			depth++
		case ch == ')' || ch == ']':
			depth--
		case ch == ',' && depth == 0:
			add(text[start:i])
			start = i + 1
		}
	}
	add(text[start:])
	return parts
}

// truth is a boolean that may also be written as a word.
type truth bool

// UnmarshalJSON implements json.Unmarshaler.
func (t *truth) UnmarshalJSON(data []byte) error {
	var w words
	if err := w.UnmarshalJSON(data); err != nil {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(string(w))) {
	case "true", "yes", "1", "desc", "descending", "distinct", "all":
		*t = true
	}
	return nil
}
