// Package servertree reads what a PostgreSQL server itself makes of a statement, for the tests of the guard. After
//
//	SET debug_print_rewritten = on; SET debug_pretty_print = off; SET client_min_messages = log
//
// a server sends the analysed tree of every statement as a notice, also of one that is only prepared: with every name replaced by the
// number of what it stands for, every implied cast and operator in place, and views and policies expanded. Nothing is planned or run.
//
//	read.go    the text of a tree as nodes with fields, whatever they are
//	uses.go    relations, columns, functions, operators and types in it
//	tells.go   where the values of certain columns go
//
// The functions that print trees are in PostgreSQL's src/backend/nodes/outfuncs.c, the nodes in src/include/nodes/parsenodes.h and
// primnodes.h. It knows those of 14 to 18, and refuses a tree with others.
package servertree
