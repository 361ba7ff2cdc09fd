package login

import (
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/integration/testca"
)

// oldList is what openssl ca -gencrl writes when its configuration says nothing about extensions.
const oldList = `-----BEGIN X509 CRL-----
MIGUMDswCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEcm9vdBcNMjYxMTIxMTMwNjM2
WhcNMjYxMTIyMTMwNjM2WjAKBggqhkjOPQQDAgNJADBGAiEA79Lrak6E25LZr7IQ
1RMQ6U1+DwC2lpbv5KP3XPHIRvsCIQCsklZvZ2fGIDXSHDfhrICMhLNSGlBh0Isk
f1ssJwmg7g==
-----END X509 CRL-----
`

func TestReadRevocations(t *testing.T) {
	t.Parallel()
	dir, root := t.TempDir(), testca.New(t, "root")
	list := root.Revoke(time.Now())
	cut := string(pem.EncodeToMemory(&pem.Block{Type: "X509 CRL", Bytes: []byte(list)[:100]}))
	for want, text := range map[string]string{
		"no revocation list in it": "nothing",
		`and not "CERTIFICATE"`:    list + root.PEM(),
		"malformed":                cut,
		"longer than":              strings.Repeat("x", maxRevocations+1),
		"crlnumber":                oldList,
		"":                         list + list,
	} {
		path := filepath.Join(dir, "crl.pem")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadRevocations(path, "tls.crl"); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if _, err := ReadRevocations(filepath.Join(dir, "none"), "tls.crl"); err == nil {
		t.Error("a file that is not there was read")
	}
}
