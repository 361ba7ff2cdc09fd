"""Asks through psycopg2 in every form and prints one JSON object per case: name, rows or error, notices.

Usage: psycopg2_forms.py URL
"""
import json
import sys

import psycopg2

URL = sys.argv[1]
QUESTION = "how many products are there"


def outcome(name, work, autocommit=True):
    """Runs work on a connection of its own and prints what came back."""
    conn = psycopg2.connect(URL)
    conn.autocommit = autocommit
    result = {"name": name}
    try:
        result["rows"] = [[str(v) for v in row] for row in work(conn)]
    except psycopg2.Error as error:
        result["error"] = [error.pgcode, error.diag.message_primary, error.diag.message_hint]
    result["notices"] = len(conn.notices)
    # Whatever happened, the connection is usable.
    conn.rollback()
    cursor = conn.cursor()
    cursor.execute("SELECT 1")
    result["after"] = cursor.fetchone()[0]
    conn.close()
    print(json.dumps(result))


def execute(sql, params=None):
    def work(conn):
        cursor = conn.cursor()
        cursor.execute(sql, params)
        return cursor.fetchall()

    return work


def server_cursor(conn):
    with conn.cursor("c") as cursor:
        cursor.itersize = 2
        cursor.execute("SELECT id FROM ask('show products') p ORDER BY id LIMIT 5")
        return list(cursor)


def refused(conn):
    cursor = conn.cursor()
    cursor.execute("SELECT 1")
    states = []
    for sql in ("ASK delete all products", "SELECT 1"):
        try:
            cursor.execute(sql)
        except psycopg2.Error as error:
            states.append(error.pgcode)
    return [states]


outcome("function", execute("SELECT * FROM ask('%s')" % QUESTION))
outcome("function, apostrophe", execute("SELECT * FROM ask('what''s the number of products?')"))
outcome("function, parameter beside", execute("SELECT * FROM ask('%s') AS t(n) WHERE t.n > %%s" % QUESTION, (5,)))
outcome("function, parameter", execute("SELECT * FROM ask(%s)", ("what's the number of products?",)))
outcome("line comment", execute("-- ask: " + QUESTION))
outcome("block comment", execute("/* ask: what's the number of products? */"))
outcome("bare", execute("ASK " + QUESTION))
outcome("bare, apostrophe", execute("ASK what's the number of products"))
outcome("bare, question mark", execute("ASK %s?" % QUESTION))
outcome("transaction", execute("ASK " + QUESTION), autocommit=False)
outcome("refused in a transaction", refused, autocommit=False)
outcome("server-side cursor", server_cursor, autocommit=False)
outcome("clarification", execute("ASK show returns"))
outcome("clarification answered", execute("SELECT count(*) > 0 FROM ask('show returns', answer => '2') t"))
outcome("nothing to answer with", execute("ASK frobnicate the quux"))
