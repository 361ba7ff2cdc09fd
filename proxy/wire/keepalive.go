package wire

import (
	"net"
	"time"
)

// DefaultKeepAlive detects a peer that has vanished within two minutes, and keeps connections open that firewalls and
// load balancers drop after a few minutes without traffic.
var DefaultKeepAlive = net.KeepAliveConfig{Enable: true, Idle: time.Minute, Interval: 10 * time.Second, Count: 6}

// KeepAlive sets TCP keepalive on a connection. For other connections it does nothing.
func KeepAlive(conn net.Conn, cfg net.KeepAliveConfig) {
	if secured, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = secured.NetConn()
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetKeepAliveConfig(cfg) // a connection that is closed already says so soon enough
	}
}
