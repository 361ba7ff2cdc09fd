package translate

import (
	"fmt"
	"sync"
	"time"
)

// defaultProgress is the time that a state may take before it is announced. What is faster needs no words.
const defaultProgress = time.Second

// progress announces once what the question is waiting for, when it has waited for a while. stop must be called when the
// wait is over; nothing is announced after it has returned.
func (w *work) progress(message string) (stop func()) {
	var mu sync.Mutex
	over := false
	timer := time.AfterFunc(w.agent.cfg.ProgressAfter, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			w.notify(Notice{Severity: "NOTICE", Message: message})
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		over = true
	}
}

// asking names the model that is asked, and the reason when it is asked again.
func (w *work) asking() string {
	message := "asking the model " + w.agent.cfg.Model.Name()
	if n := len(w.tried.failedDrafts); n > 0 {
		message += fmt.Sprintf(" again, attempt %d, after %s", n+1, w.tried.failedDrafts[n-1].Class)
	}
	return message
}
