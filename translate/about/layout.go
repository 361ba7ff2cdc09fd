package about

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/display"
)

// Width is the length, in bytes, above which a line of SQL is broken: what fits on a terminal of 80 columns
// after the beginning of the notice.
const Width = 66

// Layout breaks generated SQL into lines for people at a terminal: a line for each clause, and a line for each item
// if a clause is still too long. It replaces only blanks outside quotes by line ends, so the meaning stays the same.
func Layout(sql string) display.Text {
	var lines []display.Text
	for _, line := range linesOf(sql, Width) {
		lines = append(lines, display.Line(line))
	}
	return display.Join(lines, "\n  ")
}

// LaidOut returns a statement as a value of a row, broken into lines for a terminal: exactly what it is.
func LaidOut(sql string, terminal bool) string {
	if terminal {
		return strings.Join(linesOf(sql, Width), "\n  ")
	}
	return sql
}

// linesOf breaks SQL into lines of about width bytes, first at its clauses.
func linesOf(sql string, width int) []string {
	if len(sql) <= width || width < 30 {
		return []string{sql}
	}
	var lines []string
	for _, clause := range splitAt(sql, startsClause) {
		if len(clause) <= width {
			lines = append(lines, clause)
			continue
		}
		for i, item := range fill(splitAt(clause, startsItem), width) {
			if i > 0 {
				item = "  " + item
			}
			lines = append(lines, openQuery(item, width)...)
		}
	}
	return lines
}

// fill joins items into lines, as many per line as fit.
func fill(items []string, width int) []string {
	var lines []string
	for _, item := range items {
		if n := len(lines); n > 0 && len(lines[n-1])+1+len(item) <= width {
			lines[n-1] += " " + item
			continue
		}
		lines = append(lines, item)
	}
	return lines
}

// openQuery breaks a line that is too long at the subqueries in it.
func openQuery(line string, width int) []string {
	start := strings.Index(line, "(SELECT ")
	if len(line) <= width || start < 0 {
		return []string{line}
	}
	end := closing(line, start)
	if end < 0 || inQuotes(line, start) {
		return []string{line}
	}
	lines := []string{line[:start+1]}
	for _, inner := range linesOf(line[start+1:end], width-4) {
		lines = append(lines, "    "+inner)
	}
	rest := openQuery(line[end:], width)
	lines[len(lines)-1] += rest[0]
	return append(lines, rest[1:]...)
}

// splitAt splits SQL at the blanks outside parentheses and quotes for which starts returns true. starts gets the
// words before and after the blank.
func splitAt(sql string, starts func(before, after string) bool) []string {
	var pieces []string
	from, depth := 0, 0
	for i := 0; i < len(sql); i++ {
		switch sql[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '\'', '"':
			if i = skipQuoted(sql, i); i < 0 {
				return append(pieces, sql[from:])
			}
		case ' ':
			if depth == 0 && starts(sql[from:i], sql[i+1:]) {
				pieces = append(pieces, sql[from:i])
				from = i + 1
			}
		}
	}
	return append(pieces, sql[from:])
}

// clauses lists the words that begin a line.
var clauses = []string{"FROM ", "WHERE ", "GROUP BY ", "HAVING ", "WINDOW ", "ORDER BY ", "LIMIT ", "OFFSET ", "FETCH ",
	"UNION ", "INTERSECT ", "EXCEPT ",
	"SELECT ", "JOIN ", "LEFT JOIN ", "RIGHT JOIN ", "FULL JOIN ", "CROSS JOIN ", "LEFT OUTER JOIN ",
	"RIGHT OUTER JOIN ", "FULL OUTER JOIN "}

func startsClause(before, after string) bool {
	if !slices.ContainsFunc(clauses, func(c string) bool { return strings.HasPrefix(after, c) }) {
		return false
	}
	switch before[strings.LastIndexByte(before, ' ')+1:] {
	case "DISTINCT": // of IS DISTINCT FROM
		return !strings.HasPrefix(after, "FROM ")
	case "LEFT", "RIGHT", "FULL", "CROSS", "OUTER", "NATURAL", "ALL", "UNION", "INTERSECT", "EXCEPT", "WITHIN":
		return false
	}
	return true
}

func startsItem(before, after string) bool {
	return strings.HasSuffix(before, ",") || strings.HasPrefix(after, "AND ") &&
		!strings.Contains(before, " BETWEEN ") || strings.HasPrefix(after, "OR ")
}

// skipQuoted returns the index of the quote that ends the text or name beginning at i; -1 when there is none.
func skipQuoted(sql string, i int) int {
	quote, escapes := sql[i], i > 0 && sql[i] == '\'' && (sql[i-1] == 'E' || sql[i-1] == 'e')
	for i++; i < len(sql); i++ {
		switch {
		case escapes && sql[i] == '\\':
			i++
		case sql[i] == quote && i+1 < len(sql) && sql[i+1] == quote:
			i++
		case sql[i] == quote:
			return i
		}
	}
	return -1
}

// closing returns the index of the parenthesis that closes the one at start; -1 when there is none.
func closing(sql string, start int) int {
	depth := 0
	for i := start; i < len(sql); i++ {
		switch sql[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		case '\'', '"':
			if i = skipQuoted(sql, i); i < 0 {
				return -1
			}
		}
	}
	return -1
}

// inQuotes reports whether an index is inside a text or a quoted name.
func inQuotes(sql string, at int) bool {
	for i := 0; i < at; i++ {
		if sql[i] == '\'' || sql[i] == '"' {
			if i = skipQuoted(sql, i); i < 0 || i >= at {
				return true
			}
		}
	}
	return false
}

// wrap breaks prose at blanks into lines of at most width characters. A longer word gets a line of its own.
func wrap(text string, width int) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		length := 0
		var b strings.Builder
		for i, word := range strings.Fields(line) {
			n := len([]rune(word))
			switch {
			case i == 0:
				b.WriteString(indent)
				length = len(indent)
			case length+1+n > width:
				b.WriteString("\n" + indent)
				length = len(indent)
			default:
				b.WriteByte(' ')
				length++
			}
			b.WriteString(word)
			length += n
		}
		out = append(out, b.String())
	}
	return strings.Join(out, "\n")
}
