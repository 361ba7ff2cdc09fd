package recognise

import (
	"strings"
	"unicode"
)

// maxActor bounds Actor's result, in bytes of the name.
const maxActor = 128

// Actor returns the user of a BI tool, as tool:name, from the comment that the tool puts before its SQL
// (Result.Remark); empty when the comment is of no known tool. Anybody can write such a comment, so nothing may be
// allowed because of it.
func Actor(remark string) string {
	// metabase/driver: "Metabase:: userID: 7 queryType: native queryHash: …"
	if rest, ok := strings.CutPrefix(remark, "Metabase::"); ok {
		words := strings.Fields(rest)
		for i, w := range words {
			if w == "userID:" && i+1 < len(words) {
				return actor("metabase", words[i+1])
			}
		}
		return ""
	}
	// redash/query_runner: "Username: ann@example.com, query_id: 12, Queue: queries, Job ID: …"
	if strings.Contains(remark, "query_id: ") || strings.Contains(remark, "Query ID: ") {
		for part := range strings.SplitSeq(remark, ", ") {
			if name, ok := strings.CutPrefix(part, "Username: "); ok {
				return actor("redash", name)
			}
		}
	}
	return ""
}

// actor returns a name that is fit to be shown: bounded, one line, nothing that a terminal would obey.
func actor(tool, name string) string {
	name = strings.TrimSpace(name)
	if len(name) > maxActor || name == "" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return ""
	}
	return tool + ":" + name
}
