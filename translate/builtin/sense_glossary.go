package builtin

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/pgask/pgask/translate/plan"
)

// defined reads a phrase that the glossary defines as an expression: "margin" as sum(price - cost). It consumes the
// phrase and returns the measure; nil when no such phrase stands here.
func (p *parser) defined() *measure {
	for _, g := range p.glossary {
		if g.Expr.IsZero() {
			continue
		}
		t := p.ix.snap.Table("", g.Table)
		words := tokenize(g.Phrase)
		if t == nil || p.ix.info[t] == nil || len(words) == 0 || p.pos+len(words) > len(p.toks) || !sameWords(p.toks[p.pos:p.pos+len(words)], words) {
			continue
		}
		p.pos += len(words)
		return &measure{fn: "", expr: g.Expr, perRow: !plan.HasAggregate(g.Expr), of: p.keep(&node{table: t}), as: strings.Join(split(g.Phrase), "_")}
	}
	return nil
}

// termSenses returns the senses that the glossary gives the tokens from i up to j: conditions on rows, columns and
// values.
func (p *parser) termSenses(i, j int) []sense {
	var out []sense
	for _, g := range p.glossary {
		if !g.Cond.IsZero() {
			if t := p.ix.snap.Table("", g.Table); t != nil && p.ix.info[t] != nil && sameLength(p.toks[i:j], tokenize(g.Phrase)) {
				out = append(out, sense{kind: tableSense, table: t, score: 1, full: true,
					conds: []cond{{kind: stated, field: field{table: t}, expr: g.Cond, pattern: g.Phrase}}})
			}
			continue
		}
		if g.Column == "" {
			continue
		}
		t := p.ix.snap.Table("", g.Table)
		if t == nil || p.ix.info[t] == nil {
			continue
		}
		words, c := tokenize(g.Phrase), t.Column(g.Column)
		if c == nil || len(words) != j-i || !sameWords(p.toks[i:j], words) {
			continue
		}
		s := sense{kind: columnSense, table: t, field: field{t, c}, score: 1, full: true}
		if g.Value != "" {
			s.kind, s.value, s.score = valueSense, g.Value, 0.99
			// "Parisians" means the rows with the value before it means the value.
			out = append(out, sense{kind: tableSense, table: t, conds: []cond{equal(s.field, g.Value)}, score: 1, full: true})
		}
		out = append(out, s)
	}
	return out
}

// sameLength reports whether two phrases have the same words.
func sameLength(a, b []token) bool { return len(a) == len(b) && sameWords(a, b) }

// underAlias returns a copy of e in which columns qualified by the name of the table are qualified by the alias.
func underAlias(e plan.Expr, table, alias string) plan.Expr {
	n := proto.Clone(e.Node()).(*pg.Node)
	eachColumn(n.ProtoReflect(), func(c *pg.ColumnRef) {
		if len(c.Fields) != 2 {
			return
		}
		if s := c.Fields[0].GetString_(); s != nil && s.Sval == table {
			s.Sval = alias
		}
	})
	return plan.FromNode(n)
}

// eachColumn calls f for every column reference in a message.
func eachColumn(m protoreflect.Message, f func(*pg.ColumnRef)) {
	if c, ok := m.Interface().(*pg.ColumnRef); ok {
		f(c)
		return
	}
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case fd.IsList() && fd.Message() != nil:
			for i := range v.List().Len() {
				eachColumn(v.List().Get(i).Message(), f)
			}
		case !fd.IsList() && fd.Message() != nil:
			eachColumn(v.Message(), f)
		}
		return true
	})
}
