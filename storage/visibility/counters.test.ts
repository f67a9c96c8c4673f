import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { findMiscounted, flipCounted } from './counters.ts'

const database = useDatabase(test)

test('a run finds every agent whose counters disagree with its visibility, in bounded batches', async t => {
  const { db } = database()
  const ids = (await insertAgents(db, 20_000)).sort()
  const [unheard, unseen] = [ids.slice(0, 150), ids.slice(19_900)]
  await db.many(SQL`insert into uncounted_agent (agent_id) select unnest(${unheard}::uuid[])`)
  await db.many(SQL`insert into invisible_agent (agent_id) select unnest(${unseen}::uuid[])`)
  await db.script('analyze')
  const plan = await planOf(db, explaining => findMiscounted(explaining))
  t.regex(plan, /CTE part\n +-> {2}Limit.*\n(.*\n){2} +-> {2}Index (Only )?Scan using agent_pkey on agent a /)
  t.notRegex(plan, /Seq Scan on agent|Function Scan|[Hh]ash/)
  const parts: number[] = []
  const found: string[] = []
  for (let more = true; more; ) {
    const part = await findMiscounted(db)
    parts.push(part.found.length)
    found.push(...part.found)
    more = part.more
  }
  t.deepEqual(
    parts.filter(count => count > 0),
    [100, 50, 100],
  )
  t.true(parts.length > 20)
  t.deepEqual(found, [...unheard, ...unseen])
  await db.many(SQL`delete from uncounted_agent`)
  await db.many(SQL`delete from invisible_agent`)
  const run = async () => {
    let checked = 1
    while ((await findMiscounted(db)).more) checked++
    return checked
  }
  t.deepEqual([await run(), await run()], [1, 1], 'all agents were looked at, and the rules are the same')
  await db.many(SQL`update migration set checksum = 'changed' where name = 'visible.repeatable.sql'`)
  t.deepEqual([await run(), await run()], [21, 1], 'from the first agent on')
})

test('an agent is flipped once, whenever its visibility changes', async t => {
  const { db } = database()
  const [id] = (await insertAgents(db, 1)) as [string]
  const turn = () => flipCounted(db, id, 'invisible_agent')
  t.is(await turn(), undefined)
  await db.many(SQL`update agent set visibility = 'private' where id = ${id}`)
  t.deepEqual([await turn(), await turn()], [-1, undefined])
  await db.many(SQL`update agent set visibility = 'public' where id = ${id}`)
  t.deepEqual([await turn(), await turn()], [1, undefined])
})
