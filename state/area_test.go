package state_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/state"
)

func TestArea(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, open func(state.Config) *state.Store) {
		s := open(state.Config{})
		area := s.Area("things", state.Limits{Value: 100})
		get := func(key string) string {
			t.Helper()
			v, ok, err := area.Get(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				return "-"
			}
			return string(v)
		}
		put := func(key, value string) {
			t.Helper()
			if err := area.Put(t.Context(), key, []byte(value)); err != nil {
				t.Fatal(err)
			}
		}
		put("a", "one")
		put("a", "two")
		put("b", "\x00\xff")
		put("c", "")
		if got := []string{get("a"), get("b"), get("c"), get("d")}; strings.Join(got, ",") != "two,\x00\xff,,-" {
			t.Errorf("got %q", got)
		}
		if v, ok, err := s.Area("others", state.Limits{}).Get(t.Context(), "a"); ok || err != nil {
			t.Errorf("another area has %q, %v", v, err)
		}
		if err := area.Put(t.Context(), "big", make([]byte, 101)); !errors.Is(err, state.ErrTooLarge) {
			t.Errorf("a value too large: %v", err)
		}
		if err := area.Delete(t.Context(), "a"); err != nil || get("a") != "-" {
			t.Errorf("after Delete: %q, %v", get("a"), err)
		}
		area.PutAsync("later", []byte("x"))
		s.Close()
		area = open(state.Config{}).Area("things", state.Limits{})
		if got := get("later") + get("b"); got != "x\x00\xff" {
			t.Errorf("after another start: %q", got)
		}
	})
}

func TestAreaIsBounded(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, open func(state.Config) *state.Store) {
		s := open(state.Config{})
		held := func(area *state.Area, n int) (held []int) {
			for i := range n {
				if _, ok, err := area.Get(t.Context(), fmt.Sprint(i)); err != nil {
					t.Fatal(err)
				} else if ok {
					held = append(held, i)
				}
			}
			return held
		}
		few := s.Area("few", state.Limits{Entries: 5})
		small := s.Area("small", state.Limits{Bytes: 1600})
		for i := range 20 {
			for _, a := range []*state.Area{few, small} {
				if err := a.Put(t.Context(), fmt.Sprint(i), make([]byte, 400)); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(2 * time.Millisecond) // the age is counted in milliseconds
		}
		if got := held(few, 20); fmt.Sprint(got) != "[15 16 17 18 19]" {
			t.Errorf("of 20 values in a room for 5 are left %v", got)
		}
		if got := held(small, 20); fmt.Sprint(got) != "[16 17 18 19]" {
			t.Errorf("of 20 values in a room for 4 are left %v", got)
		}
		if err := small.Put(t.Context(), "big", make([]byte, 1601)); !errors.Is(err, state.ErrTooLarge) {
			t.Errorf("a value larger than the area: %v", err)
		}
	})
}

func TestAreaForgetsByAge(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, open func(state.Config) *state.Store) {
		area := open(state.Config{}).Area("young", state.Limits{Age: time.Millisecond})
		if err := area.Put(t.Context(), "a", []byte("x")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
		if v, ok, err := area.Get(t.Context(), "a"); ok || err != nil {
			t.Errorf("an old value is there: %q, %v", v, err)
		}
	})
}

func TestCounter(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, open func(state.Config) *state.Store) {
		a, b := open(state.Config{}).Counter("tokens", 24*time.Hour), open(state.Config{}).Counter("tokens", 24*time.Hour)
		at := time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
		if got := a.Ends(at); !got.Equal(time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)) {
			t.Errorf("the day ends at %v", got)
		}
		for _, step := range []struct {
			counter *state.Counter
			name    string
			at      time.Time
			add     int64
			want    int64
		}{
			{a, "ann", at, 10, 10},
			{b, "ann", at, 5, 15},
			{b, "bob", at, 1, 1},
			{a, "ann", at.Add(time.Second), 2, 2},
			{a, "ann", at, -15, 0},
		} {
			total, err := step.counter.Add(t.Context(), step.name, step.at, step.add)
			if err != nil || total != step.want {
				t.Errorf("Add(%s, %d) is %d, %v; want %d", step.name, step.add, total, err, step.want)
			}
			if total, err := b.Total(t.Context(), step.name, step.at); err != nil || total != step.want {
				t.Errorf("Total(%s) is %d, %v; want %d", step.name, total, err, step.want)
			}
		}
		if total, err := a.Total(t.Context(), "nobody", at); err != nil || total != 0 {
			t.Errorf("Total of nobody is %d, %v", total, err)
		}
	})
}
