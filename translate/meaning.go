package translate

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// meaningKey is the key under which a snapshot keeps what an agent takes it to mean.
type meaningKey struct{ agent *Agent }

// understand returns what a snapshot means, together with what people wrote about it. Handed what an agent sees of a snapshot,
// it tells of nothing else.
func (a *Agent) understand(s *schema.Snapshot) *semantic.Model {
	return s.Derive(meaningKey{a}, func() any {
		return semantic.Build(s, semantic.Options{Infer: a.cfg.InferForeignKeys, File: a.cfg.Meaning})
	}).(*semantic.Model)
}

var meaningColumns = []column{{"fact", "text"}, {"column", "text"}, {"meaning", "text"}, {"confidence", "float8"}, {"source",
	"text"}, {"evidence", "text"}}

// meaningRows returns what is known of a table, a row per fact.
func (w *work) meaningRows(t *schema.Table) [][]string {
	var rows [][]string
	for _, f := range w.agent.understand(w.snapshot).Relation(t).Facts() {
		if len(rows) == maxRelationRows {
			break
		}
		if !w.mayTell(f.Text, f.Why.Text) {
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
func (w *work) meanings(r *semantic.Relation) (ofTable string, ofColumns map[string]string) {
	var table []string
	columns := map[string][]string{}
	for _, f := range r.Facts() {
		if !w.mayTell(f.Text) {
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
