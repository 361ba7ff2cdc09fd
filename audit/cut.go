package audit

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"unicode/utf8"
)

// Bounds on the parts of a record before they are cut.
const (
	maxText = 64 << 10 // bytes of one text
	maxList = 1024     // entries of one list
)

// limits bound the parts of a record so that its line fits.
type limits struct {
	text int // bytes of one text
	list int // entries of one list
}

func (l limits) tighter() limits { return limits{max(16, l.text/4), max(1, l.list/4)} }

// cut returns a copy of a record with all texts and lists within limits. It works by reflection, so that new fields
// are bounded too. The record itself is not changed.
func cut(r *Record, l limits) *Record {
	out := *r
	c := cutter{limits: l}
	c.value(reflect.ValueOf(&out).Elem())
	out.Cut = out.Cut || c.cut
	return &out
}

type cutter struct {
	limits
	cut bool // a list was
}

// value shortens what v holds. Times and numbers have a bounded length anyway.
func (c *cutter) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(clip(v.String(), c.text))
	case reflect.Pointer:
		if !v.IsNil() {
			copied := reflect.New(v.Type().Elem())
			copied.Elem().Set(v.Elem())
			c.value(copied.Elem())
			v.Set(copied)
		}
	case reflect.Slice:
		n := min(v.Len(), c.list)
		c.cut = c.cut || n < v.Len()
		copied := reflect.MakeSlice(v.Type(), n, n)
		reflect.Copy(copied, v)
		for i := range n {
			c.value(copied.Index(i))
		}
		if !v.IsNil() {
			v.Set(copied)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				c.value(f)
			}
		}
	}
}

// clip cuts a text at limit bytes and appends the length and the SHA-256 of the whole.
func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return fmt.Sprintf("%s… (cut from %d bytes, sha256 %x)", text[:end], len(text), sha256.Sum256([]byte(text)))
}
