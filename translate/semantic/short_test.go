package semantic

import (
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// TestShortWordsByLabels: which of several words a short one stands for, the labels of codes tell; a comment on one
// column does not outweigh what a word usually stands for; keys of people and columns called like declared keys lead
// to people.
func TestShortWordsByLabels(t *testing.T) {
	t.Parallel()
	codes := codeTableOf("cdtab", "ctyp* text", "cd* text", "txt text", "srt")
	staff := plainTable("emp", "emp_no*", "fnm text", "lnm text", "hire_dt date")
	line := plainTable("ctrln", "ctr_no*", "pos*", "price_emp numeric")
	line.Column("price_emp").Comment = "price per emptying"
	trip := plainTable("trip", "trip_id*", "drv_no")
	trip.ForeignKeys = []schema.ForeignKey{{Columns: []string{"drv_no"}, RefSchema: "public", RefTable: "emp", RefColumns: []string{"emp_no"}}}
	m := Build(codeSnapshot(codes, []string{"FRSN 01=Container-overfilled 02=Gate", "ITYP S=Single M=Contract-invoice"},
		staff, line, plainTable("cntr", "cntr_no*", "buy_dt date"), plainTable("ctrhdr", "ctr_no*", "sgn_dt date"), trip,
		plainTable("dsp", "dsp_no*", "drv_no")), Options{Infer: true})
	for table, want := range map[string]string{"emp": "employee", "cntr": "container", "ctrhdr": "contract"} {
		if got := m.Named(table)[0].Name.Bare(); !slices.Equal(got, []string{want}) {
			t.Errorf("%s is called %q, want %q", table, got, want)
		}
	}
	for _, table := range []string{"trip", "dsp"} {
		keys := m.Named(table)[0].Keys
		if len(keys) != 1 || keys[0].To.Table.Name != "emp" || !slices.Equal(keys[0].Role, []string{"driver"}) {
			t.Errorf("keys of %s: %v", table, keys)
		}
	}
}

// TestGrownFacts: what stands in a grown schema without being said: headers and masters are things and no modules,
// columns called like a relation lead to it, numbers of days are dates, a code that a comment calls void never
// counts, and a delivery is no deletion.
func TestGrownFacts(t *testing.T) {
	t.Parallel()
	item := plainTable("itm_mst", "itm_no*", "itm_desc text", "pay_trm text N14|N30", "blkd 0|1", "qty_del", "adr_del_id", "del_flg text Y|N")
	group := plainTable("itm_grp", "grp_cd* text", "grp_tx text")
	term := plainTable("md_pay_trm", "trm_cd* text N14|N30", "descr text")
	order := plainTable("sl_ord_hd", "ord_no*", "ord_dt 20240105..20251231", "stat text O|X", "sup_no")
	order.Column("stat").Comment = "O open, C closed, X void"
	m := Build(schema.New(schema.Snapshot{Tables: []*schema.Table{item, group, term, order, plainTable("md_sup", "sup_no*", "sup_nm text"),
		plainTable("sl_ord_ps", "ord_no*", "ps_no*", "qty"), plainTable("fi_inv_hd", "inv_no*", "inv_dt date"),
		plainTable("fi_dun", "dun_id*", "inv_no")}, SearchPath: []string{"public"}}), Options{Infer: true})
	for table, want := range map[string]string{"itm_mst": "item", "itm_grp": "item group", "sl_ord_hd": "order"} {
		if got := m.Named(table)[0].Name.Bare(); strings.Join(got, " ") != want {
			t.Errorf("%s is called %q, want %q", table, got, want)
		}
	}
	r, hd := m.Named("itm_mst")[0], m.Named("sl_ord_hd")[0]
	for column, want := range map[string]string{"pay_trm": "payment term", "qty_del": "quantity delivered", "adr_del_id": "address delivery id",
		"del_flg": "deleted flag"} {
		if got := r.Column(column).Name.Phrase(); got != want {
			t.Errorf("%s is called %q, want %q", column, got, want)
		}
	}
	if keys := r.KeyOf(item.Column("pay_trm")); len(keys) != 1 || keys[0].To.Table != term {
		t.Errorf("pay_trm leads to %v", keys)
	}
	if x := hd.Column("ord_dt").Reading; x == nil || x.Template != "YYYYMMDD" || len(hd.Events) == 0 || hd.Events[0].Date.Name != "ord_dt" {
		t.Errorf("ord_dt is read as %+v, events %+v", x, hd.Events)
	}
	if len(hd.LeftOut) != 1 || hd.LeftOut[0].Value != "X" {
		t.Errorf("left out of orders: %+v", hd.LeftOut)
	}
	if c := r.Column("blkd"); c.Yes != "1" || c.own != "blocked" {
		t.Errorf("blkd: flag %q, called %q", c.Yes, c.own)
	}
}
