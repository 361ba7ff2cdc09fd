package dialogue

import (
	"encoding/json"
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

// IsReply reports whether a plain question is probably a reply to this clarification: a number, words that name
// exactly one choice, a program's reply, or a correction in words.
func (c *Asked) IsReply(text string) bool {
	text = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(text), ";.?!"))
	if n, ok := c.Number(text); ok {
		return n >= 0
	}
	if _, ok := c.choiceNamed(text); ok || c.Drops(text) || c.Several(text) {
		return true
	}
	if _, ok := c.agreed(text); ok {
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
	_, ok := ReadWords(text)
	return ok
}

// Read reads a reply to what was asked about a question: the constraints from it, and the question in other words where
// it gives others. ok is false for what is no reply.
func (c *Asked) Read(reply, question string) (settled []plan.Constraint, rephrased string, ok bool) {
	if n, ok := c.Number(reply); ok {
		if c.AsksWhich() && len(c.Options) == 0 {
			return nil, c.questionWithReply(question, reply), true // for example the year 2024
		}
		if n < 1 || n > len(c.Options) {
			return nil, "", false
		}
		return c.Options[n-1].Settles, c.Options[n-1].Rephrased, true
	}
	if strings.HasPrefix(reply, "{") {
		return c.readJSON(reply, question)
	}
	if o, ok := c.choiceNamed(reply); ok {
		return o.Settles, o.Rephrased, true
	}
	if o, ok := c.agreed(reply); ok {
		return o.Settles, o.Rephrased, true
	}
	if settled, ok := ReadWords(reply); ok {
		return c.about(settled), "", true
	}
	if settled, rephrased, ok := c.oneNamed(reply); ok {
		return settled, rephrased, true
	}
	if o, ok := c.choiceMeant(reply, false); ok {
		return o.Settles, o.Rephrased, true
	}
	return c.replyInWords(reply, question)
}

// about adds the words that were asked about to the constraint for a table that a reply names.
func (c *Asked) about(settled []plan.Constraint) []plan.Constraint {
	for i := range settled {
		if settled[i].Kind == plan.UseTable && c.Kind == AskTable {
			settled[i].Phrase = c.Context["phrase"]
		}
	}
	return settled
}

// ReadWords reads corrections in words.
func ReadWords(reply string) ([]plan.Constraint, bool) {
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
func (c *Asked) readJSON(reply, question string) (settled []plan.Constraint, rephrased string, ok bool) {
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
		return c.replyInWords(strings.TrimSpace(r.Text), question)
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
func (c *Asked) replyInWords(reply, question string) ([]plan.Constraint, string, bool) {
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
	return nil, c.questionWithReply(question, reply), true
}

// metricReply reads a reply that says by what things are compared: "by floor area".
func (c *Asked) metricReply(reply string) ([]plan.Constraint, bool) {
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
func (c *Asked) questionWithReply(text, reply string) string {
	phrase := c.Context["phrase"]
	if i := strings.Index(text, phrase); c.AsksWhich() && phrase != "" && i >= 0 {
		return text[:i] + offer.Filled(c.Context["noun"], reply) + text[i+len(phrase):]
	}
	return text + " (" + reply + ")"
}

// SplitReplies splits the answers to several questions, separated by semicolons: 'order_returns; products.cost'. Any
// other text is returned as one reply.
func (c *Asked) SplitReplies(text string) []string {
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
func (c *Asked) NextReply(replies []string) (reply string, rest []string) {
	i := max(0, slices.IndexFunc(replies, func(r string) bool { _, ok := c.choiceNamed(r); return ok }))
	return replies[i], slices.Delete(slices.Clone(replies), i, i+1)
}

// ByName returns a reply with a choice's number replaced by its name, because the number means something else when
// another clarification comes first.
func (c *Asked) ByName(reply string) string {
	n, ok := c.Number(reply)
	if !ok || n < 1 || n > len(c.Options) || strings.Contains(c.Options[n-1].Label, ";") {
		return reply
	}
	return c.Options[n-1].Label
}
