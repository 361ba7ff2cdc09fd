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
// Reading order: server.go (Serve, Shutdown), session.go (one client, accept to close), end.go (how it ends), startup.go, tls.go, upstream.go and
// auth.go with what stands beside it (until the client is let in: authrelay.go, authpassword.go and authscram.go, login.go in the
// client's place, verifiers.go and authquery.go), frame.go and writer.go (messages as they come and go), pump.go (who moves
// them: package poll), relay.go (the client's pump and decide), deliver.go (the upstream's), exchange.go (which replies are
// owed, and where they go), turn.go (a question's turn beside the pump), query.go, extended.go and bind.go (a Query, a Parse, a
// Bind that asks), deferred.go and bindvalues.go (a question that is a parameter), wrap.go and run.go (the statement, read-only), lend.go (the agent's connection), cancel.go, pending.go
// and record.go.
//
// The words are PostgreSQL's own: startup, prepared statement, portal, simple and extended query, transaction status,
// cancel key. The protocol is described in the PostgreSQL manual, chapter "Frontend/Backend Protocol",
// https://www.postgresql.org/docs/current/protocol.html.
package proxy
