//go:build !linux

package guard

import "time"

var began = time.Now()

// busy is the time that has passed, where that of one thread is not to be had.
func busy() time.Duration { return time.Since(began) }
