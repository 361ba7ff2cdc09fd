// Package guard proves that one SQL text is a single SELECT that only reads: it does not write, lock, signal, sleep,
// reach another server or a file, change the session, or read what policy forbids. The proof does no I/O: it uses the
// parse tree, lists generated from PostgreSQL's own catalog, and the catalog facts that the caller passes. Whatever is
// not known to be harmless is refused.
//
//	text ──bounds──▶ parse ──shape──▶ bind ──▶ shape, resolve, cost ──▶ write ──▶ Verdict.Sent
//	                          └──────────────── write ───────────────────────▶ Verdict.SQL
//
//	bounds   bounds.go    bytes, tokens, nesting, comments: checked before parsing, because a long chain of operators
//	                      overflows the parser's C stack and ends the process, and the parser takes quadratic time
//	                      over comments
//	shape    tree/        a closed list of node types, every field of every node walked
//	         shape.go     no INTO, no lock, no writing CTE; functions, operators and types against the lists
//	         objectnames.go: numbers that would be shown as names of the catalog
//	bind     normal/      the names as PostgreSQL reads them, written so that they can be read in one way only
//	         form.go      what normal asks about the database
//	resolve  resolve.go   the proof of that form, which refuses whatever is not in it; policy on relations
//	         columns.go   each column must exist, so that c.touch cannot be a call of touch(c); policy on columns
//	         fields.go    (c.p).touch likewise; casts.go what users' casts may run unseen
//	cost     cost/        what the planner makes of the statement, values and rows that it makes of nothing, recursion
//	                      without a bound, and work that no timeout interrupts
//	write    write.go     a tree as text again, parsed again and compared: the text sent is the one proven
//
// The names of the rules in verdicts and audit records are the constants in verdict.go. docs/guard.md lists the rules
// in the same order and says what is allowed and why. The relevant chapters of PostgreSQL's manual are
// https://www.postgresql.org/docs/current/sql-set-transaction.html (what READ ONLY does not stop),
// https://www.postgresql.org/docs/current/typeconv-func.html (why a name on the search path can be hijacked) and
// https://www.postgresql.org/docs/current/xfunc-sql.html#XFUNC-SQL-COMPOSITE-FUNCTIONS (functional notation).
package guard
