// Package edit changes plans without a model.
//
//	patch.go       what can be changed; apply.go changes it: column.go, filter.go, having.go
//	controls.go    lists what can be changed
package edit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// Operation is the kind of change that a patch makes.
type Operation string

// The operations.
const (
	AddColumn     Operation = "add_column"      // one more column, of a table in the plan or one that a key leads to
	RemoveColumn  Operation = "remove_column"   // hides a column; filters and joins that need it stay
	ModifyOrderBy Operation = "modify_order_by" // replaces the whole order; empty: no order
	ModifyLimit   Operation = "modify_limit"    // null: none
	AddFilter     Operation = "add_filter"      // one more condition
	DropFilter    Operation = "drop_filter"     // removes the conditions on a column; without a column, all conditions
	CountRows     Operation = "count_rows"      // replaces the rows by their number
	Undo          Operation = "undo"            // reverts the last patch; the keeper of the history does it
)

// Rows, in place of a column in add_column and add_filter, means the number of rows in each group of the answer.
const Rows = "*"

// Patch is one change to a plan, made without a model. Its JSON form is the argument of ask_patch().
type Patch struct {
	Operation Operation `json:"operation"`
	Schema    string    `json:"schema,omitempty"` // empty: any schema
	Table     string    `json:"table,omitempty"`  // or its alias; empty: any table with the column, or an output column
	Column    string    `json:"column,omitempty"` // or Rows
	OrderBy   []SortKey `json:"order_by,omitempty"`
	Limit     *int64    `json:"limit,omitempty"` // rows, at least 1
	// Operator is =, <>, <, <=, >, >=, like, ilike, in, not in, between, is null or is not null; empty: =.
	Operator string `json:"operator,omitempty"`
	Value    any    `json:"value,omitempty"` // string, json.Number or bool, or a list of them for in and between
	// Replace means that the filter replaces the filters on the same column.
	Replace bool `json:"replace,omitempty"`
}

// SortKey is one key of an order.
type SortKey struct {
	Schema    string `json:"schema,omitempty"`
	Table     string `json:"table,omitempty"`
	Column    string `json:"column"`
	Direction string `json:"direction,omitempty"` // asc or desc; empty: asc
}

// Bounds on patches.
const (
	maxPatchBytes = 16 << 10
	maxPatches    = 20 // in one text
	maxSortKeys   = 16
	maxListed     = 200 // values of an in
	maxPatchLimit = 1_000_000_000
)

// PatchError is the reason why a patch cannot be applied. The plan is unchanged.
type PatchError struct {
	Message    string
	Candidates []Patch // what may have been meant instead; may be empty
	// Rewrite means that the change makes sense, but needs a new plan.
	Rewrite bool
}

func (e *PatchError) Error() string { return e.Message }

func refusePatch(format string, args ...any) error {
	return &PatchError{Message: fmt.Sprintf(format, args...)}
}

// ReadPatches reads one patch or a list of them from JSON. Unknown fields and values give a *PatchError.
func ReadPatches(text string) ([]Patch, error) {
	text = strings.TrimSpace(text)
	if len(text) > maxPatchBytes {
		return nil, refusePatch("the patch is longer than %d bytes", maxPatchBytes)
	}
	raw := []json.RawMessage{json.RawMessage(text)}
	if strings.HasPrefix(text, "[") {
		if err := json.Unmarshal([]byte(text), &raw); err != nil {
			return nil, refusePatch("the patch is not JSON: %v", err)
		}
	}
	if len(raw) == 0 || len(raw) > maxPatches {
		return nil, refusePatch("%d patches are not between 1 and %d", len(raw), maxPatches)
	}
	all := make([]Patch, len(raw))
	for i, r := range raw {
		if err := readPatch(r, &all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func readPatch(raw []byte, p *Patch) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(p); err != nil {
		return refusePatch("the patch cannot be read: %s", unreadable(err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return refusePatch("something follows the patch")
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return refusePatch("the patch is no JSON object")
	}
	return p.complete(func(field string) bool { _, ok := given[field]; return ok })
}

// unreadable describes a JSON error without using Go types.
func unreadable(err error) string {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return strings.TrimPrefix(err.Error(), "json: ")
	}
	want := map[reflect.Kind]string{reflect.String: "text", reflect.Int64: "a whole number",
		reflect.Bool: "true or false", reflect.Slice: "a list"}[wrong.Type.Kind()]
	want = cmp.Or(want, "an object")
	if wrong.Field == "" {
		return fmt.Sprintf("a %s stands where %s is expected", wrong.Value, want)
	}
	return fmt.Sprintf("%s is a %s, and should be %s", wrong.Field, wrong.Value, want)
}

// complete returns an error when the operation of a patch is unknown or one of its fields is missing.
func (p *Patch) complete(given func(string) bool) error {
	needs := map[Operation][]string{AddColumn: {"column"}, RemoveColumn: {"column"}, ModifyOrderBy: {"order_by"},
		ModifyLimit: {"limit"}, AddFilter: {"column"}, DropFilter: nil, CountRows: nil, Undo: nil}
	fields, known := needs[p.Operation]
	if !known {
		return refusePatch("operation %q is none of add_column, remove_column, modify_order_by, modify_limit, add_filter, drop_filter, count_rows, undo", p.Operation)
	}
	for _, f := range fields {
		if !given(f) {
			return refusePatch("%s needs %q", p.Operation, f)
		}
	}
	if p.Operation == AddFilter && p.Value == nil && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(p.Operator)), "is ") {
		return refusePatch("add_filter needs a value; for missing ones the operator is \"is null\"")
	}
	return nil
}

// String describes the change in English.
func (p Patch) String() string {
	name := p.Column
	if p.Table != "" {
		name = p.Table + "." + p.Column
	}
	switch p.Operation {
	case AddColumn:
		return "add " + name
	case RemoveColumn:
		return "without " + name
	case ModifyOrderBy:
		var keys []string
		for _, k := range p.OrderBy {
			keys = append(keys, strings.TrimSpace(k.Column+" "+k.Direction))
		}
		if len(keys) == 0 {
			return "unsorted"
		}
		return "sorted by " + strings.Join(keys, ", ")
	case ModifyLimit:
		if p.Limit == nil {
			return "no limit"
		}
		return "limit " + strconv.FormatInt(*p.Limit, 10)
	case AddFilter:
		return strings.TrimSpace(fmt.Sprintf("only %s %s %v", name, p.operator(), p.Value))
	case DropFilter:
		if p.Column == "" {
			return "no filters"
		}
		return "any " + name
	case CountRows:
		return "count"
	}
	return string(p.Operation)
}

func (p Patch) operator() string {
	if op := strings.ToLower(strings.Join(strings.Fields(p.Operator), " ")); op != "" {
		return op
	}
	return "="
}
