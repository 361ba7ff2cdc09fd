package proxy

// failureLabel returns the label under which errors of a SQLSTATE are counted. A statement can raise any five
// characters, so only the listed ones have a label of their own; the rest are counted by class, and unknown classes
// as other.
func failureLabel(sqlState string) string {
	switch {
	case countedStates[sqlState]:
		return sqlState
	case len(sqlState) == 5 && countedClasses[sqlState[:2]]:
		return sqlState[:2] + "xxx"
	}
	return "other"
}

// countedStates are our own, and those that tell a broken network, a lock, a limit, a wrong password or a missing grant
// apart. PostgreSQL manual, appendix "PostgreSQL Error Codes".
var countedStates = set("QA001", "QA002", "QA003", "QA004", "QA005", "QA006", "QA007",
	"08003", "08006", "08P01", "22012", "22021", "22P02", "23502", "23503", "23505", "23514", "25006", "25P02", "25P03",
	"28000", "28P01", "3D000", "40001", "40P01", "42501", "42601", "42703", "42P01", "42P05", "42883", "53100", "53200", "53300",
	"53400", "54000", "55P03", "57014", "57P01", "57P02", "57P03", "57P05", "58030", "XX000", "XX001", "XX002")

var countedClasses = set("03", "08", "09", "0A", "0B", "0F", "0L", "0P", "0Z", "20", "21", "22", "23", "24", "25", "26", "27",
	"28", "2B", "2D", "2F", "34", "38", "39", "3B", "3D", "3F", "40", "42", "44", "53", "54", "55", "57", "58", "72", "F0", "HV",
	"P0", "QA", "XX")

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}
