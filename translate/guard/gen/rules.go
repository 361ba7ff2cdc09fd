package main

import "regexp"

// harmless are volatile functions that change nothing and tell nothing that a reader of the database may not know.
// timezone is volatile in 14 alone, because the offset of a time of day depends on the day.
var harmless = set("random", "random_normal", "array_sample", "array_shuffle", "uuidv4", "uuidv7", "timezone",
	"gen_random_uuid", "clock_timestamp", "timeofday", "pg_is_in_recovery",
	"pg_database_size", "pg_tablespace_size", "pg_table_size", "pg_relation_size", "pg_total_relation_size",
	"pg_indexes_size")

// plain are the pg_… functions worth having. All others are about the server, not about the data.
var plain = set("pg_typeof", "pg_size_pretty", "pg_size_bytes", "pg_column_size", "pg_column_compression",
	"pg_collation_for", "pg_client_encoding", "pg_char_to_encoding", "pg_encoding_to_char", "pg_encoding_max_length",
	"pg_postmaster_start_time", "pg_backend_pid", "pg_get_keywords", "pg_timezone_names",
	"pg_timezone_abbrevs", "pg_timezone_abbrevs_abbrevs", "pg_timezone_abbrevs_zone", "pg_lsn", "pg_wal_lsn_diff", "pg_get_serial_sequence")

// The rules by which a stable or immutable function is refused all the same, first match wins. Their names stand in
// data/refused.txt, and the guard has a sentence for each.
var rules = []struct {
	rule    string
	pattern *regexp.Regexp
}{
	// Runs SQL given as text, or reads relations named in text, unseen by the guard.
	{"runs_text", regexp.MustCompile(`_to_xml(schema|_and_xmlschema)?$|^ts_(stat|rewrite)$|^pg_cursor$|^pg_input_`)},
	// The server cannot be made to stop it.
	{"unstoppable", regexp.MustCompile(`^xpath|^xmlexists$|^xmlvalidate$`)},
	// Assigns a transaction id, or tells about those of others.
	{"xid", regexp.MustCompile(`^txid_|^pg_.*(xact|snapshot)`)},
	// Tells settings, addresses, privileges, definitions, comments, statistics or files, or which names belong to
	// which numbers.
	{"discloses", regexp.MustCompile(`^current_setting$|^inet_(client|server)_|^acl|^makeaclitem$|^hash_aclitem|` +
		`^regclass$|^system_user$|^has_.*_privilege$|^row_security_active$|^format_type$|^shobj_description$|^to_reg(collation|namespace|oper|operator|proc|procedure|role|type|typemod)$|^querytree$|^satisfies_hash_partition$|^pg_`)},
}

// judge names the rule that refuses a function, or returns "".
func judge(name string, volatile bool) string {
	if harmless[name] || plain[name] {
		return ""
	}
	for _, r := range rules {
		if volatile && (r.rule == "xid" || r.rule == "discloses") {
			return "volatile"
		}
		if r.pattern.MatchString(name) {
			return r.rule
		}
	}
	return ""
}

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}
