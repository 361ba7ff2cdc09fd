//go:build !linux

package login

import "net"

// pending reports whether bytes of the client wait to be read; where that cannot be seen, no.
func pending(net.Conn) bool { return false }
