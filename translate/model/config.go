package model

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"
)

// Config says which endpoint to ask, and with which limits. Zero means the default for every field but BaseURL and
// Name.
type Config struct {
	BaseURL string // for example https://api.openai.com/v1; http or https, without credentials or query
	Name    string // the model's name as the endpoint knows it
	Key     Secret // sent as a bearer token; most local servers need none

	Timeout time.Duration // for one request, default 60 s; a whole call takes at most twice as long
	// FirstToken is how long an endpoint that streams may take until the first token; default 30 s, at most Timeout.
	// It does not apply to endpoints that do not stream.
	FirstToken time.Duration
	Retries    int // further requests after a temporary failure; default 2, negative: none

	// MaxTokens bounds the prompt of one call, in estimated tokens. The default is 0: only the endpoint's own limit
	// applies.
	MaxTokens int
	// MaxAnswer bounds the answer, in tokens, including reasoning tokens if the endpoint counts them. Default 8,000.
	MaxAnswer int
	// MaxResponse bounds the size of one response in bytes. Default 4 MiB.
	MaxResponse int64

	BreakAfter int           // consecutive failed calls that open the breaker; default 5
	BreakFor   time.Duration // how long it stays open before it allows one call; default 30 s

	Logger *slog.Logger // nil: no logging
}

func (c Config) withDefaults() Config {
	c.Timeout = cmp.Or(c.Timeout, 60*time.Second)
	c.FirstToken = cmp.Or(c.FirstToken, 30*time.Second)
	c.FirstToken = min(c.FirstToken, c.Timeout)
	c.Retries = cmp.Or(c.Retries, 2)
	c.MaxAnswer = cmp.Or(c.MaxAnswer, 8000)
	c.MaxResponse = cmp.Or(c.MaxResponse, 4<<20)
	c.BreakAfter = cmp.Or(c.BreakAfter, 5)
	c.BreakFor = cmp.Or(c.BreakFor, 30*time.Second)
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	return c
}

// validate returns all problems joined. Each names its field.
func (c Config) validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	switch u, err := url.Parse(c.BaseURL); {
	case c.BaseURL == "":
		bad("base_url: missing")
	case err != nil:
		bad("base_url: not a URL") // url.Parse quotes its input, which may hold a password
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		bad("base_url: must begin with http:// or https:// and name a host")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		bad("base_url: must hold no credentials, query or fragment")
	}
	if c.Name == "" {
		bad("name: missing")
	}
	if c.Timeout < 0 || c.BreakFor < 0 || c.FirstToken < 0 {
		bad("timeout, first_token, break_for: must not be negative")
	}
	if c.Retries > 10 {
		bad("retries: must be at most 10")
	}
	if c.MaxTokens < 0 || c.MaxAnswer < 0 || c.MaxResponse < 0 || c.BreakAfter < 0 {
		bad("max_tokens, max_answer, max_response, break_after: must not be negative")
	}
	return errors.Join(errs...)
}

// Secret is a text that logs, errors and JSON show as "redacted". It is kept behind a pointer because fmt prints the
// unexported fields of a struct without calling their methods.
type Secret struct{ text *string }

// NewSecret returns a Secret with a text. An empty text gives the zero Secret.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{&text}
}

// Reveal returns the text. Call it only where the text is sent.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// String returns "redacted", or "" for the zero Secret.
func (s Secret) String() string {
	if s.text == nil {
		return ""
	}
	return "redacted"
}

// Format writes String for every verb, so that a wrong verb cannot leak the text either.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// MarshalJSON writes String.
func (s Secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// MarshalText writes String, for YAML and the like.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue returns String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
