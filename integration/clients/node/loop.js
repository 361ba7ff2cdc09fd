// The loop that the JavaScript clients share: reads the list of forms, runs each on a connection of its own and prints one
// JSON object per form, in the shape that ../python/forms.py describes.
'use strict'

const fs = require('fs')

// Lacks says what a client has none of, so that a form cannot be run.
class Lacks extends Error {}

const lack = (what) => async () => {
  throw new Lacks(what)
}

// A client has connect, run(conn, sql, values), heard(conn), close(conn), tell(error) and a method per "how"; these are
// the ones that need nothing special. Each returns a list of results: rows as lists, or errors.
const usual = {
  query: async (client, conn, form) => [await client.run(conn, form.sql)],
  parameters: async (client, conn, form) => [await client.run(conn, form.sql, form.values)],
  script: async (client, conn, form) => {
    const results = []
    for (const step of form.steps) results.push(await client.run(conn, step).catch((error) => error))
    return results
  },
  transaction: async (client, conn, form) => {
    await client.run(conn, 'BEGIN')
    const results = await usual.script(client, conn, form)
    await client.run(conn, 'COMMIT')
    return results
  },
  batch: lack('several statements in one text'),
  describe: lack('a way to ask for columns alone'),
  binary: lack('binary results'),
  cursor: lack('a fetch size'),
  copy: lack('COPY without another package'),
  pipeline: lack('pipelines with a Sync of the program’s own'),
  cancel: lack('a way to cancel'),
  catalog: lack('a way of its own to read the catalog'),
}

async function outcome(client, form) {
  const conn = await client.connect()
  const result = { form: form.name, results: [] }
  const tell = (r) => (r instanceof Error ? { error: client.tell(r) } : { rows: (r || []).map((row) => row.map(String)) })
  try {
    result.results = (await (client[form.how] || usual[form.how])(client, conn, form)).map(tell)
  } catch (error) {
    if (error instanceof Lacks) result.lacks = error.message
    else result.results.push(tell(error))
  }
  result.notices = [...client.heard(conn)]
  await client.run(conn, 'ROLLBACK')
  result.after = String((await client.run(conn, 'SELECT 1'))[0][0]) // whatever happened, the connection is usable
  await client.close(conn)
  return result
}

async function main(client) {
  for (const form of JSON.parse(fs.readFileSync(process.argv[3], 'utf8'))) {
    console.log(JSON.stringify(await outcome(client, form)))
  }
}

// shown is what an error prints by itself.
const shown = (error) => `${error.name}: ${error.message}`

exports.Lacks = Lacks
exports.shown = shown
exports.run = (client) =>
  main(client).catch((error) => {
    console.error(error)
    process.exit(1)
  })
