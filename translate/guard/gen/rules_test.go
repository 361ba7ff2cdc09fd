package main

import "testing"

func TestJudge(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		volatile bool
		want     string
	}{
		{"lower", false, ""},
		{"random", true, ""},
		{"pg_typeof", false, ""},
		{"nextval", true, "volatile"},
		{"pg_advisory_xact_lock", true, "volatile"},
		{"txid_current", false, "xid"},
		{"table_to_xml", false, "runs_text"},
		{"query_to_xml_and_xmlschema", true, "runs_text"},
		{"ts_rewrite", true, "runs_text"},
		{"xpath_exists", false, "unstoppable"},
		{"current_setting", false, "discloses"},
		{"pg_stat_get_activity", false, "discloses"},
		{"has_table_privilege", false, "discloses"},
		{"pg_has_role", false, "discloses"},
		{"to_regclass", false, ""},
	} {
		if got := judge(tt.name, tt.volatile); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
