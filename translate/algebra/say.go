package algebra

// Say returns what a set is, in English.
func Say(s Set) string { return "" }
