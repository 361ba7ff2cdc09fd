package schema

// Composite is a composite type that columns have.
type Composite struct {
	Schema, Name string
	// Attributes are in their order, as far as they were read.
	Attributes []Attribute
	// Opaque reports that there may be other attributes: those of a table whose row type this is, or of a type that
	// was cut at a limit.
	Opaque bool
}

// Attribute is a part of a composite type. Its fields mean what those of a Column mean.
type Attribute struct {
	Name, Type           string
	TypeSchema, TypeName string
	Array                bool
	Row                  uint32
}

// Attribute returns the attribute with exactly this name, or nil.
func (c *Composite) Attribute(name string) *Attribute {
	for i := range c.Attributes {
		if c.Attributes[i].Name == name {
			return &c.Attributes[i]
		}
	}
	return nil
}

// composite adds a row of sql/composites.sql. Attributes are classified in finish, when all types are known.
func (b *builder) composite(r *row) {
	oid := r.oid()
	c := b.snapshot.Composites[oid]
	if c == nil {
		c = &Composite{}
		b.snapshot.Composites[oid] = c
	}
	c.Schema, c.Name, c.Opaque = b.once(r.text()), r.text(), r.flag()
	number, a := r.number(), Attribute{Name: r.text(), Type: b.once(r.text())}
	if a.Row = r.oid(); number > 0 {
		c.Attributes = append(c.Attributes, a)
	}
}

// cutComposites marks the last type when the result reached its row limit. Types behind it are unknown.
func (b *builder) cutComposites(rows [][][]byte) {
	if len(rows) >= maxAttributes {
		last := row{values: rows[len(rows)-1]}
		b.snapshot.Composites[last.oid()].Opaque = true
	}
}

// classifyAttributes replaces the types of attributes by what they are.
func (b *builder) classifyAttributes() {
	for _, c := range b.snapshot.Composites {
		for i := range c.Attributes {
			var is Column
			a := &c.Attributes[i]
			b.classify(&is, a.Row)
			a.TypeSchema, a.TypeName, a.Array, a.Row = is.TypeSchema, is.TypeName, is.Array, is.Row
		}
	}
}

func (c *Composite) size() int {
	size := 80 + len(c.Name)
	for _, a := range c.Attributes {
		size += 100 + len(a.Name)
	}
	return size
}
