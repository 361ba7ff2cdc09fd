//go:build !linux

package proxy

import "net"

// hungUp is not known on this system: the end is found behind what was sent before it.
func hungUp(net.Conn) bool { return false }
