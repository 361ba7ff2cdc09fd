// Package memory holds what earlier questions leave for later ones: lessons at work on a question, and what is kept of
// questions and answers.
package memory
