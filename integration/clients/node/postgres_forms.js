// postgres.js: unsafe() by simple Query, or described with a Flush and then bound. Usage: node postgres_forms.js URL FORMS
'use strict'

const postgres = require('postgres')
const loop = require('./loop')

loop.run({
  async connect() {
    const said = []
    const sql = postgres(process.argv[2], { max: 1, onnotice: (notice) => said.push(`${notice.severity}: ${notice.message}`) })
    sql.said = said
    return sql
  },
  run: async (sql, text, values) => sql.unsafe(text, values || []).values(),
  heard: (sql) => sql.said,
  close: (sql) => sql.end(),
  tell: (error) => ({ code: error.severity && error.code, message: error.message, hint: error.hint, shown: loop.shown(error) }),

  async prepared(client, sql, form) {
    const results = []
    for (const value of form.values) results.push(await sql.unsafe(form.sql, [value], { prepare: true }).values())
    return results
  },
  async batch(client, sql, form) {
    return (await sql.unsafe(form.sql)).map((rows) => rows.map((row) => Object.values(row)))
  },
  async describe(client, sql, form) {
    return [[(await sql.unsafe(form.sql, [], { prepare: true }).describe()).columns.map((column) => column.name)]]
  },
  async cursor(client, sql, form) {
    const all = []
    for await (const rows of sql.unsafe(form.sql).cursor(form.fetch)) all.push(...rows.map((row) => Object.values(row)))
    return [all]
  },
  async copy(client, sql, form) {
    let text = ''
    for await (const chunk of await sql.unsafe(form.sql).readable()) text += chunk
    return [text.trim().split('\n').map((line) => line.split('\t'))]
  },
  async cancel(client, sql, form) {
    await sql.unsafe("SET statement_timeout = '20s'") // should the one try come before the query
    const query = sql.unsafe(form.sql)
    const once = setTimeout(() => query.cancel(), 500)
    try {
      return [await query.values()]
    } finally {
      clearTimeout(once)
    }
  },
})
