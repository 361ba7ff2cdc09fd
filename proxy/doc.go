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
// This package is what a connection is: server.go (Serve, the registry), session.go (one client, accept to close),
// relay.go (the pumps of both directions), end.go (how it ends) and shutdown.go (how all do); around them
// configuration, limits, readiness and counters. What a session does is in the packages below, none of which imports
// this one:
//
//	wire        messages: frames as they come and go, whose reply is whose; knows nothing of questions
//	login       who the client is: startup, TLS, authentication; and the upstream that it comes to
//	ask         the questions of a session, from the message that holds one to the rows and the audit record
//	recognise   is this text a question, and where in it?
//	poll        connections that wait without a goroutine each
//	scram       SCRAM-SHA-256, both sides
//
// The words are PostgreSQL's own: startup, prepared statement, portal, simple and extended query, transaction status,
// cancel key. The protocol is described in the PostgreSQL manual, chapter "Frontend/Backend Protocol",
// https://www.postgresql.org/docs/current/protocol.html.
package proxy
