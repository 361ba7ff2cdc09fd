package scram

import (
	"crypto"
	_ "crypto/sha256" // the hashes that are used below
	_ "crypto/sha512"
	"crypto/x509"
)

// EndPoint returns the channel binding data of tls-server-end-point: the hash of the server's certificate with the
// hash function of its signature, SHA-256 in place of MD5 and SHA-1 (RFC 5929, section 4.1). It is nil for signatures
// without one of their own, Ed25519 for example, for which the RFC defines nothing and PostgreSQL has no channel
// binding.
func EndPoint(cert *x509.Certificate) []byte {
	var hash crypto.Hash
	switch cert.SignatureAlgorithm {
	case x509.MD5WithRSA, x509.SHA1WithRSA, x509.ECDSAWithSHA1, x509.SHA256WithRSA, x509.SHA256WithRSAPSS, x509.ECDSAWithSHA256:
		hash = crypto.SHA256
	case x509.SHA384WithRSA, x509.SHA384WithRSAPSS, x509.ECDSAWithSHA384:
		hash = crypto.SHA384
	case x509.SHA512WithRSA, x509.SHA512WithRSAPSS, x509.ECDSAWithSHA512:
		hash = crypto.SHA512
	default:
		return nil
	}
	h := hash.New()
	h.Write(cert.Raw)
	return h.Sum(nil)
}
