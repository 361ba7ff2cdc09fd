package eval

import (
	"crypto/sha1"
	"encoding/hex"
	"strings"
	"testing"
)

func TestFrozenListKeepsItsRule(t *testing.T) {
	t.Parallel()
	hashed := 0
	for db := range frozen {
		if strings.HasPrefix(db, "real_") {
			continue
		}
		hashed++
		sum := sha1.Sum([]byte(db))
		if first := hex.EncodeToString(sum[:])[0]; first < '0' || first > '7' {
			t.Errorf("%s: its SHA-1 begins with %c", db, first)
		}
	}
	if hashed != 21 || len(frozen) != 23 {
		t.Errorf("%d databases, %d of them by their SHA-1", len(frozen), hashed)
	}
}

func TestUnfrozenSaysHowManyItLeftOut(t *testing.T) {
	t.Parallel()
	rest, left := Unfrozen([]Question{{DB: "shop"}, {DB: "real_f1"}, {DB: "real_co"}, {DB: "real_beer"}})
	if left != 2 || len(rest) != 2 || rest[0].DB != "shop" || rest[1].DB != "real_beer" {
		t.Errorf("left %d out, kept %v", left, rest)
	}
}
