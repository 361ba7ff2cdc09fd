package audit

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// The documentation explains every field that a line may have.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../docs/audit.md")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"seq", "mac", "hash"}
	for _, of := range []reflect.Type{reflect.TypeFor[Record](), reflect.TypeFor[State](), reflect.TypeFor[Attempt]()} {
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !strings.Contains(string(data), "`"+name+"`") {
			t.Errorf("docs/audit.md does not explain %q", name)
		}
	}
}
