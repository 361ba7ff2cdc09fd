package scram

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
)

var (
	// ErrOtherVerifier means that the server has another verifier than the one whose owner's key is to be used.
	ErrOtherVerifier = errors.New("the server's verifier is another one")
	// ErrServer means that the server could not prove that it knows the verifier.
	ErrServer = errors.New("the server could not prove itself")
)

// Client is the client's side of one exchange: First, Final, Verify.
type Client struct {
	keys   func(salt []byte, iterations int) (client, server Key, err error)
	header string // what is said of channel binding
	bound  []byte // channel binding data
	bare   string // the first message without its header
	nonce  string
	server Key
	signed string
}

// Binding is a client's capability of channel binding.
type Binding struct {
	// EndPoint is the hash of the server's certificate, to be used with MechanismPlus; nil with Mechanism.
	EndPoint []byte
	// Able is set, without an EndPoint, when the client could do channel binding if the server offered it.
	Able bool
}

// NewClient begins an exchange with a password.
func NewClient(password string, b Binding) *Client {
	return newClient(b, func(salt []byte, iterations int) (Key, Key, error) { return salted(password, salt, iterations) })
}

// NewClientWithKey begins an exchange with the key that the owner of a verifier has proven with.
func NewClientWithKey(key Key, v Verifier, b Binding) *Client {
	return newClient(b, func(salt []byte, iterations int) (Key, Key, error) {
		if iterations != v.Iterations || !bytes.Equal(salt, v.Salt) {
			return Key{}, Key{}, ErrOtherVerifier
		}
		return key, v.serverKey, nil
	})
}

func newClient(b Binding, keys func([]byte, int) (Key, Key, error)) *Client {
	c := &Client{keys: keys, header: "n,,", bound: b.EndPoint, nonce: newNonce()}
	c.bare = "n=,r=" + c.nonce
	switch {
	case b.EndPoint != nil:
		c.header = "p=tls-server-end-point,,"
	case b.Able:
		c.header = "y,,"
	}
	return c
}

// First returns the client's first message. The role's name is not in it: PostgreSQL takes it from the startup message.
func (c *Client) First() []byte { return []byte(c.header + c.bare) }

// Final takes the server's first message and returns the client's last.
func (c *Client) Final(message []byte) ([]byte, error) {
	text := string(message)
	if err := acceptable(text); err != nil {
		return nil, err
	}
	nonce, rest, err := attribute(text, 'r')
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(nonce, c.nonce) || len(nonce) == len(c.nonce) || !printable(nonce) {
		return nil, malformed("nonce")
	}
	saltText, rest, err := attribute(rest, 's')
	if err != nil {
		return nil, err
	}
	salt, err := decode64(saltText)
	if err != nil {
		return nil, err
	}
	iterationsText, _, err := attribute(rest, 'i')
	if err != nil {
		return nil, err
	}
	iterations, err := strconv.ParseUint(iterationsText, 10, 31)
	if err != nil {
		return nil, malformed("iteration count")
	}
	key, server, err := c.keys(salt, int(iterations))
	if err != nil {
		return nil, err
	}
	final := "c=" + encode64(append([]byte(c.header), c.bound...)) + ",r=" + nonce
	c.server, c.signed = server, c.bare+","+text+","+final
	proof := key.masked(sign(key.stored(), c.signed))
	return []byte(final + ",p=" + encode64(proof[:])), nil
}

// Verify checks the server's last message: only one that has the verifier could make it.
func (c *Client) Verify(message []byte) error {
	if err := acceptable(string(message)); err != nil {
		return err
	}
	value, _, err := attribute(string(message), 'v')
	if err != nil {
		return err
	}
	p, err := decode64(value)
	if err != nil || len(p) != len(c.server) || c.signed == "" || !sign(c.server, c.signed).equal(Key(p)) {
		return ErrServer
	}
	return nil
}
