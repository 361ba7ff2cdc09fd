package translate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/display/plot"
	"github.com/pgask/pgask/translate/schema"
)

// Settings are the values that a user may change with SET ask.…. PostgreSQL keeps them as custom settings.
type Settings struct {
	ShowSQL   bool          // ask.show_sql: the statement as a NOTICE before the rows; default on
	Clarify   string        // ask.clarify: notice, rows, error or auto (the default)
	Engine    string        // ask.engine: auto, builtin or model; empty: as configured
	Timeout   time.Duration // ask.timeout: for the whole question; 0: as configured
	Lessons   bool          // ask.lessons: lessons are used; default on
	MaxRows   int64         // ask.max_rows: rows when the plan has no limit; 0: as configured
	Chart     bool          // ask.chart: answers that can be drawn are drawn; default off
	Width     int           // ask.width: characters of a line of a drawing; default 80
	MinNotice string        // client_min_messages of the session
}

// settingNames are read together with the fingerprint. (LIMIT is a reserved word: SET ask.limit would be a syntax
// error.)
var settingNames = []string{"ask.show_sql", "ask.clarify", "ask.engine", "ask.timeout", "ask.max_rows", "ask.lessons",
	"ask.chart", "ask.width"}

// SettingNames returns the names of the settings that a user may change, in lower case.
func SettingNames() []string { return slices.Clone(settingNames) }

// readSettings reads the caller's settings. An invalid value gives a warning and counts as unset. The empty string is
// also unset, because ROLLBACK and RESET leave it in a custom setting.
func readSettings(p schema.Print) (Settings, []Notice) {
	s := Settings{ShowSQL: true, Lessons: true, Clarify: "auto", Width: 80, MinNotice: p.ClientMinMessages}
	var bad []Notice
	wrong := func(name, value, want string) {
		bad = append(bad, Notice{Severity: "WARNING", Code: "22023",
			Message: fmt.Sprintf("setting %s ignored: %q is not %s", name, value, want)})
	}
	toggle := func(to *bool, name, value string) {
		on, ok := parseBool(value)
		if !ok {
			wrong(name, value, "on or off")
			return
		}
		*to = on
	}
	for _, name := range settingNames {
		value := strings.TrimSpace(p.Settings[name])
		if value == "" {
			continue
		}
		switch name {
		case "ask.show_sql":
			toggle(&s.ShowSQL, name, value)
		case "ask.chart":
			toggle(&s.Chart, name, value)
		case "ask.width":
			n, err := strconv.Atoi(value)
			if err != nil || n < plot.MinWidth || n > plot.MaxWidth {
				wrong(name, value, fmt.Sprintf("a number of characters from %d to %d", plot.MinWidth, plot.MaxWidth))
				continue
			}
			s.Width = n
		case "ask.lessons":
			toggle(&s.Lessons, name, value)
		case "ask.clarify":
			if !oneOf(value, "notice", "rows", "error", "auto") {
				wrong(name, value, "notice, rows, error or auto")
				continue
			}
			s.Clarify = strings.ToLower(value)
		case "ask.engine":
			if !oneOf(value, EngineAuto, EngineBuiltin, EngineModel) {
				wrong(name, value, "auto, builtin or model")
				continue
			}
			s.Engine = strings.ToLower(value)
		case "ask.timeout":
			d, ok := parseTimeout(value)
			if !ok {
				wrong(name, value, "a time such as 30s or 2min, or milliseconds")
				continue
			}
			s.Timeout = d
		case "ask.max_rows":
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil || n < 0 {
				wrong(name, value, "a number of rows")
				continue
			}
			s.MaxRows = n
		}
	}
	return s, bad
}

func oneOf(value string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(value, w) })
}

// parseBool parses a truth value as PostgreSQL's settings do.
func parseBool(s string) (value, ok bool) {
	switch strings.ToLower(s) {
	case "on", "true", "yes", "1", "t", "y":
		return true, true
	case "off", "false", "no", "0", "f", "n":
		return false, true
	}
	return false, false
}

// parseTimeout parses a time as PostgreSQL's settings do: a number of milliseconds, or a number with ms, s, min, h or
// d.
func parseTimeout(s string) (time.Duration, bool) {
	digits := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz ")
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	if err != nil || n < 0 || n > 1<<31 {
		return 0, false
	}
	unit := map[string]time.Duration{"": time.Millisecond, "ms": time.Millisecond, "s": time.Second,
		"min": time.Minute, "h": time.Hour, "d": 24 * time.Hour}[strings.TrimSpace(s[len(digits):])]
	return time.Duration(n) * unit, unit != 0
}
