package guard

import (
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// TestSettingsThatAreSecrets: where a row is a setting and one of them is called like a secret, no value of any is
// told.
func TestSettingsThatAreSecrets(t *testing.T) {
	t.Parallel()
	table := func(names ...string) *schema.Table {
		return &schema.Table{Schema: "public", Name: "app_setting", Columns: []*schema.Column{
			{Name: "setting_key", Profile: schema.Profile{Values: names, Complete: true}},
			{Name: "setting_value", Profile: schema.Profile{Values: []string{"smtp.example", "hunter2"}, Complete: true}},
			{Name: "changed_by", Profile: schema.Profile{Values: []string{"Ann"}}},
		}}
	}
	for _, tt := range []struct {
		names   []string
		secrets bool
		told    int
	}{
		{[]string{"smtp_host", "smtp_password"}, true, 0},
		{[]string{"smtp.password"}, true, 0},
		{[]string{"smtp_host", "password_min_length"}, true, 2},
		{[]string{"smtp_host", "smtp_password"}, false, 2},
	} {
		one := table(tt.names...)
		s := schema.New(schema.Snapshot{Tables: []*schema.Table{one}})
		g, err := New(Policy{Secrets: tt.secrets})
		if err != nil {
			t.Fatal(err)
		}
		seen := g.Visible(s).Tables[0]
		if n := len(seen.Columns[1].Profile.Values); n != tt.told || len(seen.Columns[2].Profile.Values) != 1 || len(seen.Columns[0].Profile.Values) != len(tt.names) {
			t.Errorf("%v, masked %v: %d values told", tt.names, tt.secrets, n)
		}
		if withheld := g.Withholds(s)(one, one.Columns[1]); withheld != (tt.told == 0) {
			t.Errorf("%v, masked %v: looked up: %v", tt.names, tt.secrets, !withheld)
		}
	}
}
