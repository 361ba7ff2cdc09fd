package model

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// errSilent says that an endpoint that streams did not begin in time.
var errSilent = errors.New("no first word in time")

// listen asks for a stream and puts its parts together. Whoever gives up closes the connection, and an endpoint that streams
// stops working on an answer that nobody will read. An endpoint that sends the whole answer instead is understood, too.
func (c *Client) listen(ctx context.Context, r openai.ChatCompletionRequest, x *exchange) (whole openai.ChatCompletionResponse, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer func() {
		if err != nil && errors.Is(context.Cause(ctx), errSilent) {
			err = errSilent
		}
	}()
	heard := func() {}
	if c.speaker.streams() {
		timer := time.AfterFunc(c.conf.FirstToken, func() { stop(errSilent) })
		defer timer.Stop()
		heard = func() { timer.Stop() }
	}
	x.listens = true
	stream, err := c.api.CreateChatCompletionStream(ctx, r)
	if err != nil {
		return whole, err
	}
	defer stream.Close()
	if x.whole != nil {
		return whole, json.Unmarshal(x.whole, &whole)
	}
	whole, err = gather(stream.Recv, heard)
	if err == nil {
		c.speaker.streamed()
	}
	return whole, err
}

// gather makes one response of the parts of a stream. heard is called when the model has begun.
func gather(next func() (openai.ChatCompletionStreamResponse, error), heard func()) (openai.ChatCompletionResponse, error) {
	var whole openai.ChatCompletionResponse
	var content, refusal strings.Builder
	var reason openai.FinishReason
	begun := false
	for {
		part, err := next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return whole, err
		}
		if part.Model != "" {
			whole.Model = part.Model
		}
		if part.Usage != nil {
			whole.Usage = *part.Usage
		}
		for _, choice := range part.Choices {
			if choice.Index != 0 {
				continue
			}
			d := choice.Delta
			if d.Content+d.Refusal+d.ReasoningContent != "" {
				heard()
			}
			begun = true
			content.WriteString(d.Content)
			refusal.WriteString(d.Refusal)
			if choice.FinishReason != "" {
				reason = choice.FinishReason
			}
		}
	}
	if begun {
		if reason == "" {
			reason = openai.FinishReasonLength // it broke off: nothing says that the answer is whole
		}
		whole.Choices = []openai.ChatCompletionChoice{{FinishReason: reason, Message: openai.ChatCompletionMessage{
			Role: openai.ChatMessageRoleAssistant, Content: content.String(), Refusal: refusal.String()}}}
	}
	return whole, nil
}
