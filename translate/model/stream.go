package model

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// errSilent means that an endpoint that streams did not send the first token in time.
var errSilent = errors.New("no first word in time")

// listen asks for a stream and returns its parts as one response. When the caller cancels, the connection is closed,
// and an endpoint that streams stops working on the answer. listen also accepts an endpoint that sends the whole
// answer at once.
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

// gather combines the parts of a stream into one response. It calls heard at the first text of the model. With an
// error it returns what was received until then.
func gather(next func() (openai.ChatCompletionStreamResponse, error), heard func()) (openai.ChatCompletionResponse, error) {
	var all parts
	for {
		part, err := next()
		if errors.Is(err, io.EOF) {
			return all.response(), nil
		}
		if err != nil {
			return all.response(), err
		}
		if all.add(part) {
			heard()
		}
	}
}

// parts collects the parts of a stream.
type parts struct {
	whole                  openai.ChatCompletionResponse // call: the arguments of the first function
	content, refusal, call strings.Builder               // call: the arguments of the first function
	reason                 openai.FinishReason
	begun                  bool
}

// add adds one part, and reports whether it contains text of the model.
func (p *parts) add(part openai.ChatCompletionStreamResponse) (spoke bool) {
	if part.Model != "" {
		p.whole.Model = part.Model
	}
	if part.Usage != nil {
		p.whole.Usage = *part.Usage
	}
	for _, choice := range part.Choices {
		if choice.Index != 0 {
			continue
		}
		d := choice.Delta
		p.begun = true
		p.content.WriteString(d.Content)
		p.refusal.WriteString(d.Refusal)
		for _, c := range d.ToolCalls {
			if c.Index == nil || *c.Index == 0 {
				p.call.WriteString(c.Function.Arguments)
			}
		}
		if choice.FinishReason != "" {
			p.reason = choice.FinishReason
		}
		spoke = spoke || d.Content+d.Refusal+d.ReasoningContent != "" || len(d.ToolCalls) > 0
	}
	return spoke
}

func (p *parts) response() openai.ChatCompletionResponse {
	if !p.begun {
		return p.whole
	}
	p.reason = cmp.Or(p.reason, openai.FinishReasonLength) // the stream broke off, so the answer may be incomplete
	said := openai.ChatCompletionMessage{Role: openai.ChatMessageRoleAssistant, Content: p.content.String(), Refusal: p.refusal.String()}
	if p.call.Len() > 0 {
		said.ToolCalls = []openai.ToolCall{{Function: openai.FunctionCall{Arguments: p.call.String()}}}
	}
	p.whole.Choices = []openai.ChatCompletionChoice{{FinishReason: p.reason, Message: said}}
	return p.whole
}
