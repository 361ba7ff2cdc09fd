package guard

import "regexp"

// newer matches query syntax of PostgreSQL 17 and 18 that the parser, which has the grammar of 16, does not know:
// JSON_TABLE, the clauses of the other SQL/JSON functions, AT LOCAL.
// https://www.postgresql.org/docs/17/release-17.html
var newer = regexp.MustCompile(`(?i)\b(json(_table|_value|_query|_exists|_serialize|_scalar)?\s*\(|at\s+local\b)`)

// unparsable returns the finding for a text that the parser rejects. Its message tells the writer, mostly a model,
// what to write instead.
func unparsable(sql string, err error) *finding {
	if newer.MatchString(sql) {
		return invalid(RuleSyntax, "", "it is read as PostgreSQL 16 reads it, without JSON_TABLE, the clauses of JSON_VALUE and its like, "+
			"and AT LOCAL; jsonb_to_recordset, jsonb_path_query and AT TIME ZONE do the same: %s", err)
	}
	return invalid(RuleSyntax, "", "it is not valid SQL: %s", err)
}
