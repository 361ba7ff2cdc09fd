package translate

import (
	"fmt"
	"sync"
	"time"

	"github.com/pgask/pgask/panics"
)

// defaultProgress is the time after which a state is announced to the user.
const defaultProgress = time.Second

// progress sends one notice about what the question waits for, after a delay. The caller must call stop when the wait
// is over; no notice is sent after stop has returned.
func (w *work) progress(message string) (stop func()) {
	var mu sync.Mutex
	over := false
	var notice panics.Group
	timer := time.AfterFunc(w.agent.cfg.ProgressAfter, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			notice.Go(func() { w.notify(Notice{Severity: "NOTICE", Message: message}) })
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		over = true
		mu.Unlock()
		notice.Wait()
	}
}

// asking returns a text that names the model, and the reason when it is asked again.
func (w *work) asking() string {
	message := "asking the model " + w.agent.cfg.Model.Name()
	if n := len(w.tried.failedDrafts); n > 0 {
		message += fmt.Sprintf(" again, attempt %d, after %s", n+1, w.tried.failedDrafts[n-1].Class)
	}
	return message
}
