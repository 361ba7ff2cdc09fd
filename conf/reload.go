package conf

import (
	"crypto/sha256"
	"os"
	"reflect"
	"slices"
	"strings"
)

// atStart are the settings, or the groups of settings, that are read once, when the program starts: what is listened
// on, and files that are kept open. All others are live: a reload brings them into force.
var atStart = []string{"listen", "metrics.", "audit.", "state.", "log.format",
	"console.listen", "console.token", "console.hosts", "console.names", "console.read_only"}

// switches are live settings that only take another value: whether they have one at all is settled at the start.
var switches = []string{"console.cert", "console.key", "console.client_ca"}

// named are the settings that name a file which a reload reads again.
var named = []string{"schema.descriptions", "lessons.file", "policies.file", "auth.verifiers", "tls.cert", "tls.key",
	"tls.client_ca", "tls.crl",
	"console.cert", "console.key", "console.client_ca", "console.crl"}

// contents are digests of the files that settings name. One that cannot be read is left out: whoever needs it
// complains.
func contents(s *Settings) map[string][sha256.Size]byte {
	digests := map[string][sha256.Size]byte{}
	for _, row := range settings {
		if !slices.Contains(named, row.key) {
			continue
		}
		if text, err := os.ReadFile(*row.field(s).(*string)); err == nil {
			digests[row.key] = sha256.Sum256(text)
		}
	}
	return digests
}

// Live reports whether a reload brings a setting into force.
func Live(key string) bool {
	return !slices.ContainsFunc(atStart, func(s string) bool {
		return key == s || strings.HasSuffix(s, ".") && strings.HasPrefix(key, s)
	})
}

// Changes lists the keys whose values, or the files that they name, differ between two sets of settings, those that a
// reload brings into force apart from those that wait for a restart. All datasources together are one key.
func Changes(old, new *Settings) (live, waiting []string) {
	for _, row := range settings {
		switch {
		case reflect.DeepEqual(row.field(old), row.field(new)) && old.contents[row.key] == new.contents[row.key]:
		case slices.Contains(switches, row.key) && (*row.field(old).(*string) == "") != (*row.field(new).(*string) == ""):
			waiting = append(waiting, row.key)
		case Live(row.key):
			live = append(live, row.key)
		default:
			waiting = append(waiting, row.key)
		}
	}
	same := slices.EqualFunc(old.Datasources, new.Datasources, func(a, b Datasource) bool {
		a.origin, a.authOrigin, a.routeOrigin = Origin{}, Origin{}, Origin{}
		b.origin, b.authOrigin, b.routeOrigin = Origin{}, Origin{}, Origin{}
		return reflect.DeepEqual(a, b)
	})
	if !same {
		live = append(live, "datasources")
	}
	if old.Model.Key != new.Model.Key && !slices.Contains(live, "model.key_env") {
		live = append(live, "model.key_env")
	}
	return live, waiting
}
