"""psycopg2: everything travels as a simple Query, parameters are put into the text. Usage: psycopg2_forms.py URL FORMS"""
import sys

import psycopg2
import psycopg2.extensions

import forms


class Psycopg2(forms.Client):
    error = psycopg2.Error

    def connect(self):
        conn = psycopg2.connect(sys.argv[1])
        conn.autocommit = True
        return conn

    def run(self, conn, sql, values=None):
        with conn.cursor() as cursor:
            cursor.execute(forms.placeholders(sql, "%s") if values else sql, values)
            return cursor.fetchall() if cursor.description else None

    def heard(self, conn):
        return list(conn.notices)

    def describe_error(self, error):
        return {"code": error.pgcode, "message": error.diag.message_primary, "hint": error.diag.message_hint, "shown": str(error)}

    def begin(self, conn):
        conn.autocommit = False  # BEGIN goes before the first statement

    def commit(self, conn):
        conn.commit()

    def rollback(self, conn):
        conn.rollback()
        conn.autocommit = True

    def cursor(self, conn, form):
        conn.autocommit = False
        with conn.cursor("by_twos") as cursor:
            cursor.itersize = form["fetch"]
            cursor.execute(form["sql"])
            yield list(cursor)

    def copy(self, conn, form):
        lines = Lines()
        with conn.cursor() as cursor:
            cursor.copy_expert(form["sql"], lines)
        yield lines.rows()

    def cancel(self, conn, form):
        stop = forms.cancelling(conn.cancel)
        try:
            yield self.run(conn, form["sql"])
        finally:
            stop()


class Lines:
    """What COPY writes, as rows."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text if isinstance(text, str) else text.decode()

    def rows(self):
        return [line.split("\t") for line in self.text.splitlines()]


forms.main(Psycopg2())
