package model

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Request is one prompt. Prompt makes it from an Input.
type Request struct {
	System string
	User   string
	Name   string          // name of Schema, as [a-z_]+
	Schema json.RawMessage // JSON schema of the answer; nil: free text
	// Sample distinguishes several answers to the same prompt: 0 asks for the likeliest one, other numbers for random
	// samples.
	Sample int
}

// Tokens estimates the number of tokens of the prompt, including the JSON schema of the answer.
func (r Request) Tokens() int { return Tokens(r.System) + Tokens(r.User) + Tokens(string(r.Schema)) }

// Hash identifies the prompt: SHA-256, in hex, over the SHA-256 hashes of System, User and Schema. They are hashed
// separately so that moving text between them changes the hash.
func (r Request) Hash() string {
	h := sha256.New()
	for _, part := range []string{r.System, r.User, string(r.Schema)} {
		sum := sha256.Sum256([]byte(part))
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Response is what the model wrote.
type Response struct {
	Text  string
	Model string // as the endpoint reports it
	// TokensIn and TokensOut are the tokens that the endpoint counted, or our estimate when it does not count. They
	// include failed requests on which the endpoint had begun to work; when a call fails, they are the estimates for
	// these.
	TokensIn  int
	TokensOut int
	// TokensCached is the part of TokensIn that the endpoint took from its cache, if it reports that.
	TokensCached int
	Requests     int  // requests made, failed ones included; at least 1 if anything was sent, even when the call fails
	Cut          bool // the answer reached its length limit and is incomplete
}

// Client sends requests to one endpoint. It is safe for concurrent use. It remembers which features the endpoint was
// found to lack.
type Client struct {
	conf    Config
	api     *openai.Client
	speaker speaker
	breaker breaker

	now   func() time.Time
	pause func(context.Context, time.Duration) error
}

// NewClient checks the settings and returns a client. It sends nothing.
func NewClient(c Config) (*Client, error) {
	c = c.withDefaults()
	if err := c.validate(); err != nil {
		return nil, err
	}
	if u, err := url.Parse(c.BaseURL); err == nil && u.Scheme == "http" && c.Key.Reveal() != "" && !loopback(u.Hostname()) {
		c.Logger.Warn("model key travels unencrypted", "model", c.Name, "host", u.Hostname())
	}
	settings := openai.DefaultConfig("") // the transport adds the key: go-openai would keep it as a plain string
	settings.BaseURL = strings.TrimRight(c.BaseURL, "/")
	settings.HTTPClient = newTransport(c.Key, c.MaxResponse)
	settings.EmptyMessagesLimit = 100_000 // comments keep a stream alive; MaxResponse bounds them
	return &Client{
		conf:    c,
		api:     openai.NewClientWithConfig(settings),
		breaker: breaker{after: c.BreakAfter, pause: c.BreakFor},
		now:     time.Now,
		pause:   sleep,
	}, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Name returns the configured name of the model.
func (c *Client) Name() string { return c.conf.Name }

// Room returns how much schema still fits into the prompt of in, whose Schema is ignored, in units of four
// characters. It is at least 1 (Complete refuses prompts that do not fit at all), and very large when there is no
// budget.
func (c *Client) Room(in Input) int {
	if c.conf.MaxTokens == 0 {
		return 1 << 30
	}
	in.Schema = ""
	// Schemas and values have more tokens per character than prose: a rendered schema has about three characters a
	// token, phone numbers fewer.
	return max(1, (c.conf.MaxTokens-Prompt(in).Tokens())*2/3)
}

// Complete sends a prompt and returns what the model wrote. Errors are ErrUnavailable, ErrNonsense, ErrRefused,
// ErrTooLong, or ctx's own.
func (c *Client) Complete(ctx context.Context, r Request) (Response, error) {
	if n := r.Tokens(); c.conf.MaxTokens > 0 && n > c.conf.MaxTokens {
		return Response{}, &Error{Kind: ErrTooLong, Message: fmt.Sprintf("about %d tokens, the budget is %d", n, c.conf.MaxTokens)}
	}
	var resp Response
	err := c.guarded(ctx, func(ctx context.Context) (err error) {
		resp, err = c.persist(ctx, r)
		return err
	})
	return resp, err
}

// guarded makes a call unless the breaker is open, and reports the result to the breaker. It returns the error of the
// call, or ctx's error when ctx has ended.
func (c *Client) guarded(ctx context.Context, call func(context.Context) error) error {
	leave, wait, cause, ok := c.breaker.allow(c.now())
	if !ok {
		return &Error{Kind: ErrUnavailable, Message: fmt.Sprintf(
			"it keeps failing and is asked again in %s; the last failure was %s", wait.Round(time.Second), cause)}
	}
	health := unknown // the value also when call panics, so that a probe never stays open
	defer func() {
		if c.breaker.settle(leave, health, cause, c.now()) {
			c.conf.Logger.Warn("model breaker opened", "model", c.conf.Name, "for", c.conf.BreakFor)
		}
	}()
	err := call(ctx)
	var e *Error
	switch {
	case ctx.Err() != nil && err != nil:
		return ctx.Err()
	case errors.As(err, &e) && e.Kind == ErrUnavailable:
		health, cause = failing, e.Message
	default:
		health = healthy
	}
	return err
}

// persist makes requests until one succeeds, one fails permanently, the retries are used up, or twice the timeout has
// passed.
func (c *Client) persist(ctx context.Context, r Request) (Response, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*c.conf.Timeout)
	defer cancel()
	learnt := c.speaker.current()
	d := learnt
	var spent Response // by requests that failed
	for failures, steps := 0, 0; ; {
		resp, delay, err := c.once(ctx, d, r)
		resp.Requests += spent.Requests
		resp.TokensIn += spent.TokensIn
		resp.TokensOut += spent.TokensOut
		if err == nil {
			if d != learnt {
				c.speaker.learn(learnt, d)
				c.conf.Logger.Info("model endpoint understands less", "model", c.conf.Name,
					"response_format", d.format.String(), "stream", !d.whole)
			}
			return c.judge(r, resp)
		}
		spent = Response{Requests: resp.Requests, TokensIn: resp.TokensIn, TokensOut: resp.TokensOut}
		if next, ok := d.simpler(r, err); ok && steps < maxSimpler {
			d = next
			steps++
			continue
		}
		failure, passing := c.classify(err)
		failures++
		if !passing || failures > c.conf.Retries {
			return spent, failure
		}
		if c.pause(ctx, c.backoff(failures, delay)) != nil {
			return spent, failure
		}
	}
}

// answer is a Response before it is judged.
type answer struct {
	Response
	refusal string
	reason  openai.FinishReason
	empty   bool // the response has no choice
}

// once makes one request. delay is how long the endpoint asks to wait before the next one.
func (c *Client) once(ctx context.Context, d dialect, r Request) (a answer, delay time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.conf.Timeout)
	defer cancel()
	ctx, x := withExchange(ctx)
	said := d.say(c.conf.Name, r, c.conf.MaxAnswer)
	var got openai.ChatCompletionResponse
	if d.whole {
		got, err = c.api.CreateChatCompletion(ctx, said)
	} else {
		got, err = c.listen(ctx, said, x)
	}
	if x.sent {
		a.Requests = 1
	}
	if err != nil {
		if x.worked(ctx) {
			a.TokensIn, a.TokensOut = r.Tokens(), Tokens(heardOf(got))
		}
		return a, x.retryAfter, err
	}
	a.Model, a.TokensIn, a.TokensOut = got.Model, got.Usage.PromptTokens, got.Usage.CompletionTokens
	if details := got.Usage.PromptTokensDetails; details != nil {
		a.TokensCached = details.CachedTokens
	}
	if a.empty = len(got.Choices) == 0; a.empty {
		return a, 0, nil
	}
	first := got.Choices[0]
	a.Text, a.refusal, a.reason = heardOf(got), first.Message.Refusal, first.FinishReason
	a.Cut = first.FinishReason == openai.FinishReasonLength
	a.Model = cmp.Or(a.Model, c.conf.Name)
	if a.TokensIn == 0 {
		a.TokensIn = r.Tokens()
	}
	if a.TokensOut == 0 {
		a.TokensOut = Tokens(a.Text)
	}
	return a, 0, nil
}

// heardOf returns the text of a response. Some endpoints return it in parts. Others enforce a schema by a function
// call; the text is then the arguments of that call.
func heardOf(r openai.ChatCompletionResponse) string {
	if len(r.Choices) == 0 {
		return ""
	}
	m := r.Choices[0].Message
	text := m.Content
	if len(m.MultiContent) > 0 {
		var b strings.Builder
		for _, p := range m.MultiContent {
			b.WriteString(p.Text)
		}
		text = b.String()
	}
	if strings.TrimSpace(text) != "" {
		return text
	}
	for _, c := range m.ToolCalls {
		if c.Function.Arguments != "" {
			return c.Function.Arguments
		}
	}
	return text
}

// judge returns the answer as a Response, or an error when it is a refusal, empty, or, where r asks for JSON,
// incomplete. An incomplete answer is not used because a part of a query can look like a whole one.
func (c *Client) judge(r Request, a answer) (Response, error) {
	switch {
	case a.refusal != "":
		return a.Response, &Error{Kind: ErrRefused, Message: foreign(a.refusal, c.conf.Key)}
	case a.reason == openai.FinishReasonContentFilter:
		return a.Response, &Error{Kind: ErrRefused, Message: "the endpoint's content filter stopped the answer"}
	case a.empty:
		return a.Response, nonsense("the response holds no answer")
	case strings.TrimSpace(a.Text) == "" && a.Cut:
		return a.Response, nonsense("the answer's limit was spent before it began")
	case strings.TrimSpace(a.Text) == "":
		return a.Response, nonsense("the answer is empty")
	case a.Cut && len(r.Schema) > 0 && !closed(a.Text):
		return a.Response, nonsense("the answer ran into its limit before it was complete: write less, without reasons")
	}
	return a.Response, nil
}

// classify turns errors of go-openai, which may hold the key and text of any length, into errors of this package.
// passing is true when the same request may succeed later.
func (c *Client) classify(err error) (failure error, passing bool) {
	failed := func(kind error, status int, message string) *Error {
		return &Error{Kind: kind, Status: status, Message: foreign(message, c.conf.Key)}
	}
	status, text := rejection(err)
	switch {
	case errors.Is(err, errTooLarge):
		return failed(ErrNonsense, status, fmt.Sprintf("the response is larger than %d bytes", c.conf.MaxResponse)), false
	case errors.Is(err, errRedirect):
		return failed(ErrUnavailable, status, errRedirect.Error()), false
	case errors.Is(err, errSilent):
		return failed(ErrUnavailable, 0, "not a word within "+c.conf.FirstToken.String()), false
	case errors.Is(err, context.DeadlineExceeded):
		// This is not retried: the caller has waited long enough, and a busy endpoint is spared one request.
		return failed(ErrUnavailable, 0, "no answer within "+c.conf.Timeout.String()), false
	case status == 0 && broken(err):
		return failed(ErrUnavailable, 0, "the endpoint does not speak the chat completions protocol: "+err.Error()), false
	case status == 0:
		return failed(ErrUnavailable, 0, err.Error()), true
	}
	message := fmt.Sprintf("HTTP %d: %s", status, text)
	switch {
	case strings.Contains(text, "context_length") || strings.Contains(text, "context length") ||
		strings.Contains(text, "context size") || status == http.StatusRequestEntityTooLarge:
		return failed(ErrTooLong, status, message), false
	case strings.Contains(text, "content_filter") || strings.Contains(text, "content management policy"):
		return failed(ErrRefused, status, message), false
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status >= 500:
		return failed(ErrUnavailable, status, message), true
	}
	return failed(ErrUnavailable, status, message), false
}

// broken reports whether an error means that a response was not valid JSON.
func broken(err error) bool {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &typ)
}

const (
	firstBackoff = 500 * time.Millisecond
	maxBackoff   = 10 * time.Second
)

// backoff returns how long to wait before the next request: as long as the endpoint asks, or twice as long after each
// failure. It adds jitter, so that proxies that failed together do not retry together.
func (c *Client) backoff(failures int, asked time.Duration) time.Duration {
	if asked > 0 {
		return asked + rand.N(asked/10+1)
	}
	d := min(firstBackoff<<(failures-1), maxBackoff)
	return d/2 + rand.N(d/2)
}

// sleep waits for d. It returns an error at once when ctx would end first.
func sleep(ctx context.Context, d time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= d {
		return context.DeadlineExceeded
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
