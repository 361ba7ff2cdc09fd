package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestSecretNeverPrints(t *testing.T) {
	t.Parallel()
	c, err := NewClient(Config{BaseURL: "http://localhost/v1", Name: "m", Key: NewSecret(testKey)})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%p"} {
		fmt.Fprintf(&out, verb+"\n", c.conf.Key)
		fmt.Fprintf(&out, verb+"\n", c.conf)
		fmt.Fprintf(&out, verb+"\n", c)
	}
	b, err := json.Marshal(c.conf.Key)
	out.Write(b)
	if err != nil || string(b) != `"redacted"` {
		t.Errorf("as JSON: %s, %v", b, err)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "key", c.conf.Key, "client", c)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "key", c.conf.Key)
	for _, leak := range []string{testKey, fmt.Sprintf("%x", testKey)} {
		if strings.Contains(out.String(), leak) {
			t.Errorf("the key is in %s", out.String())
		}
	}
	if NewSecret("").String() != "" || c.conf.Key.Reveal() != testKey {
		t.Error("a secret lost its text")
	}
}

func TestConfigNamesEveryProblem(t *testing.T) {
	t.Parallel()
	_, err := NewClient(Config{BaseURL: "ftp://user:hunter2@host/?x=1", Timeout: -1, Retries: 99, MaxTokens: -1})
	for _, want := range []string{"base_url", "name", "timeout", "retries", "max_tokens"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
	for _, bad := range []string{"", "://", "localhost:8080", "http://u:p@host", "http://host/?key=1", "http://h\x7f/"} {
		_, err := NewClient(Config{BaseURL: bad, Name: "m"})
		if err == nil || strings.Contains(err.Error(), "p@") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
