package conf

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/pgask/pgask/spelling"
)

// SystemFile is read when no file is named and it exists.
const SystemFile = "/etc/pgask/pgask.yaml"

// Sources are the layers over the built-in defaults, lowest first.
type Sources struct {
	// File is a settings file. Empty: the one that PGASK_CONFIG names, else SystemFile if it exists.
	File string
	// Environ is an environment as os.Environ returns it.
	Environ []string
	// Flags may hold flags made by AddFlag; those that were given count. May be nil.
	Flags *pflag.FlagSet
	// NoSystemFile leaves SystemFile alone.
	NoSystemFile bool
	// Set holds key=value pairs, as --set gives them.
	Set []string
}

// AddFlag defines a flag for a key: --max-rows for max_rows.
func AddFlag(fs *pflag.FlagSet, key string) {
	if key == upstreamKey {
		fs.String(key, "", "URL of the PostgreSQL server, such as postgres://host:5432/database")
		return
	}
	s := find(key)
	usage := s.about
	if s.text != "" {
		usage += " (default " + s.text + ")"
	}
	// Values stay text here, so that a bad one is reported like one from a file.
	fs.String(flagName(key), "", usage)
}

func flagName(key string) string { return strings.NewReplacer(".", "-", "_", "-").Replace(key) }

// Load reads all layers. Its error is Problems: everything that is wrong, one line each. A variable that holds an
// empty text counts as unset.
func Load(from Sources) (*Settings, error) {
	l := loader{env: environment(from.Environ), v: viper.New(), origins: make(map[string]Origin), auth: make(map[string]Datasource),
		routes: make(map[string]routes)}
	for _, s := range settings {
		l.v.SetDefault(s.key, s.text)
	}
	l.file(from)
	l.variables(from.Environ)
	l.flags(from.Flags, from.Set)

	s := &Settings{origins: l.origins}
	l.fill(s)
	l.defaultPaths(s)
	l.authModes()
	l.addRoutes()
	s.Datasources = l.datasources
	slices.SortFunc(s.Datasources, func(a, b Datasource) int { return strings.Compare(a.Name, b.Name) })
	if len(l.problems) == 0 {
		l.problems = s.together()
	}
	if len(l.problems) > 0 {
		return nil, l.problems
	}
	s.contents = contents(s)
	return s, nil
}

type loader struct {
	env         map[string]string
	v           *viper.Viper
	origins     map[string]Origin // of the topmost layer that sets a key
	datasources []Datasource
	auth        map[string]Datasource // what datasources.NAME.auth says, by name
	routes      map[string]routes     // what datasources.NAME.routes says
	problems    Problems
}

func environment(environ []string) map[string]string {
	env := make(map[string]string, len(environ))
	for _, e := range environ {
		if name, value, ok := strings.Cut(e, "="); ok && value != "" {
			env[name] = value
		}
	}
	return env
}

func (l *loader) complain(o Origin, key, value, reason string) {
	l.problems = append(l.problems, Problem{Origin: o, Key: key, Value: value, Reason: reason})
}

// file merges the settings file.
func (l *loader) file(from Sources) {
	name := from.File
	name = cmp.Or(name, l.env["PGASK_CONFIG"])
	if name == "" {
		if _, err := os.Stat(SystemFile); err != nil || from.NoSystemFile {
			return
		}
		name = SystemFile
	}
	leaves, problems := readFile(name)
	l.problems = append(l.problems, problems...)
	seen := make(map[string]int)
	for _, leaf := range leaves {
		o, key := Origin{Name: name, Line: leaf.line}, canonical(leaf.key())
		if first, ok := seen[key]; ok {
			l.complain(o, key, "", "it was set before, at "+Origin{Name: name, Line: first}.String())
			continue
		}
		seen[key] = leaf.line
		if leaf.path[0] == "datasources" || key == upstreamKey {
			l.datasource(o, leaf.path, leaf.texts)
			continue
		}
		l.merge(o, key, leaf.texts)
	}
}

// merge puts a value over what lower layers gave.
func (l *loader) merge(o Origin, key string, texts []string) {
	if find(key) == nil {
		reason := removed[key]
		if reason == "" {
			reason = unknown("setting", key, known())
		}
		l.complain(o, key, "", reason)
		return
	}
	l.v.Set(key, texts)
	l.origins[key] = o
}

func unknown(what, name string, candidates []string) string {
	if near := spelling.Nearest(name, candidates); near != "" {
		return "no such " + what + "; did you mean " + near + "?"
	}
	return "no such " + what
}

// datasource adds a datasource, or replaces the upstream of the one with the same name. The path is upstream, or
// datasources, the name (which may hold dots), and upstream, auth or routes.
func (l *loader) datasource(o Origin, path []string, texts []string) {
	key, last := strings.Join(path, "."), len(path)-1
	if len(path) == 2 || len(path) > 2 && path[last] != "upstream" && path[last] != "auth" && path[last] != "routes" {
		l.complain(o, key, "", "no such setting; a datasource has datasources.NAME.upstream, datasources.NAME.auth and datasources.NAME.routes")
		return
	}
	if len(path) > 2 && path[last] == "auth" {
		name := strings.Join(path[1:last], ".")
		l.auth[name] = Datasource{Name: name, Auth: strings.Join(texts, ","), authOrigin: o}
		return
	}
	if len(path) > 2 && path[last] == "routes" {
		l.route(o, strings.Join(path[1:last], "."), texts)
		return
	}
	var up Upstream
	if err := assign(&up, texts); err != nil {
		// A URL with a login is a mistake that must not spread the password.
		l.complain(o, key, hideLogin(strings.Join(texts, ",")), err.Error())
		return
	}
	name := up.Database
	if len(path) > 1 {
		name = strings.Join(path[1:last], ".")
	} else if name == "" {
		name = "*"
	}
	if len(name) > 63 || name == "" {
		l.complain(o, key, "", "a name has from 1 to 63 bytes, as in PostgreSQL")
		return
	}
	d := Datasource{Name: name, Upstream: up, origin: o}
	if i := slices.IndexFunc(l.datasources, func(d Datasource) bool { return d.Name == name }); i >= 0 {
		l.datasources[i] = d
		return
	}
	l.datasources = append(l.datasources, d)
}

// authModes applies datasources.NAME.auth to the datasources, when all layers are read.
func (l *loader) authModes() {
	for _, name := range slices.Sorted(maps.Keys(l.auth)) {
		a := l.auth[name]
		i := slices.IndexFunc(l.datasources, func(d Datasource) bool { return d.Name == name })
		switch key := "datasources." + name + ".auth"; {
		case i < 0:
			l.complain(a.authOrigin, key, "", "the datasource has no upstream")
		case !slices.Contains(authModes, a.Auth):
			l.complain(a.authOrigin, key, a.Auth, "it must be one of "+strings.Join(authModes, ", "))
		default:
			l.datasources[i].Auth, l.datasources[i].authOrigin = a.Auth, a.authOrigin
		}
	}
}

func hideLogin(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		rest = url
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		return strings.TrimSuffix(scheme, rest) + "://…" + rest[i:]
	}
	return url
}

// ofDatasource takes the name of a variable about a datasource apart.
var ofDatasource = regexp.MustCompile(`(?s)^PGASK_DATASOURCES_(.*)_(UPSTREAM|AUTH|ROUTES)$`)

// variables merges the PGASK_ variables of the environment.
func (l *loader) variables(environ []string) {
	names := map[string]string{} // variable to key
	for _, key := range known() {
		names[variable(key)] = key
	}
	for alias, key := range aliases {
		names[variable(alias)] = key
	}
	candidates := slices.Sorted(maps.Keys(names))
	for _, e := range slices.Sorted(slices.Values(environ)) {
		name, _, _ := strings.Cut(e, "=")
		value, ok := l.env[name]
		if !ok || !strings.HasPrefix(name, "PGASK_") || name == "PGASK_CONFIG" || name == "PGASK_MODEL_KEY" ||
			name == "PGASK_AUTH_PASSWORD" {
			continue
		}
		o := Origin{Name: name}
		if key, ok := names[name]; ok && key != upstreamKey {
			l.merge(o, key, []string{value})
		} else if ok {
			l.datasource(o, []string{upstreamKey}, []string{value})
		} else if m := ofDatasource.FindStringSubmatch(name); m != nil {
			l.datasource(o, []string{"datasources", l.named(m[1]), strings.ToLower(m[2])}, []string{value})
		} else if !l.holdsSecret(name) {
			l.complain(o, "", "", unknown("setting", name, candidates))
		}
	}
}

// holdsSecret reports whether a variable is one that a setting names as the place of a secret.
func (l *loader) holdsSecret(name string) bool {
	return slices.ContainsFunc([]string{"model.key_env", "auth.query_password_env"}, func(key string) bool {
		return name == l.v.GetString(key) || name == l.env[variable(key)]
	})
}

// named finds the datasource that a part of a variable's name stands for, or else makes a name of it.
func (l *loader) named(part string) string {
	for _, d := range l.datasources {
		if variable(d.Name) == "PGASK_"+part {
			return d.Name
		}
	}
	return strings.ToLower(part)
}

// flags puts flags over everything.
func (l *loader) flags(fs *pflag.FlagSet, set []string) {
	for _, pair := range set {
		key, value, ok := strings.Cut(pair, "=")
		o := Origin{Name: "--set"}
		key = canonical(key)
		switch path := strings.Split(key, "."); {
		case !ok:
			l.complain(o, "", pair, "it must look like key=value")
		case path[0] == "datasources" || key == upstreamKey:
			l.datasource(o, path, []string{value})
		case find(key) == nil:
			l.complain(o, key, "", unknown("setting", key, known()))
		default:
			l.v.Set(key, value)
			l.origins[key] = o
		}
	}
	if fs == nil {
		return
	}
	for _, s := range settings {
		f := fs.Lookup(flagName(s.key))
		if f == nil || !f.Changed {
			continue
		}
		l.v.Set(s.key, f.Value.String())
		l.origins[s.key] = Origin{Name: "--" + f.Name}
	}
	if f := fs.Lookup(upstreamKey); f != nil && f.Changed {
		l.datasource(Origin{Name: "--upstream"}, []string{upstreamKey}, []string{f.Value.String()})
	}
}

// fill parses every value into its field.
func (l *loader) fill(s *Settings) {
	for _, row := range settings {
		var texts []string
		switch v := l.v.Get(row.key).(type) {
		case string:
			texts = []string{v}
		case []string:
			texts = v
		}
		field := row.field(s)
		err := assign(field, texts)
		reason := ""
		if err != nil {
			reason = err.Error()
		} else if row.check != nil {
			reason = row.check(field)
		}
		if reason == "" {
			continue
		}
		value := strings.Join(texts, ", ")
		if _, secret := field.(*Secret); secret {
			value = ""
		}
		l.complain(l.origins[row.key], row.key, hideLogin(value), reason)
	}
	s.Model.Key = Secret(l.env[s.Model.KeyEnv])
	s.Auth.QueryPassword = Secret(l.env[s.Auth.QueryPasswordEnv])
}

// defaultPaths fills the directories that depend on who runs the program.
func (l *loader) defaultPaths(s *Settings) {
	s.State.Dir = cmp.Or(s.State.Dir, l.stateDir())
	if s.State.Dir == "" {
		l.complain(Origin{}, "state.dir", "", "no home directory is known; set it to a directory")
	}
	s.Audit.Dir = cmp.Or(s.Audit.Dir, filepath.Join(s.State.Dir, "audit"))
}

// stateDir follows systemd's StateDirectory=, then the custom of the system for root, then the XDG custom for others.
func (l *loader) stateDir() string {
	if dir := l.env["STATE_DIRECTORY"]; dir != "" {
		return dir
	}
	if os.Geteuid() == 0 {
		return "/var/lib/pgask"
	}
	if dir := l.env["XDG_STATE_HOME"]; filepath.IsAbs(dir) {
		return filepath.Join(dir, "pgask")
	}
	if home := l.env["HOME"]; home != "" {
		return filepath.Join(home, ".local", "state", "pgask")
	}
	return ""
}
