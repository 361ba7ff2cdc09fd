// Package console is the page over the audit log: what was asked and what became of it, what was learned and waits
// for approval, what all of it costs, and how the proxy is. Everything is made on the server, so that it can be read
// without JavaScript; htmx renews the newest questions where there is some.
//
//	request ─▶ gate ─────────▶ who ────────────▶ view ──────▶ template
//	           host, headers,   certificate or    reads the
//	           bounds           session; change:  log, lessons,
//	                            CSRF token        health
//
//	console.go   Config, New, the routes
//	gate.go      what every request passes: bounds, Host, headers, panics
//	visitor.go   who asks: a certificate, or a session that a token began; login.go, session.go, throttle.go
//	page.go      templates and what they all show; format.go numbers and times as people read them
//	look.go      reading the log from its end; filter.go what of it is wanted
//	questions.go the list; story.go one question; prompts.go its model calls; sql.go statements in colour
//	export.go    all that a list is of: as CSV, and counted
//	usage.go     counts over a span of time: tally.go counts, chart.go draws
//	lessons.go, pins.go, change.go    what was taught, and changing it
//	now.go       what runs, and cancelling it
//	policies.go  what roles may not do, and have used of their quotas
//	health.go    how the proxy is; verify.go whether the log is as it was written
//	zone.go      the time zone that a visitor has chosen, and templates that show it
//
// Whatever the log, the lessons and the database's names hold is hostile. It reaches a page through html/template
// alone: nothing here makes template.HTML. The page runs no script of its own, and its policy (CSP) lets it run none
// but htmx.
package console
