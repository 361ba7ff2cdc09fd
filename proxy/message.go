package proxy

import (
	"fmt"

	"github.com/jackc/pgproto3/v2"
)

// encode appends a message of ours to dst. It can only fail for one longer than a gigabyte, and the longest that we make
// is a statement with a question in it, which is bounded by what is searched for questions and by the guard.
func encode(dst []byte, m pgproto3.Message) []byte {
	out, err := m.Encode(dst)
	if err != nil {
		panic(fmt.Sprintf("encode a message of our own: %v", err))
	}
	return out
}
