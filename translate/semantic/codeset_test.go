package semantic

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/schema"
)

// codeSnapshot is a company's schema in which one table holds all codes, and what was read of it: "SET code=label
// code=label".
func codeSnapshot(codes *schema.Table, sets []string, tables ...*schema.Table) *schema.Snapshot {
	read := schema.Codes{Table: codes.Qualified(), Set: codes.Columns[0].Name, Code: codes.Columns[1].Name, Label: codes.Columns[2].Name}
	if len(codes.PrimaryKey) > 2 {
		read.Language = codes.PrimaryKey[2]
	}
	for _, s := range sets {
		f := strings.Fields(s)
		for _, pair := range f[1:] {
			code, label, _ := strings.Cut(pair, "=")
			name, language, _ := strings.Cut(f[0], "/")
			read.Rows = append(read.Rows, schema.CodeRow{Set: name, Code: code, Label: label, Language: language})
		}
	}
	return schema.New(schema.Snapshot{Tables: append(tables, codes), SearchPath: []string{"public"},
		Measured: schema.Measured{Codes: []schema.Codes{read}}})
}

// codes returns for each column with codes the set that they are of.
func codesOf(s *schema.Snapshot) map[string]string {
	out := map[string]string{}
	for _, r := range Build(s, Options{Infer: true}).Relations {
		for _, c := range r.Columns {
			if c.Set != nil {
				out[r.Table.Name+"."+c.Column.Name] = fmt.Sprintf("%s %d", c.Set.Rows[0].Value, len(c.Codes))
			}
		}
	}
	return out
}

func codeTableOf(spec ...string) *schema.Table {
	t := plainTable(spec[0], spec[1:]...)
	t.Rows = 30
	t.Columns[0].Profile.Distinct, t.Columns[1].Profile.Distinct = 6, 20
	return t
}

func TestCodeSets(t *testing.T) {
	t.Parallel()
	short := codeTableOf("cdtab", "ctyp* text", "cd* text", "txt text", "srt")
	contract := plainTable("ctrhdr", "ctr_no*", "csta text A|T|E", "notice text 1|2|3")
	order := plainTable("ordhdr", "ord_no*", "osta text 10|20|90", "stage text 10|20|90", "kind text X|Y")
	order.Column("stage").Comment = "cdtab OSTA"
	box := plainTable("cntr", "cntr_no*", "csta text 1|2|3", "lvl 1|2|3")
	got := codesOf(codeSnapshot(short, []string{"CSTA A=Active H=Hold P=Prospect C=Closed", "KSTA A=Running T=Terminated E=Expired",
		"OSTA 10=Draft 20=Confirmed 90=Cancelled", "CNST 1=Yard 2=Customer 3=Repair", "ISTA 1=Open 2=Part 3=Paid", "DEPT MGT=Management SAL=Sales",
		"VTYP RL=Rear SK=Skip"},
		plainTable("cust", "cust_no*", "nm text", "sta text A|H|C"), contract, order, box,
		plainTable("emp", "emp_no*", "dpt text MGT|SAL"), plainTable("veh", "veh_id*", "vtyp text", "make text"),
		plainTable("dunn", "dunn_id*", "ista text 1|2|9")))
	want := map[string]string{"cust.sta": "CSTA 4", "ctrhdr.csta": "KSTA 3", "ordhdr.osta": "OSTA 3", "ordhdr.stage": "OSTA 3",
		"cntr.csta": "CNST 3", "emp.dpt": "DEPT 2", "veh.vtyp": "VTYP 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The same of names in full, with a label for each language, of which the English one is taken.
func TestCodeSetsInFull(t *testing.T) {
	t.Parallel()
	full := codeTableOf("lookup_value", "domain* text", "code* text", "meaning text", "lang* text")
	s := codeSnapshot(full, []string{"ORDER_STATUS/EN N=new P=paid X=void", "ORDER_STATUS/DE N=neu P=bezahlt X=storniert",
		"TICKET_STATUS/EN N=new P=pending X=closed", "PRIORITY/EN H=high L=low"},
		plainTable("orders", "id*", "status text N|P|X"), plainTable("tickets", "id*", "status text N|P|X", "prio text H|L", "flag text N|Y"))
	if diff := cmp.Diff(map[string]string{"orders.status": "ORDER_STATUS 3", "tickets.status": "TICKET_STATUS 3", "tickets.prio": "PRIORITY 2"},
		codesOf(s)); diff != "" {
		t.Error(diff)
	}
	m := Build(s, Options{Infer: true})
	status := m.Named("orders")[0].Column("status")
	if status.Codes[1].Label != "paid" || status.Set.Rows[1].Value != "EN" || m.Named("lookup_value")[0].Standing != CodeList {
		t.Errorf("%+v, %+v", status.Codes, status.Set)
	}
}

// What a column of codes is called by ends its name, whatever letters of the table stand before; and a date that is
// called by nothing but these is when its row came to be.
func TestNamesOfCodes(t *testing.T) {
	t.Parallel()
	short := codeTableOf("cdtab", "ctyp* text", "cd* text", "txt text", "srt")
	m := Build(codeSnapshot(short, []string{"CMPT MC=Missed DM=Damage NO=Noise", "FRSN 01=Locked 02=Blocked 03=Full"},
		plainTable("cmpl", "cmp_no*", "cmp_dt date", "cls_dt date", "cmptyp text MC|DM|NO"), plainTable("tkt", "tkt_no*", "frsn text 01|02|03")),
		Options{Infer: true})
	complaints := m.Named("cmpl")[0]
	got := []string{complaints.Column("cmptyp").Name.Phrase(), m.Named("tkt")[0].Column("frsn").Name.Phrase(), ""}
	if e := complaints.Events; len(e) > 0 && e[0].Kind == Birth {
		got[2] = e[0].Date.Name
	}
	if diff := cmp.Diff([]string{"type", "reason", "cmp_dt"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCodeTables(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		table *schema.Table
		want  string
	}{
		"short names":   {codeTableOf("cdtab", "ctyp* text", "cd* text", "txt text", "srt"), "ctyp cd txt"},
		"languages":     {codeTableOf("lookup", "grp* text", "val* text", "descr text", "lang* text"), "grp val descr lang"},
		"the set last":  {codeTableOf("code_list", "list_name* text", "code* text", "meaning text"), "list_name code meaning"},
		"no label":      {codeTableOf("cdtab", "ctyp* text", "cd* text", "srt"), ""},
		"other keys":    {codeTableOf("price", "item* text", "season* text", "txt text"), ""},
		"three keys":    {codeTableOf("cdtab", "ctyp* text", "cd* text", "txt text", "firm* text"), ""},
		"dates in keys": {codeTableOf("rate", "type* text", "day* date", "txt text"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ""
			for _, c := range Wanted(schema.New(schema.Snapshot{Tables: []*schema.Table{tt.table}})).Codes {
				got = strings.Join([]string{c.Set.Name, c.Code.Name, c.Label.Name}, " ")
				if c.Language != nil {
					got += " " + c.Language.Name
				}
			}
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	lines := codeTableOf("line", "type* text", "no* text", "txt text")
	lines.ForeignKeys = []schema.ForeignKey{{Columns: []string{"type"}, RefSchema: "public", RefTable: "kind", RefColumns: []string{"id"}}}
	secured := codeTableOf("cdtab", "ctyp* text", "cd* text", "txt text")
	secured.RowSecurity = true
	if got := Wanted(schema.New(schema.Snapshot{Tables: []*schema.Table{lines, secured}})).Codes; len(got) > 0 {
		t.Errorf("details and tables with policies are no code tables: %v", got[0].Table.Name)
	}
}
