package guard

import (
	"strings"
	"unicode/utf8"
)

// Bounds on the text, checked before the parser sees it. pg_query recurses in C once per nested expression: with an 8
// MiB stack it overflows, and the process ends, at about 24,000 links of a chain (47 KB of "+1"). The bounds keep the
// depth below a tenth of that (see TestStack). The lexer takes quadratic time over comments and over runs of operator
// characters.
const (
	maxNesting     = 200  // open parentheses and brackets
	maxChain       = 2000 // tokens in one list item, together with those of the items around it
	maxTokens      = 8000
	maxComments    = 64
	maxOperatorRun = 32
)

// limits are the bounds that differ between a draft and what is sent. The latter comes from a tree of bounded depth,
// in which operators have schemas and operations parentheses.
type limits struct{ bytes, nesting, chain, tokens, nodes int }

func draftLimits(maxBytes int) limits {
	return limits{maxBytes, maxNesting, maxChain, maxTokens, maxNodes}
}

var formLimits = limits{bytes: 256 << 10, nesting: 2 * maxDepth, chain: 4 * maxChain, tokens: 16 * maxTokens, nodes: 10 * maxNodes}

// checkBounds returns a finding when the raw text is too long, not clean UTF-8, or exceeds the bounds above;
// otherwise nil.
func checkBounds(sql string, l limits) *finding {
	switch {
	case len(sql) > l.bytes:
		return invalid(RuleBounds, "", "it is longer than %d bytes", l.bytes)
	case !utf8.ValidString(sql):
		return invalid(RuleEncoding, "", "it is not valid UTF-8")
	case strings.ContainsRune(sql, 0):
		return invalid(RuleEncoding, "", "it holds a NUL byte")
	case strings.ContainsRune(sql, '\uFEFF'):
		return invalid(RuleEncoding, "", "it holds a byte order mark")
	case strings.Count(sql, "/*") > maxComments:
		return invalid(RuleBounds, "", "it holds more than %d comments", maxComments)
	}
	s := scanner{text: sql, open: make([]int, 0, 16)}
	return s.run(l)
}

// scanner measures a text in one pass: how deep it nests, and how long the chains are that nesting comes from. The
// depth of a parse tree is at most the number of tokens since the last comma, summed over the open brackets, because
// within one list item every level takes at least one token. Strings are skipped as PostgreSQL lexes them.
type scanner struct {
	text  string
	pos   int
	open  []int // tokens of the current item, per open bracket around it
	chain int   // tokens of the current item
	total int
	all   int // chain and all of open
}

func (s *scanner) run(l limits) *finding {
	for s.skipSpace(); s.pos < len(s.text); s.skipSpace() {
		start := s.pos
		c := s.text[s.pos]
		switch {
		case c == '(' || c == '[':
			s.open = append(s.open, s.chain)
			s.token()
			s.chain = 0
			s.pos++
		case c == ')' || c == ']':
			s.close()
			s.pos++
		case c == ',' || c == ';':
			s.all -= s.chain
			s.chain = 0
			s.total++
			s.pos++
		case isOperator(c):
			s.operator()
			if s.pos-start > maxOperatorRun {
				return invalid(RuleBounds, "", "it holds more than %d operator characters in a row", maxOperatorRun)
			}
			s.token()
		default:
			s.word()
			s.token()
		}
		switch {
		case len(s.open) > l.nesting:
			return invalid(RuleBounds, "", "it nests more than %d brackets", l.nesting)
		case s.all > l.chain:
			return invalid(RuleBounds, "", "it chains more than %d terms", l.chain)
		case s.total > l.tokens:
			return invalid(RuleBounds, "", "it holds more than %d tokens", l.tokens)
		}
	}
	return nil
}

func (s *scanner) token() {
	s.chain++
	s.all++
	s.total++
}

// close leaves a bracket: the tokens inside it no longer count, and the item around it continues.
func (s *scanner) close() {
	s.total++
	s.all -= s.chain
	s.chain = 0
	if n := len(s.open); n > 0 {
		s.chain = s.open[n-1] + 1
		s.open = s.open[:n-1]
	}
}

// skipSpace skips white space and comments. A block comment may nest.
func (s *scanner) skipSpace() {
	for s.pos < len(s.text) {
		rest := s.text[s.pos:]
		switch {
		case strings.IndexByte(" \t\n\r\f\v", rest[0]) >= 0:
			s.pos++
		case strings.HasPrefix(rest, "--"):
			end := strings.IndexAny(rest, "\r\n")
			if end < 0 {
				end = len(rest)
			}
			s.pos += end
		case strings.HasPrefix(rest, "/*"):
			s.comment()
		default:
			return
		}
	}
}

func (s *scanner) comment() {
	depth := 0
	for s.pos < len(s.text) {
		switch rest := s.text[s.pos:]; {
		case strings.HasPrefix(rest, "/*"):
			depth++
			s.pos += 2
		case strings.HasPrefix(rest, "*/"):
			depth--
			s.pos += 2
		default:
			s.pos++
		}
		if depth == 0 {
			return
		}
	}
}

func isOperator(c byte) bool { return strings.IndexByte("+-*/<>=~!@#%^&|`?:.", c) >= 0 }

// operator skips a run of operator characters. The run ends where a comment starts.
func (s *scanner) operator() {
	for s.pos < len(s.text) && isOperator(s.text[s.pos]) {
		if rest := s.text[s.pos:]; strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "/*") {
			return
		}
		s.pos++
	}
}

// word skips a string, a quoted identifier, or a run of letters and digits.
func (s *scanner) word() {
	c := s.text[s.pos]
	switch {
	case c == '\'':
		s.quoted('\'', false)
	case c == '"':
		s.quoted('"', false)
	case (c == 'e' || c == 'E') && s.next() == '\'':
		s.pos++
		s.quoted('\'', true)
	case c == '$':
		s.dollar()
	default:
		name := isWord(c) && (c < '0' || c > '9') // only names may contain a dollar
		s.pos++
		for s.pos < len(s.text) && (isWord(s.text[s.pos]) || s.text[s.pos] == '$' && name) {
			s.pos++
		}
	}
}

func (s *scanner) next() byte {
	if s.pos+1 < len(s.text) {
		return s.text[s.pos+1]
	}
	return 0
}

func isWord(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// quoted skips a literal or an identifier in quotes. A literal continues after white space that contains a line
// break, with the same rules for escapes.
func (s *scanner) quoted(quote byte, escapes bool) {
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch c := s.text[s.pos]; {
		case c == '\\' && escapes:
			s.pos++
		case c == quote && s.next() == quote:
			s.pos++
		case c == quote:
			rest := s.text[s.pos+1:]
			after := strings.TrimLeft(rest, " \t\n\r\f")
			space := rest[:len(rest)-len(after)]
			if quote == '"' || !strings.HasPrefix(after, "'") || !strings.ContainsAny(space, "\r\n") {
				s.pos++
				return
			}
			s.pos += len(space) + 1
		}
	}
	s.pos = min(s.pos, len(s.text))
}

// dollar skips $tag$…$tag$, or a lone dollar.
func (s *scanner) dollar() {
	end := s.pos + 1
	for end < len(s.text) && isWord(s.text[end]) {
		end++
	}
	if end == len(s.text) || s.text[end] != '$' || (end > s.pos+1 && '0' <= s.text[s.pos+1] && s.text[s.pos+1] <= '9') {
		s.pos = end
		return
	}
	tag := s.text[s.pos : end+1]
	if i := strings.Index(s.text[end+1:], tag); i >= 0 {
		s.pos = end + 1 + i + len(tag)
		return
	}
	s.pos = len(s.text)
}
