package about

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/say"
)

// Log reads the audit log for ask_log(). It returns the newest questions first, and whether there are more.
type Log func(ctx context.Context, q audit.Query) (found []audit.Entry, more bool, err error)

// LogScope says whose questions ask_log() reads, and how far, in words.
type LogScope func(ctx context.Context) (string, error)

// Bounds on one ask_log(), in bytes: on what is read from the log, and on the data in the statement.
const (
	maxLogScan = 256 << 20
	maxLogData = 16 << 20
)

// logColumns are the columns of ask_log(), in order.
var logColumns = []Column{{"id", "text"}, {"time", "timestamptz"}, {"outcome", "text"}, {"datasource", "text"},
	{"role", "text"}, {"acting_role", "text"},
	{"application", "text"}, {"claimed_actor", "text"}, {"client", "text"}, {"session", "text"}, {"proxy", "text"},
	{"form", "text"}, {"verb", "text"},
	{"question", "text"}, {"reply", "text"}, {"about", "text"}, {"feedback", "text"}, {"feedback_reason", "text"},
	{"reading", "text"}, {"confidence", "float8"}, {"clarification", "text"}, {"sql", "text"}, {"sent", "text"},
	{"within", "text"}, {"fingerprint", "text"},
	{"relations", "_text"}, {"columns", "_text"}, {"looked_up", "_text"}, {"lessons", "_text"}, {"pin", "text"},
	{"engine", "text"}, {"model", "text"}, {"prompt_hash", "text"}, {"model_calls", "int8"}, {"cached_calls", "int8"},
	{"tokens_in", "int8"}, {"tokens_out", "int8"}, {"tokens_cached", "int8"}, {"model_cost", "float8"},
	{"verdict", "text"}, {"rule", "text"}, {"policy", "text"}, {"explain_cost", "float8"}, {"explain_rows", "float8"},
	{"rows", "int8"}, {"bytes", "int8"}, {"truncated", "bool"},
	{"sqlstate", "text"}, {"message", "text"}, {"translate_time", "interval"}, {"first_row_time", "interval"}, {"total_time", "interval"},
	{"states", "jsonb"}, {"attempts", "jsonb"}, {"retrieval", "jsonb"}, {"remark", "text"}}

// readSince parses the argument of ask_log(): a time, or how long ago.
func readSince(text string, now time.Time) (time.Time, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05Z07", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	number, unit, _ := strings.Cut(text, " ")
	n, err := strconv.ParseUint(number, 10, 16)
	units := map[string]time.Duration{"minute": time.Minute, "hour": time.Hour, "day": 24 * time.Hour, "week": 7 * 24 * time.Hour}
	each, ok := units[strings.TrimSuffix(strings.TrimSpace(unit), "s")]
	if err != nil || !ok || time.Duration(n) > 1<<62/each {
		return time.Time{}, &say.Error{Code: say.CodeForm, Message: fmt.Sprintf("ask_log() does not understand %q", text),
			Hint: "It takes a time or how long ago: ask_log('2026-01-31'), ask_log('7 days'). WHERE does all else: WHERE time > now() - interval '1 month'."}
	}
	return now.Add(-time.Duration(n) * each), nil
}

// logData returns the found questions as JSON, as many as fit, and their number.
func logData(found []audit.Entry) (string, int, error) {
	var b strings.Builder
	b.WriteByte('[')
	for i := range found {
		row, err := json.Marshal(logRow(&found[i]))
		if err != nil {
			return "", 0, fmt.Errorf("write the log as JSON: %w", err)
		}
		if b.Len()+len(row) > maxLogData {
			return b.String() + "]", i, nil
		}
		if i > 0 {
			b.WriteByte(',')
		}
		// PostgreSQL texts cannot hold a NUL.
		b.WriteString(strings.ReplaceAll(string(row), `\u0000`, `\ufffd`))
	}
	return b.String() + "]", len(found), nil
}

// logRow returns a question by the names in logColumns; missing values become NULL.
func logRow(e *audit.Entry) map[string]any {
	row := map[string]any{"id": e.ID, "time": e.Time.UTC().Format(time.RFC3339Nano), "question": e.Question}
	for name, text := range map[string]string{"outcome": string(e.Outcome), "datasource": e.Datasource, "role": e.Role,
		"acting_role": e.Acting, "application": e.Application,
		"claimed_actor": e.Actor, "client": e.Client, "session": e.Session, "form": e.Form, "verb": e.Verb, "reading": e.Reading,
		"clarification": e.Clarified, "sql": e.SQL, "sent": e.Sent, "engine": e.Engine, "model": e.Model,
		"verdict": e.Verdict, "rule": e.Rule, "policy": e.Policy,
		"sqlstate": e.SQLState, "message": e.Message, "proxy": e.Proxy, "reply": e.Reply, "about": e.About, "feedback": string(e.Feedback),
		"feedback_reason": e.FeedbackReason, "within": e.Within, "fingerprint": e.Fingerprint, "pin": e.Pin,
		"prompt_hash": e.Prompt, "remark": e.Remark} {
		if text != "" {
			row[name] = text
		}
	}
	for name, number := range map[string]float64{"confidence": e.Confidence, "explain_cost": e.Cost, "explain_rows": e.PlanRows} {
		if number != 0 {
			row[name] = number
		}
	}
	for name, list := range map[string][]string{"relations": e.Relations, "columns": e.Columns, "looked_up": e.LookedUp,
		"lessons": e.Lessons} {
		if len(list) > 0 {
			row[name] = list
		}
	}
	if len(e.States) > 0 {
		row["states"] = e.States
	}
	if len(e.Attempts) > 0 {
		row["attempts"] = e.Attempts
	}
	if e.Retrieval != nil {
		row["retrieval"] = e.Retrieval
	}
	if e.Translate > 0 {
		row["translate_time"] = seconds(e.Translate)
	}
	if e.FirstRow > 0 {
		row["first_row_time"] = seconds(e.FirstRow)
	}
	// These are sums: 0 when there were no calls, unknown only while there is no outcome.
	row["model_calls"], row["tokens_in"], row["tokens_out"], row["model_cost"] = e.Calls, e.TokensIn, e.TokensOut, e.ModelCost
	row["cached_calls"], row["tokens_cached"] = e.CachedCalls, e.TokensCached
	if e.Event == audit.Finished {
		row["bytes"] = e.Bytes
		row["rows"], row["truncated"], row["total_time"] = e.Rows, e.Truncated, seconds(e.Total)
	}
	return row
}

func seconds(d time.Duration) string { return decimal(d.Seconds()) + " seconds" }

// statementOf returns the statement behind ask_log(): one JSON text, which the server converts into typed columns.
// shown is how many of the questions it holds, since not all may fit.
func statementOf(found []audit.Entry) (sql string, shown int, err error) {
	data, shown, err := logData(found)
	if err != nil {
		return "", 0, err
	}
	sql, err = logStatement(data)
	return sql, shown, err
}

// logStatement returns SELECT * FROM jsonb_to_recordset(data) AS v (column type, …).
func logStatement(data string) (string, error) {
	defs := make([]*pg.Node, len(logColumns))
	targets := make([]*pg.Node, len(logColumns))
	for i, c := range logColumns {
		typ := cast(nil, c.Type).GetTypeCast().TypeName
		defs[i] = &pg.Node{Node: &pg.Node_ColumnDef{ColumnDef: &pg.ColumnDef{Colname: c.Name, TypeName: typ, IsLocal: true}}}
		targets[i] = pg.MakeResTargetNodeWithVal(pg.MakeColumnRefNode([]*pg.Node{pg.MakeStrNode("v"), pg.MakeStrNode(c.Name)}, 0), 0)
	}
	call := pg.MakeFuncCallNode([]*pg.Node{pg.MakeStrNode("pg_catalog"), pg.MakeStrNode("jsonb_to_recordset")},
		[]*pg.Node{cast(pg.MakeAConstStrNode(data, 0), "jsonb")}, 0)
	from := &pg.Node{Node: &pg.Node_RangeFunction{RangeFunction: &pg.RangeFunction{
		Functions: []*pg.Node{pg.MakeListNode([]*pg.Node{call, {}})}, Alias: &pg.Alias{Aliasname: "v"}, Coldeflist: defs}}}
	stmt := &pg.SelectStmt{TargetList: targets, FromClause: []*pg.Node{from},
		LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg.SetOperation_SETOP_NONE}
	sql, err := pg.Deparse(&pg.ParseResult{Stmts: []*pg.RawStmt{{Stmt: &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: stmt}}}}})
	if err != nil {
		return "", fmt.Errorf("write the log as a statement: %w", err)
	}
	return sql, nil
}

// Questions are the past questions that ask_log() shows. It covers only one datasource, because a role of the same
// name on another server may belong to somebody else.
type Questions struct {
	Log        Log      // nil: none is kept
	Scope      LogScope // whose log that is; nil: not told
	Datasource string
	Since      string // a time, or how long ago; empty: no limit
	Role       string // whose questions; empty: everybody's
}

// Statement returns the statement behind ask_log(), and what its reader is told.
func (q Questions) Statement(ctx context.Context) (sql string, told []say.Notice, err error) {
	if q.Log == nil {
		return "", nil, &say.Error{Code: say.CodeForm, Message: "this proxy keeps no log that ask_log() could read"}
	}
	since, err := readSince(q.Since, time.Now())
	if err != nil {
		return "", nil, err
	}
	found, more, err := q.Log(ctx, audit.Query{Datasource: q.Datasource, Role: q.Role, Since: since, Questions: MaxRows, Scan: maxLogScan})
	scope := ""
	if err == nil && q.Scope != nil {
		scope, err = q.Scope(ctx)
	}
	if err != nil {
		return "", nil, &say.Error{Code: say.CodeAudit, Message: "the audit log cannot be read now", Err: err,
			Hint: "The operator of the proxy finds out why with: pgask audit verify, or, with audit.table_url, pgask audit verify --table."}
	}
	sql, n, err := statementOf(found)
	if err != nil {
		return "", nil, err
	}
	if scope != "" {
		told = append(told, say.Notice{Severity: "NOTICE", Message: "ask_log() reads " + scope})
	}
	if more || n < len(found) {
		told = append(told, say.Notice{Severity: "WARNING",
			Message: fmt.Sprintf("ask_log() holds the newest %d questions; there are older ones", n),
			Hint:    "A WHERE looks at these alone; pgask audit search reads all of them."})
	}
	return sql, told, nil
}
