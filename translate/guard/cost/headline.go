package cost

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// maxHeadline is the length of a text that the statement makes in which ts_headline may look for a phrase: the time
// and the memory that this takes are quadratic.
const maxHeadline = 2_000

// phrases notes which calls search for words alone, and reports those of ts_headline that look for phrases in long
// texts.
func (e *excesses) phrases(name string, m *pg_query.FuncCall, args *parts, v *value) {
	v.words = false
	switch name {
	case "plainto_tsquery":
		v.words = true
	case "to_tsquery", "websearch_to_tsquery":
		if n := len(m.Args); n > 0 {
			v.words = m.Args[n-1].GetAConst() != nil && args.at(n-1).words || m.Args[n-1].GetTypeCast() != nil &&
				onlyWords(literal(m.Args[n-1])) &&
				literal(m.Args[n-1]) != ""
		}
	case "tsquery_and", "tsquery_or":
		v.words = args.all.words
	case "ts_headline":
		if args.seeks(0) || args.seeks(1) { // (document, query, options), or with a configuration before them
			e.report(Size, name, "ts_headline looks for a phrase in a text that the statement makes: use plainto_tsquery, or a column for the text")
		}
	}
}

// seeks reports whether a part is a long text that the statement makes, and the next may be a phrase.
func (p *parts) seeks(at int) bool {
	text := p.at(at)
	return at+1 < len(p.list) && (text.bytes > maxHeadline || text.gathered) && !p.at(at+1).words
}

// onlyWords reports whether a search for text, in whichever form, has no phrase in it. Words with punctuation are
// phrases of their parts.
func onlyWords(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return r < 0x80 && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || strings.ContainsRune(" &|!()_", r)) ||
			0x80 <= r && r < 0xC0 || 0x2000 <= r && r < 0x2E80
	})
}
