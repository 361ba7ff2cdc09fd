// Package scram is SCRAM-SHA-256 as PostgreSQL speaks it (RFC 5802, RFC 7677), both sides of it, with channel binding
// to the end point of TLS (RFC 5929):
//
//	client                         proxy                          PostgreSQL
//	 | client-first  ------------->| Server, from a Verifier       |
//	 |<------------- server-first  |                               |
//	 | client-final  ------------->| the proof reveals ClientKey   |
//	 |                             | Client, with that key ------->| client-first, server-first, client-final
//	 |                             |<------------------------------| server-final: the server has proven itself
//	 |<------------- server-final  |                               |
//
// A client that proves itself hands over its ClientKey, masked with a signature that who holds the verifier can
// compute. With the key, and without ever knowing the password, the proxy can prove itself in the client's place to a
// server that has the same verifier. That is why there is a package of our own: docs/decisions has the reasons.
//
//	server.go    the proxy towards its client; verifier.go what it checks a proof against
//	client.go    the proxy towards PostgreSQL
//	message.go   the messages of both; keys.go the keys of RFC 5802, endpoint.go channel binding
//
// Nothing here does I/O, and nothing that it returns as an error holds what a peer has sent.
package scram
