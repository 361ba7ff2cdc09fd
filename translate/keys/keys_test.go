package keys

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

type step struct{ from, to, name string }

func (s step) Start() string { return s.from }
func (s step) End() string   { return s.to }

func graph(lines ...string) *Graph[string, step] {
	g := New[string, step](0)
	for _, l := range lines {
		f := strings.Fields(l)
		g.Add(step{f[0], f[2], f[1]})
		g.Add(step{f[2], f[0], f[1] + "'"})
	}
	return g
}

func said(ways [][]step) []string {
	var out []string
	for _, w := range ways {
		var names []string
		for _, s := range w {
			names = append(names, s.name)
		}
		out = append(out, strings.Join(names, " "))
	}
	return out
}

func TestWays(t *testing.T) {
	t.Parallel()
	g := graph("order billing address", "order shipping address", "order buyer person", "person home address", "person boss person", "island x island2")
	dear := func(way []step) float64 {
		cost := float64(len(way))
		for _, s := range way {
			if s.name == "billing" {
				cost += 5
			}
		}
		return cost
	}
	for _, tt := range []struct {
		from, to string
		search   Search[string, step]
		want     []string
	}{
		{"order", "address", Search[string, step]{Most: 9, Longest: 4}, []string{"billing", "shipping", "buyer home"}},
		{"order", "address", Search[string, step]{Most: 9, Longest: 4, Equal: true}, []string{"billing", "shipping"}},
		{"order", "address", Search[string, step]{Most: 1, Longest: 4}, []string{"billing"}},
		{"order", "address", Search[string, step]{Most: 9, Longest: 4, Cost: dear}, []string{"shipping", "buyer home", "billing"}},
		{"address", "person", Search[string, step]{Most: 9, Longest: 1}, []string{"home'"}},
		{"order", "person", Search[string, step]{Most: 9, Longest: 2, Through: func(n string) bool { return n != "address" }}, []string{"buyer"}},
		{"person", "person", Search[string, step]{Most: 9, Longest: 1}, []string{"boss", "boss'"}},
		{"order", "island", Search[string, step]{Most: 9, Longest: 9}, nil},
	} {
		if got := said(g.Ways(tt.from, tt.to, tt.search)); !slices.Equal(got, tt.want) {
			t.Errorf("%s to %s: %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestReach(t *testing.T) {
	t.Parallel()
	g := graph("a - b", "b - c", "c - d", "d - e")
	if got := fmt.Sprint(g.Reach([]string{"a"}, 2, nil)); got != "map[a:0 b:1 c:2]" {
		t.Error(got)
	}
	if got := fmt.Sprint(g.Reach([]string{"a", "e"}, 1, nil)); got != "map[a:0 b:1 d:1 e:0]" {
		t.Error(got)
	}
	if got := fmt.Sprint(g.Reach([]string{"a"}, 9, func(n string) bool { return n != "c" })); got != "map[a:0 b:1 c:2]" {
		t.Error(got)
	}
}
