package console

import (
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // a container may have no time zones
)

// zoneParam is how an address names the time zone that its times are in, and that a page shows.
const zoneParam = "zone"

// zoneForm is what names of time zones look like: they name files, too.
var zoneForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$`)

// someZones are suggested; every name of the IANA's can be chosen.
var someZones = []string{"UTC", "America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata",
	"Asia/Shanghai", "Asia/Tokyo",
	"Australia/Sydney", "Europe/Berlin", "Europe/London", "Europe/Moscow"}

// loadZone returns the time zone of a name.
func loadZone(name string) (*time.Location, bool) {
	if len(name) > 64 || !zoneForm.MatchString(name) || name == "Local" {
		return nil, false
	}
	at, err := time.LoadLocation(name)
	return at, err == nil
}

// zone returns the time zone that a visitor sees times in: that of the address, else the one chosen before, else the
// console's.
func (c *Console) zone(r *http.Request) *time.Location {
	if at, ok := loadZone(r.URL.Query().Get(zoneParam)); ok {
		return at
	}
	if chosen, err := r.Cookie(zoneCookie); err == nil {
		if at, ok := loadZone(chosen.Value); ok {
			return at
		}
	}
	return c.cfg.Location
}

// chosen returns the name of a zone for addresses; empty for the console's own, which need not say it.
func (c *Console) chosen(at *time.Location) string {
	if at.String() == c.cfg.Location.String() {
		return ""
	}
	return at.String()
}

// zoneName returns the name of a zone as labels have it.
func (c *Console) zoneName(at *time.Location) string {
	if at == time.Local {
		return c.cfg.now().In(at).Format("MST")
	}
	return at.String()
}

// zoneCookie holds what somebody chose. It is no secret, and the same for all consoles of a host.
const zoneCookie = "pgask-console-zone"

// chooseZone keeps the zone that a visitor wants to see times in; none: the console's again.
func (c *Console) chooseZone(w http.ResponseWriter, r *http.Request, _ *visitor) error {
	name := strings.TrimSpace(r.PostForm.Get(zoneParam))
	if _, ok := loadZone(name); name != "" && !ok {
		return &problem{http.StatusUnprocessableEntity, "There is no time zone “" + short(40, name) +
			"”. They are called UTC, Europe/Berlin, America/New_York …"}
	}
	keep := &http.Cookie{Name: zoneCookie, Value: name, Path: "/", HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode,
		MaxAge: int(365 * 24 * time.Hour / time.Second)}
	if name == "" {
		keep.MaxAge = -1
	}
	http.SetCookie(w, keep)
	return redirect(w, r, unzoned(local(r.PostForm.Get("back"))))
}

// unzoned returns an address without its zone, which would hide the one that was just chosen.
func unzoned(address string) string {
	u, err := url.Parse(address)
	if err != nil || !u.Query().Has(zoneParam) {
		return address
	}
	rest := u.Query()
	rest.Del(zoneParam)
	u.RawQuery = rest.Encode()
	return u.String()
}

// templates are the pages by name, of one time zone: what they show of times is theirs.
type templates map[string]*template.Template

// templatesByZone keeps them, because it takes a while to make them.
type templatesByZone struct {
	mu   sync.Mutex
	made map[string]templates
}

// maxZones bounds how many are kept: visitors choose.
const maxZones = 12

// in returns the templates of a time zone.
func (t *templatesByZone) in(at *time.Location, chosen string) (templates, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if have := t.made[at.String()]; have != nil {
		return have, nil
	}
	made, err := parseTemplates(at, chosen)
	if err != nil {
		return nil, err
	}
	if t.made == nil || len(t.made) >= maxZones {
		t.made = map[string]templates{}
	}
	t.made[at.String()] = made
	return made, nil
}
