// Package pattern matches names of roles, tables and columns against the patterns that settings hold: * is any text,
// ? any character, […] one of a set, \ takes the next character for itself.
//
// It is path.Match without paths: there * stops at a slash, and a column that is called weight/kg would be outside
// patients.*, which was written to hide all of it.
package pattern

import (
	"path"
	"strings"
)

// noSlash takes the place of slashes. Names in PostgreSQL never hold it.
const noSlash = "\x00"

// Match reports whether a pattern matches all of a name. The error is path.ErrBadPattern.
func Match(pattern, name string) (bool, error) {
	return path.Match(strings.ReplaceAll(pattern, "/", noSlash), strings.ReplaceAll(name, "/", noSlash))
}
