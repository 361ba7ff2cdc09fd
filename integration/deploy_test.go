package integration

import (
	"bytes"
	"errors"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/pgask/pgask/conf"
)

// The examples of docs/deploy, which people copy: what they set exists, and their numbers agree with one another.
const (
	composed   = "../docs/deploy/compose"
	kubernetes = "../docs/deploy/kubernetes"
)

// imageListen is the port that the image listens on.
func imageListen(t *testing.T) string {
	t.Helper()
	return one(t, `PGASK_LISTEN=0\.0\.0\.0:(\d+)`, dockerfile(t))
}

func readText(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readYAML(t *testing.T, text string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

// loaded are the settings of a file and an environment, as the image's program reads them.
func loaded(t *testing.T, file string, environ []string) *conf.Settings {
	t.Helper()
	environ = append(environ, "PGASK_LISTEN=0.0.0.0:"+imageListen(t), "PGASK_STATE_DIR=/var/lib/pgask")
	s, err := conf.Load(conf.Sources{File: file, Environ: environ, NoSystemFile: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// stops fails when a proxy is killed before it has ended by itself.
func stops(t *testing.T, s *conf.Settings, grace time.Duration) {
	t.Helper()
	if all := s.Shutdown.Delay + s.Shutdown.Drain + s.Shutdown.Timeout; all >= grace {
		t.Errorf("it may take %s to stop, and is killed after %s", all, grace)
	}
	if s.Shutdown.Delay == 0 || s.Shutdown.Drain == 0 {
		t.Error("a restart is noticed: neither shutdown.delay nor shutdown.drain is set")
	}
}

type composeFile struct {
	Services map[string]struct {
		Image, Build, Hostname string
		ReadOnly               bool   `yaml:"read_only"`
		Grace                  string `yaml:"stop_grace_period"`
		Environment            map[string]string
		Volumes, Ports         []string
		Networks               yaml.Node
	}
	Volumes map[string]yaml.Node
}

func TestDeployCompose(t *testing.T) {
	t.Parallel()
	text := readText(t, composed, "compose.yaml")
	var file composeFile
	readYAML(t, text, &file)
	haproxy := readText(t, composed, "haproxy.cfg")
	var servers, own []string
	for _, m := range regexp.MustCompile(`(?m)^  server (\S+) (\S+)$`).FindAllStringSubmatch(haproxy, -1) {
		servers = append(servers, m[2])
	}
	fill := regexp.MustCompile(`\$\{(\w+)[^}]*\}`)
	for name, service := range file.Services {
		for _, v := range service.Volumes {
			from, _, _ := strings.Cut(v, ":")
			if _, known := file.Volumes[from]; !known {
				readText(t, composed, from)
			}
		}
		if service.Build == "" {
			continue
		}
		readText(t, composed, service.Build, "Dockerfile")
		environ := []string{}
		for key, value := range service.Environment {
			value = fill.ReplaceAllStringFunc(value, func(v string) string {
				if strings.Contains(v, "UPSTREAM") {
					return "postgres://db.example:5432"
				}
				return strings.Repeat("0f", 24)
			})
			environ = append(environ, key+"="+value)
		}
		s := loaded(t, filepath.Join(composed, "pgask.yaml"), environ)
		grace, err := time.ParseDuration(service.Grace)
		if err != nil {
			t.Fatal(err)
		}
		stops(t, s, grace)
		if _, port, _ := strings.Cut(s.Metrics.Listen, ":"); port != one(t, `check port (\d+)`, haproxy) {
			t.Errorf("%s: metrics at %s, and the balancer asks elsewhere", name, s.Metrics.Listen)
		}
		if !slices.Contains(servers, name+":"+imageListen(t)) {
			t.Errorf("the balancer does not know %s at port %s", name, imageListen(t))
		}
		balancer := one(t, `ipv4_address: (\S+)`, text)
		if len(s.ProxyProtocol.Trusted) != 1 || s.ProxyProtocol.Trusted[0] != balancer+"/32" {
			t.Errorf("the balancer is %s, and %v is trusted", balancer, s.ProxyProtocol.Trusted)
		}
		if others := netip.MustParsePrefix(one(t, `ip_range: (\S+)`, text)); others.Contains(netip.MustParseAddr(balancer)) {
			t.Errorf("a container that starts before the balancer may get its address, %s of %s", balancer, others)
		}
		if service.Hostname != name || !service.ReadOnly {
			t.Errorf("%s: hostname %s, read-only %v", name, service.Hostname, service.ReadOnly)
		}
		own = append(own, service.Volumes[len(service.Volumes)-1])
	}
	if slices.Sort(own); len(own) != 3 || len(slices.Compact(own)) != 3 || len(servers) != 3 {
		t.Errorf("three proxies have volumes of their own and are known to the balancer: %v, %v", own, servers)
	}
	var asked, given []string
	for _, m := range fill.FindAllStringSubmatch(text, -1) {
		asked = append(asked, m[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^(\w+)=$`).FindAllStringSubmatch(readText(t, composed, "example.env"), -1) {
		given = append(given, m[1])
	}
	slices.Sort(asked)
	slices.Sort(given)
	if asked = slices.Compact(asked); !slices.Equal(asked, given) {
		t.Errorf("compose.yaml wants %v, and example.env has %v", asked, given)
	}
}

// object is what the test looks at in an object of Kubernetes.
type object struct {
	Kind       string
	Metadata   struct{ Name string }
	StringData map[string]string `yaml:"stringData"`
	Data       map[string]string
	Spec       struct {
		Selector    map[string]yaml.Node
		ServiceName string `yaml:"serviceName"`
		Ports       []struct {
			TargetPort string `yaml:"targetPort"`
		}
		Template struct {
			Metadata struct{ Labels map[string]string }
			Spec     pod
		}
	}
}

type pod struct {
	Grace           int            `yaml:"terminationGracePeriodSeconds"`
	ServiceLinks    *bool          `yaml:"enableServiceLinks"`
	SecurityContext map[string]any `yaml:"securityContext"`
	Volumes         []struct {
		ConfigMap struct{ Name string } `yaml:"configMap"`
	}
	Containers []container
}

type container struct {
	Ports []struct {
		Name          string
		ContainerPort string `yaml:"containerPort"`
	}
	Env []struct {
		Name, Value string
		ValueFrom   struct {
			SecretKeyRef struct{ Name, Key string } `yaml:"secretKeyRef"`
		} `yaml:"valueFrom"`
	}
	SecurityContext map[string]any `yaml:"securityContext"`
	Startup         probe          `yaml:"startupProbe"`
	Liveness        probe          `yaml:"livenessProbe"`
	Readiness       probe          `yaml:"readinessProbe"`
}

type probe struct {
	HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
}

// objects are those of a manifest, by kind and name.
func objects(t *testing.T, text string) map[string]object {
	t.Helper()
	all := map[string]object{}
	for d := yaml.NewDecoder(bytes.NewReader([]byte(text))); ; {
		var o object
		if err := d.Decode(&o); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[o.Kind+" "+o.Metadata.Name] = o
	}
}

func TestDeployKubernetes(t *testing.T) {
	t.Parallel()
	all := objects(t, readText(t, kubernetes, "pgask.yaml"))
	set, secret := all["StatefulSet pgask"].Spec, all["Secret pgask"].StringData
	p := set.Template.Spec
	if len(p.Containers) != 1 || len(p.Volumes) != 1 {
		t.Fatalf("%d containers, %d volumes", len(p.Containers), len(p.Volumes))
	}
	c := p.Containers[0]
	file := filepath.Join(t.TempDir(), "pgask.yaml")
	if err := os.WriteFile(file, []byte(all["ConfigMap "+p.Volumes[0].ConfigMap.Name].Data["pgask.yaml"]), 0o600); err != nil {
		t.Fatal(err)
	}
	environ := environOf(t, c, all)
	s := loaded(t, file, environ)
	stops(t, s, time.Duration(p.Grace)*time.Second)

	ports := map[string]string{}
	for _, port := range c.Ports {
		ports[port.Name] = port.ContainerPort
	}
	if ports["postgres"] != imageListen(t) || !strings.HasSuffix(s.Metrics.Listen, ":"+ports["metrics"]) {
		t.Errorf("ports %v, and it listens at %s and %s", ports, imageListen(t), s.Metrics.Listen)
	}
	for _, name := range []string{"pgask", "pgask-pods"} {
		service := all["Service "+name].Spec
		if label := service.Selector["app.kubernetes.io/name"]; len(service.Ports) != 1 || ports[service.Ports[0].TargetPort] == "" ||
			label.Value != set.Template.Metadata.Labels["app.kubernetes.io/name"] {
			t.Errorf("service %s leads nowhere: %+v", name, service)
		}
	}
	if all["Service "+set.ServiceName].Kind == "" {
		t.Errorf("there is no service %q", set.ServiceName)
	}
	for what, probe := range map[string]probe{"startup": c.Startup, "liveness": c.Liveness, "readiness": c.Readiness} {
		wanted := "/healthz"
		if what == "readiness" {
			wanted = "/readyz?upstreams=ignore&audit=required"
		}
		if probe.HTTPGet.Port != "metrics" || probe.HTTPGet.Path != wanted {
			t.Errorf("%s probe: %+v", what, probe)
		}
	}
	user, err := strconv.Atoi(one(t, `(?m)^USER (\d+)`, dockerfile(t)))
	if err != nil || p.SecurityContext["runAsUser"] != user || p.SecurityContext["fsGroup"] != user || p.SecurityContext["runAsNonRoot"] != true ||
		c.SecurityContext["readOnlyRootFilesystem"] != true || c.SecurityContext["allowPrivilegeEscalation"] != false {
		t.Errorf("%v: it may do more than it needs: %v, %v", err, p.SecurityContext, c.SecurityContext)
	}

	// Kubernetes would set PGASK_PORT for a service named pgask, which is a setting that nobody knows.
	if p.ServiceLinks == nil || *p.ServiceLinks {
		t.Error("enableServiceLinks: it would not start")
	}
	// Who forgets to change the key must not get a fleet whose records are sealed by what stands in a public file.
	if _, err := conf.Load(conf.Sources{File: file, Environ: append(environ, "PGASK_AUDIT_KEY="+secret["AUDIT_KEY"])}); err == nil {
		t.Errorf("%q is taken for a key", secret["AUDIT_KEY"])
	}
	kept := objects(t, readText(t, kubernetes, "kept.yaml"))
	script := readText(t, composed, "kept.sh")
	if _, script, _ = strings.Cut(script, "set -e\n"); strings.TrimPrefix(kept["ConfigMap pgask-kept"].Data["kept.sh"], "set -e\n") != script {
		t.Error("kept.sh and the ConfigMap of kept.yaml are not the same")
	}
	if kept["Service pgask-kept"].Kind == "" {
		t.Error("there is no service pgask-kept, which the URLs name")
	}
}

// environOf is the environment of a container, each secret's value a long one.
func environOf(t *testing.T, c container, all map[string]object) []string {
	t.Helper()
	var environ, pairs []string
	for _, e := range c.Env {
		value := e.Value
		if ref := e.ValueFrom.SecretKeyRef; ref.Name != "" {
			if all["Secret "+ref.Name].StringData[ref.Key] == "" {
				t.Errorf("%s: secret %s has no %s", e.Name, ref.Name, ref.Key)
			}
			value = strings.Repeat("0f", 24)
		}
		value = strings.NewReplacer(pairs...).Replace(value)
		if strings.Contains(value, "$(") {
			t.Errorf("%s names a variable that is not set before it: %s", e.Name, e.Value)
		}
		pairs = append(pairs, "$("+e.Name+")", value)
		environ = append(environ, e.Name+"="+value)
	}
	return environ
}
