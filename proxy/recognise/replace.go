package recognise

import "strings"

// Replace is the text with each question replaced by its answer, a statement without a semicolon; answers are in the order
// of r.Questions. A missing or empty answer leaves its question as it stands. Everything else is kept to the letter.
func (r Result) Replace(answers []string) string {
	var b strings.Builder
	at := 0
	for i, q := range r.Questions {
		if i >= len(answers) || answers[i] == "" {
			continue
		}
		b.WriteString(r.Text[at:q.Start])
		at = q.End
		answer := answers[i]
		if strings.Contains(answer, "--") {
			answer += "\n" // or what follows could end up in a comment
		}
		if q.Form != Function && q.Limit < 0 {
			b.WriteString(answer)
			continue
		}
		b.WriteByte('(')
		b.WriteString(answer)
		b.WriteByte(')')
		if q.Alias == "" {
			continue
		}
		b.WriteString(" AS ")
		b.WriteString(q.Alias)
		if at < len(r.Text) && !isOneOf(r.Text[at], " \t\r\n,);") {
			b.WriteByte(' ') // ask('…')WHERE
		}
	}
	b.WriteString(r.Text[at:])
	return b.String()
}
