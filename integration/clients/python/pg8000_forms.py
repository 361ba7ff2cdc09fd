"""pg8000, which speaks the protocol by itself, with a Flush after each message. Usage: pg8000_forms.py URL FORMS"""
import sys
import urllib.parse

import pg8000

import forms


class Pg8000(forms.DBAPI):
    error = pg8000.Error

    def connect(self):
        url = urllib.parse.urlsplit(sys.argv[1])
        conn = pg8000.connect(user=url.username, host=url.hostname, port=url.port, database=url.path[1:])
        conn.autocommit = True
        self.said = []
        if hasattr(conn, "NoticeReceived"):  # before 1.12
            conn.NoticeReceived += self.said.append
        else:
            self.said = conn.notices
        return conn

    def run(self, conn, sql, values=None):
        cursor = conn.cursor()
        cursor.execute(forms.placeholders(sql, "%s") if values else sql, values)
        return list(cursor.fetchall()) if cursor.description else None

    def heard(self, conn):
        return [fields.get(b"M", b"").decode() for fields in self.said]

    def describe_error(self, error):
        fields = error.args[0] if error.args and isinstance(error.args[0], dict) else None  # since 1.13
        if fields is None and len(error.args) > 3:
            fields = {"C": error.args[2], "M": error.args[3]}
        fields = fields or {}
        return {"code": fields.get("C"), "message": fields.get("M"), "hint": fields.get("H"), "shown": str(error)}

    def copy(self, conn, form):
        lines = Lines()
        conn.cursor().execute(form["sql"], stream=lines)
        yield lines.rows()


class Lines:
    """What COPY writes, as rows."""

    def __init__(self):
        self.data = b""

    def write(self, data):
        self.data += data

    def rows(self):
        return [line.split("\t") for line in self.data.decode().splitlines()]


forms.main(Pg8000())
