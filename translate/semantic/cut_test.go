package semantic

import (
	"strings"
	"testing"
)

// cutSchema is a schema that cuts words short in all ways that people have.
const cutSchema = `
	CREATE TABLE cstmr (cstmr_id int PRIMARY KEY, fir_nm text, last_nm text, crtd_ts timestamp, blckd_flg boolean);
	CREATE TABLE seas (seascd text PRIMARY KEY, opndt date, budgct int);
	CREATE TABLE giftvch (vchno int PRIMARY KEY, cstmr_id int REFERENCES cstmr, issdt date, pricect int);
	CREATE TABLE tick (tickid int PRIMARY KEY, own_id int REFERENCES cstmr, vchno int REFERENCES giftvch, chan text);
	CREATE TABLE std (id int PRIMARY KEY, nm text, descrptn text);
	CREATE TABLE shpmnt (shpmnt_id int PRIMARY KEY, std_id int REFERENCES std, cntnr_no text, tot_wght numeric);
	CREATE TABLE exhobj (exhno int, objno int, PRIMARY KEY (exhno, objno));`

func TestCutNames(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, cutSchema), Options{Infer: true})
	for name, want := range map[string]string{
		"cstmr": "customer", "cstmr.fir_nm": "first name", "cstmr.crtd_ts": "created at", "cstmr.blckd_flg": "blocked flag",
		"seas": "season", "seas.seascd": "season code", "seas.budgct": "budget ct",
		"giftvch": "gift voucher", "giftvch.vchno": "voucher number", "giftvch.pricect": "price ct",
		"tick": "ticket", "tick.tickid": "ticket id", "tick.own_id": "own id", "std.descrptn": "description",
		"shpmnt": "shipment", "shpmnt.cntnr_no": "container number", "shpmnt.tot_wght": "total weight",
	} {
		if got := nameIn(t, m, name); got != want {
			t.Errorf("%s is read as %q, want %q", name, got, want)
		}
	}
	if u := m.Named("giftvch")[0].Column("pricect").Unit; u == nil || u.Name != "cents" {
		t.Errorf("pricect is in %v, want cents", u)
	}
}

// Keys and the relations that they lead to are read together; alone a word stands for itself.
func TestCutKeys(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `
		CREATE TABLE ownrs (own_id int PRIMARY KEY, nm text);
		CREATE TABLE dog (id int PRIMARY KEY, own_id int REFERENCES ownrs, art text)`), Options{Infer: true})
	for name, want := range map[string]string{"ownrs": "owners", "dog.own_id": "owner id", "dog.art": "art"} {
		if got := nameIn(t, m, name); got != want {
			t.Errorf("%s is read as %q, want %q", name, got, want)
		}
	}
}

// nameIn returns the words of the name of a relation, or of a column behind a dot.
func nameIn(t *testing.T, m *Model, name string) string {
	t.Helper()
	table, column, _ := strings.Cut(name, ".")
	r := m.Named(table)[0]
	if column == "" {
		return r.Name.Phrase()
	}
	return r.Column(column).Name.Phrase()
}
