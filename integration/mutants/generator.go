package mutants

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
)

const (
	maxBytes     = 16 << 10 // of an argument
	maxKept      = 512      // inputs that more are made of, beside the seeds
	maxKeptBytes = 1 << 10  // of an argument of these, or all would end up long and slow
)

// generator makes inputs of seeds, and of what it has made before. The same name and seeds make the same inputs.
type generator struct {
	rng   *rand.Rand
	seeds [][]any
	kept  [][]any
}

func newGenerator(name string, seeds [][]any) *generator {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	return &generator{rng: rand.New(rand.NewPCG(h.Sum64(), 1)), seeds: seeds}
}

// next is another input. It shares nothing with those before.
func (g *generator) next() []any {
	from := g.any()
	out := slices.Clone(from)
	for n := 1 + g.rng.IntN(4); n > 0 || reflect.DeepEqual(out, from); n-- { // some changes change nothing
		i := g.rng.IntN(len(out))
		out[i] = g.change(out[i], i)
	}
	for i, v := range out {
		if b, ok := v.([]byte); ok {
			out[i] = slices.Clone(b) // the target may write into it
		}
	}
	g.keep(out)
	return out
}

// keep lets others be made of an input.
func (g *generator) keep(out []any) {
	for _, v := range out {
		if r := reflect.ValueOf(v); (r.Kind() == reflect.String || r.Kind() == reflect.Slice) && r.Len() > maxKeptBytes {
			return
		}
	}
	if len(g.kept) < maxKept {
		g.kept = append(g.kept, out)
	} else {
		g.kept[g.rng.IntN(maxKept)] = out
	}
}

// any is one of the inputs so far: a seed as often as something made.
func (g *generator) any() []any {
	if len(g.kept) > 0 && g.rng.IntN(2) == 0 {
		return g.kept[g.rng.IntN(len(g.kept))]
	}
	return g.seeds[g.rng.IntN(len(g.seeds))]
}

// change makes another value of the i-th argument.
func (g *generator) change(v any, i int) any {
	switch v := v.(type) {
	case string:
		return string(g.bytes([]byte(v), []byte(g.any()[i].(string))))
	case []byte:
		return g.bytes(v, g.any()[i].([]byte))
	case bool:
		return !v
	case uint8:
		return uint8(g.number(uint64(v), math.MaxUint8))
	case uint16:
		return uint16(g.number(uint64(v), math.MaxUint16))
	case uint64:
		return g.number(v, math.MaxUint64)
	}
	panic(fmt.Sprintf("mutants cannot change a %T", v))
}

// number is another number, which may be larger than most and is then cut.
func (g *generator) number(v, most uint64) uint64 {
	switch g.rng.IntN(5) {
	case 0:
		return v + 1
	case 1:
		return v - 1
	case 2:
		return v ^ 1<<g.rng.IntN(64)
	case 3:
		return []uint64{0, 1, most, most / 2, most/2 + 1}[g.rng.IntN(5)]
	}
	return g.rng.Uint64() & most
}

// words are pieces that texts are likely to stumble over: ends and beginnings of quotes and comments, numbers at
// their bounds, and what is not a character, not one byte, or not to be seen.
var words = []string{"\x00", "'", `"`, "''", "`", "$$", "$1", "--", "/*", "*/", ";", ":", ",", `\`, "(", ")", "[", "]",
	"{", "}", "<", ">", "%", "_", "*", "=", "\n", "\r\n", "\t",
	" ", "é", "漢", "😀", "\u0301", "\u2028", "\ufeff", "\u00a0", "\xff", "\xed\xa0\x80", "0", "-1", "1e999",
	"2147483648", "9223372036854775808", "0.1", "NaN", "null", "true", "\\u0000"}

// bytes is text after one change. other is a text that pieces are taken of.
func (g *generator) bytes(text, other []byte) []byte {
	out := g.edit(slices.Clone(text), other)
	return out[:min(len(out), maxBytes)]
}

func (g *generator) edit(text, other []byte) []byte {
	from, to := g.span(text)
	switch g.rng.IntN(9) {
	case 0: // a bit
		if len(text) > 0 {
			text[g.rng.IntN(len(text))] ^= 1 << g.rng.IntN(8)
		}
		return text
	case 1: // bytes
		for i := range text[from:to] {
			text[from+i] = byte(g.rng.Uint32())
		}
		return text
	case 2:
		return slices.Insert(text, from, []byte(words[g.rng.IntN(len(words))])...)
	case 3:
		return slices.Replace(text, from, to, []byte(words[g.rng.IntN(len(words))])...)
	case 4:
		return slices.Delete(text, from, to)
	case 5: // a piece again, somewhere
		return slices.Insert(text, g.place(text), slices.Clone(text[from:to])...)
	case 6: // a piece again and again, to where bounds are
		piece := slices.Clone(text[from:min(to, from+16)])
		return slices.Insert(text, from, slices.Repeat(piece, 1<<g.rng.IntN(10))...)
	case 7: // a piece of the other one
		start, end := g.span(other)
		return slices.Replace(text, from, to, other[start:end]...)
	}
	return append(text[:from], other[g.place(other):]...)
}

// span is a part of text, a short one as a rule.
func (g *generator) span(text []byte) (from, to int) {
	from = g.place(text)
	longest := len(text) - from
	if g.rng.IntN(4) > 0 {
		longest = min(longest, 8)
	}
	return from, from + g.rng.IntN(longest+1)
}

// place is a position in text, its end included.
func (g *generator) place(text []byte) int { return g.rng.IntN(len(text) + 1) }
