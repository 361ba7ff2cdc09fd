package wire

import (
	"crypto/rand"
	"strings"

	"github.com/jackc/pgproto3/v2"
)

// OwnStatement is the name, on the upstream, of statements and portals of the proxy's own; it is free again at the
// end of the batch that uses it. It is random, so that the client has none of that name.
var OwnStatement = "pgask_wrap_" + strings.ToLower(rand.Text())

// Batch is a group of messages to the upstream and what they will be answered with.
type Batch struct {
	Bytes []byte
	kinds []expected
}

// Add appends a message of ours whose replies go to a destination.
func (b *Batch) Add(to Destination, kind Request, m pgproto3.FrontendMessage) {
	b.Bytes = Encode(b.Bytes, m)
	b.kinds = append(b.kinds, expected{kind, to})
}

// Exec adds one statement of ours by the extended protocol, its replies to a destination, its name free again.
func (b *Batch) Exec(to Destination, sql string, args ...[]byte) {
	b.Add(to, ReqParse, &pgproto3.Parse{Name: OwnStatement, Query: sql})
	b.Add(to, ReqBind, &pgproto3.Bind{DestinationPortal: OwnStatement, PreparedStatement: OwnStatement, Parameters: args})
	b.Add(to, ReqExecute, &pgproto3.Execute{Portal: OwnStatement})
	b.Close(OwnStatement)
}

// Close drops a statement of ours and the portal of the same name. Closing what does not exist is no error.
func (b *Batch) Close(name string) {
	b.Add(ToNobody, ReqClose, &pgproto3.Close{ObjectType: 'P', Name: name})
	b.Add(ToNobody, ReqClose, &pgproto3.Close{ObjectType: 'S', Name: name})
}

// Sync ends the batch; its ReadyForQuery goes to a destination.
func (b *Batch) Sync(to Destination) { b.Add(to, ReqSync, &pgproto3.Sync{}) }
