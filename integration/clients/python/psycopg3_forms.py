"""psycopg 3: parameters and binary results by the extended protocol, the rest as simple Queries. Usage: psycopg3_forms.py URL FORMS"""
import sys

import psycopg

import forms


class Psycopg3(forms.DBAPI):
    error = psycopg.Error

    def connect(self):
        conn = psycopg.connect(sys.argv[1], autocommit=True)
        conn.said = []
        conn.add_notice_handler(lambda d: conn.said.append(d.severity + ": " + d.message_primary))
        return conn

    def run(self, conn, sql, values=None, **options):
        cursor = conn.execute(forms.placeholders(sql, "%s") if values else sql, values, **options)
        return cursor.fetchall() if cursor.description else None

    def heard(self, conn):
        return conn.said

    def describe_error(self, error):
        diag = error.diag
        return {"code": diag.sqlstate, "message": diag.message_primary, "hint": diag.message_hint, "shown": str(error)}

    def prepared(self, conn, form):
        for value in form["values"]:
            yield self.run(conn, form["sql"], [value], prepare=True)

    def batch(self, conn, form):
        cursor = conn.execute(form["sql"])
        while True:
            yield cursor.fetchall() if cursor.description else None
            if not cursor.nextset():
                return

    def binary(self, conn, form):
        yield self.run(conn, form["sql"], binary=True)

    def cursor(self, conn, form):
        with conn.transaction(), conn.cursor(name="by_twos") as cursor:
            cursor.itersize = form["fetch"]
            cursor.execute(form["sql"])
            yield list(cursor)

    def copy(self, conn, form):
        with conn.cursor().copy(form["sql"]) as copy:
            yield list(copy.rows())

    def describe(self, conn, form):
        described = conn.pgconn.prepare(b"described", form["sql"].encode())
        if described.status == psycopg.pq.ExecStatus.FATAL_ERROR:
            raise psycopg.errors.error_from_result(described)
        described = conn.pgconn.describe_prepared(b"described")
        yield [[described.fname(i).decode() for i in range(described.nfields)]]

    def pipeline(self, conn, form):
        with conn.pipeline() as pipeline:
            for step in form["steps"]:
                if step:
                    last = conn.execute(step)
                else:
                    pipeline.sync()
            yield last.fetchall()

    def cancel(self, conn, form):
        stop = forms.cancelling(conn.cancel)
        try:
            yield self.run(conn, form["sql"])
        finally:
            stop()


forms.main(Psycopg3())
