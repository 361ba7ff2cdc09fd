package ask

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/proxy/wire"
)

func TestForgetBySQL(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"DEALLOCATE a":               "b c d",
		"deallocate prepare B;":      "a c d",
		` DEALLOCATE "c" ;`:          "a b d",
		"DEALLOCATE ALL":             "",
		"DEALLOCATE PREPARE ALL;":    "",
		"DISCARD ALL":                "",
		"discard all;":               "",
		"DISCARD PLANS":              "a b c d",
		"DISCARD":                    "a b c d",
		"DEALLOCATE":                 "a b c d",
		"DEALLOCATE x":               "a b c d",
		"SELECT 'DEALLOCATE ALL'":    "a b c d",
		"":                           "a b c d",
		"DEALLOCATE a; DEALLOCATE b": "b c d", // the second stays known, and is no worse for it
		"DISCARD " + strings.Repeat(" ", 200) + "ALL": "a b c d", // likewise
	} {
		var g relaying
		for _, name := range []string{"a", "b", "c", "d"} {
			g.remember(name, &prepared{})
		}
		g.forgetBySQL([]byte(text))
		if got := strings.Join(slices.Sorted(maps.Keys(g.statements)), " "); got != want {
			t.Errorf("%q leaves %q, want %q", text, got, want)
		}
	}
}

// What is known of a statement that bounds a transaction block ends with its name, and not with SQL that may fail.
func TestForgetBySQLKeepsBounds(t *testing.T) {
	t.Parallel()
	var g relaying
	g.remember("q", &prepared{})
	g.blocks.note([]byte("c"), []byte("COMMIT"))
	g.forgetBySQL([]byte("DEALLOCATE ALL"))
	if got := g.blocks.find([]byte("c")); got != boundsEnd {
		t.Errorf("bounds %d", got)
	}
	g.forget(wire.Frame{Type: 'C', Bytes: wire.Message('C', []byte("Sc\x00"))})
	if got := g.blocks.find([]byte("c")); got != boundsNothing {
		t.Errorf("after Close: bounds %d", got)
	}
}
