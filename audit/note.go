package audit

import "context"

// Note records an action that is no question, such as the approval of a lesson. When it returns nil the record is on
// disk, or OnFailure is Warn. text must not begin like a note of the log about itself.
func (l *Log) Note(ctx context.Context, text string) error {
	r := &Record{Event: Note, Message: text}
	return l.verdict(r, l.write(ctx, r, true))
}
