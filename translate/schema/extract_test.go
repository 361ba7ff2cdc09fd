package schema

import (
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

func TestExtractShop(t *testing.T) {
	t.Parallel()
	s := connect(t, sandboxtest.Shop(t), "demo")
	snap := s.snapshot()
	t.Log(Render(snap, snap.Tables, Share{Level: Values}, 0))
	t.Log(snap.Shadows, snap.SearchPath, snap.Role)
}
