package conf

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Price is the cost of a million tokens of a model, in any one currency.
type Price struct {
	In, Out float64
	Cached  float64 // of prompts that the endpoint had worked on before; In where nothing else is said
}

// Prices returns the prices of models by name. A model that is missing has no known cost.
func (m Model) Prices() map[string]Price {
	all := make(map[string]Price, len(m.Price))
	for _, text := range m.Price {
		if name, p, err := parsePrice(text); err == nil {
			all[name] = p
		}
	}
	return all
}

// parsePrice reads NAME=IN/OUT or NAME=IN/OUT/CACHED. A name may hold an equals sign and slashes.
func parsePrice(text string) (name string, p Price, err error) {
	bad := fmt.Errorf("%q must look like NAME=IN/OUT or NAME=IN/OUT/CACHED, the cost of a million tokens", text)
	i := strings.LastIndexByte(text, '=')
	if i <= 0 {
		return "", p, bad
	}
	parts := strings.Split(text[i+1:], "/")
	if len(parts) != 2 && len(parts) != 3 {
		return "", p, bad
	}
	numbers := make([]float64, len(parts))
	for i, part := range parts {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || n < 0 || math.IsInf(n, 0) || math.IsNaN(n) {
			return "", p, bad
		}
		numbers[i] = n
	}
	p = Price{In: numbers[0], Out: numbers[1], Cached: numbers[0]}
	if len(numbers) == 3 {
		p.Cached = numbers[2]
	}
	return strings.TrimSpace(text[:i]), p, nil
}

func prices(v any) string {
	for _, text := range *v.(*[]string) {
		if _, _, err := parsePrice(text); err != nil {
			return err.Error()
		}
	}
	return ""
}
