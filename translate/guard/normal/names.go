package normal

import (
	"cmp"
	"strconv"
	"unicode/utf8"
)

// rename gives every item an alias that is unique in the statement and that no column has, and every WITH query a
// name that is unique. Names stay as they are where they can: they are in the server's error messages.
func (b *binder) rename() {
	taken := make(map[string]bool, 64)
	for _, name := range b.names {
		taken[name] = true
	}
	for _, i := range b.items {
		for _, c := range i.columns {
			taken[c.name], taken[c.real] = true, true
		}
	}
	for _, i := range b.items {
		name := unique(i.name, taken)
		i.alias.Aliasname = name
		for _, ref := range i.refs {
			ref.Sval = name
		}
	}
	taken = make(map[string]bool, len(b.queries))
	for _, c := range b.queries {
		name := unique(c.name, taken)
		c.node.Ctename = name
		for _, ref := range c.refs {
			ref.Relname = name
		}
	}
}

// unique returns a name, changed if it is taken, and takes it.
func unique(name string, taken map[string]bool) string {
	name = cmp.Or(name, "unnamed")
	made := name
	for n := 1; taken[made]; n++ {
		end := "_" + strconv.Itoa(n)
		made = clip(name, maxName-len(end)) + end
	}
	taken[made] = true
	return made
}

// clip returns at most n bytes of a name, whole characters.
func clip(name string, n int) string {
	if len(name) <= n {
		return name
	}
	for n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n]
}

// distinct sets the names that columns have in the normal form, all different.
func distinct(columns []*column) {
	taken := make(map[string]bool, len(columns))
	for _, c := range columns {
		c.real = unique(c.real, taken)
	}
}
