import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useEmptyDatabase } from '../../testing/fixtures/empty-database.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { digestTables } from '../../testing/leak-checks/table-digests.ts'
import { momentIds } from '../../testing/values/moment-ids.ts'
import { loadBackup } from '../backup/load-backup.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { type Db, openDb, type Queryable } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { insertEvents, sequenceOutbox } from '../events/outbox.ts'
import { insertDelivery } from '../webhooks/new-deliveries.ts'
import { createPart, listParts } from './partition-ddl.ts'
import { readPartitionState } from './partition-state.ts'
import { createParts } from './partition-upkeep.ts'
import { DELIVERIES, EVENTS, PARTITIONED } from './partitioned-tables.ts'

const database = useDatabase(test)
const makeEmpty = useEmptyDatabase(test)

const DAY = 86_400_000

const untilWhen = async (db: Queryable, of = DELIVERIES) =>
  Math.max(...(await listParts(db, of)).map(part => part.untilMs))

const clock = { now: 0 }
const newId = momentIds(() => clock.now)

async function write(db: Db, recipient: string, at: number) {
  clock.now = Math.floor(at)
  await insertEvents(db, [{ recipient, event_id: newId(), type: 'agent.mentioned', body: {} }], new Date(at))
  await sequenceOutbox(db, new Date(at))
  await insertDelivery(db, { webhook_id: recipient, event_id: newId(), event_type: 'webhook.test' }, new Date(at))
}

test('bounds are the exact times that they denote', t => {
  for (const { boundAt, momentOf } of PARTITIONED)
    for (const ms of [0, Date.UTC(2026, 10, 26), Date.UTC(9999, 0)])
      t.is(momentOf(boundAt(ms).replace('T', ' ').replace('.000Z', '+00')), ms)
})

test.serial('a delivery exists once, whichever partition holds it', async t => {
  const { db } = database()
  const at = (await untilWhen(db)) + 10 * DAY
  const [webhook, event] = [randomUUID(), momentIds(() => at)()]
  const send = () =>
    insertDelivery(db, { webhook_id: webhook, event_id: event, event_type: 'webhook.test' }, new Date(at))
  await send()
  await t.throwsAsync(send(), { message: /duplicate key/ })
  await createParts(db, DELIVERIES, at)
  await t.throwsAsync(send(), { message: /duplicate key/ }, 'it moved, and keeps its id taken')
})

test.serial('one statement returns the state of all partitioned tables', async t => {
  const { db } = database()
  const at = (await untilWhen(db, EVENTS)) + 50 * DAY
  await write(db, randomUUID(), at)
  let statements = 0
  const many: Queryable['many'] = statement => {
    statements++
    return db.many(statement)
  }
  const seen = await readPartitionState({ ...db, many }, at)
  t.is(statements, 1)
  for (const [n, of] of PARTITIONED.entries()) {
    const parts = await listParts(db, of)
    t.like(seen[n], { table: of.table, parts: parts.length, aheadSeconds: 0 })
    t.true(seen[n]!.restBytes > 0, of.table)
  }
  for (const of of PARTITIONED) await createParts(db, of, at)
  const ahead = await readPartitionState(db, at)
  t.true(ahead.every(({ aheadSeconds, parts }, n) => aheadSeconds >= 3 * 86_400 && parts > seen[n]!.parts))
})

test.serial('servers can create and drop partitions, and no other tables', async t => {
  const { db, plainAddress } = database()
  const plain = openDb(plainAddress, { name: 'plain', max: 2, statementTimeoutMs: 300_000, connectTimeoutSeconds: 300 })
  t.teardown(() => plain.close())
  const fromMs = (await untilWhen(db, EVENTS)) + 100 * EVENTS.partMs
  const name = `inbox_${new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '')}`
  const part = { name, fromMs, untilMs: fromMs + EVENTS.partMs }
  t.is(await createPart(plain, EVENTS, part), 'made')
  t.is(await createPart(plain, EVENTS, part), 'there')
  await write(plain, randomUUID(), fromMs + 1)
  t.is((await plain.one<{ count: number }>(SQL`select count(*)::int as count from `.append(name))).count, 1)
  const drop = (whole: string, part: string) =>
    plain.one<{ told: string }>(SQL`select drop_partition(${whole}, ${part}) as told`)
  for (const [whole, part] of [
    ['agent', 'agent'],
    ['inbox', 'agent'],
    ['inbox', 'inbox'],
    ['inbox', 'inbox_rest'],
    ['webhook_delivery', name],
  ])
    t.deepEqual(await drop(whole!, part!), { told: 'gone' })
  t.deepEqual(await drop('inbox', name), { told: 'dropped' })
  const make = (whole: string, part: string) => plain.many(SQL`select make_partition(${whole}, ${part}, ${''}, ${''})`)
  await t.throwsAsync(make('agent', 'agent_20260101'))
  await t.throwsAsync(make('inbox', 'post'))
  await t.throwsAsync(plain.script('create table mine (n int)'))
})

test.serial(
  'a backup copies partitions and the default partition to an empty database, where they are created again',
  async t => {
    const { db, address } = database()
    const from = await untilWhen(db, EVENTS)
    const reader = randomUUID()
    await createParts(db, EVENTS, from)
    for (const days of [-20, 1, 4, 60]) await write(db, reader, from + days * DAY)
    const target = await makeEmpty()
    await takeBackup(address, records => loadBackup(target.address, records))
    const before = await digestTables(db)
    t.deepEqual(await digestTables(target.db), before)
    await migrate(target.db)
    for (const of of PARTITIONED) await createParts(target.db, of, from + 3 * DAY)
    t.deepEqual(await digestTables(target.db), before)
    t.true((await untilWhen(target.db, EVENTS)) > from + 3 * DAY)
  },
)
