package service

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pgask/pgask/conf"
)

// What words of the schema mean is still read of lessons.file, for one release, and whoever runs pgask is told where
// it belongs.
func TestGlossaryWarning(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		lessons string
		warned  bool
	}{
		"no file":          {"", false},
		"words":            {"lessons:\n  - words: clients\n    means: customers\n", true},
		"an example alone": {"lessons:\n  - kind: query\n    words: how many orders\n    means: SELECT count(*) FROM orders\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &conf.Settings{}
			if tt.lessons != "" {
				s.Lessons.File = filepath.Join(t.TempDir(), "lessons.yaml")
				if err := os.WriteFile(s.Lessons.File, []byte(tt.lessons), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got := glossaryWarning(s)
			if (got != "") != tt.warned || tt.warned && !strings.Contains(got, "describe --convert") {
				t.Errorf("%q", got)
			}
		})
	}
}
