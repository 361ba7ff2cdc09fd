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
	"github.com/pgask/pgask/translate"
)

var update = flag.Bool("update", false, "write the golden files anew")

// tap stands between the proxy and the server and writes down what the proxy sends, without what the agent asks the
// catalog: that is its own affair.
type tap struct {
	mu    sync.Mutex
	said  strings.Builder
	agent bool // what comes up to the next Sync is the agent's
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
			p.note(m)
			packet, err = m.Encode(nil)
		}
	}
}

// note writes a message down: the proxy's own small statements as one line each, with the name that they all bear.
func (p *tap) note(m pgproto3.FrontendMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := frontendLine(m)
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
			db := sandboxtest.Shop(t)
			upstream, err := proxy.ParseUpstream("postgres://nobody@" + p.listen(t) + "/" + db + "?sslmode=disable")
			if err != nil {
				t.Fatal(err)
			}
			w := setup(t, withModel(knows), func(c *proxy.Config, _ *translate.Config) { c.Datasources[db] = upstream }).wire()
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
