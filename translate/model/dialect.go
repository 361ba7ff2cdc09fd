package model

import (
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"

	openai "github.com/sashabaranov/go-openai"
)

// format is how an answer is held to JSON, from the strictest down.
type format int

const (
	bySchema format = iota // response_format json_schema, strict
	byObject               // response_format json_object
	byPrompt               // the prompt alone asks for JSON
)

func (f format) String() string { return [...]string{"json_schema", "json_object", "none"}[f] }

// dialect is what an endpoint was found to understand. Endpoints that call themselves compatible differ, and say so only
// by failing; a client learns once.
type dialect struct {
	format     format
	newLimit   bool // the answer's limit is called max_completion_tokens, not max_tokens
	noLimit    bool // neither name is understood
	noSampling bool // temperature is not accepted
	noUsage    bool // stream_options is not accepted: a stream's tokens are estimated
	whole      bool // stream is not accepted
}

// speaker is the dialect that the calls of one client share.
type speaker struct {
	mu      sync.Mutex
	dialect dialect
	stream  bool // an answer has come in parts
}

func (s *speaker) streams() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stream
}

func (s *speaker) streamed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stream = true
}

func (s *speaker) current() dialect {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dialect
}

// learn changes the dialect unless another call has done so since used was read; then the newer one is tried first.
func (s *speaker) learn(used, next dialect) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dialect == used {
		s.dialect = next
	}
}

// say puts a request into the dialect.
func (d dialect) say(name string, r Request, limit int) openai.ChatCompletionRequest {
	out := openai.ChatCompletionRequest{
		Model:    name,
		Messages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: r.User}},
	}
	if r.System != "" {
		// Some chat templates reject a system message without content.
		out.Messages = slices.Insert(out.Messages, 0, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleSystem, Content: r.System})
	}
	if !d.noSampling {
		// A plain zero is left out of the request, and the endpoint's default is a dice.
		out.Temperature = math.SmallestNonzeroFloat32
		if r.Sample > 0 {
			out.Temperature, out.Seed = sampleTemperature, &r.Sample
		}
	}
	if !d.whole && !d.noUsage {
		out.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
	}
	switch {
	case d.noLimit || limit == 0:
	case d.newLimit:
		out.MaxCompletionTokens = limit
	default:
		// First, because servers that lack the new name ignore it without a word.
		//lint:ignore SA1019 most local servers know only this one
		out.MaxTokens = limit
	}
	switch {
	case len(r.Schema) == 0 || d.format == byPrompt:
	case d.format == byObject:
		out.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	default:
		out.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: r.Name, Schema: r.Schema, Strict: true,
			},
		}
	}
	return out
}

// sampleTemperature makes drafts differ where a model is not sure, and not where it is.
const sampleTemperature = 0.7

// simpler is the dialect to try after the endpoint (or go-openai, which knows some models) rejected a request; false when
// the rejection is about something else. Each step gives something up, so at most maxSimpler follow one another.
func (d dialect) simpler(r Request, err error) (dialect, bool) {
	status, text := rejection(err)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	// An endpoint that rejects a request without saying why is most often one that does not know response_format.
	aboutFormat := has("response_format", "json_schema", "json_object", "structured output", "schema", "grammar")
	switch status {
	case 0:
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		aboutFormat = aboutFormat || !has("model", "auth", "key", "quota", "context")
	case http.StatusInternalServerError, http.StatusNotImplemented:
		if !aboutFormat {
			return d, false
		}
	default:
		return d, false
	}
	switch {
	case !d.noSampling && (has("temperature") || errors.Is(err, openai.ErrReasoningModelLimitationsOther) ||
		errors.Is(err, openai.ErrReasoningSamplingUnsupported)):
		d.noSampling = true
	case !d.noLimit && !d.newLimit && (has("max_tokens") || errors.Is(err, openai.ErrReasoningModelMaxTokensDeprecated)):
		d.newLimit = true
	case !d.noLimit && d.newLimit && has("max_completion_tokens"):
		d.noLimit = true
	case !d.whole && !d.noUsage && status != 0 && has("stream_options", "include_usage"):
		d.noUsage = true
	case !d.whole && status != 0 && has("stream"):
		d.whole = true
	case d.format < byPrompt && len(r.Schema) > 0 && aboutFormat && status != 0:
		d.format++
	case !d.whole && aboutFormat && status != 0:
		d.whole = true // nothing else is left that could have been meant
	default:
		return d, false
	}
	return d, true
}

// maxSimpler is how often simpler can say yes.
const maxSimpler = 7

// rejection is the HTTP status of an error, 0 when it never left this process, and its text in lower case.
func rejection(err error) (status int, text string) {
	var api *openai.APIError
	var req *openai.RequestError
	switch {
	case errors.As(err, &api):
		text = api.Message
		if api.Param != nil {
			text += " " + *api.Param
		}
		status = api.HTTPStatusCode
	case errors.As(err, &req):
		status, text = req.HTTPStatusCode, string(req.Body)
	default:
		text = err.Error()
	}
	return status, strings.ToLower(text)
}
