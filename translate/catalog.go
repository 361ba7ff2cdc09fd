package translate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// answerFromCatalog makes a statement that answers a question about the catalog, from the snapshot.
func (w *work) answerFromCatalog() error {
	columns, rows, err := w.catalogRows()
	if err != nil {
		return err
	}
	sql, err := values(columns, rows)
	if err != nil {
		return err
	}
	w.answer.Engine, w.answer.Confidence = "catalog", 1
	w.draft.sql = sql
	w.verdict.SQL = sql
	w.answer.Statement = Statement{SQL: sql, MinNotice: w.settings.MinNotice, Tells: true}
	w.finishStatement()
	return nil
}

func (w *work) catalogRows() ([]column, [][]string, error) {
	if w.catalog.Help {
		w.answer.Reading = "What can be said here."
		return []column{{"say", "text"}, {"to get", "text"}}, helpRows(), nil
	}
	if w.catalog.Count {
		w.answer.Reading = "How many tables and views this role may read."
		return []column{{"tables", "int4"}}, [][]string{{strconv.Itoa(len(w.snapshot.Tables))}}, nil
	}
	if w.catalog.Table == "" {
		w.answer.Reading = "The tables and views that this role may read."
		return []column{{"table", "text"}, {"kind", "text"}, {"columns", "int4"}, {"description", "text"}}, tableRows(w.snapshot), nil
	}
	t := tableCalled(w.snapshot, w.catalog.Table)
	if t == nil {
		return nil, nil, &Error{Code: CodeUnanswered, Message: fmt.Sprintf("there is no table %q that this role may read", w.catalog.Table),
			Hint: "ASK which tables are there;"}
	}
	if w.catalog.Means {
		w.answer.Reading = fmt.Sprintf("What %s means, and how that is known.", t.Name)
		return meaningColumns, w.meaningRows(t), nil
	}
	w.answer.Reading = fmt.Sprintf("The columns of %s.", t.Name)
	return []column{{"column", "text"}, {"type", "text"}, {"key", "text"}, {"description", "text"}}, columnRows(t), nil
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
