package schema

import "slices"

// What is derived from a snapshot takes many times the memory that it takes itself, most of it the index of its names
// and values. This was measured on databases of 6 to 5,000 tables, which took between .6 and 1.0 of the estimate.
const (
	derivedBytes  = 200_000 // of any snapshot
	derivedColumn = 900     // of each column
	derivedValue  = 1_300   // of each value that is known of a column
)

// Size returns an estimate of the bytes that the snapshot takes in memory, with what is derived from it.
func (s *Snapshot) Size() int {
	const header, pointers = 16, 24 // bytes of a string header and of a slice header
	size := derivedBytes
	texts := func(list []string) {
		size += pointers
		for _, t := range list {
			size += header + len(t)
		}
	}
	for _, t := range s.Tables {
		size += 400 + len(t.Schema) + len(t.Name) + len(t.Comment)
		texts(t.Checks)
		for _, key := range slices.Concat(t.Unique, [][]string{t.PrimaryKey}) {
			texts(key)
		}
		for _, fk := range t.ForeignKeys {
			size += 150 + len(fk.Name)
			texts(fk.Columns)
			texts(fk.RefColumns)
		}
		for _, c := range t.Columns {
			size += derivedColumn + derivedValue*(len(c.Enum)+len(c.Profile.Values))
			size += 350 + len(c.Name) + len(c.Comment) + len(c.Profile.Min) + len(c.Profile.Max)
			size += 8*len(c.Profile.Freqs) + 120*len(c.Runs)
			texts(c.Enum)
			texts(c.Profile.Values)
		}
	}
	for space, list := range s.ShadowsIn {
		size += header + len(space)
		texts(list)
	}
	for _, d := range s.Definitions {
		size += pointers + d.size()
	}
	for _, o := range s.Origins {
		size += o.size()
	}
	for _, c := range s.Composites {
		size += c.size()
	}
	size += 180 * len(s.Casts)
	return size
}
