// Package about answers what is asked of pgask itself and of what it knows: the catalog, lessons, pins, past
// questions, how a question was read, and how to ask. The answers are statements over VALUES.
package about
