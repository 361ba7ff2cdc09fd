package proxy

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/jackc/pgproto3/v2"
)

// parameters are the values of the upstream's ParameterStatus messages.
type parameters struct {
	mu sync.Mutex
	m  map[string]string
}

// Bounds of what is kept of parameters, whatever an upstream reports.
const (
	maxParameters = 256
	maxParameter  = 8 << 10 // bytes of a value
)

func (p *parameters) note(body []byte) {
	name, value, ok := nameValue(body)
	if !ok || len(value) > maxParameter {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m == nil {
		p.m = map[string]string{}
	}
	if _, known := p.m[name]; known || len(p.m) < maxParameters {
		p.m[name] = value
	}
}

func (p *parameters) get(name string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.m[name]
}

func (p *parameters) copy() map[string]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := make(map[string]string, len(p.m))
	for k, v := range p.m {
		m[k] = v
	}
	return m
}

func nameValue(body []byte) (name, value string, ok bool) {
	i := bytes.IndexByte(body, 0)
	if i < 0 {
		return "", "", false
	}
	j := bytes.IndexByte(body[i+1:], 0)
	if j < 0 {
		return "", "", false
	}
	return string(body[:i]), string(body[i+1 : i+1+j]), true
}

// ownSetting reports whether a ParameterStatus is about a setting that the proxy makes local to its own transactions.
func ownSetting(body []byte) bool {
	name, _, ok := nameValue(body)
	if !ok {
		return false
	}
	switch name {
	case "search_path", "transaction_read_only", "client_encoding", "DateStyle", "IntervalStyle", "TimeZone":
		return true
	}
	return false
}

// changes keeps the value of a ParameterStatus until the loan ends. over is true when it has ended; kept is false for values
// beyond the bounds, which the agent must not get either, because its pgconn would keep them.
func (l *loan) changes(body []byte) (kept, over bool) {
	name, value, ok := nameValue(body)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.returned {
		return false, true
	}
	if _, known := l.settings[name]; !ok || len(value) > maxParameter || !known && len(l.settings) >= maxParameters {
		return false, false
	}
	if l.settings == nil {
		l.settings = map[string]string{}
	}
	l.settings[name] = value
	return true, false
}

// tellChanges ends the collection of settings during a loan, and sends the client those that have another value than before.
func (s *session) tellChanges(l *loan) error {
	l.mu.Lock()
	l.returned = true
	l.mu.Unlock()
	for name, value := range l.settings { // nobody writes to it any more
		if s.reported.get(name) == value {
			continue
		}
		if err := s.tellParameter(encode(nil, &pgproto3.ParameterStatus{Name: name, Value: value})); err != nil {
			return err
		}
	}
	return nil
}

// tellParameter sends the client a ParameterStatus and notes its value.
func (s *session) tellParameter(message []byte) error {
	s.reported.note(message[headerLen:])
	if err := s.client.write(message); err != nil {
		return fmt.Errorf("write client: %w", err)
	}
	return nil
}
