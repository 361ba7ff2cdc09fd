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
