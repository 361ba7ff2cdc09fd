// Package recognise tells whether the text of a Query or Parse message asks a question, and where in the text it does.
//
// It is pure: no I/O, no regular expressions, time linear in the text. Users' text never reaches PostgreSQL's own
// parser here, whose scanner is quadratic in block comments and whose grammar can be made to exhaust the stack.
//
// A question arrives in three forms:
//
//	ASK how many customers;                      Bare: a statement that begins with the word
//	ask sql: how many customers;
//
//	/* ask: how many customers */;               Comment: a statement that is nothing but a comment and a carrier:
//	-- ask: how many customers                   none, a SELECT without columns, SELECT 1, each with or without LIMIT n
//	select -- ask: how many customers
//
//	SELECT * FROM ask('how many customers') t;   Function: wherever a table may stand
//
// A comment form in parentheses of its own in place of a table is one too, because BI tools wrap what a user saved:
// SELECT … FROM (-- ask: how many customers ⏎ ) AS "source". It counts as the function form.
//
// A verb and a colon may stand before the question in every form. SQL wins over comments: /* ask: x */ SELECT * FROM
// t is no question. Comments inside a bare ASK are not part of the question.
//
// # Where a table may stand
//
// The walker (walk.go) keeps one mode per open parenthesis, moved by keywords alone. A level becomes a query when
// SELECT begins it (or follows WITH, a set operator, INSERT INTO t, EXPLAIN, CREATE … AS, …). In a query, FROM after
// the select list opens the table list; UPDATE … SET … FROM, DELETE … USING and MERGE … USING open one too. In a
// table list an item is expected after FROM or USING, after a comma, JOIN and LATERAL, and inside a parenthesis that
// stands for an item; after the item only an alias can come, after ON an expression. FROM anywhere else (EXTRACT(year
// FROM x), IS DISTINCT FROM x, COPY t FROM, REVOKE … FROM) opens nothing. A call of ours in an expression of a query
// is an error that names the right place; outside queries (CREATE FUNCTION ask(…), GRANT … ON FUNCTION ask(text),
// INSERT INTO ask (…), WITH ask (…) AS) the word is the user's own.
//
// The tests compare the lexer with PostgreSQL's scanner, and the walker with its grammar, on small random texts.
//
// Reading order:
//
//	mayask.go   the fast way past everything else
//	find.go     Find, and what it returns; errors.go what it refuses
//	names.go    verbs and functions
//	whole.go    statements that are a question; comment.go those in a comment, actor.go whose comment it is
//	walk.go     where a table may stand; keywords.go the keywords that move it; makes.go statements that keep their SQL
//	call.go     calls of ask(…); value.go their arguments, bound.go those that are parameters
//	replace.go  a text with its questions replaced
//	lexer.go    with lexer_quote.go and literal.go, PostgreSQL's rules of
//	            https://www.postgresql.org/docs/current/sql-syntax-lexical.html
package recognise
