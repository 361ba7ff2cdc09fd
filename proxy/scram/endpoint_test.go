package scram

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"math/big"
	"testing"
)

func TestEndPoint(t *testing.T) {
	t.Parallel()
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sum256 := func(p []byte) []byte { h := sha256.Sum256(p); return h[:] }
	sum384 := func(p []byte) []byte { h := sha512.Sum384(p); return h[:] }
	sum512 := func(p []byte) []byte { h := sha512.Sum512(p); return h[:] }
	cases := []struct {
		key       crypto.Signer
		algorithm x509.SignatureAlgorithm
		want      func([]byte) []byte
	}{
		{ec, x509.ECDSAWithSHA256, sum256}, {ec, x509.ECDSAWithSHA384, sum384}, {ec, x509.ECDSAWithSHA512, sum512},
		{rs, x509.SHA256WithRSA, sum256}, {rs, x509.SHA384WithRSA, sum384}, {rs, x509.SHA512WithRSA, sum512},
		{rs, x509.SHA256WithRSAPSS, sum256}, {rs, x509.SHA512WithRSAPSS, sum512},
		{ed, x509.PureEd25519, func([]byte) []byte { return nil }},
	}
	for _, c := range cases {
		template := &x509.Certificate{SerialNumber: big.NewInt(1), SignatureAlgorithm: c.algorithm}
		der, err := x509.CreateCertificate(rand.Reader, template, template, c.key.Public(), c.key)
		if err != nil {
			t.Fatal(err)
		}
		cert, err := x509.ParseCertificate(der)
		if err != nil {
			t.Fatal(err)
		}
		if got := EndPoint(cert); !bytes.Equal(got, c.want(cert.Raw)) {
			t.Errorf("%v: %x", c.algorithm, got)
		}
	}
}
