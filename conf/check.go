package conf

import (
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

func address(v any) string {
	_, port, err := net.SplitHostPort(*v.(*string))
	if err != nil {
		return "it must be host:port, such as 127.0.0.1:6432"
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n > 65535 {
		return "its port must be a number from 0 to 65535"
	}
	return ""
}

// noAddress accepts what address accepts, and an empty text.
func noAddress(v any) string {
	if *v.(*string) == "" {
		return ""
	}
	return address(v)
}

func networks(v any) string {
	for _, text := range *v.(*[]string) {
		if _, err := parseNetwork(text); err != nil {
			return "it must hold networks such as 10.0.0.0/8, or addresses"
		}
	}
	return ""
}

// parseNetwork reads a network, or a single address as a network of one.
func parseNetwork(text string) (netip.Prefix, error) {
	if ip, err := netip.ParseAddr(text); err == nil {
		ip = ip.Unmap()
		return netip.PrefixFrom(ip, ip.BitLen()), nil
	}
	n, err := netip.ParsePrefix(text)
	return n.Masked(), err
}

func webAddress(v any) string {
	text := *v.(*string)
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "it must be a URL such as https://host/v1"
	}
	if u.User != nil {
		return "it must not hold a login: the key comes from the variable that model.key_env names"
	}
	return ""
}

func longEnough(v any) string {
	if n := len(*v.(*Secret)); 0 < n && n < 16 {
		return "it must be 16 bytes or more"
	}
	return ""
}

// together checks the settings that depend on each other.
func (s *Settings) together() Problems {
	var found Problems
	must := func(holds bool, key, value, reason string) {
		if !holds {
			found = append(found, Problem{Origin: s.origins[key], Key: key, Value: value, Reason: reason})
		}
	}
	m := &s.Model
	must(s.Engine != "model" || m.BaseURL != "", "engine", s.Engine, "it needs model.base_url")
	must(m.BaseURL == "" || m.Name != "", "model.name", "", "it is needed with model.base_url")
	must(m.Name == "" || m.BaseURL != "", "model.base_url", "", "it is needed with model.name")
	const guessable = "it needs audit.key: without one, whoever guesses a text can tell that it is right"
	must(s.Audit.Questions != "hash" || s.Audit.Key != "", "audit.questions", "hash", guessable)
	must(s.Audit.Literals != "hash" || s.Audit.Key != "", "audit.literals", "hash", guessable)
	s.TLS.together(must)
	s.Console.together(must)
	return append(found, s.authTogether()...)
}

// requirement notes a problem with a key unless something holds.
type requirement func(holds bool, key, value, reason string)

// together checks the settings of TLS that depend on each other.
func (t *TLS) together(must requirement) {
	must(t.Cert == "" || t.Key != "", "tls.key", "", "it is needed with tls.cert")
	must(t.Key == "" || t.Cert != "", "tls.cert", "", "it is needed with tls.key")
	must(!t.Require || t.Cert != "", "tls.require", "true", "it needs tls.cert")
	must(t.ClientCA == "" || t.Cert != "", "tls.client_ca", t.ClientCA, "it needs tls.cert")
	must(t.CRL == "" || t.ClientCA != "", "tls.crl", t.CRL, "it needs tls.client_ca")
	must(t.ClientCert == "optional" || t.ClientCA != "", "tls.client_cert", t.ClientCert, "it needs tls.client_ca")
}

// together checks the settings of the console that depend on each other.
func (c *Console) together(must requirement) {
	must(c.Cert == "" || c.Key != "", "console.key", "", "it is needed with console.cert")
	must(c.Key == "" || c.Cert != "", "console.cert", "", "it is needed with console.key")
	must(c.ClientCA == "" || c.Cert != "", "console.client_ca", c.ClientCA, "it needs console.cert")
	must(c.CRL == "" || c.ClientCA != "", "console.crl", c.CRL, "it needs console.client_ca")
	must(len(c.Names) == 0 || c.ClientCA != "", "console.names", strings.Join(c.Names, ", "), "it needs console.client_ca")
	must(c.Listen == "" || c.ClientCA != "" || loopback(c.Listen), "console.listen", c.Listen,
		"outside this machine it needs console.client_ca: a token alone is for 127.0.0.1, [::1] and localhost")
}

// authTogether checks the settings of authentication that depend on each other, those of the datasources included.
func (s *Settings) authTogether() (found Problems) {
	a := &s.Auth
	if (a.Query == "") != (a.QueryRole == "") {
		missing := "auth.query"
		if a.QueryRole == "" {
			missing = "auth.query_role"
		}
		found = append(found, Problem{Origin: s.origins[missing], Key: missing, Reason: "auth.query and auth.query_role need each other"})
	}
	if a.Verifiers != "" || a.Query != "" {
		return found
	}
	const reason = "scram needs auth.verifiers or auth.query"
	if a.Mode == "scram" {
		found = append(found, Problem{Origin: s.origins["auth.mode"], Key: "auth.mode", Value: "scram", Reason: reason})
	}
	for _, d := range s.Datasources {
		if d.Auth == "scram" {
			found = append(found, Problem{Origin: d.authOrigin, Key: "datasources." + d.Name + ".auth", Value: d.Auth, Reason: reason})
		}
	}
	return found
}

// loopback reports whether an address can be reached from this machine alone.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func databaseURL(v any) string {
	if u := string(*v.(*Secret)); u != "" && !strings.HasPrefix(u, "postgres://") && !strings.HasPrefix(u, "postgresql://") {
		return "it must be a URL, postgres://user@host:5432/database"
	}
	return ""
}

// tableName accepts name and schema.name, in names that need no quotes and leave room for the suffix of a partition.
func tableName(v any) string {
	if !plainTable.MatchString(*v.(*string)) {
		return "it must be name or schema.name, in lower case letters, digits and _, the name of 50 bytes at most"
	}
	return ""
}

var plainTable = regexp.MustCompile(`^([a-z_][a-z0-9_]{0,62}\.)?[a-z_][a-z0-9_]{0,49}$`)

func collector(v any) string {
	text := *v.(*string)
	if u, err := url.Parse(text); text != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil) {
		return "it must be a URL such as http://127.0.0.1:4318; headers come from OTEL_EXPORTER_OTLP_HEADERS"
	}
	return ""
}
