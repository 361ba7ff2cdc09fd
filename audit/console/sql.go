package console

import (
	"strings"
	"unicode/utf8"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// Bounds on what is given to PostgreSQL's lexer, whose time grows with the square of what is in block comments.
const (
	maxColoured = 16 << 10
	maxComments = 8 << 10
	maxIndent   = 16 // levels
)

// piece is a part of a statement in one colour.
type piece struct{ Class, Text string }

// breaksBefore are the words that begin a line, in a SELECT that came on one.
var breaksBefore = map[pg.Token]bool{pg.Token_FROM: true, pg.Token_WHERE: true, pg.Token_GROUP_P: true, pg.Token_HAVING: true,
	pg.Token_ORDER: true, pg.Token_LIMIT: true, pg.Token_OFFSET: true, pg.Token_UNION: true, pg.Token_INTERSECT: true,
	pg.Token_EXCEPT: true,
	pg.Token_WINDOW: true, pg.Token_SELECT: true, pg.Token_JOIN: true, pg.Token_LEFT: true, pg.Token_RIGHT: true,
	pg.Token_FULL: true, pg.Token_INNER_P: true,
	pg.Token_CROSS: true, pg.Token_NATURAL: true}

// joinWords stand before JOIN, and take the line break in its place.
var joinWords = map[pg.Token]bool{pg.Token_LEFT: true, pg.Token_RIGHT: true, pg.Token_FULL: true,
	pg.Token_INNER_P: true, pg.Token_CROSS: true,
	pg.Token_NATURAL: true, pg.Token_OUTER_P: true}

// statementLines splits a statement into pieces by colour, and breaks it into lines if it has none. A text that is no
// SQL, or exceeds the bounds above, is one piece.
func statementLines(sql string) []piece {
	plain := []piece{{"", sql}}
	if sql == "" || len(sql) > maxColoured || !utf8.ValidString(sql) || strings.Contains(sql, "/*") && len(sql) > maxComments {
		return plain
	}
	scanned, err := pg.Scan(sql)
	if err != nil {
		return plain
	}
	l := layout{sql: sql, tokens: scanned.Tokens, folded: strings.ContainsRune(strings.TrimSpace(sql), '\n')}
	if !l.run() {
		return plain
	}
	return l.out
}

// layout is a statement on its way to pieces.
type layout struct {
	sql    string
	tokens []*pg.ScanToken
	folded bool // the statement has lines of its own
	out    []piece
	inner  []bool // for each open parenthesis, whether a SELECT is in it
	levels int    // those of them
}

// run reports whether all of the statement could be laid out: nothing is left out, or twice.
func (l *layout) run() bool {
	at := 0
	for i, t := range l.tokens {
		from, to := int(t.Start), int(t.End)
		if from < at || to < from || to > len(l.sql) {
			return false
		}
		gap := l.sql[at:from]
		if !l.folded && l.breaks(i) {
			gap = "\n" + strings.Repeat("  ", min(l.levels, maxIndent))
		}
		l.put("", gap)
		l.put(class(t), l.sql[from:to])
		l.nest(i)
		at = to
	}
	l.put("", l.sql[at:])
	return true
}

func (l *layout) put(class, text string) {
	if text != "" {
		l.out = append(l.out, piece{class, text})
	}
}

// breaks reports whether a token begins a line: where a clause begins, at the level of a SELECT.
func (l *layout) breaks(i int) bool {
	if i == 0 || !breaksBefore[l.tokens[i].Token] {
		return false
	}
	if l.tokens[i].Token == pg.Token_SELECT { // behind the last of a WITH, or a UNION
		before := l.tokens[i-1].Token
		return before == pg.Token_ASCII_41 || before == pg.Token_UNION || before == pg.Token_ALL ||
			before == pg.Token_INTERSECT || before == pg.Token_EXCEPT
	}
	if n := len(l.inner); n > 0 && !l.inner[n-1] {
		return false
	}
	switch l.tokens[i].Token {
	case pg.Token_JOIN:
		return !joinWords[l.tokens[i-1].Token]
	case pg.Token_LEFT, pg.Token_RIGHT: // also the names of functions
		return i+1 < len(l.tokens) && l.tokens[i+1].Token != pg.Token_ASCII_40
	case pg.Token_FROM: // IS DISTINCT FROM
		return l.tokens[i-1].Token != pg.Token_DISTINCT
	}
	return true
}

// nest keeps count of parentheses.
func (l *layout) nest(i int) {
	switch l.tokens[i].Token {
	case pg.Token_ASCII_40:
		is := i+1 < len(l.tokens) && (l.tokens[i+1].Token == pg.Token_SELECT || l.tokens[i+1].Token == pg.Token_WITH)
		l.inner = append(l.inner, is)
		if is {
			l.levels++
		}
	case pg.Token_ASCII_41:
		if n := len(l.inner); n > 0 {
			if l.inner[n-1] {
				l.levels--
			}
			l.inner = l.inner[:n-1]
		}
	}
}

// class returns the colour class of a token.
func class(t *pg.ScanToken) string {
	switch t.Token {
	case pg.Token_SQL_COMMENT, pg.Token_C_COMMENT:
		return "c"
	case pg.Token_SCONST, pg.Token_USCONST, pg.Token_BCONST, pg.Token_XCONST:
		return "s"
	case pg.Token_ICONST, pg.Token_FCONST, pg.Token_PARAM:
		return "n"
	}
	switch t.KeywordKind {
	case pg.KeywordKind_RESERVED_KEYWORD, pg.KeywordKind_TYPE_FUNC_NAME_KEYWORD:
		return "k"
	case pg.KeywordKind_UNRESERVED_KEYWORD, pg.KeywordKind_COL_NAME_KEYWORD:
		if loud[t.Token] {
			return "k"
		}
	}
	return ""
}

// loud are words that could be names and hardly ever are.
var loud = map[pg.Token]bool{pg.Token_BY: true, pg.Token_OVER: true, pg.Token_PARTITION: true, pg.Token_FILTER: true,
	pg.Token_BETWEEN: true,
	pg.Token_EXISTS:  true, pg.Token_NULLS_P: true, pg.Token_EXTRACT: true, pg.Token_INTERVAL: true, pg.Token_COALESCE: true}
