package login

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
)

const someVerifier = "SCRAM-SHA-256$4096:c2FsdA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

func TestParseVerifiers(t *testing.T) {
	t.Parallel()
	other := strings.Replace(someVerifier, "4096", "10000", 1)
	v, err := parseVerifiers([]byte("; comment\n# comment\n\n\"anna\" \"" + someVerifier + "\"\r\n  \"o\"\"brien, \" \t\"" + other + "\"\n\"x\" \"" + other + "\""))
	if err != nil || len(v.roles) != 3 || v.iterations != 10000 {
		t.Fatalf("%v %v", v, err)
	}
	if _, ok := v.roles[`o"brien, `]; !ok {
		t.Error("a role with a quote in its name")
	}
	for text, want := range map[string]string{
		`anna ` + someVerifier:                  `line 1: expected "role" "verifier"`,
		`"anna`:                                 `line 1: expected "role" "verifier"`,
		`"anna" "x" y`:                          `line 1: expected "role" "verifier"`,
		`"" "` + someVerifier + `"`:             `line 1: expected "role" "verifier"`,
		"\n" + `"anna" "hush"`:                  `line 2: role "anna": not a SCRAM-SHA-256 verifier`,
		`"anna" "md5` + strings.Repeat("a", 32): `line 1: expected "role" "verifier"`,
		`"a" "` + someVerifier + `"` + "\n" + `"a" "` + someVerifier + `"`: `line 2: role "a" is there twice`,
	} {
		if _, err := parseVerifiers([]byte(text)); err == nil || err.Error() != want || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ReadVerifiers(t.TempDir() + "/none"); err == nil {
		t.Error("a file that is not there was read")
	}
}

// Proxies with one file give made-up roles one salt, and so they do after a restart; with another file, others.
func TestMockOfTheFile(t *testing.T) {
	t.Parallel()
	salt := func(text, role string) string {
		file, err := parseVerifiers([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		v, err := Verifiers{File: file}.find(t.Context(), Upstream{}, role)
		if err != nil {
			t.Fatal(err)
		}
		return string(v.Salt)
	}
	text := `"anna" "` + someVerifier + `"`
	bert, again := salt(text, "bert"), salt(text, "bert")
	if salt(text, "anna") != "salt" || bert != again || salt(text, "bert") == salt(text, "carl") || salt(text, "bert") == salt("", "bert") {
		t.Error("salts")
	}
}

func FuzzVerifierFile(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte("\"anna\" \"" + someVerifier + "\"\n;"))
	f.Add([]byte("\"a\"\"b\" \"\"\"\""))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := parseVerifiers(text)
		if err == nil && v.iterations < 1 {
			t.Fatalf("%q", text)
		}
	})
}
