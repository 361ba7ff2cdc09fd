// Package diagnose says what is wrong with a draft: which errors another draft may avoid, what a model may be told of
// them without the values of rows, and what people are told of the others.
package diagnose
