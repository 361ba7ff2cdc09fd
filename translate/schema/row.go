package schema

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/borrow"
)

// errShape is the error that a result does not have the columns that the statement selects.
var errShape = errors.New("unexpected shape of the result")

// row reads the values of a result row from left to right. The first value that cannot be read is kept as the error,
// and that value counts as zero.
type row struct {
	values [][]byte
	next   int
	err    error
}

// eachRow calls f with each row of a result that has the given number of columns.
func eachRow(res borrow.Result, columns int, f func(*row)) error {
	defer Apart(len(res.Rows))()
	pace := paceOf(len(res.Rows))
	for _, values := range res.Rows {
		pace.Step()
		if len(values) != columns {
			return errShape
		}
		r := row{values: values}
		if f(&r); r.err != nil {
			return r.err
		}
	}
	return nil
}

// json returns the next value unchanged, or nil for NULL.
func (r *row) json() []byte {
	v := r.values[r.next]
	r.next++
	return v
}

// text returns the next value as valid UTF-8, or "" for NULL.
func (r *row) text() string { return strings.ToValidUTF8(string(r.json()), "\uFFFD") }

func (r *row) flag() bool { return string(r.json()) == "t" }

func (r *row) char() byte {
	if v := r.json(); len(v) == 1 {
		return v[0]
	}
	return 0
}

func (r *row) oid() uint32 {
	v := r.json()
	if v == nil {
		return 0
	}
	n, err := strconv.ParseUint(string(v), 10, 32)
	r.note(err)
	return uint32(n)
}

func (r *row) number() int {
	v := r.json()
	if v == nil {
		return 0
	}
	n, err := strconv.ParseInt(string(v), 10, 32)
	r.note(err)
	return int(n)
}

func (r *row) float() float64 {
	v := r.json()
	if v == nil {
		return 0
	}
	f, err := strconv.ParseFloat(string(v), 64)
	r.note(err)
	return f
}

// numbers reads column numbers separated by spaces.
func (r *row) numbers() []int {
	fields := strings.Fields(string(r.json()))
	numbers := make([]int, len(fields))
	for i, f := range fields {
		n, err := strconv.ParseInt(f, 10, 32)
		r.note(err)
		numbers[i] = int(n)
	}
	return numbers
}

func (r *row) note(err error) {
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("column %d of the result: %w", r.next, err)
	}
}
