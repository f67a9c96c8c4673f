import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { momentIds } from '../../testing/values/moment-ids.ts'
import type { Db, Queryable } from '../db/db.ts'
import { insertEvents, sequenceOutbox } from '../events/outbox.ts'
import { findEventsAfter } from '../events/visible-events.ts'
import { findDeliveries } from '../webhooks/delivery-attempts.ts'
import { insertDelivery } from '../webhooks/new-deliveries.ts'
import { createPart, dropPart, listParts } from './partition-ddl.ts'
import { aheadOf, createParts, maintainParts, PARTS_AHEAD_MS } from './partition-upkeep.ts'
import { DELIVERIES, EVENTS, PARTITIONED } from './partitioned-tables.ts'

const database = useDatabase(test)

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Who reads, where the clock stands, and how a day is lived: an event and a delivery are written, then the job runs or not. */
function openYears(from: number) {
  const [reader, webhook] = [randomUUID(), randomUUID()]
  const clock = { now: from }
  const newId = momentIds(() => clock.now)
  return {
    clock,
    async live(db: Db, runsJob = true): Promise<void> {
      const now = new Date(clock.now)
      await insertEvents(db, [{ recipient: reader, event_id: newId(), type: 'agent.mentioned', body: {} }], now)
      await sequenceOutbox(db, now)
      await insertDelivery(db, { webhook_id: webhook, event_id: newId(), event_type: 'webhook.test' }, now)
      if (runsJob) for (const of of PARTITIONED) while ((await maintainParts(db, of, now)).more);
    },
    /** The ages in days of the readable rows. */
    async ages(db: Db) {
      const ageOf = ({ created_at }: { created_at: string }) => (clock.now - Date.parse(created_at)) / DAY
      const events = (await findEventsAfter(db, reader, 0, 1_000)).map(ageOf)
      const deliveries = (await findDeliveries(db, webhook, LAST, 1_000)).map(ageOf)
      return { events: events.sort((a, b) => a - b), deliveries: deliveries.sort((a, b) => a - b) }
    },
  }
}

const countOf = async (db: Queryable, table: string) =>
  (await db.one<{ count: number }>(SQL`select count(*)::int as count from `.append(table))).count

/** The position up to which rows from before partitioning exist. */
const findCut = async (db: Queryable) =>
  Math.max(...(await Promise.all(PARTITIONED.map(of => listParts(db, of)))).flat().map(part => part.untilMs))

const daysUpTo = (last: number) => Array.from({ length: last + 1 }, (_, day) => day)

test.serial(
  'over a year, retained rows are readable to their last day, and no partition is retained for longer',
  async t => {
    const { db } = database()
    const years = openYears((await findCut(db)) - 20 * DAY + 12 * HOUR)
    for (let day = 0; day < 365; day++) {
      await years.live(db)
      const { events, deliveries } = await years.ages(db)
      t.deepEqual(
        events.filter(age => age <= 30),
        daysUpTo(Math.min(day, 30)),
        `events on day ${day}`,
      )
      t.deepEqual(
        deliveries.filter(age => age <= 7),
        daysUpTo(Math.min(day, 7)),
        `deliveries on day ${day}`,
      )
      t.true(events.every(age => age <= 35) && deliveries.every(age => age <= 8), `day ${day}`)
      for (const of of PARTITIONED) {
        const parts = await listParts(db, of)
        t.true(aheadOf(parts, years.clock.now) >= PARTS_AHEAD_MS, `${of.table} on day ${day}`)
        t.true(parts.length <= (of.retainedMs + PARTS_AHEAD_MS) / of.partMs + 3, `${parts.length} parts on day ${day}`)
      }
      years.clock.now += DAY
    }
    for (const of of PARTITIONED) {
      t.is(await countOf(db, `${of.table}_rest`), 0)
      t.false(
        (await listParts(db, of)).some(({ fromMs }) => fromMs === -Infinity),
        'what was there before has gone as well',
      )
    }
  },
)

test.serial(
  'a job that is down for weeks loses nothing: the default partition holds the rows, which are moved later',
  async t => {
    const { db } = database()
    const years = openYears((await findCut(db)) + 100 * DAY + HOUR)
    await years.live(db)
    for (let day = 1; day <= 12; day++) {
      years.clock.now += DAY
      await years.live(db, false)
    }
    for (const { table } of PARTITIONED) t.true((await countOf(db, `${table}_rest`)) > 2, table)
    t.deepEqual(await years.ages(db), { events: daysUpTo(12), deliveries: daysUpTo(12) })
    for (const of of PARTITIONED) while ((await maintainParts(db, of, new Date(years.clock.now))).more);
    const { events, deliveries } = await years.ages(db)
    t.deepEqual(events, daysUpTo(12))
    t.deepEqual(
      deliveries.filter(age => age <= 7),
      daysUpTo(7),
    )
    for (const { table } of PARTITIONED) t.is(await countOf(db, `${table}_rest`), 0, table)
  },
)

test.serial(
  'rows that are too many to be moved at once remain readable in the default partition until they are moved or expire',
  async t => {
    const { db } = database()
    const from = Math.ceil((await findCut(db)) / EVENTS.partMs + 20) * EVENTS.partMs
    const reader = randomUUID()
    await db.many(SQL`
    insert into inbox (recipient, seq, position, event_id, type, body, created_at, sequenced_at)
    select ${reader}, n, nextval('inbox_position'), gen_random_uuid(), 'agent.mentioned', '{}', at, at
    from generate_series(1, 5001) n, (select ${new Date(from + HOUR)}::timestamptz as at) a`)
    const keep = (days: number) => maintainParts(db, EVENTS, new Date(from + days * DAY), 2_000)
    const left =
      /^inbox_\d{8}: the default partition holds more of these rows than can be moved at once; they remain there$/
    t.regex((await keep(3)).left ?? '', left)
    t.is(await countOf(db, 'inbox_rest'), 5_001)
    t.is((await findEventsAfter(db, reader, 5_000, 10)).length, 1)
    t.deepEqual(
      (await listParts(db, EVENTS)).filter(({ untilMs }) => untilMs > from),
      [
        {
          name: (await listParts(db, EVENTS)).at(-1)!.name,
          fromMs: from + EVENTS.partMs,
          untilMs: from + 2 * EVENTS.partMs,
        },
      ],
    )
    t.like(await keep(31), { more: true }, 'a batch went by its age')
    t.deepEqual(await keep(31), { more: false }, 'what is left is few enough')
    t.is(await countOf(db, 'inbox_rest'), 0)
    t.is((await findEventsAfter(db, reader, 0, 1_000)).length, 1_000)
    await keep(36)
    t.deepEqual(await findEventsAfter(db, reader, 0, 10), [])
  },
)

test.serial('servers that create the same partitions concurrently create each once', async t => {
  const { openAnother } = database()
  const now = (await findCut(database().db)) + 200 * DAY
  const servers = [1, 2, 3, 4].map(() => openAnother({ max: 1 }))
  await Promise.all(servers.map(db => createParts(db, DELIVERIES, now)))
  await createParts(servers[0]!, DELIVERIES, now)
  const parts = (await listParts(servers[0]!, DELIVERIES)).filter(({ untilMs }) => untilMs > now)
  t.deepEqual(
    parts.map(({ fromMs }) => fromMs - now),
    [0, 1, 2].map(day => day * DAY),
  )
})

test.serial('a server that is killed while it drops a partition has dropped nothing; the next one does', async t => {
  const { db, openAnother } = database()
  const now = (await findCut(db)) + 300 * DAY
  await createParts(db, EVENTS, now)
  const [part] = (await listParts(db, EVENTS)).filter(({ untilMs }) => untilMs > now)
  const doomed = openAnother({ name: 'doomed', max: 3 })
  const dying = doomed.transaction(async tx => {
    t.is(await dropPart(tx, EVENTS, part!), 'dropped')
    await db.many(SQL`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where application_name = 'colloquy doomed' and datname = current_database()`)
    await tx.script('select 1')
  })
  await t.throwsAsync(dying)
  t.true((await listParts(db, EVENTS)).some(({ name }) => name === part!.name))
  t.is(await dropPart(db, EVENTS, part!), 'dropped')
  t.is(await dropPart(db, EVENTS, part!), 'gone')
})

test.serial('a long reader is not waited for, and others continue; the partition is dropped later', async t => {
  const { db, openAnother } = database()
  const now = (await findCut(db)) + 300 * DAY
  await createParts(db, EVENTS, now)
  const [part] = (await listParts(db, EVENTS)).filter(({ untilMs }) => untilMs > now)
  const later = { name: 'inbox_20990101', fromMs: Date.UTC(2099, 0), untilMs: Date.UTC(2099, 0) + EVENTS.partMs }
  await openAnother({ max: 3 }).transaction(async tx => {
    await countOf(tx, 'inbox')
    t.is(await dropPart(db, EVENTS, part!), 'waits')
    t.is(await createPart(db, EVENTS, later), 'waits', 'the rest is read as well')
    const { left = '' } = await maintainParts(db, EVENTS, new Date(part!.untilMs + EVENTS.retainedMs + DAY))
    t.regex(left, /^inbox_\d{8}: another session held a lock; inbox_\d{8}: another session held a lock/)
    t.is(await countOf(openAnother({ max: 1 }), part!.name), 0)
  })
  t.is(await createPart(db, EVENTS, later), 'made')
  for (const one of [later, part!]) t.is(await dropPart(db, EVENTS, one), 'dropped')
})

test.serial('where no partition can be created, expired ones are dropped, and expired rows deleted', async t => {
  const { db } = database()
  const from = Math.ceil((await findCut(db)) / EVENTS.partMs + 20) * EVENTS.partMs
  await createParts(db, EVENTS, from)
  const reader = randomUUID()
  const old = new Date(from - DAY)
  await insertEvents(db, [{ recipient: reader, event_id: randomUUID(), type: 'agent.mentioned', body: {} }], old)
  await sequenceOutbox(db, old)
  const over = (await listParts(db, EVENTS)).filter(({ fromMs, untilMs }) => fromMs >= from && untilMs > from)
  t.true(over.length > 0)
  const later = new Date(Math.max(...over.map(({ untilMs }) => untilMs)) + EVENTS.retainedMs + DAY)
  const make = 'function make_partition(text, text, text, text)'
  await db.script(`alter ${make} rename to made_by_nobody`)
  await t.throwsAsync(maintainParts(db, EVENTS, later), { message: /make_partition/ })
  await db.script(`alter ${make.replace('make_partition', 'made_by_nobody')} rename to make_partition`)
  const names = (await listParts(db, EVENTS)).map(({ name }) => name)
  t.deepEqual(
    over.filter(({ name }) => names.includes(name)),
    [],
  )
  t.deepEqual(await findEventsAfter(db, reader, 0, 10), [])
})
