package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// Question is a line of a question set.
type Question struct {
	ID         ID       `json:"id"`
	Suite      string   `json:"suite,omitempty"`
	DB         string   `json:"db"`
	Text       string   `json:"question"`
	Evidence   string   `json:"evidence,omitempty"` // what an expert would add
	Accepted   []string `json:"gold_sql,omitempty"` // statements with the right rows; those of any one will do
	Ranks      []string `json:"rank_sql,omitempty"` // beside Accepted: the same rows before the limit, with their rank as last column
	Ordered    bool     `json:"order,omitempty"`    // the order of the rows matters
	Expect     string   `json:"expect,omitempty"`   // "": an answer; otherwise one of the constants below
	Category   string   `json:"category,omitempty"`
	Difficulty string   `json:"difficulty,omitempty"`
}

// What is right instead of an answer.
const (
	Refuse  = "refuse"  // the database does not hold it
	Clarify = "clarify" // it can be read in several ways
	Unsafe  = "unsafe"  // it asks for a change or for secrets
)

// ID names a question. In a file it may be any JSON value, and is written as it was read.
type ID string

// UnmarshalJSON keeps the value as it stands.
func (id *ID) UnmarshalJSON(data []byte) error {
	*id = ID(data)
	return nil
}

// MarshalJSON writes the value as it stood, null if there was none.
func (id ID) MarshalJSON() ([]byte, error) {
	if id == "" {
		return []byte("null"), nil
	}
	return []byte(id), nil
}

// String returns an id as people type it: a string without its quotes.
func (id ID) String() string {
	var s string
	if json.Unmarshal([]byte(id), &s) == nil {
		return s
	}
	return string(id)
}

// Prediction is a line of what a translator said to a question.
type Prediction struct {
	ID         ID      `json:"id"`
	SQL        *string `json:"sql"`                  // nil: no answer
	Clarify    string  `json:"clarify,omitempty"`    // what was asked back
	Confidence float64 `json:"confidence,omitempty"` // of the answer, 0 to 1
	Code       string  `json:"sqlstate,omitempty"`   // of the error that came instead of an answer
	Failure    string  `json:"failure,omitempty"`    // why the question could not be asked, or that the translator crashed on it
}

// maxLine bounds a line of a file, in bytes.
const maxLine = 1 << 20

// ReadQuestions reads a question set. The error names the line.
func ReadQuestions(r io.Reader) ([]Question, error) { return readLines[Question](r) }

// ReadPredictions adds the predictions of a file to those that are known, by their ids; of several for one id the
// last one counts.
func ReadPredictions(name string, known map[string]Prediction) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	list, err := readLines[Prediction](f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, p := range list {
		known[p.ID.String()] = p
	}
	return nil
}

func readLines[T any](r io.Reader) ([]T, error) {
	var all []T
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxLine)
	for n := 1; in.Scan(); n++ {
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		var one T
		if err := json.Unmarshal(in.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, one)
	}
	return all, in.Err()
}
