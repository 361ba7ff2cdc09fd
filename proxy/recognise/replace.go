package recognise

import "strings"

// Replace returns the text with each question replaced by its answer, a statement without a semicolon; answers are in
// the order of r.Questions. A missing or empty answer leaves its question as it stands. Everything else is kept to
// the letter.
func (r Result) Replace(answers []string) string { return r.replace(answers, 0, len(r.Text)) }

// ReplaceBehind is Replace with a text put before each statement that has one in before, by its index: a statement of
// its own, with its semicolon.
func (r Result) ReplaceBehind(before, answers []string) string {
	var b strings.Builder
	at := 0
	for i, s := range r.Statements {
		if i < len(before) && before[i] != "" {
			b.WriteString(r.replace(answers, at, s.Start))
			b.WriteString(before[i])
			at = s.Start
		}
	}
	b.WriteString(r.replace(answers, at, len(r.Text)))
	return b.String()
}

// Pieces are the statements of the text, each replaced likewise.
func (r Result) Pieces(answers []string) []string {
	out := make([]string, len(r.Statements))
	for i, s := range r.Statements {
		out[i] = r.replace(answers, s.Start, s.End)
	}
	return out
}

// replace is Replace for the bytes of the text from one to before another, which cut no question.
func (r Result) replace(answers []string, at, end int) string {
	var b strings.Builder
	for i, q := range r.Questions {
		if i >= len(answers) || answers[i] == "" || q.Start < at || q.End > end {
			continue
		}
		b.WriteString(r.Text[at:q.Start])
		at = q.End
		r.answer(&b, q, answers[i])
	}
	b.WriteString(r.Text[at:end])
	return b.String()
}

// answer writes what stands in place of a question.
func (r Result) answer(b *strings.Builder, q Question, answer string) {
	answer = Ended(answer)
	if q.Form != Function && q.Limit < 0 {
		b.WriteString(answer)
		return
	}
	b.WriteByte('(')
	b.WriteString(answer)
	b.WriteByte(')')
	if q.Alias == "" {
		return
	}
	b.WriteString(" AS ")
	b.WriteString(q.Alias)
	if q.End < len(r.Text) && !isOneOf(r.Text[q.End], " \t\r\n,);") {
		b.WriteByte(' ') // ask('…')WHERE
	}
}

// Ended returns a statement so that something can follow it: what may end in a comment gets a line of its own.
func Ended(sql string) string {
	if strings.Contains(sql, "--") {
		return sql + "\n"
	}
	return sql
}
