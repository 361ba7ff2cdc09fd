package login

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"sync"
	"time"
)

// Revocations are lists of certificates that are good no more although nobody would see it in them. They are made by
// ReadRevocations. As with PostgreSQL's ssl_crl_file, every certificate in a client's chain needs a list of its
// issuer's that is in force: where there is none nobody can tell, and the client is refused.
type Revocations struct {
	setting string // that names the file, for messages
	lists   []revocationList
}

type revocationList struct {
	*x509.RevocationList
	serials map[string]bool // of what is revoked
	signers *sync.Map       // certificates of issuers (string) → whether the list is signed by it, which takes long for a long list
}

// maxRevocations bounds the file; one of this size names some 800,000 certificates.
const maxRevocations = 32 << 20

// ReadRevocations reads a PEM file with one list or more (openssl ca -gencrl). setting is the key that names the
// file; whoever is refused for want of a list is told it.
func ReadRevocations(path, setting string) (*Revocations, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxRevocations {
		return nil, fmt.Errorf("%s: longer than %d bytes", path, maxRevocations)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r, err := parseRevocations(text, setting)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

func parseRevocations(text []byte, setting string) (*Revocations, error) {
	r := &Revocations{setting: setting}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "X509 CRL" {
			return nil, fmt.Errorf("a revocation list was expected, and not %q", block.Type)
		}
		parsed, err := x509.ParseRevocationList(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("%w (only lists of version 2 are read; openssl ca writes them with crlnumber or crl_extensions set)", err)
		}
		list := revocationList{parsed, make(map[string]bool, len(parsed.RevokedCertificateEntries)), &sync.Map{}}
		// What is critical says that the list is not what it seems to be: a part of one, or one about others'
		// certificates.
		for _, e := range parsed.Extensions {
			if e.Critical {
				return nil, fmt.Errorf("the list of %s has the critical extension %s, which pgask does not know", parsed.Issuer, e.Id)
			}
		}
		for _, entry := range parsed.RevokedCertificateEntries {
			for _, e := range entry.Extensions {
				if e.Critical {
					return nil, fmt.Errorf("the list of %s has entries with the critical extension %s, which pgask does not know", parsed.Issuer, e.Id)
				}
			}
			list.serials[serialKey(entry.SerialNumber)] = true
		}
		parsed.RevokedCertificateEntries = nil // they are in serials
		r.lists = append(r.lists, list)
	}
	if len(r.lists) == 0 {
		return nil, errors.New("no revocation list in it")
	}
	return r, nil
}

// by reports whether the list is of this issuer. Issuers are few: the configured authorities vouch for all of them.
func (l revocationList) by(issuer *x509.Certificate) bool {
	if !bytes.Equal(l.RawIssuer, issuer.RawSubject) {
		return false
	}
	signed, known := l.signers.Load(string(issuer.Raw))
	if !known {
		signed = l.CheckSignatureFrom(issuer) == nil
		l.signers.Store(string(issuer.Raw), signed)
	}
	return signed.(bool)
}

func serialKey(n *big.Int) string { return n.Text(62) }

// Verify is for tls.Config.VerifyConnection, which is asked at every handshake, resumed ones too. It returns why none
// of the verified chains is good. A peer without a certificate passes.
func (r *Revocations) Verify(state tls.ConnectionState) error {
	if len(state.PeerCertificates) == 0 {
		return nil // whether one is needed is said later, in words
	}
	err := errors.New("no verified chain of certificates")
	for _, chain := range state.VerifiedChains {
		if err = r.check(chain, time.Now()); err == nil {
			return nil
		}
	}
	return err
}

// check verifies every certificate of a chain, the root as well, as PostgreSQL does.
func (r *Revocations) check(chain []*x509.Certificate, now time.Time) error {
	for i, cert := range chain {
		if err := r.checkOne(cert, chain[min(i+1, len(chain)-1)], now); err != nil {
			return err
		}
	}
	return nil
}

func (r *Revocations) checkOne(cert, issuer *x509.Certificate, now time.Time) error {
	err := fmt.Errorf("%s has no revocation list of %s", r.setting, issuer.Subject)
	current := false
	for _, list := range r.lists {
		if !list.by(issuer) {
			continue
		}
		switch {
		case list.serials[serialKey(cert.SerialNumber)]:
			return fmt.Errorf("the certificate of %s is revoked", cert.Subject)
		case now.Before(list.ThisUpdate):
			err = fmt.Errorf("the revocation list of %s in %s is not in force yet", issuer.Subject, r.setting)
		case !list.NextUpdate.IsZero() && now.After(list.NextUpdate):
			err = fmt.Errorf("the revocation list of %s in %s has expired", issuer.Subject, r.setting)
		default:
			current = true
		}
	}
	if current {
		return nil
	}
	return err
}
