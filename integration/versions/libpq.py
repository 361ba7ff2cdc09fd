"""A client that is nothing but libpq, of whatever version LD_LIBRARY_PATH names: python3 libpq.py CONNINFO.

It connects and prints a line of JSON that tells how. Then it does what each line of its standard input says, a word and
perhaps a text, and prints a line of JSON for each: "send SQL" begins a query and waits for nothing, "results" waits for what
came of it, "cancel" asks to cancel it by PQcancel and "cancel-tls" by PQcancelBlocking, which encrypts as the session does.
"""

import ctypes
import json
import sys

pq = ctypes.CDLL("libpq.so.5")
pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
for name, result, arguments in [
    ("PQconnectdb", pointer, [text]),
    ("PQstatus", number, [pointer]),
    ("PQerrorMessage", text, [pointer]),
    ("PQlibVersion", number, []),
    ("PQfullProtocolVersion", number, [pointer]),
    ("PQsslInUse", number, [pointer]),
    ("PQsslAttribute", text, [pointer, text]),
    ("PQsendQuery", number, [pointer, text]),
    ("PQgetResult", pointer, [pointer]),
    ("PQresultErrorField", text, [pointer, number]),
    ("PQntuples", number, [pointer]),
    ("PQgetvalue", text, [pointer, number, number]),
    ("PQclear", None, [pointer]),
    ("PQgetCancel", pointer, [pointer]),
    ("PQcancel", number, [pointer, text, number]),
    ("PQcancelCreate", pointer, [pointer]),
    ("PQcancelBlocking", number, [pointer]),
    ("PQcancelErrorMessage", text, [pointer]),
]:
    function = getattr(pq, name)
    function.restype, function.argtypes = result, arguments

SQLSTATE, PRIMARY = ord("C"), ord("M")


def said(s):
    return s.decode() if s else ""


def results(conn):
    """Each is the first value of a result, or the SQLSTATE and message of an error."""
    found = []
    while result := pq.PQgetResult(conn):
        code = said(pq.PQresultErrorField(result, SQLSTATE))
        if code:
            found.append(code + " " + said(pq.PQresultErrorField(result, PRIMARY)))
        elif pq.PQntuples(result):
            found.append(said(pq.PQgetvalue(result, 0, 0)))
        pq.PQclear(result)
    return found


def cancel(conn):
    room = ctypes.create_string_buffer(256)
    return "" if pq.PQcancel(pq.PQgetCancel(conn), room, 256) else said(room.value)


def cancel_tls(conn):
    request = pq.PQcancelCreate(conn)
    return "" if pq.PQcancelBlocking(request) else said(pq.PQcancelErrorMessage(request))


def main():
    conn = pq.PQconnectdb(sys.argv[1].encode())
    connected = pq.PQstatus(conn) == 0
    print(json.dumps({
        "libpq": pq.PQlibVersion(),
        "error": "" if connected else said(pq.PQerrorMessage(conn)),
        "protocol": pq.PQfullProtocolVersion(conn),
        "tls": bool(pq.PQsslInUse(conn)),
        "alpn": said(pq.PQsslAttribute(conn, b"alpn")),
    }), flush=True)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "send":
            answer = {"sent": bool(pq.PQsendQuery(conn, rest.encode()))}
        elif word == "results":
            answer = {"results": results(conn)}
        else:
            answer = {"error": {"cancel": cancel, "cancel-tls": cancel_tls}[word](conn)}
        print(json.dumps(answer), flush=True)


main()
