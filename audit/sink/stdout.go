package sink

import (
	"bufio"
	"context"
	"encoding/json"
	"io"

	"github.com/pgask/pgask/audit"
)

// Lines writes records as JSON Lines. It begins with the first record after its start; earlier ones are in the log's
// files.
type Lines struct{ Out io.Writer }

// Start implements Sink.
func (*Lines) Start(_ context.Context, newest uint64) (uint64, error) { return newest, nil }

// Write implements Sink. It blocks while the reader of Out does.
func (l *Lines) Write(_ context.Context, records []audit.Entry) error {
	w := bufio.NewWriter(l.Out)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range records {
		if err := enc.Encode(&records[i]); err != nil {
			return err
		}
	}
	return w.Flush()
}

// Close implements Sink.
func (*Lines) Close() {}
