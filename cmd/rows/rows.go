// Package rows writes answers as tables, CSV, Markdown, JSON or drawings.
package rows

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/pgask/pgask/cmd/cli"
)

// Column is one column of an answer.
type Column struct {
	Name string
	Type uint32 // its oid
}

// ColumnsOf returns the columns that a server describes.
func ColumnsOf(d *pgproto3.RowDescription) []Column {
	all := make([]Column, len(d.Fields))
	for i, f := range d.Fields {
		all[i] = Column{string(f.Name), f.DataTypeOID}
	}
	return all
}

// numeric reports whether values are right-aligned, and plain numbers in JSON.
func (c Column) numeric() bool {
	switch c.Type {
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.Float4OID, pgtype.Float8OID, pgtype.NumericOID, pgtype.OIDOID:
		return true
	}
	return false
}

// Sink writes an answer in one of the formats. Values are PostgreSQL's text; nil is NULL. Nothing is written before
// Start, so an answer that never started leaves no trace. They are only valid during the call.
type Sink interface {
	Start(columns []Column) error
	Row(values [][]byte) error
	End() error
}

// New returns a sink of a format, by the name that --format has for it.
func New(format string, w io.Writer) (Sink, error) {
	switch format {
	case "table":
		return &tableSink{w: bufio.NewWriter(w)}, nil
	case "markdown":
		return &tableSink{w: bufio.NewWriter(w), markdown: true}, nil
	case "csv":
		return &csvSink{w: csv.NewWriter(w)}, nil
	case "json":
		return &jsonSink{w: bufio.NewWriter(w)}, nil
	}
	return nil, cli.UsageError("--format: %q: it must be one of table, csv, markdown, json", format)
}

// tableSink aligns columns, by the widest of the first rows: an answer may be longer than memory.
type tableSink struct {
	w        *bufio.Writer
	markdown bool
	columns  []Column
	waiting  [][]string // rows that decide the widths; nil once they are written
	widths   []int      // set with them
	started  bool
}

// alignedRows is the number of rows whose widths set those of a table.
const alignedRows = 1000

func (s *tableSink) Start(columns []Column) error {
	s.columns, s.started = columns, true
	return nil
}

func (s *tableSink) Row(values [][]byte) error {
	cells := make([]string, len(values))
	for i, v := range values {
		cells[i] = s.cell(v)
	}
	if s.widths == nil {
		if s.waiting = append(s.waiting, cells); len(s.waiting) < alignedRows {
			return nil
		}
		return s.align()
	}
	return s.line(cells)
}

// cell returns a value on one line, without what a terminal would obey.
func (s *tableSink) cell(v []byte) string {
	text := cli.Printable(string(v))
	if s.markdown {
		text = strings.NewReplacer("|", `\|`, "<", "&lt;", "`", "\\`").Replace(text)
	}
	return text
}

func (s *tableSink) align() error {
	s.widths = make([]int, len(s.columns))
	header := make([]string, len(s.columns))
	for i, c := range s.columns {
		header[i] = s.cell([]byte(c.Name))
		s.widths[i] = max(3, utf8.RuneCountInString(header[i]))
		for _, r := range s.waiting {
			s.widths[i] = max(s.widths[i], utf8.RuneCountInString(r[i]))
		}
	}
	if err := s.line(header); err != nil {
		return err
	}
	if err := s.rule(); err != nil {
		return err
	}
	for _, r := range s.waiting {
		if err := s.line(r); err != nil {
			return err
		}
	}
	s.waiting = nil
	return nil
}

// line writes the cells of a row. A bufio.Writer keeps its first error until Flush.
func (s *tableSink) line(cells []string) error {
	var b strings.Builder
	for i, text := range cells {
		switch {
		case s.markdown:
			b.WriteString("| ")
		case i > 0:
			b.WriteString(" | ")
		default:
			b.WriteString(" ")
		}
		pad := strings.Repeat(" ", max(0, s.widths[i]-utf8.RuneCountInString(text)))
		if s.columns[i].numeric() {
			text = pad + text
		} else if s.markdown || i < len(cells)-1 {
			text += pad
		}
		b.WriteString(text)
		if s.markdown {
			b.WriteString(" ")
		}
	}
	if s.markdown {
		b.WriteString("|")
	}
	_, err := s.w.WriteString(b.String() + "\n")
	return err
}

func (s *tableSink) rule() error {
	var b strings.Builder
	for i, width := range s.widths {
		switch {
		case s.markdown && s.columns[i].numeric():
			b.WriteString("| " + strings.Repeat("-", width-1) + ": ")
		case s.markdown:
			b.WriteString("| " + strings.Repeat("-", width) + " ")
		case i > 0:
			b.WriteString("+-" + strings.Repeat("-", width) + "-")
		default:
			b.WriteString("-" + strings.Repeat("-", width) + "-")
		}
	}
	if s.markdown {
		b.WriteString("|")
	}
	_, err := s.w.WriteString(b.String() + "\n")
	return err
}

func (s *tableSink) End() error {
	if s.started && s.widths == nil {
		if err := s.align(); err != nil {
			return err
		}
	}
	return s.w.Flush()
}

// csvSink writes RFC 4180, as COPY … CSV HEADER does: NULL is nothing.
type csvSink struct{ w *csv.Writer }

func (s *csvSink) Start(columns []Column) error {
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = c.Name
	}
	return s.w.Write(header)
}

func (s *csvSink) Row(values [][]byte) error {
	cells := make([]string, len(values))
	for i, v := range values {
		cells[i] = string(v)
	}
	return s.w.Write(cells)
}

func (s *csvSink) End() error {
	s.w.Flush()
	return s.w.Error()
}

// jsonSink writes an array of objects, a line each.
type jsonSink struct {
	w       *bufio.Writer
	columns []Column
	rows    int
	started bool
}

func (s *jsonSink) Start(columns []Column) error {
	s.columns, s.started = columns, true
	_, err := s.w.WriteString("[")
	return err
}

func (s *jsonSink) Row(values [][]byte) error {
	var b bytes.Buffer
	if s.rows++; s.rows > 1 {
		b.WriteString(",")
	}
	b.WriteString("\n  {")
	for i, v := range values {
		if i > 0 {
			b.WriteString(", ")
		}
		b.Write(jsonString(s.columns[i].Name))
		b.WriteString(": ")
		b.Write(s.columns[i].json(v))
	}
	b.WriteString("}")
	_, err := s.w.Write(b.Bytes())
	return err
}

// json returns a value as JSON: numbers, booleans and JSON itself as they are, everything else as text.
func (c Column) json(v []byte) []byte {
	switch {
	case v == nil:
		return []byte("null")
	case c.Type == pgtype.BoolOID:
		return fmt.Append(nil, string(v) == "t")
	case c.Type == pgtype.JSONOID, c.Type == pgtype.JSONBOID, c.numeric():
		if json.Valid(v) { // NaN and Infinity are not
			return v
		}
	}
	return jsonString(string(v))
}

func jsonString(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return []byte(`""`) // a string always encodes
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func (s *jsonSink) End() error {
	text := "\n]\n"
	switch {
	case !s.started:
		text = ""
	case s.rows == 0:
		text = "]\n"
	}
	if _, err := s.w.WriteString(text); err != nil {
		return err
	}
	return s.w.Flush()
}
