// Package conf reads the settings of pgask: built-in defaults, under a file (YAML or JSON), under PGASK_ environment
// variables, under flags. Every setting is one row of the table in keys.go, which knows its default, what is allowed
// and where in Settings it goes; the reading, the printing and the documentation test all walk that table.
//
//	settings.go  the result, typed
//	keys.go      the table of settings
//	value.go     text to typed value and back
//	load.go      the layers, in order, and what is unknown in them
//	file.go      YAML to keys with lines
//	check.go     what one value alone cannot tell
//	upstream.go  connection URLs; route.go, price.go other values with a syntax of their own
//	reload.go    what a reload changes
//	problem.go   one clear line for each thing that is wrong
//	print.go     the effective settings with the source of each
//
// Only cmd and service import this package; every other one has a small Config of its own.
package conf
