package schema

// Descriptions are texts about tables and columns that add to the comments in the database. The first key is the
// datasource, or "*" for all of them; the second is the table, as name or schema.name.
type Descriptions map[string]map[string]Description

// Description holds the texts about one table.
type Description struct {
	Text    string
	Columns map[string]string // by name
}

// of returns the description of a table. An entry for the datasource goes before one for "*", and a name with its
// schema before one without.
func (d Descriptions) of(datasource string, t *Table) (Description, bool) {
	for _, source := range []string{datasource, "*"} {
		for _, name := range []string{t.Qualified(), t.Name} {
			if one, ok := d[source][name]; ok {
				return one, true
			}
		}
	}
	return Description{}, false
}

// Describe returns the snapshot with the descriptions appended to the comments of its tables and columns, or s itself
// when there are none for it. Descriptions of tables and columns that do not exist are ignored, because another role
// may see them.
func Describe(s *Snapshot, datasource string, d Descriptions) *Snapshot {
	var changed bool
	richer := *s
	richer.Tables = make([]*Table, len(s.Tables))
	for i, t := range s.Tables {
		richer.Tables[i] = t
		one, ok := d.of(datasource, t)
		if !ok {
			continue
		}
		changed = true
		described := *t
		described.Comment = joined(t.Comment, one.Text)
		described.Columns = make([]*Column, len(t.Columns))
		for j, c := range t.Columns {
			column := *c
			column.Comment = joined(c.Comment, one.Columns[c.Name])
			described.Columns[j] = &column
		}
		richer.Tables[i] = &described
	}
	if !changed {
		return s
	}
	return New(richer)
}

func joined(comment, more string) string {
	if comment == "" || more == "" {
		return comment + more
	}
	return comment + "; " + more
}
