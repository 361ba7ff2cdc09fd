package cmd

import "github.com/pgask/pgask/display"

// printable returns a text of others as it may be printed. Names, comments and values of a database, and records of the audit log,
// are written by others; a terminal would obey control characters in them.
func printable(text string) string { return string(display.Line(text)) }
