package builtin

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// dotted matches SQL names of two or three parts, quoted or not.
var dotted = regexp.MustCompile(`(?:"[^"\s]+"|[\p{L}_][\p{L}\p{N}_$]*)(?:\.(?:"[^"\s]+"|[\p{L}_][\p{L}\p{N}_$]*)){1,2}`)

// undotted returns the request with each SQL name in its question, such as orders.status or sales.orders, replaced by
// its last part, and adds to Settled which table or column that part means. A name that the schema does not have
// stays as it is, and so do names of different columns that end in the same part.
func (r Request) undotted() Request {
	if !strings.Contains(r.Question, ".") || len(r.Question) > maxQuestionBytes {
		return r
	}
	meant := map[string]plan.Constraint{}
	several := map[string]bool{}
	names := func(text string) (plan.Constraint, bool) {
		return behindDots(r.Snapshot, strings.Split(strings.ReplaceAll(text, `"`, ""), "."))
	}
	for _, text := range dotted.FindAllString(r.Question, -1) {
		c, ok := names(text)
		if before, again := meant[c.Phrase]; ok && again && before != c {
			several[c.Phrase] = true
		}
		if ok {
			meant[c.Phrase] = c
		}
	}
	settled := slices.Clone(r.Settled)
	r.Question = dotted.ReplaceAllStringFunc(r.Question, func(text string) string {
		c, ok := names(text)
		if !ok || several[c.Phrase] {
			return text
		}
		if !slices.Contains(settled, c) {
			settled = append(settled, c)
		}
		return c.Phrase
	})
	r.Settled = settled
	return r
}

// behindDots returns the constraint for a name of two or three parts: schema.table, table.column or
// schema.table.column. ok is false when the schema has no such table or column.
func behindDots(s *schema.Snapshot, parts []string) (plan.Constraint, bool) {
	table := func(schemaName, name string) *schema.Table {
		if schemaName != "" {
			return s.Table(schemaName, name)
		}
		if t := s.Table("", name); t != nil {
			return t
		}
		if all := s.Named(name); len(all) == 1 {
			return all[0]
		}
		return nil
	}
	column := func(t *schema.Table, name string) (plan.Constraint, bool) {
		if t == nil || t.Column(name) == nil {
			return plan.Constraint{}, false
		}
		return plan.Constraint{Kind: plan.UseColumn, Phrase: name, Schema: t.Schema, Table: t.Name, Column: name}, true
	}
	if len(parts) == 3 {
		return column(table(parts[0], parts[1]), parts[2])
	}
	if c, ok := column(table("", parts[0]), parts[1]); ok {
		return c, true
	}
	if t := table(parts[0], parts[1]); t != nil {
		return plan.Constraint{Kind: plan.UseTable, Phrase: t.Name, Schema: t.Schema, Table: t.Name}, true
	}
	return plan.Constraint{}, false
}
