package about

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
)

// Catalog returns what a question about the catalog is answered with: how it was read, and rows.
func (r Reader) Catalog(q *intent.Catalog) (reading string, columns []Column, rows [][]string, err error) {
	if q.Count {
		return "How many tables and views this role may read.", []Column{{"tables", "int4"}}, [][]string{{strconv.Itoa(len(r.Snapshot.Tables))}}, nil
	}
	if q.Table == "" {
		return "The tables and views that this role may read.", []Column{{"table", "text"}, {"kind", "text"}, {"columns", "int4"}, {"description", "text"}},
			tableRows(r.Snapshot), nil
	}
	t := tableCalled(r.Snapshot, q.Table)
	if t == nil {
		return "", nil, nil, &say.Error{Code: say.CodeUnanswered, Message: fmt.Sprintf("there is no table %q that this role may read", q.Table),
			Hint: "ASK which tables are there;"}
	}
	if q.Means {
		return fmt.Sprintf("What %s means, and how that is known.", t.Name), meaningColumns, r.meaningRows(t), nil
	}
	return fmt.Sprintf("The columns of %s.", t.Name), []Column{{"column", "text"}, {"type", "text"}, {"key", "text"}, {"description", "text"}}, columnRows(t), nil
}

// tableCalled returns the table that a user's name means, with or without its schema or a plural s; nil when there is
// none.
func tableCalled(s *schema.Snapshot, name string) *schema.Table {
	if before, after, ok := strings.Cut(name, "."); ok {
		return s.Table(before, after)
	}
	for _, try := range []string{name, name + "s", strings.TrimSuffix(name, "s"), strings.ReplaceAll(name, " ", "_")} {
		if found := s.Named(try); len(found) > 0 {
			return found[0]
		}
	}
	return nil
}

func tableRows(s *schema.Snapshot) [][]string {
	var rows [][]string
	for _, t := range s.Tables {
		name := t.Name
		if !t.Visible {
			name = t.Qualified()
		}
		rows = append(rows, []string{name, t.Kind.String(), strconv.Itoa(len(t.Columns)), t.Comment})
	}
	return rows
}

func columnRows(t *schema.Table) [][]string {
	role := map[string]string{}
	for _, fk := range t.ForeignKeys {
		for i, c := range fk.Columns {
			role[c] = fk.RefTable + "." + fk.RefColumns[i]
			if fk.Inferred {
				role[c] += fmt.Sprintf(" (inferred, %.2f)", fk.Confidence)
			}
		}
	}
	for _, c := range t.PrimaryKey {
		role[c] = strings.TrimSuffix("primary key, "+role[c], ", ")
	}
	var rows [][]string
	for _, c := range t.Columns {
		rows = append(rows, []string{c.Name, c.Type, role[c.Name], c.Comment})
	}
	return rows
}
