package builtin

// ValidatorNames returns the names of all validators.
func ValidatorNames() (all []string) {
	for _, v := range validators {
		all = append(all, v.name)
	}
	return all
}
