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

// noAddress is address, or nothing.
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

// together finds what no single value shows.
func (s *Settings) together() Problems {
	var found Problems
	complain := func(key, value, reason string) {
		found = append(found, Problem{Origin: s.origins[key], Key: key, Value: value, Reason: reason})
	}
	if s.Model.BaseURL == "" && s.Engine == "model" {
		complain("engine", s.Engine, "it needs model.base_url")
	}
	if s.Model.BaseURL != "" && s.Model.Name == "" {
		complain("model.name", "", "it is needed with model.base_url")
	}
	if s.Model.BaseURL == "" && s.Model.Name != "" {
		complain("model.base_url", "", "it is needed with model.name")
	}
	for key, mode := range map[string]string{"audit.questions": s.Audit.Questions, "audit.literals": s.Audit.Literals} {
		if mode == "hash" && s.Audit.Key == "" {
			complain(key, mode, "it needs audit.key: without one, whoever guesses a text can tell that it is right")
		}
	}
	if s.TLS.Cert != "" && s.TLS.Key == "" {
		complain("tls.key", "", "it is needed with tls.cert")
	}
	if s.TLS.Key != "" && s.TLS.Cert == "" {
		complain("tls.cert", "", "it is needed with tls.key")
	}
	if s.TLS.Cert == "" && s.TLS.Require {
		complain("tls.require", "true", "it needs tls.cert")
	}
	if s.TLS.Cert == "" && s.TLS.ClientCA != "" {
		complain("tls.client_ca", s.TLS.ClientCA, "it needs tls.cert")
	}
	if s.TLS.ClientCA == "" && s.TLS.CRL != "" {
		complain("tls.crl", s.TLS.CRL, "it needs tls.client_ca")
	}
	if s.TLS.ClientCA == "" && s.TLS.ClientCert != "optional" {
		complain("tls.client_cert", s.TLS.ClientCert, "it needs tls.client_ca")
	}
	s.Console.together(complain)
	for key, value := range map[string]string{"auth.query_role": s.Auth.QueryRole, "auth.query": s.Auth.Query} {
		if value == "" && s.Auth.Query+s.Auth.QueryRole != "" {
			complain(key, "", "auth.query and auth.query_role need each other")
		}
	}
	if s.Auth.Verifiers != "" || s.Auth.Query != "" {
		return found
	}
	const reason = "scram needs auth.verifiers or auth.query"
	if s.Auth.Mode == "scram" {
		complain("auth.mode", "scram", reason)
	}
	for _, d := range s.Datasources {
		if d.Auth == "scram" {
			found = append(found, Problem{Origin: d.authOrigin, Key: "datasources." + d.Name + ".auth", Value: d.Auth, Reason: reason})
		}
	}
	return found
}

// together finds what no single setting of the console shows.
func (c *Console) together(complain func(key, value, reason string)) {
	if c.Cert != "" && c.Key == "" {
		complain("console.key", "", "it is needed with console.cert")
	}
	if c.Key != "" && c.Cert == "" {
		complain("console.cert", "", "it is needed with console.key")
	}
	if c.ClientCA != "" && c.Cert == "" {
		complain("console.client_ca", c.ClientCA, "it needs console.cert")
	}
	if len(c.Names) > 0 && c.ClientCA == "" {
		complain("console.names", strings.Join(c.Names, ", "), "it needs console.client_ca")
	}
	if c.Listen != "" && c.ClientCA == "" && !loopback(c.Listen) {
		complain("console.listen", c.Listen, "outside this machine it needs console.client_ca: a token alone is for 127.0.0.1, [::1] and localhost")
	}
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

// tableName is a name, or two with a dot between, that need no quotes and leave room for the name of a partition.
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
