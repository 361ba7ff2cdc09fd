package proxy

import (
	"net"
	"time"
)

// defaultKeepAlive finds a peer that is gone without a word within two minutes, and keeps alive what firewalls and balancers
// drop after a few minutes of silence.
var defaultKeepAlive = net.KeepAliveConfig{Enable: true, Idle: time.Minute, Interval: 10 * time.Second, Count: 6}

// keepAlive has the kernel probe a silent peer. It is for TCP; elsewhere it does nothing.
func keepAlive(conn net.Conn, cfg net.KeepAliveConfig) {
	if secured, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = secured.NetConn()
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetKeepAliveConfig(cfg) // a connection that is closed already says so soon enough
	}
}
