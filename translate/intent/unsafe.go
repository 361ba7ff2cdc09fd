package intent

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/wordform"
)

// What asks for a change is refused from its words alone, before a model sees it. The words must be sure: an imperative
// at the beginning of a sentence with what it is about, so that "deleted orders per month", "updates in March" and
// "raises per department" stay questions.

// asksToChange returns what a text asks to do to the database or its server, when one of its sentences does; else "".
func asksToChange(text string) string {
	for _, sentence := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".?!;\n", r) }) {
		if verb := writes(wordform.Plain(sentence)); verb != "" {
			return verb
		}
	}
	lower := strings.ToLower(text)
	for _, word := range wordform.Plain(text) {
		if strings.HasPrefix(word, "pg_read_") || strings.HasPrefix(word, "pg_ls_") ||
			slices.Contains([]string{"lo_import", "lo_export", "dblink_exec", "pg_terminate_backend"}, word) {
			return "call " + word
		}
	}
	if strings.Contains(lower, " /etc/") || strings.Contains(lower, " /proc/") {
		return "read a file of the server"
	}
	return ""
}

// politeness lists words before an imperative that have no meaning of their own.
var politeness = map[string]bool{"please": true, "can": true, "could": true, "would": true, "you": true, "kindly": true,
	"now": true, "just": true, "i": true, "want": true, "need": true, "to": true, "let's": true, "go": true,
	"ahead": true, "and": true, "then": true}

// writing lists imperatives that ask for a change. They count only in the place of an imperative and before an
// object, so that "deleted orders per month" and "updates in March" stay questions.
var writing = map[string]bool{"delete": true, "drop": true, "update": true, "insert": true, "truncate": true, "alter": true,
	"create": true, "grant": true, "revoke": true, "erase": true, "purge": true, "wipe": true, "rename": true, "modify": true,
	"overwrite": true, "destroy": true, "remove": true, "vacuum": true, "reindex": true, "kill": true,
	"terminate": true, "shutdown": true, "merge": true}

// objects lists words that may follow such an imperative.
var objects = map[string]bool{"all": true, "the": true, "every": true, "each": true, "any": true, "this": true, "that": true,
	"these": true, "those": true, "a": true, "an": true, "table": true, "tables": true, "from": true, "into": true, "my": true,
	"our": true, "database": true, "everything": true, "index": true, "column": true, "schema": true, "view": true, "user": true,
	"role": true, "row": true, "rows": true, "customer": true, "new": true, "it": true, "them": true}

// setting lists imperatives that ask for a change of a value. As nouns and in questions they are common, so they
// count only before a word that points at something, and the first group only with what the value becomes: "set the
// limit to 5", "raise her limit".
var (
	setting = map[string][]string{"set": {"to"}, "mark": {"as"}, "change": {"to", "into", "from"}, "flag": {"as"},
		"turn": {"off", "on"}, "switch": {"off", "on"},
		"move": {"to", "into"}, "assign": {"to"}, "add": {"to", "as", "called", "named"}, "copy": {"to", "into"},
		"replace": {"by", "with"}, "give": {"access", "permission", "permissions", "rights", "raise"},
		"put":  {"on", "into", "up", "down"},
		"kick": {"off", "out"}, "throw": {"off", "out"}, "take": {"off", "out"}, "bring": {"down", "up"}}
	raising = map[string]bool{"raise": true, "lower": true, "increase": true, "decrease": true, "reduce": true,
		"disable": true, "enable": true,
		"cancel": true, "reset": true, "deactivate": true, "activate": true, "block": true, "unblock": true,
		"unlock": true, "approve": true, "reject": true, "archive": true, "restore": true, "undelete": true,
		"empty": true, "clear": true, "lock": true,
		"refund": true, "book": true, "send": true, "fire": true, "close": true, "reopen": true, "stop": true,
		"undo": true, "swap": true, "void": true, "correct": true, "bump": true}
	// verbsOnly are those that are no nouns, so that they need nothing that points.
	verbsOnly = map[string]bool{"disable": true, "enable": true, "deactivate": true, "activate": true, "undelete": true,
		"unblock": true, "unlock": true, "revoke": true, "reassign": true}
	// following lists imperatives that hand the word over to somebody who wrote into the data.
	following = map[string]bool{"follow": true, "obey": true, "execute": true, "run": true, "do": true}
	pointsAt  = map[string]bool{"the": true, "all": true, "every": true, "each": true, "this": true, "that": true,
		"these": true, "those": true, "my": true, "our": true, "her": true, "his": true,
		"its": true, "their": true, "it": true, "them": true, "him": true, "a": true, "an": true}
	apart = map[string]bool{"turn off": true, "turn on": true, "switch off": true, "switch on": true,
		"shut down": true, "write off": true}
	ordering = map[string]bool{"command": true, "commands": true, "instruction": true, "instructions": true,
		"script": true, "statement": true, "sql": true, "it": true, "them": true, "what": true}
)

// writes returns the imperative when a sentence asks to change something, else "".
func writes(words []string) string {
	i := 0
	for i < len(words) && politeness[words[i]] {
		i++
	}
	if i >= len(words) {
		return ""
	}
	rest := words[i+1:]
	switch verb := words[i]; {
	case len(rest) == 0:
	case verbsOnly[verb]:
		return verb
	case verb == "get" && len(rest) > 2 && rest[0] == "rid" && rest[1] == "of":
		return "get rid of something"
	case raising[verb] && (pointsAt[rest[0]] && rest[0] != "each" && rest[0] != "every" ||
		strings.HasSuffix(rest[0], "'s") || len(rest) == 2 && !strings.HasSuffix(rest[0], "s") &&
		strings.ContainsAny(rest[1], "0123456789")):
		return verb
	case sets(verb, rest):
		return verb
	case apart[verb+" "+rest[0]] && len(rest) > 1 && (pointsAt[rest[1]] || len(rest) == 3 && isNumber(rest[2])):
		return verb + " " + rest[0]
	case verb == "grant" && (rest[0] == "me" || rest[0] == "us"):
		return verb
	case verb == "make" && (rest[0] == "me" || slices.Contains(rest, "an") || slices.Contains(rest, "a")) &&
		slices.ContainsFunc(rest, func(w string) bool { return powers[w] }):
		return verb
	case ignoring[verb] && slices.ContainsFunc(rest, func(w string) bool { return rules[w] }):
		return verb + " what binds it"
	case (verb == "run" || verb == "execute") && (writing[rest[0]] || rest[0] == "copy" || rest[0] == "call" ||
		len(rest) > 1 && pointsAt[rest[0]] && writing[rest[1]]):
		return verb + " " + rest[0]
	case following[verb] && (ordering[rest[0]] && verb != "do" || len(rest) > 1 && rest[0] == "the" &&
		ordering[rest[1]] || verb == "do" && rest[0] == "what" &&
		slices.ContainsFunc(rest, func(w string) bool { return w == "says" || w == "tells" })):
		return verb + " what stands there"
	}
	if !writing[words[i]] {
		return afterwards(words)
	}
	if len(rest) == 0 || objects[rest[0]] || i > 0 || len(rest) <= 3 && !named(rest) {
		return words[i]
	}
	return ""
}

// sets reports whether a verb of setting has what is set and what that becomes: "mark invoice 12 as paid".
func sets(verb string, rest []string) bool {
	at := slices.IndexFunc(rest, func(w string) bool { return slices.Contains(setting[verb], w) })
	if at < 1 {
		return false
	}
	some := at > 1 && slices.ContainsFunc(rest[1:at], func(w string) bool { return isNumber(w) || w == "s" || strings.HasSuffix(w, "'s") })
	return pointsAt[rest[0]] || strings.HasSuffix(rest[0], "'s") || some && !between[rest[0]] || verb == "turn" ||
		verb == "switch" || verb == "give" || verb == "kick" || verb == "throw"
}

// named reports whether the words after a verb rather make a name with it, as in "delete rate by month" and "merge
// requests by author".
func named(rest []string) bool {
	return heads[rest[0]] || slices.ContainsFunc(rest[1:], func(w string) bool { return between[w] || w == "sold" })
}

// afterwards returns the imperative when a request to show something ends in one to change it: "show the orders and
// then delete them".
func afterwards(words []string) string {
	for i := 1; i+2 < len(words); i++ {
		switch {
		case slices.Contains([]string{"who", "that", "which", "how", "what"}, words[i]):
			return ""
		case (words[i] == "and" || words[i] == "then") && writing[words[i+1]] &&
			slices.Contains([]string{"them", "it", "those", "these"}, words[i+2]):
			return words[i+1]
		}
	}
	return ""
}

func isNumber(w string) bool { return w != "" && strings.Trim(w, "0123456789") == "" }

// Words that tell a command from a name.
var (
	between = map[string]bool{"of": true, "in": true, "per": true, "by": true, "over": true, "for": true, "since": true,
		"during": true, "each": true}
	heads = map[string]bool{"rate": true, "rates": true, "count": true, "counts": true, "history": true,
		"frequency": true, "date": true, "dates": true, "time": true, "times": true,
		"request": true, "requests": true, "log": true, "logs": true, "status": true, "ratio": true, "share": true}
	powers   = map[string]bool{"superuser": true, "admin": true, "administrator": true, "owner": true, "root": true}
	ignoring = map[string]bool{"ignore": true, "forget": true, "disregard": true, "bypass": true, "override": true, "circumvent": true}
	rules    = map[string]bool{"policy": true, "policies": true, "rule": true, "rules": true, "instruction": true,
		"instructions": true, "restriction": true, "restrictions": true,
		"permissions": true, "security": true}
)
