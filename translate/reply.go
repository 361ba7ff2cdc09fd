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
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
)

// maxReply bounds a reply, in bytes.
const maxReply = 2000

// Settle reads a reply to the clarification: a number, "the second", the name of a choice or an unambiguous part of
// it, "use table X", "select X not Y", "join A.id with B.a_id", or the JSON forms of these. Other words are added to
// the question. It returns the question again, with the constraints from the reply. For "no" and "neither" it returns
// an error for which Dropped is true.
func (c *Clarification) Settle(reply string) (Question, error) {
	q := c.Question
	reply = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(reply), ";.?!"))
	if c.drops(reply) {
		return q, &Error{Code: CodeUnanswered, Message: fmt.Sprintf("“%s” is left unanswered", say.Clip(q.Text, 200)),
			Hint: "Ask it again in other words; ASK which tables are there; and ASK describe …; show the names of tables and columns.", Err: errDropped}
	}
	settled, rephrased, ok := c.read(reply)
	if !ok {
		message := fmt.Sprintf("%q is none of the choices", say.Clip(reply, 200))
		switch {
		case reply == "":
			message = "the reply is empty"
		case len(c.Options) == 0:
			message = fmt.Sprintf("%q is no reply to that", say.Clip(reply, 200))
		}
		return q, &Error{Code: CodeUnanswered, Message: message, Detail: strings.ReplaceAll(string(c.Text()), "\n", ""), Hint: c.Hint()}
	}
	if q.Answered == 0 {
		q.Said = q.Text
	}
	q.Answered++
	q.Replies = append(slices.Clone(q.Replies), c.byName(reply))
	q.Settled = append(append([]plan.Constraint{}, q.Settled...), settled...)
	if rephrased != "" {
		q.Text = rephrased
	}
	return q, nil
}

// IsReply reports whether a plain question is probably a reply to this clarification: a number, words that name exactly one choice, a
// program's reply, or a correction in words.
func (c *Clarification) IsReply(text string) bool {
	text = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(text), ";.?!"))
	if n, ok := c.number(text); ok {
		return n >= 0
	}
	if _, ok := c.choiceNamed(text); ok || c.drops(text) {
		return true
	}
	if _, ok := c.choiceMeant(text, true); ok {
		return true
	}
	if strings.HasPrefix(text, "{") {
		return true // a program's
	}
	if c.Kind == AskMetric && c.Context["before"] != "" && len(text) > 3 && strings.EqualFold(text[:3], "by ") {
		return true
	}
	_, ok := readWords(text)
	return ok
}

// LeftOpen tells that the next question was not taken for a reply.
func (c *Clarification) LeftOpen() Notice {
	return Notice{Severity: "NOTICE", Message: fmt.Sprintf("“%s” is left unanswered: this is taken for a new question", say.Clip(c.Question.Text, 80)),
		Hint: "ASK answer: …; is always a reply."}
}

func (c *Clarification) read(reply string) (settled []plan.Constraint, rephrased string, ok bool) {
	if n, ok := c.number(reply); ok {
		if c.asksWhich() && len(c.Options) == 0 {
			return nil, c.questionWithReply(reply), true // for example the year 2024
		}
		if n < 1 || n > len(c.Options) {
			return nil, "", false
		}
		return c.Options[n-1].Settles, c.Options[n-1].Rephrased, true
	}
	if strings.HasPrefix(reply, "{") {
		return c.readJSON(reply)
	}
	if o, ok := c.choiceNamed(reply); ok {
		return o.Settles, o.Rephrased, true
	}
	if settled, ok := readWords(reply); ok {
		return c.about(settled), "", true
	}
	if settled, rephrased, ok := c.oneNamed(reply); ok {
		return settled, rephrased, true
	}
	if o, ok := c.choiceMeant(reply, false); ok {
		return o.Settles, o.Rephrased, true
	}
	return c.replyInWords(reply)
}

// about adds the words that were asked about to the constraint for a table that a reply names.
func (c *Clarification) about(settled []plan.Constraint) []plan.Constraint {
	for i := range settled {
		if settled[i].Kind == plan.UseTable && c.Kind == AskTable {
			settled[i].Phrase = c.Context["phrase"]
		}
	}
	return settled
}

// readWords reads corrections in words.
func readWords(reply string) ([]plan.Constraint, bool) {
	f := strings.Fields(strings.ToLower(reply))
	named := func(kind plan.ConstraintKind, name string) plan.Constraint {
		s, t := schema.SplitName(name)
		return plan.Constraint{Kind: kind, Schema: s, Table: t}
	}
	switch {
	case len(f) == 3 && f[0] == "use" && f[1] == "table":
		return []plan.Constraint{named(plan.UseTable, f[2])}, true
	case len(f) == 2 && f[0] == "table":
		return []plan.Constraint{named(plan.UseTable, f[1])}, true
	case len(f) == 4 && (f[0] == "select" || f[0] == "use") && f[2] == "not":
		return []plan.Constraint{named(plan.UseTable, f[1]), named(plan.DropTable, f[3])}, true
	case len(f) == 4 && f[0] == "join" && f[2] == "with":
		return joinOf(f[1], f[3])
	case len(f) == 3 && f[1] == "=":
		return joinOf(f[0], f[2])
	}
	return nil, false
}

func joinOf(left, right string) ([]plan.Constraint, bool) {
	ls, lt, lc, ok := schema.SplitColumn(left)
	rs, rt, rc, ok2 := schema.SplitColumn(right)
	return []plan.Constraint{{Kind: plan.UseJoin, Schema: ls, Table: lt, Column: lc, RefSchema: rs, RefTable: rt, RefColumn: rc}}, ok && ok2
}

// readJSON reads a reply by a program. Its type is table_selection, column_selection, join, choice or text.
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
		s, t, column, ok := schema.SplitColumn(r.Column)
		return []plan.Constraint{{Kind: plan.UseColumn, Phrase: c.Context["phrase"], Schema: s, Table: t, Column: column}}, "", ok
	case "table_selection":
		if r.Selected == "" {
			return nil, "", false
		}
		for i, name := range append([]string{r.Selected}, r.Rejected...) {
			s, t := schema.SplitName(name)
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

// replyInWords adds a reply that matches no choice to the question. It refuses text that looks like a number or a
// program's reply.
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

// metricReply reads a reply that says by what things are compared: "by floor area".
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

// questionWithReply returns the question with a reply in words added. The reply replaces the phrase in doubt if the
// question says "a certain customer"; otherwise it is appended.
func (c *Clarification) questionWithReply(reply string) string {
	text, phrase := c.Question.Text, c.Context["phrase"]
	if i := strings.Index(text, phrase); c.asksWhich() && phrase != "" && i >= 0 {
		return text[:i] + offer.Filled(c.Context["noun"], reply) + text[i+len(phrase):]
	}
	return text + " (" + reply + ")"
}

// resolveSettled replaces the names in constraints by those of the catalog, and hides excluded tables from every
// engine. It returns an error for a name that does not exist.
func (w *work) resolveSettled() error {
	settled := slices.Clone(w.question.Settled)
	var out []*schema.Table
	for i := range settled {
		c := &settled[i]
		if c.Kind == plan.UseWords || c.Kind == plan.AsRead || c.Kind == plan.ReadAs || c.Kind == plan.AsOf {
			continue
		}
		if c.Kind == plan.DropTable && w.table(c.Schema, c.Table) == nil {
			continue // it is already hidden
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

// lastUse returns the kind of the latest constraint about a table as a whole.
func (w *work) lastUse(t *schema.Table) (kind plan.ConstraintKind) {
	for _, c := range w.question.Settled {
		if (c.Kind == plan.UseTable || c.Kind == plan.DropTable) && c.Table == t.Name && c.Schema == t.Schema {
			kind = c.Kind
		}
	}
	return kind
}

func (w *work) table(schemaName, table string) *schema.Table {
	return w.snapshot.Called(strings.TrimPrefix(schemaName+"."+table, "."))
}

// resolve replaces the names of a table and of its column, which may be empty, by those of the catalog.
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

// SplitReplies splits the answers to several questions, separated by semicolons: 'order_returns; products.cost'. Any
// other text is returned as one reply.
func (c *Clarification) SplitReplies(text string) []string {
	var all []string
	for part := range strings.SplitSeq(text, ";") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	if strings.HasPrefix(strings.TrimSpace(text), "{") || !slices.ContainsFunc(all, c.IsReply) {
		return []string{text}
	}
	return all
}

// NextReply returns the reply for this clarification, and the remaining ones. It is the first that names a choice,
// because an earlier clarification may no longer be asked; otherwise the first reply.
func (c *Clarification) NextReply(replies []string) (reply string, rest []string) {
	i := max(0, slices.IndexFunc(replies, func(r string) bool { _, ok := c.choiceNamed(r); return ok }))
	return replies[i], slices.Delete(slices.Clone(replies), i, i+1)
}

// byName returns a reply with a choice's number replaced by its name, because the number means something else when
// another clarification comes first.
func (c *Clarification) byName(reply string) string {
	n, ok := c.number(reply)
	if !ok || n < 1 || n > len(c.Options) || strings.Contains(c.Options[n-1].Label, ";") {
		return reply
	}
	return c.Options[n-1].Label
}
