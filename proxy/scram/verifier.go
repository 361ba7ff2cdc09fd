package scram

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"strconv"
	"strings"
)

// Verifier is the content of pg_authid.rolpassword for SCRAM: enough to check a password, not enough to log in with,
// unless its owner proves the password to the holder of the verifier. It is never printed.
type Verifier struct {
	Iterations           int // 1 or more
	Salt                 []byte
	storedKey, serverKey Key
}

// String hides the verifier.
func (Verifier) String() string { return "redacted" }

// GoString hides the verifier.
func (Verifier) GoString() string { return "redacted" }

// ErrVerifier means that a text is not a verifier.
var ErrVerifier = errors.New("not a SCRAM-SHA-256 verifier")

const maxSalt = 256

// ParseVerifier reads SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey, the form of pg_authid.rolpassword.
func ParseVerifier(text string) (Verifier, error) {
	rest, ok := strings.CutPrefix(text, Mechanism+"$")
	factors, keys, ok2 := strings.Cut(rest, "$")
	iterations, salt, ok3 := strings.Cut(factors, ":")
	stored, server, ok4 := strings.Cut(keys, ":")
	n, err := strconv.ParseUint(iterations, 10, 31)
	if !ok || !ok2 || !ok3 || !ok4 || err != nil || n < 1 {
		return Verifier{}, ErrVerifier
	}
	v := Verifier{Iterations: int(n)}
	if v.Salt, err = decode64(salt); err != nil || len(v.Salt) == 0 || len(v.Salt) > maxSalt {
		return Verifier{}, ErrVerifier
	}
	for text, key := range map[string]*Key{stored: &v.storedKey, server: &v.serverKey} {
		p, err := decode64(text)
		if err != nil || len(p) != len(key) {
			return Verifier{}, ErrVerifier
		}
		*key = Key(p)
	}
	return v, nil
}

// Mock returns a verifier for a role that has none: always the same for one secret and role, so that asking twice
// does not tell it from one that exists. Nobody has its password.
func Mock(secret []byte, role string, iterations int) Verifier {
	derive := func(what string) Key {
		h := hmac.New(sha256.New, secret)
		h.Write([]byte(what + "\x00" + role))
		return Key(h.Sum(nil))
	}
	salt := derive("salt")
	return Verifier{Iterations: iterations, Salt: salt[:16], storedKey: derive("stored"), serverKey: derive("server")}
}
