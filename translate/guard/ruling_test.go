package guard

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/schema"
)

// TestLineage: denied and masked follow the values, through whatever shows them.
func TestLineage(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("testdata/lineage.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, reader := workshop(t, string(script))
	snap := snapshotFor(t, reader)
	for name, o := range snap.Origins {
		if o.Opaque {
			t.Errorf("the query of %d %s.%s is not understood", name, o.Schema, o.Name)
		}
	}
	masked := Policy{MaskedColumns: []string{"emp.salary", "emp.iban"}}
	denied := Policy{DeniedColumns: []string{"pay.emp.salary"}}
	table := Policy{DeniedTables: []string{"pay.emp"}}
	for _, tt := range []struct {
		policy Policy
		sql    string
		want   string // "" or the rule and a word of the reason
	}{
		// Materialised views, views over them, renamed columns.
		{masked, "SELECT s FROM app.stored", "policy app.stored.s is masked"},
		{masked, "SELECT name FROM app.stored", ""},
		{masked, "SELECT * FROM app.stored", "policy masked"},
		{masked, "SELECT row_to_json(x) FROM app.stored x", "policy masked"},
		{masked, "SELECT x.s FROM app.over_stored x", "policy masked"},
		{masked, "SELECT n FROM app.over_stored x", ""},
		{masked, "SELECT max(s) FROM app.over_over", "policy masked"},
		{masked, "SELECT n FROM app.over_over WHERE s > 5", "policy masked"},
		// Columns that an heir makes of something else.
		{Policy{MaskedColumns: []string{"gi1.salary"}}, "SELECT id, x FROM pay.gi", "policy pay.gi.x"},
		{Policy{MaskedColumns: []string{"gi.salary"}}, "SELECT x FROM pay.gi", "policy pay.gi.x"},
		{Policy{MaskedColumns: []string{"gi1.salary"}}, "SELECT id FROM pay.gi", ""},
		// What is computed from it.
		{masked, "SELECT cast_s FROM app.computed", "policy masked"},
		{masked, "SELECT coalesced FROM app.computed", "policy masked"},
		{masked, "SELECT cased FROM app.computed", "policy masked"},
		{masked, "SELECT rowed FROM app.computed", "policy masked"},
		{masked, "SELECT sub FROM app.computed", "policy masked"},
		{masked, "SELECT name FROM app.computed", ""},
		{masked, "SELECT top FROM app.aggregated", "policy masked"},
		{masked, "SELECT n, dept, known FROM app.aggregated", ""},
		{masked, "SELECT v FROM app.united", "policy masked"},
		{masked, "SELECT v FROM app.recursive", "policy masked"},
		{masked, "SELECT v FROM app.valued", "policy masked"},
		{masked, "SELECT v FROM app.called", "policy masked"},
		{masked, "SELECT w FROM app.withed", "policy masked"},
		{masked, "SELECT k FROM app.withed", ""},
		{masked, "SELECT salary FROM app.merged", "policy masked"},
		{masked, "SELECT name FROM app.merged", ""},
		{masked, "SELECT j FROM app.laterals", "policy masked"},
		{masked, "SELECT salary FROM app.full_merged", "policy masked"},
		// Groups, which PostgreSQL 18 keeps in a range table entry of their own.
		{masked, "SELECT g FROM app.grouped", "policy app.grouped.g is masked"},
		{masked, "SELECT n, last FROM app.grouped", ""},
		{masked, "SELECT count(g) FROM app.grouped", ""},
		{masked, "SELECT n FROM app.by_expression", "policy which rows"},
		{Policy{MaskedColumns: []string{"emp.salary"}}, "SELECT u, n FROM app.by_expression", ""},
		{Policy{DeniedColumns: []string{"emp.iban"}}, "SELECT n FROM app.by_expression", "policy pay.emp.iban"},
		{Policy{MaskedColumns: []string{"emp.boss"}}, "SELECT boss FROM app.sets", "policy app.sets.boss is masked"},
		{Policy{MaskedColumns: []string{"emp.boss"}}, "SELECT dept, more FROM app.sets", ""},
		{Policy{MaskedColumns: []string{"emp.dept"}}, "SELECT dept FROM app.sets", "policy masked"},
		{masked, "SELECT more FROM app.sets", "policy which rows"},
		{Policy{MaskedColumns: []string{"emp.salary"}}, "SELECT h FROM app.over_grouped", "policy app.over_grouped.h is masked"},
		{Policy{MaskedColumns: []string{"emp.salary"}}, "SELECT n FROM app.over_grouped", ""},
		{Policy{MaskedColumns: []string{"emp.salary"}}, "SELECT dept FROM app.grouped_outer", ""},
		{Policy{MaskedColumns: []string{"emp.name"}}, "SELECT peer FROM app.grouped_outer", "policy app.grouped_outer.peer is made of"},
		// What decides which rows there are.
		{masked, "SELECT name FROM app.rich", "policy which rows"},
		{masked, "SELECT count(*) FROM app.rich", "policy which rows"},
		{masked, "SELECT name FROM app.sorted", "policy which rows"},
		{masked, "SELECT name FROM app.ranked", "policy which rows"},
		{masked, "SELECT name FROM app.existing", "policy which rows"},
		{masked, "SELECT v FROM app.excepted", "policy which rows"},
		{masked, "SELECT dept FROM app.having", "policy which rows"},
		{masked, "SELECT d FROM app.over_rich", "policy which rows"},
		{masked, "SELECT name FROM app.paid", ""},
		{masked, "SELECT name FROM app.peers", ""},
		{masked, "SELECT name FROM app.guessed", "policy which rows"},
		// What may be done with a masked column may be done with one that shows it.
		{masked, "SELECT count(s), count(DISTINCT s) FROM app.stored", ""},
		{masked, "SELECT count(*) FROM app.stored WHERE s IS NULL", ""},
		{masked, "SELECT count(*) FROM app.stored GROUP BY s", ""},
		{masked, "SELECT count(*) FROM app.stored a JOIN pay.emp b ON a.s = b.salary", ""},
		{masked, "SELECT count(*) FROM app.stored a JOIN pay.emp b ON a.s = b.id", "policy masked"},
		{masked, "SELECT count(w) FROM app.withed", ""},
		// But not with one that is computed, or holds other values beside it.
		{masked, "SELECT id FROM app.telling WHERE no IS NULL", "policy app.telling.no is made of values that are masked"},
		{masked, "SELECT count(fails) FROM app.telling", "policy it may not be used"},
		{masked, "SELECT array_agg(id) FROM app.telling GROUP BY more", "policy it may not be used"},
		{masked, "SELECT a.id FROM app.telling a JOIN app.telling b ON a.more = b.more", "policy masked"},
		{masked, "SELECT count(*) FROM app.stored a JOIN app.computed b ON a.s = b.cast_s", "policy masked"},
		{masked, "SELECT id FROM app.telling WHERE plain IS NULL", ""},
		{masked, "SELECT count(o) FROM app.over_telling", "policy it may not be used"},
		{masked, "SELECT count(plain), max(id) FROM app.over_telling", ""},
		{masked, "SELECT c FROM app.counting", "policy app.counting.c is made"},
		{masked, "SELECT dept FROM app.counting", ""},
		{masked, "SELECT id FROM app.repeated", "policy which rows"},
		{masked, "SELECT e.id FROM pay.emp e JOIN app.mixed m ON e.salary = m.v", "policy masked"},
		{masked, "SELECT count(v) FROM app.mixed", "policy it may not be used"},
		{masked, "SELECT id FROM app.mixed", ""},
		{masked, "SELECT count(v) FROM app.zeroed", "policy it may not be used"},
		{masked, "SELECT count(v) FROM app.both", ""},
		{masked, "SELECT count(v) FROM app.merging", ""},
		{masked, "SELECT dept FROM app.distinctly", "policy which rows"},
		{masked, "SELECT dept FROM app.distinct_plain", ""},
		{masked, "SELECT dept FROM app.merging_more", "policy which rows"},
		{Policy{MaskedColumns: []string{"made.name"}}, "SELECT count(name) FROM pay.made", ""},
		{Policy{MaskedColumns: []string{"made.name"}}, "SELECT count(loud) FROM pay.made", "policy it may not be used"},
		// Inheritance and partitions, in both directions.
		{masked, "SELECT salary FROM pay.manager", "policy masked"},
		{masked, "SELECT bonus FROM pay.manager", ""},
		{Policy{MaskedColumns: []string{"pay.manager.salary"}}, "SELECT salary FROM pay.emp", "policy masked"},
		{Policy{DeniedTables: []string{"pay.manager"}}, "SELECT name FROM pay.emp", "policy pay.emp reads pay.manager"},
		{Policy{DeniedTables: []string{"pay.manager"}, Relations: []string{"pay.emp"}}, "SELECT name FROM pay.emp", ""},
		{Policy{DeniedTables: []string{"pay.log"}}, "SELECT what FROM app.one_month", "policy reads pay.log"},
		{Policy{MaskedColumns: []string{"pay.log.what"}}, "SELECT what FROM app.one_month", "policy masked"},
		{Policy{DeniedTables: []string{"pay.log_1"}}, "SELECT what FROM pay.log", "policy reads pay.log_1"},
		{Policy{}, "SELECT what FROM pay.log_1", "relation there is no table"},
		{Policy{MaskedColumns: []string{"made.name"}}, "SELECT loud FROM pay.made", "policy masked"},
		{Policy{MaskedColumns: []string{"made.name"}}, "SELECT id FROM pay.made", ""},
		// Denied columns and tables.
		{denied, "SELECT s FROM app.stored", "policy pay.emp.salary"},
		{denied, "SELECT count(s) FROM app.over_stored", "policy pay.emp.salary"},
		{denied, "SELECT name FROM app.stored", ""},
		{denied, "SELECT known FROM app.aggregated", "policy pay.emp.salary"},
		{denied, "SELECT name FROM app.paid", "policy pay.emp.salary"},
		{denied, "SELECT name FROM app.rich", "policy pay.emp.salary"},
		{denied, "SELECT name FROM app.peers", "policy pay.emp.salary"},
		{denied, "SELECT count(*) FROM app.stored", ""},
		{table, "SELECT name FROM app.stored", "policy pay.emp"},
		{table, "SELECT n FROM app.over_over", "policy pay.emp"},
		{table, "SELECT bonus FROM pay.manager", "policy pay.emp"},
		{Policy{DeniedSchemas: []string{"pay"}}, "SELECT count(*) FROM app.over_over", "policy pay.emp"},
		{Policy{DeniedTables: []string{"pay.emp"}, Relations: []string{"app.stored"}}, "SELECT n, s FROM app.over_over", ""},
		{Policy{MaskedColumns: []string{"emp.salary"}, Relations: []string{"app.stored"}}, "SELECT n, s FROM app.over_over", ""},
		// Secrets by name.
		{Policy{Secrets: true}, "SELECT password_hash FROM pay.login", "policy password_hash is masked (share.secrets)"},
		{Policy{Secrets: true}, "SELECT \"apiKey\" FROM pay.login", "policy masked"},
		{Policy{Secrets: true}, "SELECT h FROM app.logins", "policy masked"},
		{Policy{Secrets: true}, "SELECT name, password_changed_at, token_count, has_password FROM pay.login", ""},
		{Policy{Secrets: true}, "SELECT cvv FROM pay.login", "policy masked"},
		{Policy{Secrets: true, UnmaskedColumns: []string{"pay.login.Password_Hash"}}, "SELECT password_hash FROM pay.login", ""},
		{Policy{Secrets: true, UnmaskedColumns: []string{"pay.login.password_hash"}}, "SELECT h, password_hash FROM app.logins", ""},
		{Policy{Secrets: true, MaskedColumns: []string{"password_hash"}, UnmaskedColumns: []string{"password_hash"}}, "SELECT h FROM app.logins", "policy masked"},
		{Policy{}, "SELECT password_hash FROM pay.login", ""},
	} {
		for _, ownPath := range []bool{true, false} {
			v := mustNew(t, tt.policy).Check(tt.sql, Facts{Snapshot: snap, OwnPath: ownPath})
			got := v.Rule + " " + v.Why
			if v.Decision == Allow {
				got = ""
			}
			rule, word, _ := strings.Cut(tt.want, " ")
			if (got == "") != (tt.want == "") || !strings.HasPrefix(got, rule) || !strings.Contains(got, word) {
				t.Errorf("%+v: %s: got %q, want %q", tt.policy, tt.sql, got, tt.want)
			}
			if v.Decision == Invalid && strings.Contains(v.Why, "pay.") && !strings.Contains(tt.sql, "pay.") {
				t.Errorf("%s: a model reads a name that the statement does not hold: %s", tt.sql, v.Why)
			}
		}
	}
}

// TestHiddenNames: what is denied is not offered for a name that is nearly it.
func TestHiddenNames(t *testing.T) {
	t.Parallel()
	for sql, p := range map[string]Policy{
		"SELECT id FROM salarys":       {DeniedTables: []string{"salaries"}},
		"SELECT ibn FROM hr.salaries":  {DeniedColumns: []string{"iban"}},
		"SELECT 1 FROM hr.salarie s":   {DeniedTables: []string{"salaries"}},
		"SELECT s.ibn FROM salaries s": {DeniedSchemas: []string{"hr"}},
	} {
		if v := mustNew(t, p).Check(sql, facts()); v.Decision == Allow || strings.Contains(v.Why, "salaries?") || strings.Contains(v.Why, "iban") {
			t.Errorf("%s: %v %s", sql, v.Decision, v.Why)
		}
		if v := mustNew(t, Policy{}).Check(sql, facts()); !strings.Contains(v.Why, "did you mean") {
			t.Errorf("%s: %v %s", sql, v.Decision, v.Why)
		}
	}
}

// TestUnknownOrigins: where it cannot be told what a view shows, it shows everything that it reads.
func TestUnknownOrigins(t *testing.T) {
	t.Parallel()
	_, reader := workshop(t, `CREATE SCHEMA app; CREATE TABLE app.t (id int, a text, b text);
		CREATE VIEW app.v AS SELECT id, a FROM app.t; CREATE MATERIALIZED VIEW app.m AS SELECT id, a FROM app.t;
		GRANT USAGE ON SCHEMA app TO guard_reader; GRANT SELECT ON ALL TABLES IN SCHEMA app TO guard_reader`)
	g := mustNew(t, Policy{MaskedColumns: []string{"t.a"}})
	for _, view := range []string{"v", "m"} {
		whole := snapshotFor(t, reader)
		for _, tt := range []struct {
			spoil func(s *schema.Snapshot, oid uint32)
			want  Access
		}{
			{func(*schema.Snapshot, uint32) {}, Readable},
			{func(s *schema.Snapshot, oid uint32) {
				s.Origins[oid] = &schema.Origin{Schema: "app", Name: view, Opaque: true}
			}, Masked},
			{func(s *schema.Snapshot, oid uint32) { delete(s.Origins, oid) }, Masked},
			{func(s *schema.Snapshot, oid uint32) { delete(s.Definitions, oid) }, Masked},
			{func(s *schema.Snapshot, oid uint32) { s.OriginsOmitted = true }, Masked},
		} {
			s := *whole
			s.Origins, s.Definitions = map[uint32]*schema.Origin{}, map[uint32]*schema.Definition{}
			for k, v := range whole.Origins {
				s.Origins[k] = v
			}
			for k, v := range whole.Definitions {
				s.Definitions[k] = v
			}
			tt.spoil(&s, whole.Table("app", view).OID)
			if got := g.Ruling(schema.New(s), "app", view, "id"); got.Access != tt.want {
				t.Errorf("%s: %+v, want %d", view, got, tt.want)
			}
		}
	}
}

// TestPasswordHashes: a column whose known values are hashes of passwords is masked whatever its name, as is what is
// made of it.
func TestPasswordHashes(t *testing.T) {
	t.Parallel()
	const bcrypt, phc = "$2b$12$KIXabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL", "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub"
	for name, tt := range map[string]struct {
		values []string
		want   bool
	}{
		"crypt":      {[]string{bcrypt, phc, "$6$rounds=5000$salt$abcdefghijk", "$P$B123456789abcdefghijklmnop", "LOCKED"}, true},
		"others":     {[]string{"scram-sha-256$4096:c2FsdA==$c3RvcmVk:c2VydmVy", "pbkdf2_sha256$600000$salt$aGFzaA==", "scrypt:32768:8:1$salt$deadbeef", "{SSHA}0123456789abcdef"}, true},
		"prices":     {[]string{"$5", "$6.50", "$1$", "$2"}, false},
		"a few":      {[]string{bcrypt, "red", "blue"}, false},
		"digests":    {[]string{"d41d8cd98f00b204e9800998ecf8427e"}, false},
		"templates":  {[]string{"{md5} of the file", "${HOME}/bin/start", "scrypt: a note"}, false},
		"no values":  {nil, false},
		"empty ones": {[]string{"", ""}, false},
	} {
		if got := passwordHashes(tt.values); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
	for policy, want := range map[*Policy]Access{{Secrets: true}: Masked, {}: Readable, {Secrets: true, UnmaskedColumns: []string{"app.users.pas"}}: Readable} {
		s := schema.New(schema.Snapshot{SearchPath: []string{"app"}, Tables: []*schema.Table{{OID: 20001, Schema: "app", Name: "users", Kind: schema.Ordinary,
			Columns: []*schema.Column{{Name: "pas", Type: "text", Profile: schema.Profile{Values: []string{bcrypt}}}}}}})
		if got := mustNew(t, *policy).Ruling(s, "app", "users", "pas"); got.Access != want {
			t.Errorf("%+v: %v, want %v", policy, got.Access, want)
		}
	}
}

func TestSecretNames(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{Secrets: true})
	var wrong []string
	for name, want := range map[string]bool{
		"pswrd/S": true, "pswrd_hash/S": true, "pwdhash/S": true, "usr_pswd/S": true, "pswrd/N": false, "powder/S": false,
		"password/S": true, "user_password/S": true, "UserPassword/S": true, "userpassword/S": true, "passwd/S": true, "pwd/S": true,
		"PasswordHash/S": true, "password_hash/U": true, "hashed_password/S": true, "token/S": true, "resetToken/S": true,
		"api_key/S": true, "APIKey/S": true, "apikey/S": true, "client_secret/S": true, "card_number/N": true, "CardNumber/S": true,
		"credit_card/S": true, "cvv/N": true, "ssn/S": true, "private_key/S": true, "recovery_codes/A": true, "session-token/U": true,
		"password_changed_at/D": false, "password/B": false, "token_count/N": false, "tokens/N": false, "token/N": false, "token_type/E": false,
		"secretary/S": false, "passenger/S": false, "key/S": false, "pin/S": false, "postcode/S": false, "number/S": false, "card/S": false,
		"passwd_hash/S": true, "pw/S": true, "user_pass/S": true, "encrypted_password/S": true, "crypted_password/S": true, "reset_password_token/S": true,
		"otp_backup_codes/A": true, "encrypted_otp_secret/S": true, "runners_token_encrypted/S": true, "password_digest/S": true, "token_digest/S": true,
		"cc_number_enc/S": true, "cc_cid_enc/S": true, "user_activation_key/S": true, "two_factor_recovery_codes/S": true, "two_factor_secret/S": true,
		"authtoken/S": true, "accesstoken/S": true, "clientsecret/S": true, "creditCardNumber/S": true, "cardNo/N": true, "card_pan/S": true,
		"cvvCode/N": true, "CVV2/S": true, "otp/N": true, "one_time_password/S": true, "password2/S": true, "password_md5/S": true, "old_password/S": true,
		"password_new/S": true, "Passwort/S": true, "contraseña/S": true, "mot_de_passe/S": true, "aws_secret_access_key/S": true, "session_key/S": true,
		"ssn_encrypted/S": true, "social_security_number/N": true, "connection_string/S": true, "userPW/S": true, "api_key_sha256/S": true, "jwt/S": true,
		"secret_data/S": false, "credit_card/N": false, "social_security/N": false, "pw/N": false, "token_value/N": false, "token_count/S": false,
		"token_id/S": false, "token_name/S": false, "token_address/S": false, "tokens/A": false, "tokenizer/S": false, "password_changed_at/S": false,
		"password_policy/S": false, "password_strength/S": false, "password_version/S": false, "password_algorithm/S": false, "pass/S": false,
		"compass/S": false, "bypass/S": false, "boarding_pass/S": false, "api_key_id/S": false, "api_key_name/S": false, "public_key/S": false,
		"product_key/S": false, "date_key/S": false, "license_key/S": false, "credit_card_type/S": false, "card_brand/S": false, "card_holder/S": false,
		"card_last4/S": false, "card_expiry/S": false, "pincode/N": false, "pin_code/S": false, "pin_number/S": false, "iban/S": false, "cvv_result/S": false,
		"passport_number/S": false, "secret_santa/S": false, "secret_level/S": false, "keyword/S": false, "hashtag/S": false, "hash_value/S": false,
		"old/S": false, "value/S": false, "hash_old/S": false, "credentials/S": false, "session_id/S": false, "otp_enabled/B": false, "code/S": false,
		"2/S": false, "_/S": false, "phone_number/S": false, "account_number/S": false, "verified_password/B": false, "mnemonic/S": false,
		"security_code/S": false, "hash/S": false, "salt/S": false, "primary_key/S": false, "card_type/S": false, "": false,
	} {
		spelt, category, _ := strings.Cut(name, "/")
		if category == "" {
			category = "S"
		}
		if got := g.secret(spelt, category[0]); got != want {
			wrong = append(wrong, fmt.Sprintf("%s: %v", name, got))
		}
	}
	if diff := cmp.Diff([]string(nil), wrong); diff != "" {
		t.Error(diff)
	}
}
