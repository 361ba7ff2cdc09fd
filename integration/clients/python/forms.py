"""The loop that every Python client shares: reads the list of forms, runs each on a connection of its own and prints
one JSON object per form.

    {"form": name, "results": [{"rows": [[text]]} or {"error": {"code", "message", "hint", "shown"}}],
     "notices": [text], "after": "1"}

The form "catalog" has no SQL: it is what the client itself asks of the catalog, to list tables, columns and keys.
A client that has no way to do what a form asks for prints {"form": name, "lacks": why}.
"""
import json
import re
import sys
import threading


class Lacks(Exception):
    """The client cannot do this; the text says what it is that there is none of."""


class Client:
    """What a client must say about itself. Connections are in autocommit unless a method says otherwise."""

    error = Exception

    def connect(self):
        raise NotImplementedError

    def run(self, conn, sql, values=None):
        """Runs one statement and returns its rows, or None."""
        raise NotImplementedError

    def heard(self, conn):
        """The notices that came on this connection."""
        return []

    def describe_error(self, error):
        raise NotImplementedError

    def begin(self, conn):
        self.run(conn, "BEGIN")

    def commit(self, conn):
        self.run(conn, "COMMIT")

    def rollback(self, conn):
        self.run(conn, "ROLLBACK")

    def close(self, conn):
        conn.close()

    # One method per "how" of the list of forms. Each yields lists of rows.

    def query(self, conn, form):
        yield self.run(conn, form["sql"])

    def parameters(self, conn, form):
        yield self.run(conn, form["sql"], form["values"])

    def prepared(self, conn, form):
        for value in form["values"]:
            yield self.run(conn, form["sql"], [value])

    def script(self, conn, form):
        for step in form["steps"]:
            yield self.attempt(conn, step)

    def transaction(self, conn, form):
        self.begin(conn)
        for step in form["steps"]:
            yield self.attempt(conn, step)
        self.commit(conn)

    def attempt(self, conn, step):
        try:
            return self.run(conn, step)
        except self.error as error:
            return error

    def batch(self, conn, form):
        yield self.run(conn, form["sql"])

    def describe(self, conn, form):
        raise Lacks("a way to ask for columns alone")

    def binary(self, conn, form):
        raise Lacks("binary results")

    def cursor(self, conn, form):
        raise Lacks("a fetch size")

    def copy(self, conn, form):
        raise Lacks("COPY")

    def pipeline(self, conn, form):
        raise Lacks("pipelines")

    def cancel(self, conn, form):
        raise Lacks("a way to cancel")

    def catalog(self, conn, form):
        raise Lacks("a way of its own to read the catalog")


class DBAPI(Client):
    """A client with an attribute autocommit, whose transactions begin by themselves when that is off."""

    def begin(self, conn):
        conn.autocommit = False

    def commit(self, conn):
        conn.commit()

    def rollback(self, conn):
        conn.rollback()
        conn.autocommit = True


def cancelling(cancel):
    """Calls cancel again and again until the returned function is called: a first try may come before the query."""
    done = threading.Event()

    def work():
        while not done.wait(0.2):
            cancel()

    thread = threading.Thread(target=work)
    thread.start()

    def stop():
        done.set()
        thread.join()

    return stop


def placeholders(sql, mark):
    """Writes the $1 of the list in the client's own way."""
    return re.sub(r"\$\d+", lambda _: mark, sql)


def outcome(client, form):
    """Runs one form on a connection of its own."""
    conn = client.connect()
    result = {"form": form["name"], "results": []}
    try:
        for rows in getattr(client, form["how"])(conn, form):
            if isinstance(rows, Exception):
                result["results"].append({"error": client.describe_error(rows)})
            elif rows is not None:
                result["results"].append({"rows": [[str(value) for value in row] for row in rows]})
    except Lacks as lack:
        result["lacks"] = str(lack)
    except client.error as error:
        result["results"].append({"error": client.describe_error(error)})
    result["notices"] = list(client.heard(conn))
    client.rollback(conn)
    result["after"] = str(client.run(conn, "SELECT 1")[0][0])  # whatever happened, the connection is usable
    client.close(conn)
    return result


def main(client):
    """Usage: CLIENT.py URL FORMS.JSON"""
    with open(sys.argv[2], encoding="utf-8") as file:
        forms = json.load(file)
    for form in forms:
        print(json.dumps(outcome(client, form)), flush=True)
