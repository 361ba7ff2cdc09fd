package audit

import "context"

// Note records what was done beside questions, such as the approval of a lesson: it is in the chain, and of no question. When it
// returns nil it is on disk, or OnFailure is Warn. text must not begin like a note of the log about itself.
func (l *Log) Note(ctx context.Context, text string) error {
	r := &Record{Event: Note, Message: text}
	return l.verdict(r, l.write(ctx, r, true))
}
