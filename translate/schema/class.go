package schema

// classify sets the type fields and the class of a column. A domain counts as its base type, an array as its element
// type.
func (b *builder) classify(c *Column, oid uint32) {
	t, base := b.types[oid], oid
	// Domains can be nested. The bound protects against a forged catalog with a cycle.
	for range 32 {
		if t.kind != 'd' {
			break
		}
		c.NotNull = c.NotNull || t.notNull
		base = t.base
		t = b.types[base]
	}
	if t.category == 'A' && t.elem != 0 {
		c.Array = true
		base = t.elem
		t = b.types[base]
		for range 32 {
			if t.kind != 'd' {
				break
			}
			base = t.base
			t = b.types[base]
		}
	}
	c.TypeSchema, c.TypeName = t.schema, b.once(t.name)
	if b.snapshot.Composites[base] != nil {
		c.Row = base
	}
	c.Class = classOf(t)
	if c.Class == Enum {
		c.Enum = b.enums[base]
	}
}

func classOf(t pgType) Class {
	if t.kind == 'e' {
		return Enum
	}
	switch t.name {
	case "int2", "int4", "int8", "oid":
		return Integer
	case "numeric", "float4", "float8", "money":
		return Decimal
	case "bool":
		return Boolean
	case "date":
		return Date
	case "timestamp", "timestamptz":
		return Instant
	case "time", "timetz":
		return TimeOnly
	case "interval":
		return Interval
	case "json", "jsonb":
		return JSON
	case "uuid":
		return UUID
	case "bytea":
		return Binary
	case "text", "varchar", "bpchar", "name", "char", "citext":
		return Text
	}
	if t.category == 'S' {
		return Text
	}
	return Other
}
