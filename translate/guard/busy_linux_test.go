package guard

import (
	"time"

	"golang.org/x/sys/unix"
)

// busy is the processor time of this thread so far, whatever else the machine does. Whoever measures stays on the
// thread.
func busy() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		panic(err)
	}
	return time.Duration(now.Nano())
}
