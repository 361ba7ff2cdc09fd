package audit

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"
)

// csvColumn is one of the columns of an export.
type csvColumn struct {
	name  string
	value func(*Entry) string
}

func csvNumber(n int64) string { return strconv.FormatInt(n, 10) }

func csvMilliseconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds()*1000, 'f', 3, 64)
}

// csvColumns are the columns of an export, named as the fields; of lists the entries are kept apart by blanks.
var csvColumns = []csvColumn{
	{"id", func(e *Entry) string { return e.ID }},
	{"time", func(e *Entry) string { return e.Time.Format(time.RFC3339Nano) }},
	{"outcome", func(e *Entry) string { return string(e.Outcome) }},
	{"proxy", func(e *Entry) string { return e.Proxy }},
	{"datasource", func(e *Entry) string { return e.Datasource }},
	{"role", func(e *Entry) string { return e.Role }},
	{"acting_role", func(e *Entry) string { return e.Acting }},
	{"application", func(e *Entry) string { return e.Application }},
	{"claimed_actor", func(e *Entry) string { return e.Actor }},
	{"client", func(e *Entry) string { return e.Client }},
	{"form", func(e *Entry) string { return e.Form }},
	{"verb", func(e *Entry) string { return e.Verb }},
	{"question", func(e *Entry) string { return e.Question }},
	{"reply", func(e *Entry) string { return e.Reply }},
	{"about", func(e *Entry) string { return e.About }},
	{"feedback", func(e *Entry) string { return string(e.Feedback) }},
	{"feedback_reason", func(e *Entry) string { return e.FeedbackReason }},
	{"sql", func(e *Entry) string { return e.SQL }},
	{"sent", func(e *Entry) string { return e.Sent }},
	{"within", func(e *Entry) string { return e.Within }},
	{"fingerprint", func(e *Entry) string { return e.Fingerprint }},
	{"relations", func(e *Entry) string { return strings.Join(e.Relations, " ") }},
	{"columns", func(e *Entry) string { return strings.Join(e.Columns, " ") }},
	{"engine", func(e *Entry) string { return e.Engine }},
	{"model", func(e *Entry) string { return e.Model }},
	{"tokens_in", func(e *Entry) string { return csvNumber(int64(e.TokensIn)) }},
	{"tokens_out", func(e *Entry) string { return csvNumber(int64(e.TokensOut)) }},
	{"model_cost", func(e *Entry) string { return strconv.FormatFloat(e.ModelCost, 'f', -1, 64) }},
	{"lessons", func(e *Entry) string { return strings.Join(e.Lessons, " ") }},
	{"pin", func(e *Entry) string { return e.Pin }},
	{"verdict", func(e *Entry) string { return e.Verdict }},
	{"rule", func(e *Entry) string { return e.Rule }},
	{"policy", func(e *Entry) string { return e.Policy }},
	{"rows", func(e *Entry) string { return csvNumber(e.Rows) }},
	{"bytes", func(e *Entry) string { return csvNumber(e.Bytes) }},
	{"sqlstate", func(e *Entry) string { return e.SQLState }},
	{"message", func(e *Entry) string { return e.Message }},
	{"translate_ms", func(e *Entry) string { return csvMilliseconds(e.Translate) }},
	{"first_row_ms", func(e *Entry) string { return csvMilliseconds(e.FirstRow) }},
	{"total_ms", func(e *Entry) string { return csvMilliseconds(e.Total) }},
}

// CSV writes a header now and a line for each question that write is called with; flush says whether all of it was
// written.
func CSV(out io.Writer) (write func(*Entry) error, flush func() error) {
	w := csv.NewWriter(out)
	line := make([]string, len(csvColumns))
	for i, c := range csvColumns {
		line[i] = c.name
	}
	_ = w.Write(line) // told by flush
	return func(e *Entry) error {
			for i, c := range csvColumns {
				line[i] = harmless(c.value(e))
			}
			return w.Write(line)
		}, func() error {
			w.Flush()
			return w.Error()
		}
}

// harmless returns a value that no spreadsheet takes for a formula: OWASP, "CSV Injection". A value that begins like
// a formula gets an apostrophe in front, which spreadsheets do not show.
func harmless(value string) string {
	if value != "" && strings.ContainsRune("=+-@\t\r\n", rune(value[0])) {
		return "'" + value
	}
	return value
}
