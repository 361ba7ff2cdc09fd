// Prints what pgvector adds to a catalog, for pgvector.txt beside it. PGlite is PostgreSQL compiled to WebAssembly, and has the
// extension as a package, where few distributions have one:
//
//	npm install @electric-sql/pglite@0.5.14 @electric-sql/pglite-pgvector@0.0.15 && node pgvector.mjs
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'

const db = await PGlite.create({ extensions: { vector } })
await db.exec('CREATE EXTENSION vector')
const print = async (kind, sql) => {
  for (const row of (await db.query(sql)).rows) console.log(kind, ...Object.values(row))
}
const its = `IN (SELECT d.objid FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid WHERE d.deptype = 'e' AND e.extname = 'vector')`
await print('#', `SELECT 'pgvector ' || extversion || ' in ' || split_part(version(), ',', 1) AS a FROM pg_extension WHERE extname = 'vector'`)
await print('function', `SELECT p.proname AS a, replace(replace(oidvectortypes(p.proargtypes), ', ', ','), ' ', '_') AS b,
  replace(p.prorettype::regtype::text, ' ', '_') AS c, p.provolatile::text AS d, l.lanname AS e, p.prokind::text AS f
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.oid ${its} ORDER BY 1, 2`)
await print('operator', `SELECT o.oprname AS a, replace(format_type(o.oprleft, NULL), ' ', '_') AS b, o.oprcode::text AS c FROM pg_operator o WHERE o.oid ${its} ORDER BY 1, 2`)
await print('type', `SELECT t.typname AS a FROM pg_type t WHERE t.oid ${its} ORDER BY 1`)
await print('cast', `SELECT replace(castsource::regtype::text, ' ', '_') AS a, replace(casttarget::regtype::text, ' ', '_') AS b, castcontext::text AS c,
  castfunc::regproc::text AS d FROM pg_cast t WHERE t.oid ${its} ORDER BY 1, 2`)
