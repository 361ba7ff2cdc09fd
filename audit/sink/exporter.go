package sink

import (
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// exporter sends to a collector as the environment variables of OpenTelemetry say:
// https://opentelemetry.io/docs/specs/otel/protocol/exporter/
type exporter struct {
	client  *http.Client
	headers http.Header
	timeout time.Duration
	gzip    bool
}

// lookEnv returns what OTEL_EXPORTER_OTLP_TRACES_name says, else OTEL_EXPORTER_OTLP_name; "" where neither is set.
func lookEnv(name string) string {
	if s := strings.TrimSpace(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_" + name)); s != "" {
		return s
	}
	return strings.TrimSpace(os.Getenv("OTEL_EXPORTER_OTLP_" + name))
}

// exporterOf reads HEADERS, TIMEOUT (milliseconds), COMPRESSION, CERTIFICATE, CLIENT_CERTIFICATE and CLIENT_KEY.
func exporterOf(env func(string) string) (*exporter, error) {
	x := &exporter{headers: http.Header{}, timeout: 20 * time.Second}
	if s := env("TIMEOUT"); s != "" {
		ms, err := strconv.Atoi(s)
		if err != nil || ms <= 0 {
			return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_TIMEOUT is %q, and not a number of milliseconds", s)
		}
		x.timeout = time.Duration(ms) * time.Millisecond
	}
	switch s := env("COMPRESSION"); s {
	case "", "none":
	case "gzip":
		x.gzip = true
	default:
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_COMPRESSION is %q, and neither gzip nor none", s)
	}
	for pair := range strings.SplitSeq(env("HEADERS"), ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, ok := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if !ok || err != nil || strings.TrimSpace(name) == "" {
			return nil, errors.New("OTEL_EXPORTER_OTLP_HEADERS is not a list of name=value") // a value may be a secret
		}
		x.headers.Set(strings.TrimSpace(name), value)
	}
	secure, err := tlsOf(env)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone() // with the proxy of the environment
	transport.TLSClientConfig = secure
	x.client = &http.Client{Transport: transport}
	return x, nil
}

// tlsOf returns whom to trust, and who we are.
func tlsOf(env func(string) string) (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if name := env("CERTIFICATE"); name != "" {
		pem, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s holds no certificate", name)
		}
	}
	if cert, key := env("CLIENT_CERTIFICATE"), env("CLIENT_KEY"); cert != "" || key != "" {
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

// packed returns a body as it is sent.
func (x *exporter) packed(body []byte) ([]byte, error) {
	if !x.gzip {
		return body, nil
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}
