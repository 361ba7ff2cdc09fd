package schema

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pgask/pgask/translate/borrow"
)

var (
	fingerprintSQL = compact(strings.Replace(sqlFile("fingerprint"), "-- facts\n", sqlFile("facts")+",\n"+sqlFile("versions")+",\n", 1))
	lookSQL        = compact(strings.Replace(sqlFile("look"), "-- facts\n", sqlFile("facts"), 1))
	versionsSQL    = compact(strings.Replace(sqlFile("look"), "-- facts\n", sqlFile("facts")+",\n"+sqlFile("versions"), 1))
)

// compact leaves out comments and indentation: a server may write every text that it gets into its log.
func compact(sql string) string {
	var b strings.Builder
	for line := range strings.Lines(sql) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "--") {
			b.WriteString(line + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Print is the result of the fingerprint query: facts about a session and its catalog.
type Print struct {
	// Hash, in hex, changes with everything that a plan may depend on: tables, columns, types, keys, comments, grants,
	// views, policies, functions, operators, extensions, memberships and attributes of the role, the server version and
	// the search path. It returns to its old value when a change is rolled back. It does not change with ANALYZE,
	// VACUUM, rows, partitions or the temporary tables of other sessions.
	Hash string

	Database          string
	Role              string   // current_user: whose rights count
	SessionRole       string   // session_user: who logged in
	SearchPath        []string // effective: current_schemas(true), in order
	Server            int      // server_version_num, for example 150018
	Encoding          string   // of the database, for example UTF8
	ClientMinMessages string
	ReadOnly          bool // transaction_read_only
	// OneSnapshot reports that the transaction is REPEATABLE READ or SERIALIZABLE: everything read in it is as of its
	// first statement, at most Age ago.
	OneSnapshot bool
	Age         time.Duration // of such a transaction; 0 for others
	// Settings holds the session's values of the settings that were asked for; "" for unset ones.
	Settings map[string]string
	// OwnAsk reports that the database has a function that ask('question') would call.
	OwnAsk bool
}

// facts is the JSON that facts.sql builds.
type facts struct {
	Database    string            `json:"database"`
	Role        string            `json:"role"`
	SessionRole string            `json:"session_role"`
	Path        []string          `json:"path"`
	Server      int               `json:"server"`
	Encoding    string            `json:"encoding"`
	MinNotice   string            `json:"min_notice"`
	ReadOnly    bool              `json:"read_only"`
	OneSnapshot bool              `json:"one_snapshot"`
	Age         float64           `json:"age"` // seconds
	Settings    map[string]string `json:"settings"`
}

// Fingerprint reads, in one round trip, the current facts about the session and its catalog, and the session's values
// of the named settings. A server error is returned as *pgconn.PgError.
func Fingerprint(ctx context.Context, conn *borrow.Conn, settings []string) (Print, error) {
	p, _, _, err := readPrint(ctx, conn, fingerprintSQL, settings)
	return p, err
}

// readPrint runs one of the three statements. The versions come with the second, the sums, and with them the hash,
// with the whole one.
func readPrint(ctx context.Context, conn *borrow.Conn, sql string, settings []string) (p Print, g glance, sums []byte, err error) {
	res, err := conn.Query(ctx, borrow.SQL(sql, arrayLiteral(settings)).As("fingerprint"))
	if err != nil {
		return p, g, nil, fmt.Errorf("read fingerprint: %w", err)
	}
	if len(res) != 1 || len(res[0].Rows) != 1 || !slices.Contains([]int{3, 4, 6}, len(res[0].Rows[0])) {
		return p, g, nil, errors.New("read fingerprint: not one row of three, four or six columns")
	}
	row := res[0].Rows[0]
	// Hex keeps the names readable under any client_encoding.
	text, err := hex.DecodeString(string(row[0]))
	if err != nil {
		return p, g, nil, fmt.Errorf("read fingerprint: %w", err)
	}
	var f facts
	if err := json.Unmarshal(text, &f); err != nil {
		return p, g, nil, fmt.Errorf("read fingerprint: %w", err)
	}
	p = Print{
		Database: f.Database, Role: f.Role, SessionRole: f.SessionRole, SearchPath: f.Path, Server: f.Server,
		Encoding: f.Encoding, ClientMinMessages: f.MinNotice, ReadOnly: f.ReadOnly, Settings: f.Settings,
		OneSnapshot: f.OneSnapshot,
	}
	if p.OneSnapshot {
		p.Age = time.Duration(f.Age * float64(time.Second))
	}
	g = glance{backend: string(row[1]), tide: string(row[2])}
	if len(row) > 3 {
		g.versions = string(row[3])
	}
	if len(row) == 6 {
		p.OwnAsk, sums = string(row[4]) == "t", row[5]
		p.Hash = hash(p, sums)
	}
	return p, g, sums, nil
}

// hash returns Print.Hash. It ignores differences between sessions that see the same catalog: their settings, the
// session role, and the number of the temporary schema. The contents of that schema are part of sums.
func hash(p Print, sums []byte) string {
	path := make([]string, len(p.SearchPath))
	for i, name := range p.SearchPath {
		if path[i] = name; strings.HasPrefix(name, "pg_temp_") {
			path[i] = "pg_temp"
		}
	}
	// JSON separates the names unambiguously.
	text, err := json.Marshal([]any{p.Database, p.Role, path, p.Server, p.Encoding, string(sums)})
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	digest := sha256.Sum256(text)
	return hex.EncodeToString(digest[:16])
}

// arrayLiteral returns a text[] literal in PostgreSQL's syntax.
func arrayLiteral(items []string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	quoted := make([]string, len(items))
	for i, s := range items {
		quoted[i] = `"` + escape.Replace(s) + `"`
	}
	return "{" + strings.Join(quoted, ",") + "}"
}
