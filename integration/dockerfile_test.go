package integration

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// dockerfile is the text of the image's recipe.
func dockerfile(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// one is the only group of a pattern that must match once.
func one(t *testing.T, pattern, text string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1)
	if len(found) != 1 {
		t.Fatalf("%s matches %d times", pattern, len(found))
	}
	return found[0][1]
}

// The image is built with the release of Go that go.mod asks for, and does not run as root.
func TestDockerfile(t *testing.T) {
	t.Parallel()
	text := dockerfile(t)
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if image, wanted := one(t, `(?m)^ARG BUILD_IMAGE=golang:(\d+\.\d+)-`, text), one(t, `(?m)^go (\d+\.\d+)`, string(mod)); image != wanted {
		t.Errorf("built with Go %s, and go.mod says %s", image, wanted)
	}
	if user, err := strconv.Atoi(one(t, `(?m)^USER (\w+)`, text)); err != nil || user == 0 {
		t.Errorf("user %d, %v: it must be a number other than 0", user, err)
	}
}

// The health check of the image holds while something listens at PGASK_LISTEN, and fails when nothing does.
func TestDockerHealthCheck(t *testing.T) {
	t.Parallel()
	var args []string
	if err := json.Unmarshal([]byte(one(t, `(?m)^HEALTHCHECK .* CMD (\[.*\])$`, dockerfile(t))), &args); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	check := func(address string) error {
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Env = append(os.Environ(), "PGASK_LISTEN="+address)
		return cmd.Run()
	}
	if err := check(l.Addr().String()); err != nil {
		t.Errorf("while it listens: %v", err)
	}
	if err := check("127.0.0.1:1"); err == nil { // tcpmux, which nobody runs
		t.Error("nothing listens, and the check holds")
	}
}
