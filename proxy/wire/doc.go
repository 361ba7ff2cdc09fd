// Package wire moves messages between a client and its upstream, and knows which replies are owed. It knows nothing
// of questions.
//
//	client ---> Frames ---> Pump ---> Writer ---> upstream
//	            bytes in    decides   bytes out
//	client <--- Writer <--- Pump <--- Frames <--- upstream
//	                          |
//	                       Exchange: whose reply is this?
//
// A Link is both directions of one session. Frames are walked by their five-byte headers, in pooled buffers, and
// forwarded where they lie; idle ones hold no buffer. Whoever sends a request of the proxy's own says where its
// replies go (Destination), in a Batch, and the Exchange takes them out of the stream again. The protocol is
// described in the PostgreSQL manual, chapter "Frontend/Backend Protocol",
// https://www.postgresql.org/docs/current/protocol.html.
package wire
