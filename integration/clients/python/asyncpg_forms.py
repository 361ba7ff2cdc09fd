"""asyncpg: always the extended protocol, statements described before they are bound, binary. Usage: asyncpg_forms.py URL FORMS"""
import asyncio
import sys

import asyncpg

import forms

loop = asyncio.new_event_loop()


class Asyncpg(forms.Client):
    error = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncio.TimeoutError)

    def connect(self):
        conn = loop.run_until_complete(asyncpg.connect(sys.argv[1]))
        self.said = []
        conn.add_log_listener(lambda _, message: self.said.append(f"{message.severity}: {message.message}"))
        return conn

    def run(self, conn, sql, values=None):
        return loop.run_until_complete(conn.fetch(sql, *(values or [])))

    def heard(self, conn):
        loop.run_until_complete(asyncio.sleep(0))  # listeners are called by the loop
        return self.said

    def describe_error(self, error):
        return {
            "code": getattr(error, "sqlstate", None),
            "message": getattr(error, "message", None),
            "hint": getattr(error, "hint", None),
            "shown": str(error) or type(error).__name__,
        }

    def close(self, conn):
        loop.run_until_complete(conn.close())

    def prepared(self, conn, form):
        statement = loop.run_until_complete(conn.prepare(form["sql"]))
        for value in form["values"]:
            yield loop.run_until_complete(statement.fetch(value))

    def describe(self, conn, form):
        statement = loop.run_until_complete(conn.prepare(form["sql"]))
        yield [[attribute.name for attribute in statement.get_attributes()]]

    def binary(self, conn, form):
        yield self.run(conn, form["sql"])

    def batch(self, conn, form):
        raise forms.Lacks("several statements with results in one text")

    def cursor(self, conn, form):
        async def fetch():
            rows = []
            async with conn.transaction():
                async for row in conn.cursor(form["sql"], prefetch=form["fetch"]):
                    rows.append(row)
            return rows

        yield loop.run_until_complete(fetch())

    def copy(self, conn, form):
        async def fetch():
            lines = bytearray()

            async def write(data):
                lines.extend(data)

            await conn.copy_from_query(form["sql"][len("COPY (") : -len(") TO STDOUT")], output=write)
            return lines.decode()

        yield [line.split("\t") for line in loop.run_until_complete(fetch()).splitlines()]

    def cancel(self, conn, form):
        async def fetch():
            task = asyncio.ensure_future(conn.fetch(form["sql"]))
            while True:
                done, _ = await asyncio.wait([task], timeout=1)
                if done:
                    return task.result()
                task.cancel()  # the driver sends a CancelRequest

        try:
            yield loop.run_until_complete(fetch())
        except asyncio.CancelledError:
            yield [["cancelled"]]


forms.main(Asyncpg())
