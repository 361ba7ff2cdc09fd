// Command pgask is a proxy that speaks the PostgreSQL wire protocol: SQL passes untouched, and a question in plain
// language becomes one read-only SELECT, proven safe, run on the caller's own connection.
//
// The command line is in package cmd.
package main

import (
	"os"

	"github.com/pgask/pgask/cmd"
)

func main() { os.Exit(cmd.Main()) }
