package wire

import (
	"strings"
	"testing"
)

func TestSevere(t *testing.T) {
	t.Parallel()
	cases := []struct {
		body string
		want bool
	}{
		{"SFATAL\x00VFATAL\x00C57P01\x00Mbye\x00\x00", true},
		{"VPANIC\x00\x00", true},
		{"SFATAL\x00VERROR\x00Mbye\x00\x00", false},
		{"SFATAL\x00Mbye\x00\x00", false}, // a server before 9.6, or a translated word
		{"Mx\x00VFATAL\x00\x00", true},
		{"MVFATAL\x00\x00", false},
		{"VFATAL", false},
		{"", false},
		{"\x00", false},
	}
	for _, c := range cases {
		if got := IsFatal([]byte(c.body)); got != c.want {
			t.Errorf("%q: %v", c.body, got)
		}
	}
}

func TestParametersAreBounded(t *testing.T) {
	t.Parallel()
	var p Parameters
	p.Note([]byte("first\x00old\x00"))
	for i := range 1000 {
		p.Note(append([]byte{byte('a' + i%26), byte('0' + i/26)}, "\x00v\x00"...))
	}
	p.Note([]byte("first\x00new\x00"))
	p.Note([]byte("long\x00" + strings.Repeat("x", MaxParameter+1) + "\x00"))
	p.Note([]byte("cut\x00"))
	if n := len(p.Copy()); n != MaxParameters || p.Get("first") != "new" || p.Get("long") != "" {
		t.Errorf("%d parameters, first is %q, long is %d bytes", n, p.Get("first"), len(p.Get("long")))
	}
}
