package panics

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

func boom() { panic("boom") }

func TestCatch(t *testing.T) {
	t.Parallel()
	if err := Catch(func() error { return nil }); err != nil {
		t.Error(err)
	}
	own := errors.New("own")
	if err := Catch(func() error { return own }); err != own {
		t.Error(err)
	}
	err := Catch(func() error { boom(); return nil })
	if p := Of(fmt.Errorf("wrapped: %w", err)); p == nil || p.Value != "boom" || !strings.Contains(p.Stack, "panics.boom") || err.Error() != "panic: boom" {
		t.Errorf("%v", err)
	}
	if err := Catch(func() error { panic(own) }); !errors.Is(err, own) || Of(err) == nil {
		t.Errorf("%v", err)
	}
	if err := Catch(func() error { var a []int; _ = a[len(a)]; return nil }); Of(err) == nil {
		t.Errorf("%v", err)
	}
	if Of(own) != nil || Of(nil) != nil {
		t.Error("an error is taken for a panic")
	}
}

// A panic in a goroutine reaches the one that waits, with its own stack, after the others have ended.
func TestGroup(t *testing.T) {
	t.Parallel()
	var ended atomic.Int32
	err := Catch(func() error {
		var g Group
		for i := range 10 {
			g.Go(func() {
				defer ended.Add(1)
				if i%3 == 0 {
					boom()
				}
			})
		}
		g.Wait()
		return nil
	})
	if p := Of(err); p == nil || !strings.Contains(p.Stack, "panics.boom") || ended.Load() != 10 {
		t.Errorf("%v after %d", err, ended.Load())
	}
	var g Group
	g.Go(func() { ended.Add(1) })
	g.Wait()
	if ended.Load() != 11 {
		t.Error("a goroutine was not waited for")
	}
}
