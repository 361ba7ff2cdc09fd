// Package audit keeps the record of every question. A record is written twice, as one line of JSON each time: its
// intent, durable before the statement may be sent, and its outcome afterwards.
//
//	Intent ──┐                          ┌── done
//	Intent ──┼─▶ queue ─▶ committer ────┼── done      one write and one fsync for all that waited
//	Outcome ─┘            lock, write,  └── done
//	                      fsync, unlock
//
// Each line carries a digest over itself and the line before: an HMAC when there is a key, a plain hash otherwise.
// Several processes may write to one log; each batch is written under a file lock, after a look at what the others
// have added.
//
//	record.go  what a record holds; docs/audit.md explains every field
//	log.go     Open, Intent, Outcome, Close
//	commit.go  batches: lock, catch up, write, fsync
//	line.go    record to line, and the chain
//	identity.go the log's own id; writer.go the one process that may write it
//	csv.go     questions as a spreadsheet takes them
//	cut.go     bounds on all that a record holds
//	rotate.go  file after file, and how long they are kept
//	heads.go   how far the log had come, copied to the state store; headseals.go so that nobody moves it there
//	redact.go  what of a record is not written
//	prompts.go what was sent to models, in files of their own: kept; prompts_read.go, prompts_expire.go
//	note.go    what was done beside questions
//	newest.go  the newest questions, for ask_log()
//	read.go    lines to records, from the start or from the end; cursor.go as they come, for copies
//	verify.go  what was changed, removed or reordered
package audit
