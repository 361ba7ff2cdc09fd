package console

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// Bounds on what is asked of the console, however many ask.
const (
	readTimeout     = 10 * time.Second // for a request to arrive
	writeTimeout    = 40 * time.Second // for a response to be made and to leave
	workTimeout     = 20 * time.Second // for a response to be made
	seatTimeout     = time.Second      // for other requests to end
	requestsAtATime = 8
	maxHeader       = 16 << 10 // bytes
	maxURL          = 4 << 10
	maxBody         = 256 << 10
)

// policy lets a page load nothing but what the console serves, and nobody frame it or send its forms elsewhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// gate holds the checks of every request that come before authentication.
func (c *Console) gate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secure(w.Header())
		switch {
		case !c.ours(r):
			// As plain text: to the browser this is a page of another site.
			http.Error(w, "This name is not one of the console's; see console.hosts.", http.StatusMisdirectedRequest)
			return
		case foreign(r):
			http.Error(w, "This request came from another site.", http.StatusForbidden)
			return
		case len(r.RequestURI) > maxURL:
			http.Error(w, "The address is too long.", http.StatusRequestURITooLong)
			return
		}
		if !c.sit(r.Context()) {
			w.Header().Set("Retry-After", "5")
			http.Error(w, "Too many requests at a time.", http.StatusServiceUnavailable)
			return
		}
		defer func() { <-c.seats }()
		defer c.caught(w)
		ctx, cancel := context.WithTimeout(r.Context(), workTimeout)
		defer cancel()
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// secure sets what every response has.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin") // not less: browsers then send no Origin with a form
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cache-Control", "no-store")
}

// foreign reports whether a page of another site made a request, other than by a link that the user followed. Such a
// page must not even measure how long an answer takes. For browsers without Sec-Fetch headers the SameSite cookie is
// the only protection.
func foreign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	if site != "cross-site" && site != "same-site" { // the same site may be another port, and so another service
		return false
	}
	follows := r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
	return !follows
}

// sit waits up to seatTimeout for one of requestsAtATime seats, and reports whether it got one.
func (c *Console) sit(ctx context.Context) bool {
	select {
	case c.seats <- struct{}{}:
		return true
	default:
	}
	wait := time.NewTimer(seatTimeout)
	defer wait.Stop()
	select {
	case c.seats <- struct{}{}:
		return true
	case <-wait.C:
	case <-ctx.Done():
	}
	return false
}

// caught recovers from a panic in a page. net/http would do so as well, but it would log the value of the panic,
// which may quote a question. The stack holds none.
func (c *Console) caught(w http.ResponseWriter) {
	switch p := recover(); p {
	case nil:
	case http.ErrAbortHandler:
		panic(p)
	default:
		c.log.Error("console page panicked", "panic", fmt.Sprintf("%T", p), "stack", string(debug.Stack()))
		http.Error(w, "Something went wrong here.", http.StatusInternalServerError)
	}
}

// ours reports whether the Host of a request is a name of the console. DNS rebinding makes a foreign page same-origin
// by pointing a foreign name at this address; it needs a name, so any IP address is accepted.
func (c *Console) ours(r *http.Request) bool {
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		host, port = r.Host, ""
	}
	host = strings.TrimSuffix(strings.ToLower(strings.Trim(host, "[]")), ".")
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	if host == "localhost" {
		return localAddr(r).IsLoopback()
	}
	hosts := c.cfg.Hosts
	if c.cfg.OwnNames != nil {
		hosts = slices.Concat(hosts, c.cfg.OwnNames())
	}
	return slices.ContainsFunc(hosts, func(h string) bool {
		return strings.EqualFold(h, host) || port != "" && strings.EqualFold(h, net.JoinHostPort(host, port))
	})
}

// localAddr returns the local address of a request's connection.
func localAddr(r *http.Request) netip.Addr { return localAddrPort(r).Addr() }

func localAddrPort(r *http.Request) netip.AddrPort {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return netip.AddrPort{}
	}
	at := addr.AddrPort()
	return netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
}

// remoteAddr returns the client's address on the network.
func remoteAddr(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap()
}
