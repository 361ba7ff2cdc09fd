// node-postgres: simple Queries without parameters, one batch up to Sync with them. Usage: node pg_forms.js URL FORMS
'use strict'

const { Client } = require('pg')
const Cursor = require('pg-cursor')
const loop = require('./loop')

const rows = (answer) => (Array.isArray(answer) ? answer.flatMap((a) => a.rows) : answer.rows)

loop.run({
  async connect() {
    const conn = new Client({ connectionString: process.argv[2] })
    conn.said = []
    conn.on('notice', (notice) => conn.said.push(`${notice.severity}: ${notice.message}`))
    await conn.connect()
    return conn
  },
  run: async (conn, text, values) => rows(await conn.query({ text, values, rowMode: 'array' })),
  heard: (conn) => conn.said,
  close: (conn) => conn.end(),
  tell: (error) => ({ code: error.severity && error.code, message: error.message, hint: error.hint, shown: loop.shown(error) }),

  // A named statement is described once and kept.
  async prepared(client, conn, form) {
    const results = []
    for (const value of form.values) {
      results.push(rows(await conn.query({ name: 'kept', text: form.sql, values: [value], rowMode: 'array' })))
    }
    return results
  },
  async batch(client, conn, form) {
    return (await conn.query({ text: form.sql, rowMode: 'array' })).map((answer) => answer.rows)
  },
  async binary(client, conn, form) {
    return [rows(await conn.query({ text: form.sql, values: [], binary: true, rowMode: 'array' }))]
  },
  async cursor(client, conn, form) {
    const cursor = conn.query(new Cursor(form.sql, [], { rowMode: 'array' }))
    const all = []
    for (;;) {
      const some = await cursor.read(form.fetch)
      if (some.length === 0) break
      all.push(...some)
    }
    await cursor.close()
    return [all]
  },
})
