package wire

import (
	"bytes"
	"maps"
	"sync"
)

// Parameters are the values of the upstream's ParameterStatus messages.
type Parameters struct {
	mu sync.Mutex
	m  map[string]string
}

// Bounds of what is kept of parameters, whatever an upstream reports.
const (
	MaxParameters = 256
	MaxParameter  = 8 << 10 // bytes of a value
)

func (p *Parameters) Note(body []byte) {
	name, value, ok := NameValue(body)
	if !ok || len(value) > MaxParameter {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m == nil {
		p.m = map[string]string{}
	}
	if _, known := p.m[name]; known || len(p.m) < MaxParameters {
		p.m[name] = value
	}
}

func (p *Parameters) Get(name string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.m[name]
}

func (p *Parameters) Copy() map[string]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := make(map[string]string, len(p.m))
	maps.Copy(m, p.m)
	return m
}

func NameValue(body []byte) (name, value string, ok bool) {
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
