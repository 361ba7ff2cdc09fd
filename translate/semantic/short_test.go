package semantic

import (
	"slices"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// TestShortWordsByLabels: which of several words a short one stands for, the labels of codes tell; a comment on one column does not outweigh
// what a word usually stands for; keys of people and columns called like declared keys lead to people.
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
