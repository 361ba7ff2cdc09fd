package semantic

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

func TestDocuments(t *testing.T) {
	t.Parallel()
	for comment, want := range map[string]string{
		"JSON: edi (bool), pallets (int), customer_po (text)":     "edi pallets customer_po",
		"JSON: invoiceDelivery (email, edi, paper), pickupWindow": "invoiceDelivery pickupWindow",
		"Settings of the user; keys: theme, language.":            "theme language",
		"json document: name = what it is called, at: when":       "name at",
		"JSON as the partner sends it":                            "",
		"Note: whatever people wrote, and more":                   "",
		"JSON: " + strings.Repeat("a, ", 100) + "b":               "",
		"": "",
	} {
		c := &Column{Column: &schema.Column{Name: "extra", Class: schema.JSON, Comment: comment}}
		got := ""
		if c.document() {
			got = strings.Join(c.Reading.Fields, " ")
		}
		if got != want {
			t.Errorf("%q: %q, want %q", comment, got, want)
		}
	}
}
