package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// certificate writes a certificate that vouches for itself and its key into dir, and returns the files' names.
func certificate(dir string) (cert, key string, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", "", err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(24 * time.Hour)}
	public, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		return "", "", err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return "", "", err
	}
	cert, key = filepath.Join(dir, "bench.crt"), filepath.Join(dir, "bench.key")
	text := func(kind string, der []byte) []byte { return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}) }
	// PgBouncer runs as another user; the key is worth nothing.
	return cert, key, errors.Join(os.WriteFile(cert, text("CERTIFICATE", public), 0o644),
		os.WriteFile(key, text("PRIVATE KEY", secret), 0o644))
}

// encrypt turns to TLS as a client does that checks nothing.
func encrypt(conn net.Conn) (net.Conn, error) {
	const sslRequest = 80877103
	if _, err := conn.Write(binary.BigEndian.AppendUint32([]byte{0, 0, 0, 8}, sslRequest)); err != nil {
		return nil, err
	}
	var answer [1]byte
	if _, err := io.ReadFull(conn, answer[:]); err != nil {
		return nil, err
	}
	if answer[0] != 'S' {
		return nil, fmt.Errorf("no TLS: %q", answer)
	}
	encrypted := tls.Client(conn, &tls.Config{InsecureSkipVerify: true})
	return encrypted, encrypted.Handshake()
}
