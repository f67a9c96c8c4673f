// Measures what it costs that rows go by time: `node .ci/retention-figures.mjs [ROWS A DAY]`. Two databases of one PostgreSQL hold
// a retention's worth of events and deliveries, one as tables whose rows are deleted in batches (the schema before they
// were partitioned), the other as partitions that are dropped. Each lives the same days in turn. Of nonces and idempotency keys,
// which are deleted in both, it tells what of their cost deletion is.
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const built = file => import(path.join(root, 'dist', file))
const ROWS = Number(process.argv[2] ?? 20_000)
const DAYS = 5
const AGENTS = 20_000
const READS = 100
const DAY = 86_400_000

const { startEmbedded } = await built('storage/embedded/start-embedded.js')
const { openDb } = await built('storage/db/db.js')
const { migrate, readMigrations } = await built('storage/db/migrate.js')
const { deleteExpired } = await built('storage/jobs/retention.js')
const { DELIVERIES, EVENTS } = await built('storage/partitions/partitioned.js')
const { keepParts, makeParts } = await built('storage/partitions/keeping.js')
const { listParts } = await built('storage/partitions/partitions.js')
const { insertEvents, SEQUENCE_BATCH, sequenceOutbox } = await built('storage/events/outbox.js')
const { findEventPages } = await built('storage/events/told.js')
const { recordAttempts } = await built('storage/webhooks/attempts.js')
const { SQL } = await import('sql-template-strings')

const BEFORE = readMigrations().filter(
  ({ name }) => name !== 'partitions.repeatable.sql' && !(Number(name.slice(0, 4)) > 104),
)
const agents = Array.from({ length: AGENTS }, () => randomUUID())
const BODY = { actor: { kind: 'system' }, data: { filling: 'x'.repeat(300) } }

const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-retention-'))
chmodSync(folder, 0o711)

const idAt = (ms, n) => {
  const hex = Math.floor(ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`
}
const pick = n => agents[(n * 7_919) % AGENTS]
let count = 0

/** How a table is filled for the days before, written for one day, freed of the oldest and read. */
const WORK = {
  inbox: {
    of: EVENTS,
    fill: (db, from, days) =>
      db.many(SQL`
        with written as (
          insert into inbox (recipient, seq, position, event_id, type, body, created_at, sequenced_at)
          select (${agents}::uuid[])[1 + n % ${AGENTS}], n / ${AGENTS} + 1, nextval('inbox_position'), gen_random_uuid(),
            'agent.mentioned', ${BODY}::jsonb, at, at
          from generate_series(0, ${ROWS * days - 1}::int) n,
            lateral (select ${new Date(from)}::timestamptz + n * ${days}::float8 / ${ROWS * days} * interval '1 day' as at) a
          returning recipient, seq)
        insert into inbox_head select recipient, max(seq) from written group by recipient`),
    async write(db, at) {
      for (let row = 0; row < ROWS; row += SEQUENCE_BATCH) {
        const events = Array.from({ length: Math.min(SEQUENCE_BATCH, ROWS - row) }, () => {
          return { recipient: pick(count), event_id: idAt(at, count++), type: 'agent.mentioned', body: BODY }
        })
        await insertEvents(db, events, new Date(at))
        await sequenceOutbox(db, new Date(at))
      }
    },
    delete: before => SQL`
      with gone as (
        delete from inbox where position = any(array(
          select position from inbox where sequenced_at < ${before} order by sequenced_at limit 5000)) returning 1)
      select count(*)::int as deleted from gone`,
    read: db => n => findEventPages.run(db, [{ recipient: pick(n), after: 5, limit: 20 }]),
  },
  webhook_delivery: {
    of: DELIVERIES,
    fill: (db, from, days) =>
      db.many(SQL`
        insert into webhook_delivery (webhook_id, event_id, event_type, created_at, attempts, attempted_at, status_code, delivered_at)
        select (${agents}::uuid[])[1 + n % ${AGENTS}],
          (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
          'agent.mentioned', at, 1, at, 200, at
        from generate_series(0, ${ROWS * days - 1}::int) n,
          lateral (select ${new Date(from)}::timestamptz + n * ${days}::float8 / ${ROWS * days} * interval '1 day' as at) a`),
    async write(db, at) {
      const now = new Date(at)
      for (let row = 0; row < ROWS; row += 100) {
        const made = Array.from({ length: 100 }, () => ({ webhook_id: pick(count), event_id: idAt(at, count++) }))
        await db.many(SQL`
          insert into webhook_delivery (webhook_id, event_id, event_type, created_at, due_at)
          select w, e, 'agent.mentioned', ${now}::timestamptz, ${now}::timestamptz
          from unnest(${made.map(one => one.webhook_id)}::uuid[], ${made.map(one => one.event_id)}::uuid[]) as i (w, e)`)
        const attempted_at = now.toISOString()
        const told = { attempts: 0, attempted_at, status_code: 200, delivered_at: attempted_at, due_at: null }
        await recordAttempts.run(
          db,
          made.map(one => ({ ...one, ...told })),
        )
      }
    },
    delete: before => SQL`
      with gone as (
        delete from webhook_delivery where ctid = any(array(
          select ctid from webhook_delivery where created_at < ${before} order by created_at limit 5000
          for update skip locked)) returning 1)
      select count(*)::int as deleted from gone`,
    read: db => n =>
      db.many(
        SQL`select due_at from webhook_delivery where webhook_id = ${pick(n)} and due_at is not null order by due_at limit 1`,
      ),
  },
}

const walAt = async db =>
  (await db.one(SQL`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at`)).at

/** What it took: ms, bytes of the log. */
async function took(db, work) {
  const [from, start] = [await walAt(db), performance.now()]
  await work()
  return { ms: performance.now() - start, wal: (await walAt(db)) - from }
}

const leaves = async (db, table) =>
  (
    await db.many(SQL`
      select c.relname as name from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and (c.relname = ${table} or i.inhparent = to_regclass(${table}))`)
  ).map(row => row.name)

async function deadIn(db, table) {
  await db.script('select pg_stat_force_next_flush()')
  const names = await leaves(db, table)
  return (
    await db.one(
      SQL`select sum(n_dead_tup)::int as dead from pg_stat_user_tables where relname = any(${names}::text[])`,
    )
  ).dead
}

const median = values => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

async function liveDay(side, table, work, at) {
  const { db, hot, isParted } = side
  await db.script('checkpoint')
  const written = await took(db, () => work.write(db, at))
  const forgotten = await took(db, async () => {
    if (isParted) while ((await keepParts(db, work.of, new Date(at))).more);
    else while ((await db.one(work.delete(new Date(at - work.of.keptMs)))).deleted === 5_000);
  })
  const dead = await deadIn(db, table)
  const vacuumed = await took(db, async () => {
    for (const name of await leaves(db, table)) {
      const { dead } = await db.one(
        SQL`select coalesce(n_dead_tup, 0)::int as dead from pg_stat_user_tables where relname = ${name}`,
      )
      if (dead > 0) await db.script(`vacuum ${name}`)
    }
  })
  const pages = []
  const many = async statement => {
    const lines = await hot.many(SQL`explain (analyze, buffers) `.append(statement))
    const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(
      lines.map(row => row['QUERY PLAN']).join(' '),
    )
    pages.push(Number(hit) + Number(read))
    return []
  }
  const read = work.read({ ...hot, many })
  for (let n = 0; n < READS; n++) await read(n)
  return { written, forgotten, vacuumed, dead, pages: median(pages) }
}

const say = line => process.stdout.write(`${line}\n`)
const mega = bytes => `${(bytes / 1e6).toFixed(1)} MB`

async function compare(sides, table) {
  const work = WORK[table]
  const parted = sides.find(one => one.isParted)
  const cut = Math.max(...(await listParts(parted.db, work.of)).map(part => part.untilMs))
  const days = work.of.keptMs / DAY
  for (let day = 0; day < days + 1; day++) await makeParts(parted.db, work.of, cut + day * DAY)
  for (const { db } of sides) {
    await work.fill(db, cut, days)
    await db.script(`vacuum analyze ${table}`)
  }
  const found = sides.map(() => [])
  for (let day = 0; day <= DAYS; day++) {
    const turns = sides.map((_, index) => (index + day) % sides.length)
    for (const index of turns) {
      const lived = await liveDay(sides[index], table, work, cut + (days + day + 1) * DAY - 1)
      // The first is to warm up, and finds what was filled.
      if (day > 0) found[index].push(lived)
    }
  }
  say(`\n${table}: ${days} days of ${ROWS} rows, then ${DAYS} more, a row of medians each`)
  say('             write ms  log      forget ms  log      dead rows  vacuum ms  log      pages of a read')
  for (const [index, { name }] of sides.entries()) {
    const of = figure => median(found[index].map(figure))
    const part = (one, width) =>
      `${of(day => day[one].ms)
        .toFixed(0)
        .padEnd(width)}${mega(of(day => day[one].wal)).padEnd(9)}`
    say(
      `${name.padEnd(13)}${part('written', 10)}${part('forgotten', 11)}${String(of(day => day.dead)).padEnd(11)}${part('vacuumed', 11)}${of(day => day.pages)}`,
    )
  }
}

/** Of what is deleted: writing, deleting and vacuuming of as many rows. */
async function tellDeleted({ db }, table, columns, values) {
  const all = { write: [], delete: [], vacuum: [] }
  for (let round = 0; round <= DAYS; round++) {
    await db.script('checkpoint')
    const write = await took(db, async () => {
      for (let row = 0; row < ROWS; row += 50)
        await db.many(
          SQL`insert into `.append(
            `${table} (${columns}) select ${values} from generate_series(1, 50) n on conflict do nothing`,
          ),
        )
    })
    const forgotten = await took(db, async () => {
      while ((await deleteExpired(db, table, new Date('2100-01-01'))).more);
    })
    const vacuumed = await took(db, () => db.script(`vacuum ${table}`))
    if (round === 0) continue
    for (const [name, one] of Object.entries({ write, delete: forgotten, vacuum: vacuumed })) all[name].push(one)
  }
  const told = Object.entries(all).map(
    ([name, rounds]) =>
      `${name} ${((median(rounds.map(one => one.ms)) * 1000) / ROWS).toFixed(1)} µs and ${(median(rounds.map(one => one.wal)) / ROWS).toFixed(0)} bytes of log`,
  )
  say(`${table}, a row of ${ROWS}, in batches of 50: ${told.join(', ')}`)
}

const database = await startEmbedded({ dataDir: path.join(folder, 'database'), log: () => {} })
try {
  const on = (name, options = {}) =>
    openDb({ ...database.owner, database: name }, { name: 'figures', max: 1, statementTimeoutMs: 600_000, ...options })
  const admin = on('postgres')
  const sides = []
  for (const [name, migrations] of [
    ['deleted', BEFORE],
    ['partitioned', readMigrations()],
  ]) {
    await admin.script(`create database ${name} template template0`)
    const db = on(name, { max: 3 })
    await migrate(db, { migrations })
    sides.push({ name, db, hot: on(name, { isHot: true }), isParted: name === 'partitioned' })
  }
  for (const table of Object.keys(WORK)) await compare(sides, table)
  say('')
  await tellDeleted(sides[1], 'nonce', 'digest, expires_at', `gen_random_uuid(), '2026-11-26'`)
  await tellDeleted(
    sides[1],
    'idempotency',
    'agent_id, tool, key, input_digest, kept, expires_at',
    `gen_random_uuid(), 'post_message', gen_random_uuid()::text, sha256('x'), jsonb_build_object('id', gen_random_uuid(), 'created_at', '2026-11-26T10:00:00.000Z', 'mentions', '[]'::jsonb), '2026-11-26'`,
  )
  for (const { db, hot } of sides) await Promise.all([db.close(), hot.close()])
  await admin.close()
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
