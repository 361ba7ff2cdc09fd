package cmd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"

	"golang.org/x/term"

	"github.com/pgask/pgask/display/plot"
)

// chartSink draws an answer, or writes it as a table if it cannot be drawn.
type chartSink struct {
	w       *bufio.Writer
	note    func(string) // says why nothing is drawn
	width   int
	columns []column
	drawing *plot.Drawing
	kept    [][][]byte // what was added to it
	table   *tableSink // nil while all of it can be drawn
}

// newChartSink makes a sink that draws in the width of the terminal, or of 80 characters.
func newChartSink(out io.Writer, note func(string)) *chartSink {
	s := &chartSink{w: bufio.NewWriter(out), note: note, width: 80}
	if f, ok := out.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			s.width = width
		}
	}
	return s
}

func (s *chartSink) start(columns []column) error {
	s.columns = columns
	named := make([]plot.Column, len(columns))
	for i, c := range columns {
		named[i] = plot.Column{Name: c.name, Type: c.oid}
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
	if err := s.table.start(s.columns); err != nil {
		return err
	}
	for _, values := range s.kept {
		if err := s.table.row(values); err != nil {
			return err
		}
	}
	s.kept = nil
	return nil
}

func (s *chartSink) row(values [][]byte) error {
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
	return s.table.row(values)
}

func (s *chartSink) end() error {
	if s.drawing != nil && s.table == nil && len(s.kept) == 0 {
		if err := s.asTable(); err != nil { // no rows
			return err
		}
	}
	switch {
	case s.table != nil:
		return s.table.end()
	case s.drawing == nil:
		return nil // it never started
	}
	fmt.Fprintln(s.w, printable(s.drawing.Title()))
	for _, line := range s.drawing.Lines(s.width) {
		fmt.Fprintln(s.w, line)
	}
	return s.w.Flush()
}
