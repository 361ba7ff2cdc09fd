package cmd

import (
	"encoding/json"
	"io"
)

// evalQuestion is a line in, and evalAnswer a line out. An id may be any JSON value, and comes back as it was.
type evalQuestion struct {
	ID       json.RawMessage `json:"id"`
	DB       string          `json:"db"`
	Question string          `json:"question"`
	Evidence string          `json:"evidence"`
}

type evalAnswer struct {
	ID  json.RawMessage `json:"id"`
	SQL *string         `json:"sql"`
}

// evalDoubt is a line of --confidence: how sure an answer is, 0 to 1.
type evalDoubt struct {
	ID         json.RawMessage `json:"id"`
	Confidence float64         `json:"confidence"`
}

// evalReason is a line of --reasons: what was said to a question that was not answered.
type evalReason struct {
	ID       json.RawMessage `json:"id"`
	Question string          `json:"question"`
	Message  string          `json:"message"`
	Unplaced []string        `json:"unplaced,omitempty"`
}

// plainID returns an id as people type it: a string without its quotes.
func plainID(id json.RawMessage) string {
	var s string
	if json.Unmarshal(id, &s) == nil {
		return s
	}
	return string(id)
}

func orNull(id json.RawMessage) json.RawMessage {
	if id == nil {
		return json.RawMessage("null")
	}
	return id
}

// writeLine writes one line of JSON, with < and > as they are.
func writeLine(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
