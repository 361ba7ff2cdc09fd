package integration

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// Conversations that are played to the server itself and to the proxy before it; every reply must be the same. The
// chapter "Message Flow" of the PostgreSQL manual says why the server replies as it does.

var simpleConversations = map[string]func(*peer){
	"empty": func(p *peer) { p.turn(4, query(""), query(";"), query(" ; ;; "), query("-- nothing")) },
	"one":   func(p *peer) { p.turn(1, query("SELECT 1, NULL, 'ä', ''")) },
	"several": func(p *peer) {
		p.turn(1, query("SELECT 1; SELECT 2 WHERE false; CREATE TEMP TABLE t (a int); INSERT INTO t VALUES (1)"))
	},
	"error last": func(p *peer) { p.turn(2, query("SELECT 1; SELECT 1/0; SELECT 2"), query("SELECT 3")) },
	"syntax":     func(p *peer) { p.turn(2, query("SELECT 1; SELEC"), query("SELECT $1")) },
	"notices": func(p *peer) {
		p.turn(1, query("DO $$BEGIN RAISE NOTICE 'a'; RAISE WARNING 'b' USING HINT = 'c', DETAIL = 'd'; END$$; SELECT 1"))
	},
	"in flight": func(p *peer) {
		p.turn(5, query("SELECT 1"), query("SELECT 2"), query("SELEC"), query(""), query("SELECT 3"))
	},
	"transaction": func(p *peer) {
		p.turn(8, query("BEGIN"), query("SELECT 1/0"), query("SELECT 1"), query("COMMIT"), query("BEGIN; SAVEPOINT a"), query("SELEC"),
			query("ROLLBACK TO a"), query("COMMIT"))
	},
	"parameter status": func(p *peer) {
		p.turn(5, query("SET DateStyle = 'German'; SET client_encoding = 'LATIN1'"), query("SELECT 'ä'::text, current_date > '1.1.2000'"),
			query("BEGIN; SET LOCAL TimeZone = 'Asia/Tokyo'"), query("COMMIT"), query("RESET ALL"))
	},
	"function call": func(p *peer) {
		p.turn(4, &pgproto3.FunctionCall{Function: 1598}, // random(); its value is forgotten
			&pgproto3.FunctionCall{Function: 870, ArgFormatCodes: []uint16{0}, Arguments: [][]byte{[]byte("ÄSK lower")}, ResultFormatCode: 0},
			&pgproto3.FunctionCall{Function: 870, ArgFormatCodes: []uint16{0}, Arguments: [][]byte{nil}}, &pgproto3.FunctionCall{Function: 4_000_000})
		p.heard = p.heard[len(p.heard)-6:]
		p.turn(2, query("BEGIN; SELECT 1/0"), &pgproto3.FunctionCall{Function: 1598})
		p.turn(1, query("ROLLBACK"))
	},
	"session ends by itself": func(p *peer) { p.send(query("SELECT pg_terminate_backend(pg_backend_pid())")); p.end() },
	"terminate at once":      func(p *peer) { p.send(msgBye); p.end() },
	"bytes behind terminate": func(p *peer) { p.send(msgBye, query("SELECT 1")); p.end() },
	"no terminator":          func(p *peer) { p.write([]byte("Q\x00\x00\x00\x08abcd")); p.until('Z', 1) },
	"string too early":       func(p *peer) { p.write([]byte("Q\x00\x00\x00\x09ab\x00d\x00")); p.until('Z', 1) },
	"empty parse":            func(p *peer) { p.write([]byte("P\x00\x00\x00\x04S\x00\x00\x00\x04")); p.until('Z', 1) },
	"password out of turn":   func(p *peer) { p.write([]byte("p\x00\x00\x00\x04")); p.end() },
}

var extendedConversations = map[string]func(*peer){
	"unnamed": func(p *peer) {
		p.turn(1, parse("", "SELECT $1::int + 1"), describe('S', ""), bind("", "", "41"), describe('P', ""), execute("", 0), msgSync)
	},
	"named": func(p *peer) {
		p.turn(4, parse("s", "SELECT $1::text"), msgSync, bind("p", "s", "x"), execute("p", 0), closing('P', "p"), msgSync,
			parse("s", "SELECT 2"), msgSync, closing('S', "s"), closing('S', "s"), closing('P', "none"), bind("", "s"), msgSync)
	},
	"flush without sync": func(p *peer) {
		p.send(parse("", "SELECT 1"), msgFlush)
		p.until('1', 1)
		p.send(bind("", ""), msgFlush)
		p.until('2', 1)
		p.send(describe('P', ""), execute("", 0), msgFlush)
		p.until('C', 1)
		p.send(parse("", "SELEC"), msgFlush)
		p.until('E', 1)
		p.turn(2, parse("", "SELECT 2"), query("SELECT 3"), msgFlush, msgSync, query("SELECT 4"))
	},
	"several syncs in flight": func(p *peer) {
		p.turn(6, msgSync, parse("", "SELECT 1"), bind("", ""), execute("", 0), msgSync, msgSync, parse("", "SELECT 1/0"), bind("", ""), execute("", 0),
			execute("", 0), msgSync, bind("", ""), msgSync, parse("", "SELECT 2"), bind("", ""), execute("", 0), msgSync)
	},
	"error until sync": func(p *peer) {
		p.turn(3, parse("", "SELECT 1"), bind("", ""), execute("", 0), bind("", "none"), execute("", 0), parse("", "SELECT 2"), closing('S', ""),
			&pgproto3.FunctionCall{Function: 89}, query("SELECT 3"), msgFlush, data("x"), msgDone, msgSync, query("SELECT 4"), msgSync)
	},
	"suspended": func(p *peer) {
		p.turn(2, parse("", "SELECT generate_series(1, 5)"), bind("p", ""), execute("p", 2), execute("p", 2), execute("p", 2), execute("p", 2), msgSync,
			execute("p", 1), msgSync)
		p.turn(5, query("BEGIN"), bind("p", ""), execute("p", 2), msgSync, query("SELECT 'between'"), execute("p", 2), msgSync, query("COMMIT"))
	},
	"cursor": func(p *peer) {
		p.turn(4, query("BEGIN; DECLARE c CURSOR FOR SELECT generate_series(1, 3)"), execute("c", 2), msgSync, query("FETCH 2 FROM c"), query("COMMIT"))
	},
	"empty": func(p *peer) {
		p.turn(1, parse("", ""), describe('S', ""), bind("", ""), describe('P', ""), execute("", 0), msgSync)
	},
	"no data": func(p *peer) {
		p.turn(1, parse("", "CREATE TEMP TABLE t (a int)"), describe('S', ""), bind("", ""), describe('P', ""), execute("", 0), msgSync)
	},
	"several statements": func(p *peer) { p.turn(1, parse("", "SELECT 1; SELECT 2"), msgSync) },
	"binary": func(p *peer) {
		b := bind("", "", "\x00\x00\x00\x07")
		b.ParameterFormatCodes, b.ResultFormatCodes = []int16{1}, []int16{1, 0}
		p.turn(1, parse("", "SELECT $1::int, 'x'"), b, describe('P', ""), execute("", 0), msgSync)
	},
	"wrong parameters": func(p *peer) {
		p.turn(3, parse("s", "SELECT $1::int"), bind("", "s"), msgSync, bind("", "s", "x"), msgSync, bind("", "s", "1", "2"), msgSync)
	},
	"described twice": func(p *peer) {
		p.turn(2, parse("s", "SELECT * FROM (VALUES (1, 'a')) t (x, y)"), describe('S', "s"), describe('S', "s"), msgSync,
			bind("p", "s"), describe('P', "p"), describe('P', "none"), msgSync)
	},
	"implicit transaction": func(p *peer) {
		p.turn(3, parse("", "CREATE TEMP TABLE t (a int)"), bind("", ""), execute("", 0), parse("", "INSERT INTO t VALUES (1)"), bind("", ""), execute("", 0),
			parse("", "SELECT 1/0"), bind("", ""), execute("", 0), msgSync, query("SELECT to_regclass('t')"), query("SELECT 1"))
	},
	"commit in a group": func(p *peer) {
		p.turn(2, parse("", "BEGIN"), bind("", ""), execute("", 0), parse("", "SELECT 1"), bind("", ""), execute("", 0), parse("", "COMMIT"), bind("", ""),
			execute("", 0), msgSync, query("COMMIT"))
	},
	"bad describe": func(p *peer) { p.turn(1, &pgproto3.Describe{ObjectType: 'X', Name: "x"}, msgSync) },
	"bad close":    func(p *peer) { p.turn(1, &pgproto3.Close{ObjectType: 'X', Name: "x"}, msgSync) },
	"cut bind":     func(p *peer) { p.write([]byte("B\x00\x00\x00\x07\x00\x00\x00")); p.turn(1, msgSync) },
	"many": func(p *peer) {
		p.exact = true // one of the numbers may be that of the server's process
		messages := []pgproto3.FrontendMessage{parse("s", "SELECT $1::text")}
		for i := range 3000 {
			messages = append(messages, bind("", "s", fmt.Sprint(i)), execute("", 0))
		}
		p.turn(1, append(messages, msgSync)...)
	},
	"long names": func(p *peer) {
		long := strings.Repeat("n", 3000)
		p.turn(2, parse(long, "SELECT 1"), bind(long, long), describe('P', long), execute(long, 0), closing('P', long), msgSync, bind("", long+"x"), msgSync)
	},
}

// copyIn are COPY FROM STDIN in both protocols, each with an end; table is that of a session.
var copyConversations = map[string]func(*peer){
	"in":               func(p *peer) { copyIn(p, data("1\n2"), data("\n"), msgDone) },
	"in, without data": func(p *peer) { copyIn(p, msgDone) },
	"in, fails":        func(p *peer) { copyIn(p, data("1\n"), &pgproto3.CopyFail{Message: "enough"}) },
	"in, bad data":     func(p *peer) { copyIn(p, data("1\nx\n"), msgDone) },
	"in, bad data and more of it": func(p *peer) {
		copyIn(p, data("x\n"), data(strings.Repeat("1\n", 5000)), data("2\n"), msgDone)
	},
	"in, end of data mark": func(p *peer) { copyIn(p, data("1\n\\.\n"), data("2\n"), msgDone) },
	"in, sync and flush amid": func(p *peer) {
		copyIn(p, data("1\n"), msgSync, msgFlush, data("2\n"), msgSync, msgDone)
	},
	"in, a query amid": func(p *peer) {
		p.turn(1, query("CREATE TEMP TABLE t (a int)"))
		p.send(query("COPY t FROM STDIN"))
		p.until('G', 1)
		p.send(query("SELECT 1"))
		p.until('E', 1)
	},
	"in, a question amid": func(p *peer) { beginCopy(p); p.send(query("ASK anything")); p.until('E', 1) },
	"in, a question right behind": func(p *peer) {
		p.turn(1, query("CREATE TEMP TABLE t (a int)"))
		p.send(query("COPY t FROM STDIN"), query("SELECT * FROM ask('anything') t"))
		p.until('E', 1)
	},
	"in, a prepared question amid":       func(p *peer) { beginCopy(p); p.send(parse("", "ASK anything"), msgSync); p.until('E', 1) },
	"in, extended":                       func(p *peer) { extendedCopyIn(p, data("1\n"), msgDone, msgSync) },
	"in, extended, sync before the data": func(p *peer) { extendedCopyIn(p, msgSync, data("1\n"), msgSync, msgDone, msgSync) },
	"in, extended, fails":                func(p *peer) { extendedCopyIn(p, data("1\n"), &pgproto3.CopyFail{Message: "enough"}, msgSync) },
	"in, extended, bad data":             func(p *peer) { extendedCopyIn(p, data("x\n"), data("2\n"), msgDone, msgSync) },
	"in, extended, failed before its sync": func(p *peer) {
		extendedCopyIn(p, data("x\n"), msgFlush, data("2\n"), msgDone, bind("", ""), execute("", 0), msgSync)
	},
	"in, twice in a group": func(p *peer) {
		p.turn(1, query("CREATE TEMP TABLE t (a int)"))
		p.send(parse("", "COPY t FROM STDIN"), bind("", ""), execute("", 0), msgFlush)
		p.until('G', 1)
		p.send(data("1\n"), msgDone, bind("", ""), execute("", 0), msgFlush)
		p.until('G', 1)
		p.turn(2, data("2\n"), msgDone, parse("", "SELECT count(*) FROM t"), bind("", ""), execute("", 0), msgSync, query("SELECT 1"))
	},
	"in, several in a query": func(p *peer) {
		p.turn(1, query("CREATE TEMP TABLE t (a int)"))
		p.send(query("COPY t FROM STDIN; SELECT 1; COPY t FROM STDIN; SELECT count(*) FROM t"))
		p.until('G', 1)
		p.send(data("1\n"), msgDone)
		p.until('G', 1)
		p.turn(2, data("2\n"), msgDone, query("SELECT 2"))
	},
	"in, to no table": func(p *peer) { p.turn(2, query("COPY none FROM STDIN"), data("1\n"), msgDone, query("SELECT 1")) },
	"in, backend terminated": func(p *peer) {
		beginCopy(p)
		p.beside(fmt.Sprintf("SELECT pg_terminate_backend(%d)", p.pid))
		p.end()
	},
	"in, binary": func(p *peer) {
		p.turn(1, query("CREATE TEMP TABLE t (a int)"))
		p.send(query("COPY t FROM STDIN (FORMAT binary)"))
		p.until('G', 1)
		p.turn(2, data("PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00\x07\xff\xff"), msgDone, query("SELECT a + 0 FROM t"))
	},
	"done out of the blue": func(p *peer) {
		p.turn(2, msgDone, data("x"), &pgproto3.CopyFail{Message: "x"}, query("SELECT 1"), msgDone, msgSync)
	},
	"out": func(p *peer) {
		p.turn(2, query("COPY (SELECT generate_series(1, 3)) TO STDOUT; SELECT 1"), query("SELECT 2"))
	},
	"out, fails amid": func(p *peer) {
		p.turn(2, query("COPY (SELECT 1/(3 - x) FROM generate_series(1, 5) x) TO STDOUT"), query("SELECT 1"))
	},
	"out, extended": func(p *peer) {
		p.turn(2, parse("", "COPY (SELECT generate_series(1, 3)) TO STDOUT"), describe('S', ""), bind("", ""), execute("", 0), msgSync, query("SELECT 1"))
	},
}

func beginCopy(p *peer) {
	p.turn(1, query("CREATE TEMP TABLE t (a int)"))
	p.send(query("COPY t FROM STDIN"))
	p.until('G', 1)
}

// copyIn is a COPY by a simple Query, with a look at what it left.
func copyIn(p *peer, messages ...pgproto3.FrontendMessage) {
	beginCopy(p)
	p.turn(1, messages...)
	p.turn(1, query("SELECT count(*) FROM t"))
}

// extendedCopyIn is one by the extended protocol.
func extendedCopyIn(p *peer, messages ...pgproto3.FrontendMessage) {
	p.turn(1, query("CREATE TEMP TABLE t (a int)"))
	p.send(parse("", "COPY t FROM STDIN"), bind("", ""), execute("", 0), msgFlush)
	p.until('G', 1)
	p.turn(1, messages...)
	p.turn(1, query("SELECT count(*) FROM t"))
}

// What comes at idle, and what ends sessions from outside.
var idleConversations = map[string]func(*peer){
	"notifications": func(p *peer) {
		p.turn(1, query("LISTEN news; LISTEN \"ask('x')\""))
		p.beside("NOTIFY news, 'ask: what?'; NOTIFY other; NOTIFY \"ask('x')\"")
		p.until('A', 2)
		p.turn(1, query("NOTIFY news, 'own'"))
		p.turn(1, parse("", "UNLISTEN *"), bind("", ""), execute("", 0), msgSync)
	},
	"notifications in a transaction": func(p *peer) {
		p.turn(2, query("LISTEN later"), query("BEGIN"))
		p.beside("NOTIFY later, 'waits'")
		p.turn(2, query("SELECT 1"), query("COMMIT"))
	},
	"terminated": func(p *peer) {
		p.beside(fmt.Sprintf("SELECT pg_terminate_backend(%d)", p.pid))
		p.end()
	},
	"terminated in a transaction": func(p *peer) {
		p.turn(1, query("BEGIN; SELECT 1"))
		p.beside(fmt.Sprintf("SELECT pg_terminate_backend(%d)", p.pid))
		p.end()
	},
	"terminated in a statement": func(p *peer) {
		p.send(query("SELECT pg_sleep(60)"))
		p.asleep()
		p.beside(fmt.Sprintf("SELECT pg_terminate_backend(%d)", p.pid))
		p.end()
	},
	"terminated in a group": func(p *peer) {
		p.send(parse("", "SELECT 1"), bind("", ""), execute("", 0), msgFlush)
		p.until('C', 1)
		p.beside(fmt.Sprintf("SELECT pg_terminate_backend(%d)", p.pid))
		p.end()
	},
	"cancelled from beside": func(p *peer) {
		p.send(query("SELECT pg_sleep(60)"), query("SELECT 1"))
		p.asleep()
		p.beside(fmt.Sprintf("SELECT pg_cancel_backend(%d)", p.pid))
		p.until('Z', 2)
	},
	"idle in transaction too long": func(p *peer) {
		p.turn(1, query("SET idle_in_transaction_session_timeout = 50; BEGIN"))
		p.end()
	},
	"idle too long": func(p *peer) {
		p.turn(1, query("SET idle_session_timeout = 50"))
		p.end()
	},
}

// TestConversations plays them all.
func TestConversations(t *testing.T) {
	t.Parallel()
	server := sandboxtest.Server(t)
	proxied := inFront(t, server.Addr())
	for group, conversations := range map[string]map[string]func(*peer){"simple": simpleConversations, "extended": extendedConversations,
		"copy": copyConversations, "idle": idleConversations} {
		for name, play := range conversations {
			t.Run(group+"/"+name, func(t *testing.T) {
				t.Parallel()
				same(t, server, proxied, play)
			})
		}
	}
}

// TestLargeObjects: by SQL and by function calls, as libpq's lo_… do it.
func TestLargeObjects(t *testing.T) {
	t.Parallel()
	server := sandboxtest.Server(t)
	oid := func(n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }
	call := func(function uint32, arguments ...[]byte) *pgproto3.FunctionCall {
		return &pgproto3.FunctionCall{Function: function, ArgFormatCodes: []uint16{1}, Arguments: arguments, ResultFormatCode: 1}
	}
	const loOpen, loClose, loRead, loWrite, loSeek = 952, 953, 954, 955, 956
	block := bytes.Repeat([]byte("0123456789ask: "), 20_000)
	same(t, server, inFront(t, server.Addr()), func(p *peer) {
		p.turn(2, query("BEGIN"), query("SELECT lo_create(424242)"))
		p.turn(1, call(loOpen, oid(424242), oid(0x60000)))
		p.turn(3, call(loWrite, oid(0), block), call(loWrite, oid(0), []byte("end")), call(loSeek, oid(0), oid(5), oid(0)))
		p.turn(2, call(loRead, oid(0), oid(uint32(len(block)))), call(loClose, oid(0)))
		p.turn(1, query("SELECT md5(lo_get(424242)), length(lo_get(424242)), lo_unlink(424242)"))
		p.turn(1, query("ROLLBACK"))
	})
}
