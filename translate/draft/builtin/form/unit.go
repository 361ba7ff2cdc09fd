package form

import (
	"math/big"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
)

// divided returns a value divided by a ratio; by one over a number it is multiplied, which loses nothing.
func divided(v algebra.Value, per string) algebra.Value {
	r, ok := new(big.Rat).SetString(per)
	switch {
	case !ok:
		return v
	case !r.IsInt() && r.Num().IsInt64() && r.Num().Int64() == 1:
		return &algebra.Arith{Op: "*", Left: v, Right: number(r.Denom().String())}
	}
	ratio := strings.TrimSuffix(strings.TrimRight(r.FloatString(12), "0"), ".")
	return &algebra.Arith{Op: "/", Left: v, Right: &algebra.As{Type: "numeric", Of: number(ratio)}}
}

// Times returns a number in another unit.
func Times(o Operand, size, per string) Operand {
	a, ok := new(big.Rat).SetString(o.Values[0].Text)
	b, ok2 := new(big.Rat).SetString(size)
	c, ok3 := new(big.Rat).SetString(per)
	if !ok || !ok2 || !ok3 || c.Sign() == 0 || b.Cmp(c) == 0 {
		return o
	}
	a.Mul(a, b).Quo(a, c)
	text := strings.TrimRight(strings.TrimRight(a.FloatString(6), "0"), ".")
	o.Values = []algebra.Const{{Kind: algebra.Number, Text: text}}
	return o
}

// UnitPer returns how many of one unit are in another, as exactly as it can be said: an hour is one sixtieth of that
// of a minute.
func UnitPer(size, per string) string {
	a, ok := new(big.Rat).SetString(size)
	b, ok2 := new(big.Rat).SetString(per)
	if !ok || !ok2 || b.Sign() == 0 {
		return ""
	}
	return a.Quo(a, b).RatString()
}
