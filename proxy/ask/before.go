package ask

import (
	"regexp"
	"slices"

	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/translate"
)

// The questions of a Query are translated before any of it runs, and then all of it is sent as one. What stands
// before a question must not change what the names in its statement lead to: search_path, the role. A statement that
// says that it does is refused at once. What functions, triggers and the like do is seen when they have run: behind
// them a statement of ours is put into the text, which fails when names may lead elsewhere.

var (
	// setsNames finds, in any statement, the ways to change these that are not SET.
	setsNames = regexp.MustCompile(`(?i)set_config|search_path|pg_settings|u&"`)
	// setsRole finds in a SET what it changes.
	setsRole = regexp.MustCompile(`(?i)\b(role|authorization|schema)\b`)
)

// changesNames says whether a statement may change how names are resolved; inBlock: a transaction block may be open.
func changesNames(st recognise.Statement, text string, inBlock bool) bool {
	switch st.Keyword {
	case "RESET", "DISCARD", "DO", "CALL":
		return true
	case "SET":
		return setsNames.MatchString(text) || setsRole.MatchString(text)
	case "COMMIT", "END", "ROLLBACK", "ABORT", "PREPARE":
		return inBlock && st.Keeps == "" // what was SET LOCAL in it ends, too
	}
	return setsNames.MatchString(text)
}

// harmless are the commands that run no function of anybody's: behind these alone nothing needs to be checked again.
var harmless = map[string]bool{"BEGIN": true, "START": true, "COMMIT": true, "END": true, "ROLLBACK": true,
	"ABORT": true, "SAVEPOINT": true,
	"RELEASE": true, "SET": true, "SHOW": true, "LISTEN": true, "UNLISTEN": true, "NOTIFY": true, "DEALLOCATE": true, "CLOSE": true}

// rechecks returns what is put before each statement of a text: a check whether the names of the answers in it lead
// where they did, if a statement before it may have changed that. checks are those of the answers, in the order of
// the questions; empty: none is needed.
func rechecks(found recognise.Result, checks []string) []string {
	before := make([]string, len(found.Statements))
	for i, q := range found.Questions {
		runs := func(st recognise.Statement) bool { return !harmless[st.Keyword] }
		if check := checks[i]; check != "" && slices.ContainsFunc(found.Statements[:q.Statement], runs) {
			before[q.Statement] = check + "; "
		}
	}
	return before
}

// errNamesChange is the answer to a question behind such a statement.
var errNamesChange = &translate.Error{Code: translate.CodeForm,
	Message: "a question cannot stand in one message behind a statement that may change the search_path or the role",
	Hint:    "Send the question by itself, after it."}

// behindChange says why the questions of a text cannot stand where they do.
func behindChange(found recognise.Result, status byte) error {
	if len(found.Questions) == 0 {
		return nil
	}
	last := found.Questions[len(found.Questions)-1].Statement
	for _, st := range found.Statements[:min(last, len(found.Statements))] {
		if changesNames(st, found.Text[st.Start:st.End], status == 'T') {
			return errNamesChange
		}
	}
	return nil
}
