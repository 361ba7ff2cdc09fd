package lessons

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Lesson is one thing that was taught. What Words and Means are depends on the kind.
type Lesson struct {
	ID          string
	Kind        Kind
	Words       string   // as they stand in questions or drafts, in any case
	Means       string   // see Kind
	Rule        Rule     // of a table mapping that may hold for other tables, too
	Datasources []string // where it holds; empty: everywhere

	Role   string // the only role it holds for; empty: all
	Author string // the role that taught it; empty: a person with the file or the command line
	Source Source
	Note   string // where it comes from, one line: the question, or a reason

	Confidence float64 // 0 to 1
	Status     Status
	Uses       int64 // answers that it had a part in
	Successes  int64 // of them
	Failures   int64 // drafts that failed with it
	Created    time.Time
	LastUse    time.Time // zero: never

	line int // in the file
}

// Kind is the subject of a lesson.
type Kind string

// The kinds of lessons.
const (
	Table   Kind = "table"  // Words is a name that the catalog lacks, or a word for a table; Means is the table
	Column  Kind = "column" // Words is a user's word; Means a column, an expression over columns, or other words
	Mistake Kind = "error"  // Words is what went wrong, Means what mended it
	Example Kind = "query"  // Words is a question, Means the SQL that answered it
)

// Glossary reports whether a lesson says for everybody what a word of the schema means. That belongs to
// schema.descriptions.
func (l Lesson) Glossary() bool {
	return (l.Kind == Column || l.Kind == Table) && l.Rule.IsZero() && l.Role == ""
}

// Status is the stage of a lesson's approval.
type Status string

// The standings.
const (
	Proposed Status = "proposed" // learned; holds for its author's role alone until somebody approves it
	Approved Status = "approved"
	Disabled Status = "disabled"
)

// Source is the origin of a lesson.
type Source string

// The sources, and the confidence that each begins with.
const (
	FromFile       Source = "file"       // a person wrote it: 1
	FromCommand    Source = "command"    // a person, by pgask lessons import: 1
	FromCorrection Source = "correction" // an answer to a clarification: 0.95
	FromFeedback   Source = "feedback"   // ask good: or ask bad: 0.9
	FromError      Source = "error"      // an attempt failed and the next one did not: 0.8 to 0.9
)

// leastConfidence is below which a lesson is no longer used.
const leastConfidence = 0.3

// identify gives a lesson its name: the same thing taught twice is one lesson, whichever proxy learns it.
func (l *Lesson) identify() {
	h := sha256.New()
	for _, part := range append([]string{string(l.Kind), strings.ToLower(l.Words), l.Means, l.Role, l.Author}, l.Datasources...) {
		h.Write([]byte(part + "\x00"))
	}
	l.ID = hex.EncodeToString(h.Sum(nil))[:10]
}

// holds reports whether a lesson is used for a role in a datasource.
func (l *Lesson) holds(datasource, role string) bool {
	if !l.In(datasource) {
		return false
	}
	if l.Role != "" && l.Role != role || l.Confidence < leastConfidence {
		return false
	}
	return l.Status == Approved || l.Status == Proposed && l.Author != "" && l.Author == role
}

// In reports whether a lesson is about a datasource.
func (l *Lesson) In(datasource string) bool {
	return len(l.Datasources) == 0 || slices.Contains(l.Datasources, datasource)
}

// Place names a lesson in messages: its line in the file, or its id.
func (l *Lesson) Place() string {
	if l.line > 0 {
		return fmt.Sprintf("line %d of lessons.file", l.line)
	}
	return "lesson " + l.ID
}

// Rate returns the share of uses that were successes; 0 without any.
func (l *Lesson) Rate() float64 {
	if n := l.Successes + l.Failures; n > 0 {
		return float64(l.Successes) / float64(n)
	}
	return 0
}

// String returns the lesson in one line, for explanations and prompts.
func (l *Lesson) String() string {
	switch l.Kind {
	case Table:
		if !l.Rule.IsZero() {
			return l.Words + " is the table " + l.Means + " (" + l.Rule.String() + ")"
		}
		return l.Words + " is the table " + l.Means
	case Mistake:
		return "avoid: " + l.Words + "; instead: " + l.Means
	case Example:
		return "“" + l.Words + "” was rightly answered by: " + l.Means
	}
	return l.Words + ": " + l.Means
}
