package ask

import (
	"fmt"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/display/plot"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// drawing holds the rows of an answer that is to be drawn. When they cannot be, they go to the client as they came.
type drawing struct {
	plot  *plot.Drawing
	width int
	kept  []byte // the rows as they came
}

// maxDrawn bounds the bytes of the rows that are held back.
const maxDrawn = 1 << 20

// newDrawing returns the drawing of rows with a description; nil when they cannot be drawn.
func newDrawing(description wire.Frame, charset wire.Charset, width int) *drawing {
	var m pgproto3.RowDescription
	if !description.Whole() || m.Decode(description.Body()) != nil {
		return nil
	}
	columns := make([]plot.Column, len(m.Fields))
	for i, f := range m.Fields {
		columns[i] = plot.Column{Name: charset.Read(f.Name), Type: f.DataTypeOID}
	}
	p, ok := plot.Of(columns)
	if !ok {
		return nil
	}
	return &drawing{plot: p, width: width - 2} // psql sets a blank on both sides
}

// add takes a row, and reports whether there was room for it.
func (d *drawing) add(f wire.Frame, charset wire.Charset) bool {
	var m pgproto3.DataRow
	if !f.Whole() || len(d.kept)+f.Size() > maxDrawn || m.Decode(f.Body()) != nil {
		return false
	}
	values := make([][]byte, len(m.Values))
	for i, v := range m.Values {
		if v != nil {
			values[i] = []byte(charset.Read(v))
		}
	}
	if !d.plot.Add(values) {
		return false
	}
	d.kept = append(d.kept, f.Bytes...)
	return true
}

// encode returns the drawing as rows of one column, with their description and their number; nil when it cannot be
// written in the client's encoding.
func (d *drawing) encode(charset wire.Charset) (rows []byte, n int) {
	const text = 25 // OID of the type
	title, err := inCharset(charset, d.plot.Title())
	if err != nil {
		return nil, 0
	}
	rows = wire.Encode(nil, &pgproto3.RowDescription{Fields: []pgproto3.FieldDescription{
		{Name: []byte(title), DataTypeOID: text, DataTypeSize: -1, TypeModifier: -1}}})
	for _, line := range d.plot.Lines(d.width) {
		encoded, err := inCharset(charset, line)
		if err != nil {
			return nil, 0
		}
		rows = wire.Encode(rows, &pgproto3.DataRow{Values: [][]byte{[]byte(encoded)}})
		n++
	}
	return rows, n
}

// noticeNotDrawn tells who asked for a drawing why there is none.
var noticeNotDrawn = translate.Notice{Severity: "NOTICE",
	Message: "not drawn: a drawing needs one figure, and names or a time to set it against",
	Hint:    fmt.Sprintf("For example: ASK chart: revenue per month; at most %d rows are drawn.", plot.MaxRows)}
