// Package dialogue holds what is said between a question and its answer: questions back with their choices, and what
// replies to them mean.
package dialogue
