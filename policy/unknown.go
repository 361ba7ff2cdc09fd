package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/pattern"
)

// Unknown lists what the policies for a datasource deny and the database does not have: a rule with a misspelt name
// protects nothing. Each is a sentence. The names are full ones, schema.table and schema.table.column.
func (s *Set) Unknown(datasource string, tables, columns map[string]bool) (out []string) {
	look := func(what, kind string, patterns []string, among map[string]bool) {
		for _, p := range patterns {
			if !names(p, among) {
				out = append(out, fmt.Sprintf("%s names the %s %q, which %s does not have", what, kind, p, datasource))
			}
		}
	}
	for _, p := range s.in(datasource) {
		what := fmt.Sprintf("the policy %q", p.Name)
		look(what, "table", p.Tables, tables)
		look(what, "column", p.Columns, columns)
	}
	return out
}

// Sought are patterns of LIKE for the bare names, in lower case, of all that the policies for a datasource deny.
func (s *Set) Sought(datasource string) (tables, columns []string) {
	for _, p := range s.in(datasource) {
		tables, columns = append(tables, bare(p.Tables)...), append(columns, bare(p.Columns)...)
	}
	return tables, columns
}

var toLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`, `*`, `%`, `?`, `_`)

func bare(patterns []string) (all []string) {
	for _, p := range patterns {
		all = append(all, toLike.Replace(strings.ToLower(p[strings.LastIndexByte(p, '.')+1:])))
	}
	return all
}

// in are the policies that hold in a datasource.
func (s *Set) in(datasource string) []Policy {
	return slices.DeleteFunc(s.List(), func(p Policy) bool { return len(p.Datasources) > 0 && !like(p.Datasources, datasource) })
}

// names reports whether a pattern, [schema.]table or [[schema.]table.]column, is the end of one of some full names.
func names(p string, among map[string]bool) bool {
	want := strings.Split(strings.ToLower(p), ".")
	for full := range among {
		have := strings.Split(strings.ToLower(full), ".")
		if len(want) > len(have) {
			continue
		}
		same := true
		for i, part := range have[len(have)-len(want):] {
			ok, err := pattern.Match(want[i], part)
			same = same && ok && err == nil
		}
		if same {
			return true
		}
	}
	return false
}
