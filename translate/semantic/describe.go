package semantic

// Describe says in short how the measure is computed.
func (m Measure) Describe() string { return m.describe() }

// Describe says in short how the values are read.
func (r *Reading) Describe() string { return r.describe() }
