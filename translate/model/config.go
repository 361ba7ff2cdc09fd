package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"time"
)

// Config says which endpoint to ask and how patiently. The zero value of every field but BaseURL and Name means its
// default.
type Config struct {
	BaseURL string // for example https://api.openai.com/v1; http or https, without credentials or query
	Name    string // the model's name as the endpoint knows it
	Key     Secret // sent as a bearer token; none for most local servers
	Tier    Tier   // how much of SQL the model is trusted with; default Full

	Timeout time.Duration // for one request, default 60 s; a whole call takes at most twice as long
	// FirstToken is how long an endpoint that is known to stream may be silent before its first word; default 30 s, and
	// never more than Timeout. One that does not stream says nothing before it has finished.
	FirstToken time.Duration
	Retries    int // requests after the first when one fails in a way that may pass; default 2, negative none

	// MaxTokens bounds the prompt of one call, in estimated tokens. Default 4,000 for Minimal; 0 elsewhere means that the
	// endpoint's own limit applies.
	MaxTokens int
	// MaxAnswer bounds what the model may write, in tokens, its thinking included where the endpoint counts it. Default
	// 1,000 for Minimal, 8,000 elsewhere.
	MaxAnswer int
	// MaxResponse bounds the bytes read of one response. Default 4 MiB.
	MaxResponse int64

	BreakAfter int           // calls in a row that must fail before the breaker opens; default 5
	BreakFor   time.Duration // how long it stays open before one call is let through; default 30 s

	Logger *slog.Logger // nil drops
}

// Tier is how much is asked of a model.
type Tier string

// The tiers, from the smallest models to the strongest.
const (
	Minimal  Tier = "minimal"  // tables, joins, filters, grouping, order, limit
	Standard Tier = "standard" // expressions, HAVING, DISTINCT, CASE, and reasons
	Full     Tier = "full"     // windows, CTEs, subqueries, set operations
	SQL      Tier = "sql"      // the model writes the SELECT itself
)

// Tiers lists the tiers, smallest first.
var Tiers = []Tier{Minimal, Standard, Full, SQL}

func (c Config) withDefaults() Config {
	small := c.Tier == Minimal
	if c.Tier == "" {
		c.Tier = Full
	}
	if c.Timeout == 0 {
		c.Timeout = 60 * time.Second
	}
	if c.FirstToken == 0 {
		c.FirstToken = 30 * time.Second
	}
	c.FirstToken = min(c.FirstToken, c.Timeout)
	if c.Retries == 0 {
		c.Retries = 2
	}
	if c.MaxTokens == 0 && small {
		c.MaxTokens = 4000
	}
	if c.MaxAnswer == 0 {
		c.MaxAnswer = 8000
		if small {
			c.MaxAnswer = 1000
		}
	}
	if c.MaxResponse == 0 {
		c.MaxResponse = 4 << 20
	}
	if c.BreakAfter == 0 {
		c.BreakAfter = 5
	}
	if c.BreakFor == 0 {
		c.BreakFor = 30 * time.Second
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}

// validate returns every problem, each naming its field.
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
	if !slices.Contains(Tiers, c.Tier) {
		bad("tier: %q is none of minimal, standard, full, sql", c.Tier)
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

// Secret is a text that no log, error or JSON shows: it prints as "redacted". The text is behind a pointer because fmt
// shows the unexported fields of a struct without asking their methods.
type Secret struct{ text *string }

// NewSecret hides a text. An empty one is the zero Secret.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{&text}
}

// Reveal is the text, for the one place that sends it.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// String is "redacted", or "" when there is no secret.
func (s Secret) String() string {
	if s.text == nil {
		return ""
	}
	return "redacted"
}

// Format writes String whatever the verb, so that not even a wrong one leaks.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// MarshalJSON writes String.
func (s Secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// MarshalText writes String, for YAML and the like.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue is String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
