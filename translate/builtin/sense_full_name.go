package builtin

import "github.com/pgask/pgask/translate/schema"

// fullNames reads two words as the first and the last name of one row, in tables that have both columns and are known
// to hold both words: "Ann Birch". Otherwise each word would be taken for a different person.
func (p *parser) fullNames(i, j int) []sense {
	if j != i+2 || p.toks[i].kind != word || p.toks[i+1].kind != word {
		return nil
	}
	var out []sense
	for _, t := range p.ix.twoNamed() {
		d := p.ix.info[t].display
		first, ok := p.nameIn(field{t, d[0]}, p.toks[i])
		if !ok {
			continue
		}
		last, ok := p.nameIn(field{t, d[1]}, p.toks[i+1])
		if !ok {
			continue
		}
		out = append(out, sense{kind: tableSense, table: t, score: 0.97, conds: []cond{equal(field{t, d[0]}, first), equal(field{t, d[1]}, last)}})
	}
	return out
}

// nameIn returns how a column stores the name t, from the profile or from a look-up. ok is false when neither has it.
func (p *parser) nameIn(f field, t token) (string, bool) {
	if v, ok := inColumn(f.column, t.text); ok {
		return v, true
	}
	if s, ok := p.seen(f, t.text); ok && len(s.Values) > 0 {
		return s.Values[0], true
	}
	return "", false
}

type twoNamedKey struct{}

// twoNamed returns the tables whose display columns are a first and a last name.
func (ix *index) twoNamed() []*schema.Table {
	return ix.snap.Derive(twoNamedKey{}, func() any {
		var out []*schema.Table
		for _, t := range ix.snap.Tables {
			if ti := ix.info[t]; ti != nil && len(ti.display) == 2 && ti.display[0].Class == schema.Text && ti.display[1].Class == schema.Text && ix.hasName(t) {
				out = append(out, t)
			}
		}
		return out
	}).([]*schema.Table)
}
