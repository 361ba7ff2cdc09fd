package guard

import (
	_ "embed" // the lists
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:generate sh -c "go run ./gen -out data $(printf -- '-dsn %s ' $GUARD_GEN_DSNS)"

var (
	//go:embed data/functions.txt
	functionsText string
	//go:embed data/grammar.txt
	grammarText string
	//go:embed data/refused.txt
	refusedText string
	//go:embed data/operators.txt
	operatorsText string
	//go:embed data/types.txt
	typesText string
	//go:embed data/relations.txt
	relationsText string
	//go:embed data/columns.txt
	columnsText string
	//go:embed data/makers.txt
	makersText string
	//go:embed data/extensions.txt
	extensionsText string
)

var (
	// builtinFunctions are PostgreSQL's own functions that are allowed.
	builtinFunctions = builtins(functionsText, grammarText)
	// grammarFunctions are those of them that only the grammar has, so that no schema can be written before them.
	grammarFunctions = builtins(grammarText)
	// refusedFunctions maps each refused function to the rule in gen/rules.go that refuses it.
	refusedFunctions = pairs(refusedText)
	builtinOperators = lookup(operatorsText)
	builtinTypes     = lookup(typesText)
	catalogRelations = lookup(relationsText)
	// catalogColumns returns the columns of the system's relations, by the name of the relation behind the version.
	catalogColumns = sync.OnceValue(func() map[string][]string { return columnLists(columnsText) })
	extensionSets  = sections(extensionsText)
	// writtenInSQL maps extension functions that are written in SQL to the sets that contain them.
	writtenInSQL = bodies(extensionSets)
	memberOfSet  = namesOfSets(extensionSets)
	// makers are functions that may make a value of the type of one of their arguments.
	makers = lookup(makersText)
)

// refusals maps a rule to the reason of the refusal, which completes the sentence "the function …".
var refusals = map[string]string{
	"volatile":    "has effects or shows the server's state, and READ ONLY does not stop it",
	"xid":         "deals in transaction ids",
	"runs_text":   "runs SQL, or reads tables, given to it as text",
	"unstoppable": "can run for hours and cannot be cancelled",
	"discloses":   "tells about the server or its catalogs, not about the data",
	"contrib":     "belongs to an extension and has effects, or runs text given to it",
}

// dangerousPrefixes lists name prefixes of extension functions that are known to be dangerous.
var dangerousPrefixes = []string{"dblink", "lo_", "crosstab", "connectby", "xpath_", "xslt_process", "autoprewarm_",
	"pg_prewarm", "pg_file_", "pg_read_", "pg_ls_", "pg_logdir_ls", "heap_force_", "pg_truncate_visibility_map",
	"get_raw_page", "postgres_fdw_", "pg_advisory_", "pg_try_advisory_", "pg_stat_reset", "pg_stat_statements_reset",
	"set_limit", "query_to_xml", "binary_upgrade_", "pg_replication_", "pg_logical_", "pg_terminate_", "pg_cancel_"}

// refusedBecause returns the rule that always refuses a function, or "".
func refusedBecause(name string) string {
	if rule := refusedFunctions[name]; rule != "" {
		return rule
	}
	for _, p := range dangerousPrefixes {
		if strings.HasPrefix(name, p) {
			return "contrib"
		}
	}
	return ""
}

// Sets returns the names that Policy.ExtensionSets may hold.
func Sets() []string {
	var all []string
	for name := range extensionSets {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

type extensionSet struct {
	functions, operators, types []string
	random                      []string            // functions that are volatile because they return random values
	sql                         []string            // functions written in SQL, overloads of PostgreSQL's included
	outputs                     map[string][]string // output columns of the functions that have several
}

// entries calls each for every line of a list, split at blanks, without comments and blank lines. A comment is a #
// followed by a blank, because an operator may start with #.
func entries(text string, each func(fields []string)) {
	for line := range strings.SplitSeq(text, "\n") {
		if fields := strings.Fields(line); len(fields) > 0 && !strings.HasPrefix(line, "# ") {
			each(fields)
		}
	}
}

// builtin is an allowed function of PostgreSQL's own.
type builtin struct {
	since, until int      // first and last major version that has the function; 0: no limit
	outputs      []string // its output columns, mostly none
}

// on reports whether a server of that major version has the function. It returns true for 0, an unknown version.
func (b builtin) on(major int) bool {
	return major == 0 || b.since <= major && (b.until == 0 || major <= b.until)
}

func builtins(texts ...string) map[string]builtin {
	m := make(map[string]builtin, 2048)
	for _, t := range texts {
		entries(t, func(f []string) {
			var b builtin
			for _, word := range f[1:] {
				if n, ok := strings.CutPrefix(word, "since="); ok {
					b.since, _ = strconv.Atoi(n) // TestLists reads them all
				} else if n, ok := strings.CutPrefix(word, "until="); ok {
					b.until, _ = strconv.Atoi(n)
				} else {
					b.outputs = append(b.outputs, word)
				}
			}
			m[f[0]] = b
		})
	}
	return m
}

func columnLists(text string) map[string][]string {
	m := make(map[string][]string, 1024)
	entries(text, func(f []string) { m[f[0]+" "+f[1]] = f[2:] })
	return m
}

func pairs(text string) map[string]string {
	m := make(map[string]string, 512)
	entries(text, func(f []string) { m[f[0]] = f[1] })
	return m
}

func lookup(text string) map[string]bool {
	m := make(map[string]bool, 256)
	entries(text, func(f []string) { m[f[0]] = true })
	return m
}

func sections(text string) map[string]extensionSet {
	m := make(map[string]extensionSet)
	var name string
	entries(text, func(f []string) {
		if strings.HasPrefix(f[0], "[") {
			name = strings.Trim(f[0], "[]")
			return
		}
		set := m[name]
		switch f[0] {
		case "functions":
			set.functions = append(set.functions, f[1:]...)
		case "operators":
			set.operators = append(set.operators, f[1:]...)
		case "outputs":
			if set.outputs == nil {
				set.outputs = map[string][]string{}
			}
			set.outputs[f[1]] = f[2:]
		case "random":
			set.random = append(set.random, f[1:]...)
		case "sql":
			set.sql = append(set.sql, f[1:]...)
		case "types":
			set.types = append(set.types, f[1:]...)
		}
		m[name] = set
	})
	return m
}

func bodies(sets map[string]extensionSet) map[string][]string {
	m := make(map[string][]string)
	for name, set := range sets {
		for _, f := range set.sql {
			m[f] = append(m[f], name)
		}
	}
	return m
}

// namesOfSets returns the functions and operators of all known extension sets.
func namesOfSets(sets map[string]extensionSet) map[string]bool {
	m := make(map[string]bool)
	for _, set := range sets {
		for _, name := range slices.Concat(set.functions, set.operators) {
			m[name] = true
		}
	}
	return m
}
