// Asks through node-postgres in every form and prints one JSON object per case: name, rows or error, notices.
//
// Usage: node forms.js URL
'use strict'

const { Client } = require('pg')

const url = process.argv[2]
const question = 'how many products are there'

// Runs work on a connection of its own and prints what came back.
async function outcome(name, work) {
  const client = new Client({ connectionString: url })
  let notices = 0
  client.on('notice', () => notices++)
  await client.connect()
  const result = { name }
  try {
    const answer = await work(client)
    result.rows = answer.rows.map((row) => row.map(String))
  } catch (error) {
    result.error = [error.code, error.message, error.hint]
  }
  result.notices = notices
  await client.query('ROLLBACK')
  // Whatever happened, the connection is usable.
  result.after = (await client.query('SELECT 1 AS one')).rows[0].one
  await client.end()
  console.log(JSON.stringify(result))
}

const execute = (text, values) => (client) => client.query({ text, values, rowMode: 'array' })

// A named statement is described and kept; later runs only bind it.
async function repeated(client) {
  const rows = []
  for (let floor = 0; floor < 4; floor++) {
    const query = { name: 'kept', text: `SELECT * FROM ask('${question}') AS t(n) WHERE t.n > $1`, values: [floor], rowMode: 'array' }
    rows.push(...(await client.query(query)).rows)
  }
  return { rows }
}

async function transaction(client) {
  await client.query('BEGIN')
  await client.query('CREATE TEMP TABLE kept (v int) ON COMMIT DROP')
  const answer = await client.query({ text: 'ASK ' + question, rowMode: 'array' })
  await client.query('INSERT INTO kept VALUES (7)')
  const kept = await client.query({ text: 'SELECT v FROM kept', rowMode: 'array' })
  await client.query('COMMIT')
  return { rows: [...answer.rows, ...kept.rows] }
}

async function refused(client) {
  await client.query('BEGIN')
  const states = []
  for (const text of ['ASK delete all products', 'SELECT 1']) {
    await client.query(text).catch((error) => states.push(error.code))
  }
  return { rows: [states] }
}

async function main() {
  await outcome('function', execute(`SELECT * FROM ask('${question}')`))
  await outcome('function, apostrophe', execute("SELECT * FROM ask('what''s the number of products?')"))
  await outcome('function, parameter beside', execute(`SELECT * FROM ask('${question}') AS t(n) WHERE t.n > $1`, [5]))
  await outcome('function, parameter', execute('SELECT * FROM ask($1)', [question]))
  await outcome('line comment', execute('-- ask: ' + question))
  await outcome('block comment', execute("/* ask: what's the number of products? */"))
  await outcome('bare', execute('ASK ' + question))
  await outcome('bare, apostrophe', execute("ASK what's the number of products"))
  await outcome('bare, question mark', execute(`ASK ${question}?`))
  await outcome('repeated', repeated)
  await outcome('transaction', transaction)
  await outcome('refused in a transaction', refused)
  await outcome('clarification', execute('ASK show returns'))
  await outcome('clarification answered', execute("SELECT count(*) > 0 FROM ask('show returns', answer => '2') t"))
  await outcome('nothing to answer with', execute('ASK frobnicate the quux'))
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
