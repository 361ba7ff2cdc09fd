package integration

import (
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

var update = flag.Bool("update", false, "write the golden files anew")

// tap stands between the proxy and the server and writes down what the proxy sends, without what the agent asks the
// catalog: that is its own affair.
type tap struct {
	mu    sync.Mutex
	said  strings.Builder
	agent bool // what comes up to the next Sync is the agent's
	// change, when set, may change a message on its way.
	change func(pgproto3.FrontendMessage)
	// cut, when set, may have a connection closed instead of a message passed on.
	cut func(pgproto3.FrontendMessage) bool
}

// listen starts a tap in front of the shared server.
func (p *tap) listen(tb testing.TB) string {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	var running sync.WaitGroup
	tb.Cleanup(func() {
		l.Close()
		running.Wait()
	})
	server := sandboxtest.Server(tb).Addr()
	running.Add(1)
	go func() {
		defer running.Done()
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			running.Add(1)
			go func() {
				defer running.Done()
				p.relay(conn, server)
			}()
		}
	}()
	return l.Addr().String()
}

// relay writes down each message before it passes, so a reply is proof that its request has been written down.
func (p *tap) relay(conn net.Conn, server string) {
	defer conn.Close()
	upstream, err := net.Dial("tcp", server)
	if err != nil {
		return
	}
	defer upstream.Close()
	back := make(chan struct{})
	go func() {
		defer close(back)
		buf := make([]byte, 32<<10)
		for {
			n, err := upstream.Read(buf)
			if _, werr := conn.Write(buf[:n]); err != nil || werr != nil {
				conn.Close()
				return
			}
		}
	}()
	defer func() {
		upstream.Close()
		<-back
	}()
	from := pgproto3.NewBackend(conn, conn)
	start, err := from.ReceiveStartupMessage()
	if err != nil {
		return
	}
	packet, err := start.Encode(nil)
	for err == nil {
		if _, err = upstream.Write(packet); err != nil {
			return
		}
		var m pgproto3.FrontendMessage
		if m, err = from.Receive(); err == nil {
			if p.change != nil {
				p.change(m)
			}
			if p.cut != nil && p.cut(m) {
				return
			}
			p.note(m)
			packet, err = m.Encode(nil)
		}
	}
}

// randomName matches the names of statements, portals and savepoints of pgask's own.
var randomName = regexp.MustCompile(`pgask_(agent|wrap|run)_[a-z2-7]{26}`)

// note writes a message down: the proxy's own small statements as one line each, with the name that they all bear.
func (p *tap) note(m pgproto3.FrontendMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := randomName.ReplaceAllString(frontendLine(m), "pgask_$1")
	_, sync := m.(*pgproto3.Sync)
	_, parsed := m.(*pgproto3.Parse)
	switch {
	case p.agent:
		p.agent = !sync
	case strings.Contains(line, `"pgask_agent"`):
		p.agent = true
	case !strings.Contains(line, `"pgask_wrap"`):
		fmt.Fprintln(&p.said, line)
	case parsed:
		first, _, _ := strings.Cut(line, "\n")
		fmt.Fprintln(&p.said, strings.TrimPrefix(first, "Parse "))
	}
}

// behind makes the proxy reach the server through a tap.
func behind(tb testing.TB, p *tap) func(*proxy.Config, *translate.Config) {
	tb.Helper()
	db := sandboxtest.Shop(tb)
	upstream, err := login.ParseUpstream("postgres://nobody@" + p.listen(tb) + "/" + db + "?sslmode=disable")
	if err != nil {
		tb.Fatal(err)
	}
	return func(c *proxy.Config, _ *translate.Config) { c.Datasources[db] = upstream }
}

// TestWrapEndFails: when not the question but the end of its savepoint fails, as it may when a cancel request comes
// late, the client has been told of no error, and its transaction goes on.
func TestWrapEndFails(t *testing.T) {
	t.Parallel()
	failOnce := true
	p := &tap{change: func(m pgproto3.FrontendMessage) {
		if m, ok := m.(*pgproto3.Parse); ok && failOnce && strings.HasPrefix(m.Query, "RELEASE SAVEPOINT pgask_run_") {
			m.Query, failOnce = "RELEASE SAVEPOINT no_such", false
		}
	}}
	w := setup(t, withModel(knows), behind(t, p)).wire()
	w.query("BEGIN; CREATE TEMP TABLE kept (v int) ON COMMIT DROP", "C BEGIN", "C CREATE TABLE", "Z T")
	w.send(parse("", "ASK product count"), bind("", ""), execute("", 0), msgSync)
	w.expect("1", "2", "D 288", "C SELECT 1", "Z T")
	w.query("INSERT INTO kept VALUES (1)", "C INSERT 0 1", "Z T")
	w.send(parse("", "ASK fails later"), bind("", ""), execute("", 0), msgSync)
	w.expect("1", "2", "D 0", "D -1", "E 22012 division by zero", "Z E")
}

// TestClientsOwnNames: statements, portals and savepoints of the client may bear the names that ours begin with, and
// are as they were behind a question, in a transaction or not.
func TestClientsOwnNames(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	for i, name := range []string{"pgask_agent", "pgask_wrap", "pgask_run"} {
		w.send(parse(name, fmt.Sprintf("SELECT %d", i)), msgSync)
		w.expect("1", "Z I")
		for _, begin := range []string{"", "BEGIN", "SAVEPOINT " + name} {
			status := "Z T"
			switch {
			case begin == "":
				status = "Z I"
			default:
				w.query(begin, "C "+strings.Fields(begin)[0], "Z T")
			}
			w.send(parse("", "ASK product count"), bind("", ""), execute("", 0), msgSync)
			w.expect("1", "2", "D 288", "C SELECT 1", status)
			w.query("ASK product count", "T n", "D 288", "C SELECT 1", status)
			w.send(bind("", name), execute("", 0), msgSync)
			w.expect("2", fmt.Sprintf("D %d", i), "C SELECT 1", status)
		}
		w.query("ROLLBACK TO "+name, "C ROLLBACK", "Z T")
		w.query("ROLLBACK", "C ROLLBACK", "Z I")
	}
}

// TestWrapBeginFails: an error in the bracket itself, as a cancel request can make one, leaves nothing that hinders
// the next question.
func TestWrapBeginFails(t *testing.T) {
	t.Parallel()
	for way, messages := range everyWay("product count") {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			failOnce := true
			p := &tap{change: func(m pgproto3.FrontendMessage) {
				if m, ok := m.(*pgproto3.Parse); ok && failOnce && strings.HasPrefix(m.Name, "pgask_wrap_") && strings.Contains(m.Query, "set_config('jit'") {
					m.Query, failOnce = "SELECT 1 / $1::int", false
				}
			}}
			w := setup(t, withModel(knows), func(_ *proxy.Config, c *translate.Config) { c.MaxAttempts = 1 }, behind(t, p)).wire()
			w.send(messages...)
			if lines := w.turn(1); !strings.HasPrefix(lines[len(lines)-2], "E ") || lines[len(lines)-1] != "Z I" {
				t.Errorf("got %q", lines)
			}
			for range 2 {
				w.send(messages...)
				if lines := w.turn(1); !strings.Contains(strings.Join(lines, ","), "288,C SELECT 1,Z I") && !strings.Contains(strings.Join(lines, ","), `{"n":288},C SELECT 1,Z I`) {
					t.Errorf("got %q", lines)
				}
			}
			w.unchanged("I")
		})
	}
}

// TestTranscripts keeps the conversation of the exchanges that matter most, on both sides of the proxy. -update writes
// them anew; a change in them is a change that clients or servers can see.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	extended := func(sql string) []pgproto3.FrontendMessage {
		return []pgproto3.FrontendMessage{parse("", sql), bind("", ""), describe('P', ""), execute("", 0), msgSync}
	}
	begin := []pgproto3.FrontendMessage{query("BEGIN")}
	rollback := []pgproto3.FrontendMessage{query("ROLLBACK")}
	simple := func(sql string) []pgproto3.FrontendMessage { return []pgproto3.FrontendMessage{query(sql)} }
	cases := map[string][][]pgproto3.FrontendMessage{
		"simple-outside":               {simple("ASK product count")},
		"simple-inside-transaction":    {begin, simple("ASK product count"), rollback},
		"simple-in-own-statement":      {simple("SELECT t.id FROM ask('five products') t WHERE t.id > 3")},
		"simple-in-write":              {simple("CREATE TEMP TABLE x AS SELECT * FROM ask('five products') t")},
		"simple-empty":                 {simple("ASK no rows")},
		"simple-error-after-rows":      {simple("ASK fails later")},
		"simple-refused":               {simple("ASK dangerous")},
		"simple-refused-transaction":   {begin, simple("ASK dangerous"), simple("SELECT 1"), rollback},
		"extended-bound":               {all("SELECT * FROM ask($1)", "product count")},
		"extended-bound-transaction":   {begin, all("SELECT * FROM ask($1)", "product count"), all("SELECT * FROM ask($1)", "unheard of"), rollback},
		"extended-bound-json":          {{parse("s", "SELECT * FROM ask_json($1)"), describe('S', "s"), msgSync}, {bind("", "s", "product count"), execute("", 0), msgSync}},
		"extended-outside":             {extended("ASK product count")},
		"extended-inside-transaction":  {begin, extended("ASK product count"), rollback},
		"extended-error-before-rows":   {extended("ASK fails at once")},
		"extended-error-after-rows":    {extended("ASK fails later")},
		"extended-error-transaction":   {begin, extended("ASK fails later"), rollback},
		"extended-refused-transaction": {begin, extended("ASK dangerous"), rollback},
		"extended-begin-in-batch":      {append([]pgproto3.FrontendMessage{parse("", "BEGIN"), bind("", ""), execute("", 0)}, extended("ASK product count")...), rollback},
		"extended-write-behind":        {append(extended("ASK product count")[:4:4], extended("CREATE TEMP TABLE x (v int)")...)},
		"failed-transaction":           {begin, simple("SELECT 1/0"), simple("ASK product count"), extended("ASK product count"), rollback},
	}
	for name, turns := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &tap{}
			w := setup(t, withModel(knows), behind(t, p)).wire()
			w.notices = true
			for _, messages := range turns {
				w.send(messages...)
				w.turn(1)
			}
			p.mu.Lock()
			got := "-- client\n" + w.said.String() + "-- upstream\n" + p.said.String()
			p.mu.Unlock()
			got = regexp.MustCompile(`/\* pgask [0-9a-f]{12} \*/`).ReplaceAllString(got, "/* pgask ID */")
			golden(t, filepath.Join("testdata", "transcripts", name+".txt"), got)
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
