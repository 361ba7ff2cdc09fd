package proxy

import (
	"fmt"

	"github.com/jackc/pgproto3/v2"
)

// encode appends a message to dst. Encoding fails only beyond a gigabyte; the longest message that the proxy makes, a statement
// with an answer in it, is bounded by Config.MaxQuestionBytes and by the guard.
func encode(dst []byte, m pgproto3.Message) []byte {
	out, err := m.Encode(dst)
	if err != nil {
		panic(fmt.Sprintf("encode a message of our own: %v", err))
	}
	return out
}
