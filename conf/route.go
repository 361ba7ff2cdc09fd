package conf

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
)

// Route sends some sessions of a datasource to another server.
type Route struct {
	By       string // role or application
	Pattern  string // of the role's or the application's name, with the wildcards of package pattern
	Upstream Upstream
}

const routeForm = "it must look like role=PATTERN postgres://host:5432/database or application=PATTERN postgres://…"

// parseRoute reads role=PATTERN URL or application=PATTERN URL. A pattern may hold spaces.
func parseRoute(text string) (Route, error) {
	text = strings.TrimSpace(text)
	i := strings.LastIndexByte(text, ' ')
	if i < 0 {
		return Route{}, errors.New(routeForm)
	}
	by, pattern, ok := strings.Cut(strings.TrimSpace(text[:i]), "=")
	if !ok || by != "role" && by != "application" || pattern == "" {
		return Route{}, errors.New(routeForm)
	}
	if _, err := path.Match(pattern, ""); err != nil {
		return Route{}, errors.New("its pattern is not valid")
	}
	up, err := ParseUpstream(text[i+1:])
	return Route{By: by, Pattern: pattern, Upstream: up}, err
}

// String returns the route as it stands in a file.
func (r Route) String() string { return r.By + "=" + r.Pattern + " " + r.Upstream.String() }

// routes are those of one datasource, as a layer gives them.
type routes struct {
	list   []Route
	origin Origin
}

// route reads what datasources.NAME.routes says. A later layer replaces all of it.
func (l *loader) route(o Origin, name string, texts []string) {
	r := routes{origin: o}
	for _, text := range splitList(texts) {
		one, err := parseRoute(text)
		if err != nil {
			l.complain(o, "datasources."+name+".routes", hideLogin(text), err.Error())
			return
		}
		r.list = append(r.list, one)
	}
	l.routes[name] = r
}

// addRoutes gives the datasources their routes, when all layers are read.
func (l *loader) addRoutes() {
	for _, name := range slices.Sorted(maps.Keys(l.routes)) {
		i := slices.IndexFunc(l.datasources, func(d Datasource) bool { return d.Name == name })
		if i < 0 {
			l.complain(l.routes[name].origin, "datasources."+name+".routes", "", "the datasource has no upstream")
			continue
		}
		l.datasources[i].Routes, l.datasources[i].routeOrigin = l.routes[name].list, l.routes[name].origin
	}
}
