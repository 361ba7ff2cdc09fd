package login

import (
	"cmp"

	"github.com/pgask/pgask/pattern"
)

// Route sends sessions of a datasource to another server, when they connect: a session never changes sides, because its
// role, its settings and its row-level security would not follow.
type Route struct {
	Role        string // a pattern; empty: any
	Application string // likewise, of application_name in the startup message; empty: any
	To          Upstream
}

// fits reports whether the route is for a session.
func (r Route) fits(role, application string) bool {
	return matches(r.Role, role) && matches(r.Application, application)
}

func matches(like, name string) bool {
	if like == "" {
		return true
	}
	ok, err := pattern.Match(like, name)
	return ok && err == nil
}

// route returns the server for a session: that of the first route that fits, else the datasource's own. via names the
// route, for the log and to keep catalogs apart; it is empty when none fits.
func (u Upstream) route(role, application string) (to Upstream, via string) {
	for _, r := range u.Routes {
		if r.fits(role, application) {
			to, via = r.To, r.To.name()
			to.Auth = cmp.Or(to.Auth, u.Auth)
			to.Database = cmp.Or(to.Database, u.Database)
			return to, via
		}
	}
	return u, ""
}

// Datasource is the database that a session has come to.
type Datasource struct {
	Name       string   // as the client gave it
	Configured string   // its key in Config.Datasources: name, or AnyDatabase
	upstream   Upstream // of the datasource, or of the route
	Route      string   // the name of the route that fits; empty: none
}

// name identifies the upstream: address and database.
func (u Upstream) name() string {
	if len(u.hosts) == 0 {
		return ""
	}
	return u.hosts[0].address + "/" + u.Database
}

// all returns the upstream and those of its routes.
func (u Upstream) all() []Upstream {
	list := []Upstream{u}
	for _, r := range u.Routes {
		list = append(list, r.To)
	}
	return list
}
