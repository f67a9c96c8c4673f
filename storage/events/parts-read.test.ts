import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import type { Db, Queryable } from '../db/db.ts'
import { listParts } from '../partitions/partition-ddl.ts'
import { createParts } from '../partitions/partition-upkeep.ts'
import { EVENTS } from '../partitions/partitioned-tables.ts'
import { findLastPosition, findPositionsAfter, findSeqBefore, insertEvents, sequenceOutbox } from './outbox.ts'

const database = useDatabase(test)

/** Two events of one reader. */
async function log(db: Db, recipient: string, now: Date) {
  const event = () => ({ recipient, event_id: randomUUID(), type: 'agent.mentioned', body: {} })
  await insertEvents(db, [event(), event()], now)
  await sequenceOutbox(db, now)
}

/** The partitions that a query reads. */
async function partsRead(db: Db, ask: (on: Queryable) => Promise<unknown>): Promise<string[]> {
  const lines: string[] = []
  const many: Queryable['many'] = async statement => {
    const plan = await db.many<{ 'QUERY PLAN': string }>(SQL`explain (analyze) `.append(statement))
    lines.push(...plan.map(row => row['QUERY PLAN']))
    return await db.many(statement)
  }
  await ask({ ...db, many, one: async <Row>(statement: SQLStatement) => (await many<Row>(statement))[0]! })
  const read = lines.flatMap(line => / on (inbox_(?:\d{8}|before|rest))\b(?!.*never executed)/.exec(line)?.[1] ?? [])
  return [...new Set(read)].sort()
}

test('a query with a start time reads no partition that ended before, and finds the same', async t => {
  const { db } = database()
  const [ann, DAY] = [randomUUID(), 86_400_000]
  const cut = Math.max(...(await listParts(db, EVENTS)).map(({ untilMs }) => untilMs))
  for (let day = 0; day <= 20; day += 5) await createParts(db, EVENTS, cut + day * DAY)
  const parts = (await listParts(db, EVENTS)).filter(({ fromMs }) => fromMs >= cut && fromMs % EVENTS.partMs === 0)
  const start = await findLastPosition(db)
  const at = (part: number, hours: number) => new Date(parts[part]!.fromMs + hours * 3_600_000)
  for (const [part, hours] of [
    [0, 30],
    [0, 60],
    [1, 30],
    [2, 30],
    [2, 60],
  ] as const)
    await log(db, ann, at(part, hours))
  const from = (part: number) => [...parts.slice(part).map(({ name }) => name), 'inbox_rest'].sort()
  for (const [part, hours, seq] of [
    [0, 30, 0],
    [0, 61, 4],
    [1, 31, 6],
    [2, 29, 6],
    [2, 61, 10],
    [3, 30, 10],
  ] as const) {
    const found: number[] = []
    const read = await partsRead(db, async on => found.push(await findSeqBefore(on, ann, at(part, hours))))
    t.deepEqual(found, [seq], `part ${part}, ${hours} h`)
    t.deepEqual(
      read.filter(name => !from(part).includes(name)),
      [],
    )
    t.true(read.length > 0)
  }
  t.deepEqual(await partsRead(db, on => findPositionsAfter(on, start, at(2, 30).getTime(), 100)), from(2))
  t.is((await findPositionsAfter(db, start, at(0, 30).getTime(), 100)).length, 10)
})
