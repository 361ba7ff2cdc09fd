// Package wordlist holds the closed lists of English words by which a question is read, as data: data/words.txt those
// that productions name, data/vague.txt those that no production reads; and what words say by the lists they are on.
//
//	wordlist.go  the lists, and what is asked of them
//	slip.go      a word that is one slip away from a little one
package wordlist
