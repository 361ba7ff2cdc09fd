"""SQLAlchemy over psycopg2, as Superset and pandas use it. Usage: sqlalchemy_forms.py URL FORMS"""
import logging
import re
import sys

import sqlalchemy
from sqlalchemy import text

import forms


class Sqlalchemy(forms.Client):
    error = sqlalchemy.exc.DBAPIError

    def __init__(self):
        url = sys.argv[1].replace("postgres://", "postgresql+psycopg2://")
        self.engine = sqlalchemy.create_engine(url, poolclass=sqlalchemy.pool.NullPool)
        self.said = []
        log = logging.getLogger("sqlalchemy.dialects.postgresql")  # that is where it puts notices
        log.setLevel(logging.INFO)
        log.propagate = False
        log.addHandler(self)

    level = logging.INFO

    def handle(self, record):
        self.said.append(record.getMessage())

    def connect(self):
        self.said.clear()
        return self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")

    def run(self, conn, sql, values=None, **options):
        # In text() a colon and a word are a parameter, so the $1 of the list are written that way.
        named = {f"p{i + 1}": value for i, value in enumerate(values or [])}
        statement = text(re.sub(r"\$(\d+)(::\w+)?", r":p\1", sql) if values else sql)
        result = conn.execution_options(**options).execute(statement, named)
        return [list(row) for row in result] if result.returns_rows else None

    def heard(self, conn):
        return self.said

    def describe_error(self, error):
        diag = getattr(error.orig, "diag", None)
        return {"code": error.orig.pgcode, "message": diag and diag.message_primary, "hint": diag and diag.message_hint, "shown": str(error)}

    def transaction(self, conn, form):
        conn.execution_options(isolation_level="READ COMMITTED")
        with conn.begin():
            yield from self.script(conn, form)

    def rollback(self, conn):
        conn.connection.rollback()
        conn.execution_options(isolation_level="AUTOCOMMIT")

    def cursor(self, conn, form):
        conn.execution_options(isolation_level="READ COMMITTED")
        yield self.run(conn, form["sql"], stream_results=True, max_row_buffer=form["fetch"])

    def copy(self, conn, form):
        raise forms.Lacks("COPY but by its driver")

    def cancel(self, conn, form):
        stop = forms.cancelling(conn.connection.connection.cancel)
        try:
            yield self.run(conn, form["sql"])
        finally:
            stop()

    def catalog(self, conn, form):
        inspector = sqlalchemy.inspect(conn)
        for table in sorted(inspector.get_table_names() + inspector.get_view_names()):
            columns = [(c["name"], c["type"], c["nullable"], c["default"], c["comment"]) for c in inspector.get_columns(table)]
            yield [columns, [inspector.get_pk_constraint(table)], inspector.get_foreign_keys(table), inspector.get_indexes(table)]


forms.main(Sqlalchemy())
