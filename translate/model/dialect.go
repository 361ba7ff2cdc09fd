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

// format is the way in which an answer is required to be JSON, from the strictest to the loosest.
type format int

const (
	bySchema format = iota // response_format json_schema, strict
	byObject               // response_format json_object
	byPrompt               // only the prompt asks for JSON
)

func (f format) String() string { return [...]string{"json_schema", "json_object", "none"}[f] }

// dialect is the set of features that an endpoint was found to support. Endpoints that claim compatibility with
// OpenAI differ, and the difference shows only when a request fails. A client therefore remembers it.
type dialect struct {
	format     format
	newLimit   bool // the limit is called max_completion_tokens, not max_tokens
	noLimit    bool // neither name of the limit is supported
	noSampling bool // temperature is not supported
	noUsage    bool // stream_options is not supported: the tokens of a stream are estimated
	whole      bool // stream is not supported
}

// speaker holds the dialect that the calls of one client share.
type speaker struct {
	mu      sync.Mutex
	dialect dialect
	stream  bool // the endpoint has sent an answer as a stream
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

// learn sets the dialect to next, unless another call has changed it since used was read. In that case the newer
// dialect is tried first.
func (s *speaker) learn(used, next dialect) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dialect == used {
		s.dialect = next
	}
}

// say returns a request in the dialect.
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
		// go-openai omits a plain zero, and the endpoint's default temperature is not zero.
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

// sampleTemperature is the temperature of further samples: high enough that drafts differ where the model is unsure,
// and low enough that they agree where it is sure.
const sampleTemperature = 0.7

// simpler returns the dialect to try after the endpoint (or go-openai, which knows some models) rejected a request.
// It returns false when the rejection has another reason. Each step removes one feature, so there are at most
// maxSimpler steps.
func (d dialect) simpler(r Request, err error) (dialect, bool) {
	status, text := rejection(err)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	// An endpoint that rejects a request without a reason usually does not support response_format.
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
		d.whole = true // the only feature left to remove
	default:
		return d, false
	}
	return d, true
}

// maxSimpler is the largest number of times that simpler can return true in a row.
const maxSimpler = 7

// rejection returns the HTTP status of an error, 0 when the request never left this process, and the error's text in
// lower case.
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
