package lessons

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// Pin is a question whose statement a person has approved. It serves the question's whole family: the slots of the
// statement take the numbers, dates and quoted texts of the question that is asked.
type Pin struct {
	ID         string
	Datasource string
	Question   string
	Statement  string // with $1, $2, … for the slots
	Slots      []Slot
	Author     string // the role that pinned it; empty: a person with the command line
	Status     Status // Approved, or Disabled
	// Tables is a digest of the tables that it reads, from when it was approved, as translate computes it. When the
	// digest differs, the pin is proven again before it is used.
	Tables  string
	Note    string // why it was disabled
	Uses    int64
	Created time.Time
	LastUse time.Time
}

// Sample returns the statement for the question as it was pinned.
func (p *Pin) Sample() (string, error) { return fill(p.Statement, p.Slots, family(p.Question).params) }

// Family returns the question that the pin serves, as it was written, with [number], [date], [year] or [text] for
// each value that may differ.
func (p *Pin) Family() string {
	params, free := family(p.Question).params, map[int]string{}
	for _, s := range p.Slots {
		if s.Param < len(params) {
			free[params[s.Param].said] = s.Kind
		}
	}
	values := 0
	return piece.ReplaceAllStringFunc(strings.TrimSpace(p.Question), func(raw string) string {
		if wordOf(raw).param == nil {
			return raw
		}
		kind := free[values]
		values++
		if kind == "" {
			return raw
		}
		return "[" + kind + "]"
	})
}

// free returns the parameters of the question that the statement has places for.
func (p *Pin) free() map[int]bool {
	free := map[int]bool{}
	for _, s := range p.Slots {
		free[s.Param] = true
	}
	return free
}

// NewFixedPin makes a pin of a question and a statement that is not its translation. The values in the statement have
// nothing to do with those of the question, so it gets no slots.
func NewFixedPin(datasource, question, sql string) (Pin, error) {
	return newPin(datasource, question, sql, nil)
}

// NewPin makes a pin of a question and the statement that answers it.
func NewPin(datasource, question, sql string) (Pin, error) {
	return newPin(datasource, question, sql, family(question).params)
}

// newPin makes a pin with places for these parameters of its question.
func newPin(datasource, question, sql string, params []param) (Pin, error) {
	question = strings.TrimSpace(question)
	parsed := family(question)
	switch {
	case parsed.key == "":
		return Pin{}, errors.New("the question has no words")
	case len(question) > maxMeaning:
		return Pin{}, fmt.Errorf("the question is longer than %d bytes", maxMeaning)
	case !utf8.ValidString(question) || strings.ContainsRune(question, 0):
		return Pin{}, errors.New("the question is not valid text")
	}
	statement, slots, err := template(sql, params)
	if err != nil {
		return Pin{}, fmt.Errorf("the statement: %w", err)
	}
	p := Pin{Datasource: datasource, Question: question, Statement: statement, Slots: slots, Status: Approved, Created: time.Now()}
	sum := sha256.Sum256([]byte(datasource + "\x00" + p.exact(parsed)))
	p.ID = hex.EncodeToString(sum[:])[:10]
	return p, nil
}

// exact returns the key of the questions that the pin serves: that of their family, and the values that the statement
// has no slot for.
func (p *Pin) exact(q parsed) string {
	free := p.free()
	key := q.key
	for i, v := range q.params {
		if !free[i] {
			key += "\x00" + fmt.Sprint(i) + "\x00" + strings.ToLower(v.text)
		}
	}
	return key
}

func pinKey(datasource, family string) string { return datasource + "\x00" + family }

func (p *Pin) keys() []string { return []string{pinKey(p.Datasource, family(p.Question).key)} }

// Pinned returns the pin that serves a question, with the statement for it. A family may have several pins that
// differ in a value without a slot.
func (l *Library) Pinned(datasource, question string) (Pin, string, bool) {
	if l == nil {
		return Pin{}, "", false
	}
	pins := l.view.Load().pins
	if len(pins) == 0 {
		return Pin{}, "", false
	}
	q := family(question)
	for _, p := range pins[pinKey(datasource, q.key)] {
		if p.Status != Approved || p.exactKey != p.exact(q) {
			continue
		}
		if sql, err := p.fill(q.params); err == nil {
			return p.Pin, sql, true
		}
	}
	return Pin{}, "", false
}

// pinEntry is a pin in the view, with its key and with the statement that it last returned, because filling a
// statement means parsing it and the same question often comes again.
type pinEntry struct {
	Pin
	exactKey string // of its own question

	last atomic.Pointer[filling]
}

// filling is a pin's statement for some values.
type filling struct {
	params []param
	sql    string
}

func (s *pinEntry) fill(params []param) (string, error) {
	if last := s.last.Load(); last != nil && slices.Equal(last.params, params) {
		return last.sql, nil
	}
	sql, err := fill(s.Statement, s.Slots, params)
	if err == nil {
		s.last.Store(&filling{params, sql})
	}
	return sql, err
}

// AddPin keeps a pin in the place of any for the same questions.
func (l *Library) AddPin(ctx context.Context, p Pin) error {
	return l.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var n int64
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM pgask_pins`).Scan(&n); err != nil {
			return err
		}
		if n >= maxPins {
			return fmt.Errorf("there are %d pins already", n)
		}
		return p.upsert(ctx, tx)
	})
}

// Pins returns all pins, with the counts of this moment.
func (l *Library) Pins(ctx context.Context) (all []Pin, err error) {
	if l == nil || l.cfg.Store == nil {
		return nil, nil
	}
	err = l.cfg.Store.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		all, err = readPins(ctx, tx)
		return err
	})
	return all, err
}

// RemovePin forgets a pin.
func (l *Library) RemovePin(ctx context.Context, id string) error {
	return l.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return requireChange(tx.ExecContext(ctx, `DELETE FROM pgask_pins WHERE id = $1`, id))
	})
}

// SetPin approves or disables a pin; note says why.
func (l *Library) SetPin(ctx context.Context, id string, status Status, note string) error {
	return l.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return requireChange(tx.ExecContext(ctx, `UPDATE pgask_pins SET status = $2, note = $3 WHERE id = $1`, id, string(status), note))
	})
}

// RecordPinUse counts an answer by a pin.
func (l *Library) RecordPinUse(id string) {
	if l == nil || l.cfg.Store == nil {
		return
	}
	l.cfg.Store.WriteAsync(func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE pgask_pins SET uses = uses + 1, last_use = $2 WHERE id = $1`, id, time.Now().UnixMilli())
		return err
	})
}
