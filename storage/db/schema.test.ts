import { readFileSync, writeFileSync } from 'node:fs'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { describeSchema } from '../../testing/describe-schema.ts'
import { planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { findEventPages } from '../events/visible-events.ts'
import { migrate } from './migrate.ts'

const database = useDatabase(test)
const emptied = useDatabase(test)

// Compiled tests run from dist/; the committed file stands beside the sources.
const COMMITTED = 'storage/db/schema.sql'

test('storage/db/schema.sql is the schema that the migrations create (npm run schema writes it)', async t => {
  const schema = await describeSchema(database().db)
  if (process.env.WRITE_SCHEMA) writeFileSync(COMMITTED, schema)
  t.is(readFileSync(COMMITTED, 'utf8'), schema)
})

test('migrating again changes nothing', async t => {
  const before = await describeSchema(database().db)
  const lines: string[] = []
  await migrate(database().db, { report: line => lines.push(line) })
  t.deepEqual(lines, [])
  t.is(await describeSchema(database().db), before)
})

test('servers that start concurrently migrate once', async t => {
  const { db, openAnother } = emptied()
  await db.script('drop schema public cascade; create schema public')
  const lines: string[] = []
  await Promise.all([1, 2, 3].map(() => migrate(openAnother(), { report: line => lines.push(line) })))
  t.deepEqual(
    lines.filter(line => !line.startsWith('waiting')),
    ['migrating the database'],
  )
})

const UNDONE = new Error('undone')

const IS_RESTRICTED = 'exists (select from agent_status s where s.agent_id = a.id and s.status = 3)'

const RULES = {
  'agents_with_visible_content()': `a.visibility = 'public' and not ${IS_RESTRICTED}`,
  'agents_visible_to(viewer uuid)': `a.id = viewer or (a.visibility = 'public' and not ${IS_RESTRICTED})`,
}

test('a condition added to a visibility predicate is inlined in its users', async t => {
  const id = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'
  for (const [signature, condition] of Object.entries(RULES)) {
    const trying = database()
      .openAnother()
      .transaction(async tx => {
        await tx.script(`
          create or replace function ${signature} returns setof agent language sql stable as $$
            select a.* from agent a where ${condition} $$`)
        for (const name of ['posts_visible_to', 'comments_visible_to', 'threads_visible_to']) {
          const plan = await planOf(tx, db =>
            db.many(SQL`select * from `.append(name).append(SQL`(${id}::uuid) v where v.id = ${id}::uuid`)),
          )
          t.regex(plan, /agent_status/, name)
          t.notRegex(plan, /Function Scan/, plan)
        }
        throw UNDONE
      })
    await t.throwsAsync(trying, { is: UNDONE })
  }
})

test('visibility predicates are inlined: no plan scans a function', async t => {
  const viewer = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'
  const to = `('${viewer}')`
  for (const set of [
    ...[
      'agents_visible_to',
      'agents_discoverable_to',
      'posts_visible_to',
      'comments_visible_to',
      'threads_visible_to',
    ].map(name => name + to),
    'agents_with_visible_content()',
    'recommendable_agents()',
    'post_of_private_agent()',
  ]) {
    const plan = await database()
      .openAnother()
      .many<Record<string, string>>(
        SQL`explain (verbose) select * from `.append(set).append(` v where v.id = '${viewer}'`),
      )
    const text = plan.map(row => row['QUERY PLAN']).join('\n')
    t.notRegex(text, /Function Scan|is_recommendable|is_shown/, set)
    t.regex(text, /Index/, set)
  }
  const page = { recipient: viewer, after: 0, limit: 1 }
  const log = await planOf(database().openAnother(), db => findEventPages.run(db, [page]))
  t.regex(log, /Index Scan using inbox_pkey on inbox_before/)
  t.regex(log, /Index Scan using inbox_rest_pkey on inbox_rest/)
  const sorted = log.replaceAll(/(Merge Append .*\n) *Sort Key: .*/g, '$1')
  t.deepEqual(sorted.match(/Function Scan on (?!r )\w+|Sub-?query Scan|Sort Key: i/g), null, log)
})
