package schema

import (
	"fmt"
	"strings"
)

// DDL returns all tables of a snapshot as the statements that would create them, much as pg_dump writes them: enum
// types, tables with columns and keys, declared foreign keys, and comments. It exists for comparison with the simplest
// prompt; package grounding writes pgask's own. Names are quoted where necessary, and nothing is left out.
func DDL(s *Snapshot) string {
	var b strings.Builder
	enums := map[string]bool{}
	for _, t := range s.Tables {
		for _, c := range t.Columns {
			if c.Class == Enum && !c.Array && !enums[c.Type] {
				enums[c.Type] = true
				fmt.Fprintf(&b, "CREATE TYPE %s AS ENUM (%s);\n\n", c.Type, literals(c.Enum))
			}
		}
	}
	for _, t := range s.Tables {
		ddlTable(&b, t)
	}
	for _, t := range s.Tables {
		ddlComments(&b, t)
	}
	return b.String()
}

func ddlTable(b *strings.Builder, t *Table) {
	var parts []string
	for _, c := range t.Columns {
		part := Identifier(c.Name) + " " + c.Type
		if c.NotNull {
			part += " NOT NULL"
		}
		parts = append(parts, part)
	}
	if len(t.PrimaryKey) > 0 {
		parts = append(parts, "PRIMARY KEY ("+identifiers(t.PrimaryKey)+")")
	}
	for _, u := range t.Unique {
		parts = append(parts, "UNIQUE ("+identifiers(u)+")")
	}
	for _, check := range t.Checks {
		parts = append(parts, "CHECK ("+check+")")
	}
	for _, k := range t.ForeignKeys {
		if !k.Inferred {
			parts = append(parts, fmt.Sprintf("FOREIGN KEY (%s) REFERENCES %s.%s (%s)", identifiers(k.Columns),
				Identifier(k.RefSchema), Identifier(k.RefTable), identifiers(k.RefColumns)))
		}
	}
	fmt.Fprintf(b, "CREATE TABLE %s.%s (\n    %s\n);\n\n", Identifier(t.Schema), Identifier(t.Name), strings.Join(parts, ",\n    "))
}

func ddlComments(b *strings.Builder, t *Table) {
	name := Identifier(t.Schema) + "." + Identifier(t.Name)
	if t.Comment != "" {
		fmt.Fprintf(b, "COMMENT ON TABLE %s IS %s;\n", name, literals([]string{t.Comment}))
	}
	for _, c := range t.Columns {
		if c.Comment != "" {
			fmt.Fprintf(b, "COMMENT ON COLUMN %s.%s IS %s;\n", name, Identifier(c.Name), literals([]string{c.Comment}))
		}
	}
}

func literals(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = "'" + strings.ReplaceAll(t, "'", "''") + "'"
	}
	return strings.Join(quoted, ", ")
}
