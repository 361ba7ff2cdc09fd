// Package testca issues certificates for tests.
package testca

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Authority issues certificates for a test.
type Authority struct {
	tb   testing.TB
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// New makes an authority with a name, which vouches for itself.
func New(tb testing.TB, name string) *Authority {
	tb.Helper()
	a := &Authority{tb: tb}
	a.cert, a.key = a.sign(&x509.Certificate{SerialNumber: serial(tb), Subject: pkix.Name{CommonName: name}, IsCA: true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour)})
	return a
}

// Sub makes an authority that this one vouches for.
func (a *Authority) Sub(name string) *Authority {
	a.tb.Helper()
	sub := &Authority{tb: a.tb}
	sub.cert, sub.key = a.sign(&x509.Certificate{SerialNumber: serial(a.tb), Subject: pkix.Name{CommonName: name},
		IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour)})
	return sub
}

// Revoke returns the authority's list, in PEM, of what it has revoked: certificates, the first of each text. The list
// holds for an hour up to end.
func (a *Authority) Revoke(end time.Time, certs ...string) string {
	a.tb.Helper()
	list := &x509.RevocationList{Number: serial(a.tb), ThisUpdate: end.Add(-time.Hour), NextUpdate: end}
	for _, c := range certs {
		block, _ := pem.Decode([]byte(c))
		cert, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			a.tb.Fatal(err)
		}
		list.RevokedCertificateEntries = append(list.RevokedCertificateEntries,
			x509.RevocationListEntry{SerialNumber: cert.SerialNumber, RevocationTime: list.ThisUpdate})
	}
	der, err := x509.CreateRevocationList(rand.Reader, list, a.cert, a.key)
	if err != nil {
		a.tb.Fatal(err)
	}
	return text("X509 CRL", der)
}

// PEM returns the certificate of the authority itself.
func (a *Authority) PEM() string { return text("CERTIFICATE", a.cert.Raw) }

// Pool trusts the authority and nobody else.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return pool
}

// Issued is a certificate with its key, in PEM.
type Issued struct {
	Cert, Key string
	tb        testing.TB
}

// Issue makes a certificate for a name that is good for a day, for servers on this machine and for clients alike.
func (a *Authority) Issue(name string) Issued {
	a.tb.Helper()
	return a.IssueUntil(name, time.Now().Add(24*time.Hour))
}

// IssueUntil is Issue with another end.
func (a *Authority) IssueUntil(name string, end time.Time) Issued {
	a.tb.Helper()
	cert, key := a.sign(&x509.Certificate{SerialNumber: serial(a.tb), Subject: pkix.Name{CommonName: name},
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		NotBefore:   time.Now().Add(-time.Hour), NotAfter: end})
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.tb.Fatal(err)
	}
	return Issued{text("CERTIFICATE", cert.Raw), text("PRIVATE KEY", der), a.tb}
}

// Pair returns the certificate for crypto/tls.
func (i Issued) Pair() tls.Certificate {
	i.tb.Helper()
	pair, err := tls.X509KeyPair([]byte(i.Cert), []byte(i.Key))
	if err != nil {
		i.tb.Fatal(err)
	}
	return pair
}

// Files writes certificate and key into dir, readable for the owner alone, as libpq demands, and returns their paths.
func (i Issued) Files(dir string) (cert, key string) {
	i.tb.Helper()
	cert, key = filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	for path, content := range map[string]string{cert: i.Cert, key: i.Key} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			i.tb.Fatal(err)
		}
	}
	return cert, key
}

// sign issues a certificate; an authority without one signs itself.
func (a *Authority) sign(template *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	a.tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.tb.Fatal(err)
	}
	parent, signer := a.cert, a.key
	if parent == nil {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		a.tb.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		a.tb.Fatal(err)
	}
	return cert, key
}

func serial(tb testing.TB) *big.Int {
	tb.Helper()
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 100))
	if err != nil {
		tb.Fatal(err)
	}
	return n
}

func text(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}
