package ask

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate"
)

// settingOfOurs is the name in a statement that sets one custom setting of pgask's.
var settingOfOurs = regexp.MustCompile(`(?i)^\s*set\s+(?:session\s+|local\s+)?(ask\.[a-z_][a-z0-9_$]{0,62})\s*(?:=|\sto\s)`)

// warnOfSetting warns of a setting that pgask does not know: PostgreSQL takes any name with a dot, so that a name
// that is written wrong would do nothing, without a word. The warning goes out with the statement's own reply.
func (v *voice) warnOfSetting(text string) {
	m := settingOfOurs.FindStringSubmatch(text)
	if m == nil || slices.Contains(translate.SettingNames(), strings.ToLower(m[1])) {
		return
	}
	// A client that has gone is noticed by its pump.
	_ = v.link.Client.Write(v.encodeNotice(translate.Notice{Severity: "WARNING", Code: "42704",
		Message: fmt.Sprintf("pgask has no setting %q", strings.ToLower(m[1])),
		Hint:    "It has " + strings.Join(translate.SettingNames(), ", ") + "."}))
}
