// Package proxy is the wire: it accepts clients that speak the PostgreSQL protocol, relays their sessions to a real
// server, and answers the questions that it recognises in them.
//
//	psql            proxy                         agent        PostgreSQL
//	 | SSLRequest    |                              |              |
//	 |-------------->| N, or TLS                    |              |
//	 | Startup       |                              |              |
//	 |-------------->|------------------------------------------->| verbatim
//	 |<--------------|<-------------------------------------------| R: relayed, nothing learned (or auth.mode)
//	 | Query: SELECT |                              |              |
//	 |-------------->|------------------------------------------->| as it is
//	 | Query: ASK …  |                              |              |
//	 |-------------->| settle: nothing owed any more               |
//	 |               | lend ----------------------->|------------->| catalog, EXPLAIN: as the caller
//	 |               |<-------------- statement ----|              |
//	 |               | intent into the audit log    |              |
//	 |               | BEGIN READ ONLY, statement, ROLLBACK ------>|
//	 | notices, rows |<-------------------------------------------|
//	 |<--------------|                              |              |
//
// Reading order. A session, from accept to close:
//
//	server.go       Serve, Shutdown, the registry; config.go, reload.go its configuration, limits.go and gate.go its limits
//	session.go      one client, accept to close          <- read first; package login lets it in
//	end.go          how it ends; idle.go when it has done nothing for too long; errors.go what clients are told
//
// Messages, in proxy/wire: frames as they come, the writer as they go, which replies are owed and where they go, pumps that move
// them; package poll waits for them. Here:
//
//	relay.go        what the client's pump does with a message, and decide
//	deliver.go      what the upstream's pump does
//	block.go        transaction blocks
//
// Questions:
//
//	dialogue.go     what a session remembers of its questions
//	ask.go          one question to the agent and back; refer.go questions about earlier ones
//	turn.go         its turn, beside the client's pump; hangup_linux.go a client that leaves meanwhile
//	query.go        a Query that asks; extended.go a Parse; bind.go a Bind; execute.go a Describe or Execute of what was bound;
//	                deferred.go and bindvalues.go a question that is a parameter
//	before.go       statements before a question that change what names mean
//	lend.go         the agent's connection; encoding.go client_encoding
//	wrap.go         BEGIN READ ONLY … ROLLBACK; enterwrap.go around portals; run.go around one statement
//	cancel.go       cancel requests
//	pending.go      questions in statements that the client runs; record.go the audit record
//
// For operators: stats.go, sqlstates.go, ready.go.
//
// The words are PostgreSQL's own: startup, prepared statement, portal, simple and extended query, transaction status,
// cancel key. The protocol is described in the PostgreSQL manual, chapter "Frontend/Backend Protocol",
// https://www.postgresql.org/docs/current/protocol.html.
package proxy
