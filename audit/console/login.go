package console

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// loginPage is the content of the login page.
type loginPage struct {
	Next  string
	Wrong string
}

// login shows the form for the token.
func (c *Console) login(w http.ResponseWriter, r *http.Request, _ *visitor) error {
	next := local(r.URL.Query().Get("next"))
	if c.cfg.Certificates != nil || c.visitor(r) != nil {
		return redirect(w, r, next)
	}
	return c.show(w, r, nil, http.StatusOK, "login", page{Title: "Sign in", Body: loginPage{Next: next}})
}

// enter checks the token and begins a session.
func (c *Console) enter(w http.ResponseWriter, r *http.Request, _ *visitor) error {
	if c.cfg.Certificates != nil {
		return notFound("Visitors show certificates here.")
	}
	if err := sameOrigin.Check(r); err != nil {
		return forbidden("This request came from another site.")
	}
	if err := r.ParseForm(); err != nil {
		return badForm(err)
	}
	from, now := remoteAddr(r), c.cfg.now()
	body := loginPage{Next: local(r.PostForm.Get("next"))}
	// The right token is let in however many wrong ones came from its address: behind a proxy that is everybody's.
	given := sha256.Sum256([]byte(strings.TrimSpace(r.PostForm.Get("token"))))
	right := subtle.ConstantTimeCompare(given[:], c.token[:]) == 1
	if wait := c.throttle.wait(from, now); wait > 0 && !right {
		seconds := int(wait/time.Second) + 1
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
		body.Wrong = fmt.Sprintf("Too many wrong tokens. Try again in %d seconds.", seconds)
		return c.show(w, r, nil, http.StatusTooManyRequests, "login", page{Title: "Sign in", Body: body})
	}
	if !right {
		c.throttle.failed(from, now)
		c.log.Warn("console: wrong token", "client", from.String())
		body.Wrong = "That is not the token."
		return c.show(w, r, nil, http.StatusForbidden, "login", page{Title: "Sign in", Body: body})
	}
	c.throttle.passed(from)
	http.SetCookie(w, cookie(r, c.sessions.begin(now)))
	c.log.Info("console: signed in", "client", from.String())
	return redirect(w, r, body.Next)
}

// logout ends the session.
func (c *Console) logout(w http.ResponseWriter, r *http.Request, _ *visitor) error {
	if have, err := r.Cookie(cookieName(r)); err == nil {
		c.sessions.over(have.Value)
	}
	http.SetCookie(w, cookie(r, ""))
	return redirect(w, r, "/login")
}

// local returns next if it is a path of the console, or else that of the first page: the login page must not redirect
// to other sites.
func local(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") ||
		strings.ContainsAny(next, "\\\r\n\t") || strings.HasPrefix(u.Path, "/login") {
		return "/questions"
	}
	return next
}
