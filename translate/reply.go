package translate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/offer"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// maxReply bounds a reply, in bytes.
const maxReply = 2000

// readJSON reads a reply that a program wrote. Its type is table_selection, column_selection, join, choice or text.
func (c *Clarification) readJSON(reply string) (settled []plan.Constraint, rephrased string, ok bool) {
	var r struct {
		Type     string   `json:"type"`
		Selected string   `json:"selected_table"`
		Rejected []string `json:"rejected_tables"`
		Column   string   `json:"selected_column"`
		Left     string   `json:"left"`
		Right    string   `json:"right"`
		Choice   int      `json:"choice"`
		Text     string   `json:"text"`
	}
	if len(reply) > maxReply || json.Unmarshal([]byte(reply), &r) != nil {
		return nil, "", false
	}
	switch r.Type {
	case "join":
		settled, ok = joinOf(r.Left, r.Right)
		return settled, "", ok
	case "choice":
		if r.Choice < 1 || r.Choice > len(c.Options) {
			return nil, "", false
		}
		return c.Options[r.Choice-1].Settles, c.Options[r.Choice-1].Rephrased, true
	case "text":
		return c.replyInWords(strings.TrimSpace(r.Text))
	case "column_selection":
		s, t, column, ok := splitColumn(r.Column)
		return []plan.Constraint{{Kind: plan.UseColumn, Phrase: c.Context["phrase"], Schema: s, Table: t, Column: column}}, "", ok
	case "table_selection":
		if r.Selected == "" {
			return nil, "", false
		}
		for i, name := range append([]string{r.Selected}, r.Rejected...) {
			s, t := splitName(name)
			kind := plan.DropTable
			if i == 0 {
				kind = plan.UseTable
			}
			settled = append(settled, plan.Constraint{Kind: kind, Schema: s, Table: t})
		}
		return c.about(settled), "", true
	}
	return nil, "", false
}

// replyInWords adds a reply that is none of the choices to the question, as people do when they say it again. What looks like a
// number or a program's reply is none.
func (c *Clarification) replyInWords(reply string) ([]plan.Constraint, string, bool) {
	letters := strings.IndexFunc(reply, unicode.IsLetter) >= 0
	if !letters || len(reply) > maxReply || strings.ContainsAny(reply[:1], "{[") {
		return nil, "", false
	}
	if _, err := strconv.ParseFloat(reply, 64); err == nil {
		return nil, "", false
	}
	if settled, ok := c.metricReply(reply); ok {
		return settled, "", true
	}
	return nil, c.questionWithReply(reply), true
}

// metricReply is a reply that says by what things are compared: "by floor area".
func (c *Clarification) metricReply(reply string) ([]plan.Constraint, bool) {
	before, phrase := c.Context["before"], c.Context["phrase"]
	if c.Kind != AskMetric || before == "" || phrase == "" {
		return nil, false
	}
	if len(reply) > 3 && strings.EqualFold(reply[:3], "by ") {
		reply = reply[3:]
	}
	return []plan.Constraint{{Kind: plan.UseWords, Phrase: phrase, Value: before + " " + strings.TrimSpace(reply)}}, true
}

// questionWithReply is the question with a reply in words: in the place of what it is about, where a question says "a certain customer"
// and the reply says which; else behind the question.
func (c *Clarification) questionWithReply(reply string) string {
	text, phrase := c.Question.Text, c.Context["phrase"]
	if i := strings.Index(text, phrase); c.asksWhich() && phrase != "" && i >= 0 {
		return text[:i] + offer.Filled(c.Context["noun"], reply) + text[i+len(phrase):]
	}
	return text + " (" + reply + ")"
}

// resolveSettled gives what the user settled the names that the catalog has, says which of them does not exist, and takes the
// tables that must not be used out of what any engine sees.
func (w *work) resolveSettled() error {
	settled := slices.Clone(w.question.Settled)
	var out []*schema.Table
	for i := range settled {
		c := &settled[i]
		if c.Kind == plan.UseWords || c.Kind == plan.AsRead {
			continue
		}
		if c.Kind == plan.DropTable && w.table(c.Schema, c.Table) == nil {
			continue // it is out already
		}
		if err := w.resolve(&c.Schema, &c.Table, &c.Column); err != nil {
			return err
		}
		if c.Kind == plan.UseJoin {
			if err := w.resolve(&c.RefSchema, &c.RefTable, &c.RefColumn); err != nil {
				return err
			}
		}
		if c.Kind == plan.DropTable {
			out = append(out, w.table(c.Schema, c.Table))
		}
	}
	w.question.Settled = settled
	out = slices.DeleteFunc(out, func(t *schema.Table) bool { return w.lastUse(t) == plan.UseTable })
	if len(out) > 0 {
		w.snapshot = w.snapshot.Without(out)
	}
	return nil
}

// lastUse is what was settled last about a table as a whole.
func (w *work) lastUse(t *schema.Table) (kind plan.ConstraintKind) {
	for _, c := range w.question.Settled {
		if (c.Kind == plan.UseTable || c.Kind == plan.DropTable) && c.Table == t.Name && c.Schema == t.Schema {
			kind = c.Kind
		}
	}
	return kind
}

func (w *work) table(schemaName, table string) *schema.Table {
	return w.tableNamed(strings.TrimPrefix(schemaName+"."+table, "."))
}

// resolve replaces the names of a table and its column, which may be empty, by those that the catalog has.
func (w *work) resolve(schemaName, table, column *string) error {
	name := strings.TrimPrefix(*schemaName+"."+*table, ".")
	t := w.table(*schemaName, *table)
	if t == nil {
		return &Error{Code: CodeForm, Message: fmt.Sprintf("there is no table %s that you may read, or there are several", name),
			Hint: "The question is still open: answer it again, with the schema where there are several."}
	}
	*schemaName, *table = t.Schema, t.Name
	if *column == "" {
		return nil
	}
	for _, c := range t.Columns {
		if strings.EqualFold(c.Name, *column) {
			*column = c.Name
			return nil
		}
	}
	return &Error{Code: CodeForm, Message: fmt.Sprintf("there is no column %s.%s that you may read", name, *column),
		Hint: "The question is still open: answer it again."}
}
