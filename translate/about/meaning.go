package about

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

var meaningColumns = []Column{{"fact", "text"}, {"column", "text"}, {"meaning", "text"}, {"confidence", "float8"}, {"source",
	"text"}, {"evidence", "text"}}

// meaningRows returns what is known of a table, a row per fact.
func (r Reader) meaningRows(t *schema.Table) [][]string {
	var rows [][]string
	for _, f := range r.Model().Relation(t).Facts() {
		if len(rows) == MaxRows {
			break
		}
		if !r.May(f.Text, f.Why.Text) {
			continue
		}
		of := ""
		if f.Column != nil {
			of = f.Column.Name
		}
		rows = append(rows, []string{f.Kind, of, f.Text, decimal(f.Confidence), f.Source.String(), f.Why.Text})
	}
	return rows
}

// meanings returns what is known of a relation and of each of its columns, as a text each.
func (r Reader) meanings(of *semantic.Relation) (ofTable string, ofColumns map[string]string) {
	var table []string
	columns := map[string][]string{}
	for _, f := range of.Facts() {
		if !r.May(f.Text) {
			continue
		}
		if said := f.Kind + ": " + f.Text; f.Column == nil {
			table = append(table, said)
		} else {
			columns[f.Column.Name] = append(columns[f.Column.Name], said)
		}
	}
	ofColumns = map[string]string{}
	for name, said := range columns {
		ofColumns[name] = strings.Join(said, "; ")
	}
	return strings.Join(table, "; "), ofColumns
}
