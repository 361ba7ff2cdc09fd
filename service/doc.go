// Package service builds everything from the settings (the agent, the guard, the audit log, the state store, the
// proxy with its metrics and its console) and runs it. It is the only package that imports all others; only the
// command line imports it.
//
//	agent.go    settings to an agent and a guard; persist.go keeps in the state store what an agent may reuse
//	proxy.go    settings to the configuration of the proxy; access.go the part of TLS and authentication,
//	            identity.go the files of certificates
//	audit.go    settings to an audit log; sinks.go its copies elsewhere
//	state.go    the state store, and the lessons in it
//	service.go  what a proxy keeps while it runs
//	run.go      Run: from a listener to the end of the last session; reload.go new settings meanwhile
//	console.go  the console over all that; console_tls.go its certificates; health.go, now.go, outline.go and policies.go fill its pages, console_token.go opens it
//	check.go    what is wrong with settings; errors.go SettingError
//	logger.go   the log; version.go the name of this release
package service
