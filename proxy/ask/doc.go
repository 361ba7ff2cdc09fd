// Package ask answers the questions of one session, on the session's own connection to the upstream.
//
// The session's two pumps bring a Desk what comes: Take gets the client's messages, Deliver the upstream's replies.
// Most pass as they are. A message that holds a question begins a turn, a goroutine beside the client's pump; what
// the client has said so far (talk) belongs to the pump or to the turn, never to both: awaitTurn hands it out when
// the turn has ended.
//
//	desk.go         a session's desk, and talk          <- read first
//	take.go         what is done with a message of the client; deliver.go with a reply of the upstream
//	turn.go         a question is worked on; gate.go how many at a time; board.go who may see which
//	query.go        a Query that asks; extended.go a Parse; bind.go a Bind; execute.go a Describe or Execute of what was bound;
//	                deferred.go and bindvalues.go a question that is a parameter
//	before.go       statements before a question that change what names mean; block.go transaction blocks; setting.go SET ask.…
//	ask.go          one question to the agent and back; dialogue.go what a session remembers of its questions; refer.go earlier ones
//	lend.go         the agent's connection
//	wrap.go         BEGIN READ ONLY … ROLLBACK; enterwrap.go around portals; run.go around one statement, draw.go its drawing
//	pending.go      questions in statements that the client runs; record.go the audit record
//	voice.go        what clients are told; encoding.go in their client_encoding
package ask
