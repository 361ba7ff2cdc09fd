package builtin

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTokenize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want string // tokens: words bare, numbers #n, quoted 'text'
	}{
		{"How many books?", "how many books ?"},
		{"what's new", "what is new"},
		{"members' books and Ann's loans", "members 's books and ann 's loans"},
		{"named 'Old Goriot' or \"Emma\"", "named 'Old Goriot' or 'Emma'"},
		{"more than 1,200 pages", "more than #1200 pages"},
		{"ages 20, 30", "ages #20 , #30"},
		{"five books", "#5 books"},
		{"over 2 million", "over #2000000"},
		{"under $20", "under #20"},
		{"a best-selling book_title", "a best selling book title"},
		{"mail a@b.org", "mail a@b.org"},
		{"haven’t read", "have not read"},
		{"titled 'it's so'", "titled 'it's so'"},
	} {
		var got []string
		for _, k := range tokenize(c.in) {
			switch k.kind {
			case number:
				got = append(got, "#"+k.num)
			case quoted:
				got = append(got, "'"+k.text+"'")
			default:
				got = append(got, k.low)
			}
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("tokenize(%q) (-want +got):\n%s", c.in, diff)
		}
	}
}

func TestTokenizeRefuses(t *testing.T) {
	t.Parallel()
	for _, in := range []string{strings.Repeat("book ", 2000), "bad \xff bytes", "books by 'a\x00b'"} {
		if got := tokenize(in); got != nil {
			t.Errorf("tokenize(%.20q) = %d tokens, want none", in, len(got))
		}
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"unit_price": "unit price", "unitPrice": "unit price", "Signed Up On": "signed up on",
		"HTTPServer": "http server", "Discount %": "discount", "id": "id"} {
		if got := strings.Join(split(in), " "); got != want {
			t.Errorf("split(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestUnglue(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"countryname": "country name", "employeeid": "employee id", "paid": "paid", "surname": "surname",
		"discount": "discount", "price": "price"} {
		if got := strings.Join(unglue(in, nil), " "); got != want {
			t.Errorf("unglue(%q) = %q, want %q", in, got, want)
		}
	}
	if got := strings.Join(unglue("customeremail", []string{"customer"}), " "); got != "customer email" {
		t.Errorf("unglue after a prefix = %q", got)
	}
}

func TestStemMeets(t *testing.T) {
	t.Parallel()
	for a, b := range map[string]string{"countries": "country", "people": "person", "orders": "ordered", "cities": "city", "wrote": "written",
		"addresses": "address", "enrolled": "enrollment"} {
		if stem(a) != stem(b) {
			t.Errorf("stem(%q) = %q, stem(%q) = %q; want the same", a, stem(a), b, stem(b))
		}
	}
	for a, b := range map[string]string{"product": "production", "station": "state", "university": "universal", "custom": "customer"} {
		if stem(a) == stem(b) {
			t.Errorf("stem(%q) = stem(%q) = %q; want them apart", a, b, stem(a))
		}
	}
}
