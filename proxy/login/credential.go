package login

import (
	"crypto/md5"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/pgask/pgask/proxy/scram"
	"github.com/pgask/pgask/proxy/wire"
)

// credential authenticates a login of the proxy's own upstream: a password, or a key for SCRAM alone.
type credential struct {
	password string
	key      scram.Key
	verifier scram.Verifier
	isKey    bool
}

func withPassword(p string) credential { return credential{password: p} }

func withKey(k scram.Key, v scram.Verifier) credential {
	return credential{key: k, verifier: v, isKey: true}
}

func (c credential) exchange(b scram.Binding) *scram.Client {
	if c.isKey {
		return scram.NewClientWithKey(c.key, c.verifier, b)
	}
	return scram.NewClient(c.password, b)
}

// logIn authenticates to the upstream in the client's place, beginning with its demand d, up to AuthenticationOk.
func (l *Login) logIn(d demand, c credential) error {
	if c.isKey && (d.code == authCleartext || d.code == authMD5) {
		return &wire.Fatal{Code: wire.CodeBadAuth,
			Message: "the database asks for a password, which pgask does not have with auth.mode scram",
			Hint:    "The database must demand scram-sha-256 of the proxy's address in pg_hba.conf, or the operator sets auth.mode to password."}
	}
	if l.Datasource.upstream.binding == "require" && d.code != authSASL {
		return errNoBinding
	}
	var err error
	switch d.code {
	case authCleartext:
		if !l.upstreamTLS() && !loopback(l.link.Upstream.Conn.RemoteAddr()) {
			return &wire.Fatal{Code: wire.CodeBadAuth,
				Message: "the database asks for the password in the clear, over a connection without TLS",
				Hint:    "The operator should use sslmode=require or better for the upstream, or scram-sha-256 in its pg_hba.conf."}
		}
		err = l.link.Send(wire.Message('p', []byte(c.password), []byte{0}))
	case authMD5:
		if len(d.data) != 4 {
			return errBadDemand
		}
		err = l.link.Send(wire.Message('p', []byte(md5Answer(c.password, l.Start.User, d.data)), []byte{0}))
	case authSASL:
		err = l.logInWithSCRAM(d, c)
	default:
		return &wire.Fatal{Code: wire.CodeBadAuth,
			Message: fmt.Sprintf("the database asks for authentication of type %d, which pgask cannot do in the client's place", d.code),
			Hint:    "auth.mode relay lets the client do it."}
	}
	if err != nil {
		return err
	}
	if d, err = l.nextDemand(); err != nil {
		return err
	}
	if d.code != authOK {
		return errBadDemand
	}
	return nil
}

var (
	errBadDemand = &wire.Fatal{Code: wire.CodeProtocol,
		Message: "the database behind the proxy sent an authentication message out of order"}
	errNoBinding = &wire.Fatal{Code: wire.CodeBadAuth,
		Message: "the database does not do SCRAM with channel binding, which the upstream's channel_binding=require demands"}
)

// logInWithSCRAM proves a credential to the upstream and has it prove itself, with channel binding where both can.
func (l *Login) logInWithSCRAM(d demand, c credential) error {
	mechanism, binding, err := l.chooseSCRAM(mechanisms(d.data))
	if err != nil {
		return err
	}
	exchange := c.exchange(binding)
	first := exchange.First()
	length := binary.BigEndian.AppendUint32(nil, uint32(len(first)))
	if err := l.link.Send(wire.Message('p', []byte(mechanism), []byte{0}, length, first)); err != nil {
		return err
	}
	if d, err = l.nextDemand(); err != nil {
		return err
	}
	if d.code != authSASLContinue {
		return errBadDemand
	}
	final, err := exchange.Final(d.data)
	if err != nil {
		return unanswerable(err)
	}
	if err := l.link.Send(wire.Message('p', final)); err != nil {
		return err
	}
	if d, err = l.nextDemand(); err != nil {
		return err
	}
	if d.code != authSASLFinal {
		return errBadDemand
	}
	if err := exchange.Verify(d.data); err != nil {
		return unanswerable(err)
	}
	return nil
}

// chooseSCRAM picks a mechanism of those that the upstream offers.
func (l *Login) chooseSCRAM(offered []string) (string, scram.Binding, error) {
	end := l.upstreamEndPoint()
	if l.Datasource.upstream.binding == "disable" {
		end = nil
	}
	plus := offersPlus(offered)
	switch {
	case plus && end != nil:
		return scram.MechanismPlus, scram.Binding{EndPoint: end}, nil
	case l.Datasource.upstream.binding == "require":
		return "", scram.Binding{}, errNoBinding
	case slices.Contains(offered, scram.Mechanism):
		return scram.Mechanism, scram.Binding{Able: end != nil}, nil
	}
	return "", scram.Binding{}, &wire.Fatal{Code: wire.CodeBadAuth,
		Message: "the database offers no SASL mechanism that pgask can do in the client's place",
		Hint:    "auth.mode relay lets the client do it."}
}

// unanswerable returns the error to send to the client when the upstream's part of a SCRAM exchange is wrong.
func unanswerable(err error) error {
	switch {
	case errors.Is(err, scram.ErrOtherVerifier):
		return &wire.Fatal{Code: wire.CodeBadAuth, Message: "the verifier that pgask has of this role is not the one in the database",
			Hint: "The operator should copy rolpassword from pg_authid again, or use auth.query.", Err: err}
	case errors.Is(err, scram.ErrServer):
		return &wire.Fatal{Code: wire.CodeProtocol,
			Message: "the database behind the proxy could not prove that it knows the role's password", Err: err}
	}
	return &wire.Fatal{Code: wire.CodeProtocol, Message: "the database behind the proxy sent a SCRAM message that is not right", Err: err}
}

// md5Answer returns the answer to AuthenticationMD5Password.
func md5Answer(password, role string, salt []byte) string {
	inner := md5.Sum([]byte(password + role))
	outer := md5.Sum(append([]byte(hex.EncodeToString(inner[:])), salt...))
	return "md5" + hex.EncodeToString(outer[:])
}
