package translate

import (
	"fmt"
	"sync"
	"time"
)

// defaultProgress is how long a state may take before it is told. What is faster needs no words.
const defaultProgress = time.Second

// progress tells the user once what the question is waiting for, when it has waited for a while. stop must be called when
// the wait is over; nothing is told after it has returned.
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

// asking says which model is asked, and why again.
func (w *work) asking() string {
	message := "asking the model " + w.agent.cfg.Model.Name()
	if n := len(w.failedDrafts); n > 0 {
		message += fmt.Sprintf(" again, attempt %d, after %s", n+1, w.failedDrafts[n-1].Class)
	}
	return message
}
