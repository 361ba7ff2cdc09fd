"""pgcli's own way of running what is typed: its executor, which splits, sends and hands results to the printer.
Usage: pgcli_forms.py URL FORMS"""
import sys
import urllib.parse

import psycopg
from pgcli.pgexecute import PGExecute

import forms


class Pgcli(forms.Client):
    error = (psycopg.Error, IndexError)  # the second is what its splitting makes of a line comment

    def connect(self):
        self.said = []
        url = urllib.parse.urlsplit(sys.argv[1])
        return PGExecute(url.path[1:], url.username, "", url.hostname, url.port, application_name="pgcli", sslmode="disable")

    def run(self, conn, sql, values=None):
        rows = self.results(conn, sql)
        return rows[-1] if rows else None

    def results(self, conn, sql):
        results = []
        for title, rows, _, _, _, _, _ in conn.run(sql, exception_formatter=None, on_error_resume=False):
            self.said += [title] if title else []
            results.append(list(rows) if rows is not None else None)
        return results

    def heard(self, conn):
        return self.said  # pgcli makes titles of them

    def describe_error(self, error):
        if not isinstance(error, psycopg.Error):
            return {"shown": str(error)}
        return {"code": error.sqlstate, "message": error.diag.message_primary, "hint": error.diag.message_hint, "shown": str(error)}

    def close(self, conn):
        conn.conn.close()

    def parameters(self, conn, form):
        raise forms.Lacks("parameters")

    def prepared(self, conn, form):
        raise forms.Lacks("prepared statements but SQL's own")

    def batch(self, conn, form):
        yield from self.results(conn, form["sql"])

    def catalog(self, conn, form):
        yield list(conn.schemata())  # what completion asks for, on a connection of its own
        yield list(conn.tables())
        yield list(conn.views())
        yield list(conn.table_columns())
        yield list(conn.view_columns())
        yield list(conn.foreignkeys())
        yield list(conn.datatypes())
        yield [[str(f)] for f in conn.functions()]

    def cancel(self, conn, form):
        stop = forms.cancelling(conn.conn.cancel)
        try:
            yield self.run(conn, form["sql"])
        finally:
            stop()


forms.main(Pgcli())
