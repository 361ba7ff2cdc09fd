package console

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const (
	sessionFor  = 12 * time.Hour // from login; use does not extend it, because the live page would do so for ever
	maxSessions = 256            // the oldest makes room
)

// sessions are those that a token began. They end with the process. The zero value is ready.
type sessions struct {
	mu  sync.Mutex
	end map[[sha256.Size]byte]time.Time // end of a session, by the SHA-256 of its id, so that memory holds no usable id
}

// begin makes a session and returns its id.
func (s *sessions) begin(now time.Time) string {
	id := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end == nil {
		s.end = map[[sha256.Size]byte]time.Time{}
	}
	for len(s.end) >= maxSessions {
		s.makeRoom()
	}
	s.end[sha256.Sum256([]byte(id))] = now.Add(sessionFor)
	return id
}

// makeRoom forgets the session that would end first.
func (s *sessions) makeRoom() {
	var first [sha256.Size]byte
	var at time.Time
	for id, end := range s.end {
		if at.IsZero() || end.Before(at) {
			first, at = id, end
		}
	}
	delete(s.end, first)
}

// holds reports whether there is a session with an id.
func (s *sessions) holds(id string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	digest := sha256.Sum256([]byte(id))
	end, ok := s.end[digest]
	if ok && !now.Before(end) {
		delete(s.end, digest)
		return false
	}
	return ok
}

// over ends a session.
func (s *sessions) over(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.end, sha256.Sum256([]byte(id)))
}

// cookieName returns the name of the session's cookie. It holds the port, because cookies do not tell the ports of a
// host apart.
func cookieName(r *http.Request) string {
	if r.TLS != nil {
		return fmt.Sprintf("__Host-pgask-console-%d", localAddrPort(r).Port())
	}
	return fmt.Sprintf("pgask-console-%d", localAddrPort(r).Port())
}

// cookie returns the cookie for a session's id; an empty id deletes it. It is SameSite=Strict: the time that a search
// takes tells what is in the log, so not even a link on another site may cause one.
func cookie(r *http.Request, id string) *http.Cookie {
	c := &http.Cookie{Name: cookieName(r), Value: id, Path: "/", HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode,
		MaxAge: int(sessionFor / time.Second)}
	if id == "" {
		c.MaxAge = -1
	}
	return c
}
