"""psqlODBC by pyodbc, with the driver's settings as a third argument. Usage: odbc_forms.py URL FORMS [UseDeclareFetch=1;…]"""
import sys
import urllib.parse

import pyodbc

import forms


class Odbc(forms.DBAPI):
    error = pyodbc.Error

    def connect(self):
        url = urllib.parse.urlsplit(sys.argv[1])
        settings = sys.argv[3] if len(sys.argv) > 3 else ""
        return pyodbc.connect(
            f"Driver=PostgreSQL Unicode;Server={url.hostname};Port={url.port};Database={url.path[1:]};Uid={url.username};"
            f"SSLmode=disable;{settings}",
            autocommit=True,
        )

    def run(self, conn, sql, values=None):
        cursor = conn.cursor()
        cursor.execute(forms.placeholders(sql, "?") if values else sql, values or [])
        return cursor.fetchall() if cursor.description else None

    def describe_error(self, error):
        code, shown = error.args
        own = {"07002": None, "HY000": None}  # the driver's own, not PostgreSQL's
        return {"code": own.get(code, code), "message": shown, "shown": shown}

    def prepared(self, conn, form):
        cursor = conn.cursor()
        for value in form["values"]:
            cursor.execute(forms.placeholders(form["sql"], "?"), [value])  # an equal text is prepared once
            yield cursor.fetchall()

    def batch(self, conn, form):
        cursor = conn.cursor()
        cursor.execute(form["sql"])
        while True:
            yield cursor.fetchall() if cursor.description else None
            if not cursor.nextset():
                return

    def cursor(self, conn, form):
        cursor = conn.cursor()
        cursor.arraysize = form["fetch"]
        cursor.execute(form["sql"])
        rows = []
        while some := cursor.fetchmany():
            rows += some
        yield rows

    def catalog(self, conn, form):
        cursor = conn.cursor()
        yield cursor.tables(schema="public").fetchall()
        yield cursor.columns(schema="public").fetchall()
        yield cursor.primaryKeys("orders", schema="public").fetchall()
        yield cursor.foreignKeys(foreignTable="orders", foreignSchema="public").fetchall()
        yield cursor.statistics("orders", schema="public").fetchall()
        yield cursor.getTypeInfo().fetchall()
        yield cursor.procedures(schema="public").fetchall()

    def cancel(self, conn, form):
        cursor = conn.cursor()
        stop = forms.cancelling(cursor.cancel)
        try:
            cursor.execute(form["sql"])
            yield cursor.fetchall()
        finally:
            stop()


forms.main(Odbc())
