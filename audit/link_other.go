//go:build !linux

package audit

import "errors"

// linkOpen cannot be done here: only Linux knows open files by a path.
func linkOpen(uintptr, string) error { return errors.ErrUnsupported }
