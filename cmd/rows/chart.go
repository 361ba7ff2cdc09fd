package rows

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"

	"golang.org/x/term"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/display/plot"
)

// chartSink draws an answer, or writes it as a table if it cannot be drawn.
type chartSink struct {
	w       *bufio.Writer
	note    func(string) // says why nothing is drawn
	width   int
	columns []Column
	drawing *plot.Drawing
	kept    [][][]byte // what was added to it
	table   *tableSink // nil while all of it can be drawn
}

// NewChart makes a sink that draws in the width of the terminal, or of 80 characters.
func NewChart(out io.Writer, note func(string)) Sink {
	s := &chartSink{w: bufio.NewWriter(out), note: note, width: 80}
	if f, ok := out.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			s.width = width
		}
	}
	return s
}

func (s *chartSink) Start(columns []Column) error {
	s.columns = columns
	named := make([]plot.Column, len(columns))
	for i, c := range columns {
		named[i] = plot.Column{Name: c.Name, Type: c.Type}
	}
	var ok bool
	if s.drawing, ok = plot.Of(named); !ok {
		return s.asTable()
	}
	return nil
}

// asTable gives the drawing up.
func (s *chartSink) asTable() error {
	s.note("not drawn: a drawing needs one figure, and names or a time to set it against, in " + fmt.Sprint(plot.MaxRows) + " rows at most")
	s.table = &tableSink{w: s.w}
	if err := s.table.Start(s.columns); err != nil {
		return err
	}
	for _, values := range s.kept {
		if err := s.table.Row(values); err != nil {
			return err
		}
	}
	s.kept = nil
	return nil
}

func (s *chartSink) Row(values [][]byte) error {
	if s.table == nil {
		if s.drawing.Add(values) {
			kept := make([][]byte, len(values))
			for i, v := range values {
				kept[i] = slices.Clone(v)
			}
			s.kept = append(s.kept, kept)
			return nil
		}
		if err := s.asTable(); err != nil {
			return err
		}
	}
	return s.table.Row(values)
}

func (s *chartSink) End() error {
	if s.drawing != nil && s.table == nil && len(s.kept) == 0 {
		if err := s.asTable(); err != nil { // no rows
			return err
		}
	}
	switch {
	case s.table != nil:
		return s.table.End()
	case s.drawing == nil:
		return nil // it never started
	}
	fmt.Fprintln(s.w, cli.Printable(s.drawing.Title()))
	for _, line := range s.drawing.Lines(s.width) {
		fmt.Fprintln(s.w, line)
	}
	return s.w.Flush()
}
