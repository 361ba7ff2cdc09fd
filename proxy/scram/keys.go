package scram

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"

	"github.com/xdg-go/stringprep"
)

// Key is one of the keys of RFC 5802, section 3. It is never printed.
type Key [sha256.Size]byte

// String hides the key.
func (Key) String() string { return "redacted" }

// GoString hides the key.
func (Key) GoString() string { return "redacted" }

// maxIterations bounds the work that a server may ask of who holds a password: about half a second.
const maxIterations = 1_000_000

// errIterations means that a server asks for less than anything, or for more work than maxIterations.
var errIterations = errors.New("the iteration count is out of bounds")

// salted derives both secret keys from a password.
func salted(password string, salt []byte, iterations int) (client, server Key, err error) {
	if iterations < 1 || iterations > maxIterations {
		return Key{}, Key{}, errIterations
	}
	if prepared, err := stringprep.SASLprep.Prepare(password); err == nil {
		password = prepared // else it is used as it is, as PostgreSQL does
	}
	p, err := pbkdf2.Key(sha256.New, password, salt, iterations, sha256.Size)
	if err != nil {
		return Key{}, Key{}, err
	}
	return sign(Key(p), "Client Key"), sign(Key(p), "Server Key"), nil
}

// stored returns the StoredKey, which a server keeps in place of a client's key.
func (k Key) stored() Key { return sha256.Sum256(k[:]) }

func sign(k Key, message string) Key {
	h := hmac.New(sha256.New, k[:])
	h.Write([]byte(message))
	return Key(h.Sum(nil))
}

func (k Key) equal(other Key) bool { return subtle.ConstantTimeCompare(k[:], other[:]) == 1 }

// masked returns the exclusive or of two keys. The client's key and its signature give the proof; proof and signature
// give the key.
func (k Key) masked(with Key) Key {
	subtle.XORBytes(k[:], k[:], with[:])
	return k
}

// newNonce has as many random bytes as PostgreSQL's.
func newNonce() string {
	var b [18]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return encode64(b[:])
}
