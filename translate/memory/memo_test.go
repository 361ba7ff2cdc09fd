package memory

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// TestMemoForgetsByAge: what has expired takes no room, however few values come.
func TestMemoForgetsByAge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := Memo{Entries: 1000, Age: time.Hour}
		for i := range 100 {
			m.Put(fmt.Sprint(i), []byte("answer"))
			time.Sleep(time.Minute)
		}
		if len(m.values) > 61 || len(m.order) != len(m.values) || m.size != len(m.values)*len("answer") {
			t.Errorf("%d values, %d keys, %d bytes", len(m.values), len(m.order), m.size)
		}
		if _, ok := m.Get("99"); !ok {
			t.Error("the newest is gone")
		}
	})
}

// TestMemoReplaces: a value that is put again is as old as that.
func TestMemoReplaces(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := Memo{Age: time.Hour}
		m.Put("a", []byte("1"))
		time.Sleep(40 * time.Minute)
		m.Put("a", []byte("2"))
		time.Sleep(40 * time.Minute)
		m.Put("b", []byte("3"))
		if data, ok := m.Get("a"); !ok || string(data) != "2" || m.size != 2 {
			t.Errorf("%q, %v, %d bytes", data, ok, m.size)
		}
	})
}
