package login

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/pgask/pgask/proxy/scram"
	"github.com/pgask/pgask/proxy/wire"
)

// authentication encodes an authentication message.
func authentication(code int, data []byte) []byte {
	return wire.Message('R', binary.BigEndian.AppendUint32(nil, uint32(code)), data)
}

// mechanisms reads the names in an AuthenticationSASL message.
func mechanisms(data []byte) (names []string) {
	for {
		name, rest, ok := bytes.Cut(data, []byte{0})
		if !ok || len(name) == 0 {
			return names
		}
		names, data = append(names, string(name)), rest
	}
}

// offer encodes AuthenticationSASL with the names of mechanisms.
func offer(names ...string) []byte {
	var data []byte
	for _, n := range names {
		data = append(append(data, n...), 0)
	}
	return authentication(authSASL, append(data, 0))
}

// saslInitial reads a SASLInitialResponse: the mechanism and its first message.
func saslInitial(body []byte) (mechanism string, message []byte, ok bool) {
	name, rest, ok := bytes.Cut(body, []byte{0})
	if !ok || len(rest) < 4 || int64(binary.BigEndian.Uint32(rest)) != int64(len(rest)-4) {
		return "", nil, false
	}
	return string(name), rest[4:], true
}

// offersPlus reports whether channel binding is among the mechanisms.
func offersPlus(names []string) bool {
	return slices.Contains(names, scram.MechanismPlus)
}
