package login

import (
	"net"
	"testing"
)

func TestLoopback(t *testing.T) {
	t.Parallel()
	for addr, want := range map[net.Addr]bool{
		&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}:               true,
		&net.TCPAddr{IP: net.IPv4(127, 9, 9, 9)}:               true,
		&net.TCPAddr{IP: net.IPv6loopback}:                     true,
		&net.TCPAddr{IP: net.ParseIP("::ffff:127.0.0.1")}:      true,
		&net.UnixAddr{Name: "/tmp/socket", Net: "unix"}:        true,
		&net.TCPAddr{IP: net.IPv4(10, 0, 0, 1)}:                false,
		&net.TCPAddr{IP: net.ParseIP("::ffff:10.0.0.1")}:       false,
		&net.TCPAddr{IP: net.ParseIP("fe80::1"), Zone: "eth0"}: false,
		&net.TCPAddr{}:                         false,
		&net.IPAddr{IP: net.IPv4(10, 0, 0, 1)}: false,
	} {
		if got := loopback(addr); got != want {
			t.Errorf("%v: %v", addr, got)
		}
	}
}
