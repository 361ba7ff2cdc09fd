package semantic

import (
	"slices"
	"testing"
)

// TestGrownNames: in a schema of modules, codes in tables of their own and words cut short, a status is found in the
// table that is called after its relation, and short words with several readings are the ones that the schema says
// elsewhere.
func TestGrownNames(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `CREATE TABLE cfg_firm (firm_id int PRIMARY KEY, firm_nm text);
		CREATE TABLE ctr_hdr (ctr_id int PRIMARY KEY, firm_id int, sts_cd char(2), del_flg char(1));
		CREATE TABLE ctr_ln (ctr_id int, ln_no int, fee_mth numeric, load_kg numeric, PRIMARY KEY (ctr_id, ln_no));
		CREATE TABLE ctr_hdr_sts (sts_cd char(2) PRIMARY KEY, sts_txt text);
		CREATE TABLE fin_bill (bill_id int PRIMARY KEY, firm_id int, sts_cd char(2), chg_cd text);
		CREATE TABLE fin_bill_sts (sts_cd char(2) PRIMARY KEY, sts_txt text);
		COMMENT ON COLUMN fin_bill.chg_cd IS 'C = contract fee, L = labour';
		INSERT INTO ctr_hdr_sts VALUES ('10', 'draft'), ('20', 'signed');
		INSERT INTO fin_bill_sts VALUES ('10', 'open'), ('20', 'paid');
		INSERT INTO cfg_firm VALUES (1, 'North'), (2, 'South');
		INSERT INTO ctr_hdr SELECT i, 1 + i % 2, (ARRAY['10', '20'])[1 + i % 2], 'N' FROM generate_series(1, 400) i;
		INSERT INTO fin_bill SELECT i, 1 + i % 2, (ARRAY['10', '20'])[1 + i % 2], 'C' FROM generate_series(1, 400) i;
		ANALYZE`), Options{Infer: true})
	hdr, bill := m.Named("ctr_hdr")[0], m.Named("fin_bill")[0]
	for r, want := range map[*Relation]string{hdr: "ctr_hdr_sts", bill: "fin_bill_sts"} {
		if l := r.Column("sts_cd").Lookup; l == nil || l.Key.To.Table.Name != want {
			t.Errorf("%s.sts_cd is looked up in %+v, want %s", r.Table.Name, l, want)
		}
	}
	if got := hdr.Name.Bare(); !slices.Equal(got, []string{"contract"}) {
		t.Errorf("ctr_hdr is called %q", got)
	}
	if c := hdr.Column("del_flg"); c.Yes != "Y" || c.No != "N" {
		t.Errorf("del_flg: %s/%s", c.Yes, c.No)
	}
	line := m.Named("ctr_ln")[0]
	for column, want := range map[string]string{"fee_mth": "fee", "load_kg": "load", "ln_no": "number"} {
		c := line.Column(column)
		if got := c.Plain(c.Own); !slices.Equal(got, []string{want}) {
			t.Errorf("%s is called %q, want %q", column, got, want)
		}
	}
	for _, p := range m.Graph.Paths(hdr, bill, 3) {
		if len(p) == 2 && p[0].End().Table.Name == "cfg_firm" && p.Cost() < 2+crowded {
			t.Errorf("contracts and bills of one firm are neighbours: %.2f", p.Cost())
		}
	}
}
