"""Asks through psycopg 3 in every form and prints one JSON object per case: name, rows or error, notices.

Usage: psycopg3_forms.py URL
"""
import json
import sys

import psycopg

URL = sys.argv[1]
QUESTION = "how many products are there"


def outcome(name, work):
    """Runs work on a connection of its own and prints what came back."""
    notices = []
    with psycopg.connect(URL, autocommit=True) as conn:
        conn.add_notice_handler(lambda d: notices.append(d.message_primary))
        result = {"name": name}
        try:
            result["rows"] = [[str(v) for v in row] for row in work(conn)]
        except psycopg.Error as error:
            diag = error.diag
            result["error"] = [diag.sqlstate, diag.message_primary, diag.message_hint]
        result["notices"] = len(notices)
        # Whatever happened, the connection is usable.
        if conn.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            conn.rollback()
        result["after"] = conn.execute("SELECT 1").fetchone()[0]
        print(json.dumps(result))


def execute(sql, params=None, **options):
    return lambda conn: conn.execute(sql, params, **options).fetchall()


def repeated(conn):
    """From the sixth run psycopg prepares by name."""
    rows = []
    for floor in range(8):
        rows += conn.execute("SELECT * FROM ask('%s') AS t(n) WHERE t.n > %%s" % QUESTION, (floor,)).fetchall()
    return rows


def in_transaction(conn):
    with conn.transaction():
        conn.execute("CREATE TEMP TABLE kept (v int) ON COMMIT DROP")
        rows = conn.execute("ASK " + QUESTION).fetchall()
        conn.execute("INSERT INTO kept VALUES (7)")
        return rows + conn.execute("SELECT v FROM kept").fetchall()


def refused_in_transaction(conn):
    conn.autocommit = False
    conn.execute("SELECT 1")
    try:
        conn.execute("ASK delete all products")
    except psycopg.errors.lookup("25P02"):
        raise
    except psycopg.Error as error:
        first = error.diag.sqlstate
    try:
        conn.execute("SELECT 1")
    except psycopg.Error as error:
        return [[first, error.diag.sqlstate]]


def server_cursor(conn):
    with conn.transaction(), conn.cursor(name="c") as cursor:
        cursor.itersize = 2
        cursor.execute("SELECT id FROM ask('show products') p ORDER BY id LIMIT 5")
        return cursor.fetchall()


def pipelined(conn):
    with conn.pipeline():
        first = conn.execute("SELECT 7")
        second = conn.execute("ASK " + QUESTION)
        return [first.fetchone(), second.fetchone()]


def synced_pipeline(conn):
    with conn.pipeline() as pipeline:
        first = conn.execute("SELECT 7")
        pipeline.sync()
        second = conn.execute("ASK " + QUESTION)
        return [first.fetchone(), second.fetchone()]


def copied(conn):
    with conn.cursor().copy("COPY (SELECT * FROM ask('%s') t) TO STDOUT" % QUESTION) as copy:
        return list(copy.rows())


outcome("function", execute("SELECT * FROM ask('%s')" % QUESTION))
outcome("function, apostrophe", execute("SELECT * FROM ask('what''s the number of products?')"))
outcome("function, interpolated", execute(psycopg.sql.SQL("SELECT * FROM ask({})").format("what's the number of products?")))
outcome("function, parameter beside", execute("SELECT * FROM ask('%s') AS t(n) WHERE t.n > %%s" % QUESTION, (5,)))
outcome("function, parameter", execute("SELECT * FROM ask(%s)", (QUESTION,)))
outcome("line comment", execute("-- ask: " + QUESTION))
outcome("block comment", execute("/* ask: what's the number of products? */"))
outcome("bare", execute("ASK " + QUESTION))
outcome("bare, apostrophe", execute("ASK what's the number of products"))
outcome("bare, question mark", execute("ASK %s?" % QUESTION))
outcome("binary", execute("SELECT * FROM ask('%s')" % QUESTION, binary=True))
outcome("prepared at once", execute("ASK " + QUESTION, prepare=True))
outcome("repeated", repeated)
outcome("transaction", in_transaction)
outcome("refused in a transaction", refused_in_transaction)
outcome("server-side cursor", server_cursor)
outcome("pipeline", pipelined)
outcome("pipeline, synced", synced_pipeline)
outcome("copy", copied)
outcome("clarification", execute("ASK show returns"))
outcome("clarification answered", execute("SELECT count(*) > 0 FROM ask('show returns', answer => '2') t"))
outcome("nothing to answer with", execute("ASK frobnicate the quux"))
