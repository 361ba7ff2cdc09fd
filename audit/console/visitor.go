package console

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/pgask/pgask/pattern"
)

// visitor is an authenticated user of the console.
type visitor struct {
	Name string // as it stands on the pages and in the operator's log
	CSRF string // what every form must hold; bound to the session or the certificate
	// Leaves is set when there is a session to end.
	Leaves bool
}

// view answers a request. What it returns instead of an answer becomes an error page.
type view func(w http.ResponseWriter, r *http.Request, v *visitor) error

// known returns the handler of a view for authenticated visitors. Others are sent to the login page.
func (c *Console) known(next view) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := c.visitor(r)
		switch {
		case v != nil:
			c.answer(w, r, v, next)
		case c.cfg.Certificates != nil:
			c.fail(w, r, nil, forbidden("Your certificate is not among those that may see this."))
		case r.Header.Get("HX-Request") != "":
			w.Header().Set("HX-Refresh", "true") // the whole page, which then goes to the login page
			w.WriteHeader(http.StatusUnauthorized)
		default:
			http.Redirect(w, r, "/login?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
		}
	})
}

// changing returns the handler of a view that changes something. The request must come from a page of the console and
// hold its CSRF token.
func (c *Console) changing(next view) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := c.visitor(r)
		if v == nil {
			c.fail(w, r, nil, &problem{code: http.StatusUnauthorized, text: "You are not signed in, or no longer."})
			return
		}
		if err := sameOrigin.Check(r); err != nil {
			c.fail(w, r, v, forbidden("This request came from another site."))
			return
		}
		if err := r.ParseForm(); err != nil {
			c.fail(w, r, v, badForm(err))
			return
		}
		if !hmac.Equal([]byte(r.PostForm.Get("csrf")), []byte(v.CSRF)) {
			c.fail(w, r, v, forbidden("This form is not one of this session. Load its page again."))
			return
		}
		c.answer(w, r, v, next)
	})
}

// anyone returns the handler of a view for all visitors, authenticated or not.
func (c *Console) anyone(next view) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { c.answer(w, r, nil, next) })
}

// sameOrigin checks the headers with which browsers tell the origin of a request.
var sameOrigin = http.NewCrossOriginProtection()

// badForm returns the error page for a form that could not be read.
func badForm(err error) error {
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return &problem{code: http.StatusRequestEntityTooLarge, text: "That is too long."}
	}
	return &problem{code: http.StatusBadRequest, text: "This form cannot be read."}
}

// visitor returns the authenticated sender of a request, or nil.
func (c *Console) visitor(r *http.Request) *visitor {
	if c.cfg.Certificates != nil {
		if r.TLS == nil || len(r.TLS.VerifiedChains) == 0 {
			return nil
		}
		if err := c.cfg.Certificates(r.TLS.PeerCertificates); err != nil {
			c.log.Debug("console certificate refused", "error", err)
			return nil
		}
		cert := r.TLS.VerifiedChains[0][0]
		name, ok := c.admits(cert)
		if !ok {
			return nil
		}
		return &visitor{Name: name, CSRF: c.csrf("certificate", string(cert.Raw))}
	}
	cookie, err := r.Cookie(cookieName(r))
	if err != nil || !c.sessions.holds(cookie.Value, c.cfg.now()) {
		return nil
	}
	return &visitor{Name: "token", CSRF: c.csrf("session", cookie.Value), Leaves: true}
}

// admits returns the name by which a certificate is let in, if it is.
func (c *Console) admits(cert *x509.Certificate) (string, bool) {
	names := append([]string{cert.Subject.CommonName}, slices.Concat(cert.EmailAddresses, cert.DNSNames)...)
	for _, u := range cert.URIs {
		names = append(names, u.String())
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == "" })
	if len(c.cfg.Names) == 0 {
		return append(names, "a certificate without a name")[0], true
	}
	for _, n := range names {
		if slices.ContainsFunc(c.cfg.Names, func(p string) bool { ok, _ := pattern.Match(p, n); return ok }) {
			return n, true
		}
	}
	return "", false
}

// csrf returns the secret that the forms of a session or a certificate hold.
func (c *Console) csrf(kind, of string) string {
	h := hmac.New(sha256.New, c.key[:])
	h.Write([]byte(kind + "\x00" + of))
	return hex.EncodeToString(h.Sum(nil))
}
