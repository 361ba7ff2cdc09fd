// Package login takes a client from its first byte until it is let in: greet → admit → connect → welcome.
//
//	login.go        the four steps' state, and admit
//	policy.go       who is let in, and to which database
//	startup.go      greet: the first packets; origin.go the client's address, behind a load balancer too; tls.go TLS with the client
//	upstream.go     connect: which servers there are and how they are reached; route.go which of them
//	auth.go         welcome: authrelay.go, authpassword.go or authscram.go, by mode; authmessage.go their messages,
//	                verifiers.go and authquery.go SCRAM verifiers, credential.go a login in the client's place
//	throttle.go     wrong passwords; revoked.go client certificates
//
// The protocol is described in the PostgreSQL manual, chapter "Frontend/Backend Protocol", sections "Start-up" and
// "SASL Authentication".
package login
