import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useEmptyDatabase } from '../../testing/fixtures/empty-database.ts'
import type { Db, Queryable } from './db.ts'
import { openDb } from './db.ts'
import { type Migration, migrate } from './migrate.ts'
import { describeProgress } from './migration-progress.ts'

const makeEmpty = useEmptyDatabase(test)

const migration = (name: string, text: string): Migration => ({
  name,
  text,
  checksum: text,
  isRepeatable: name.endsWith('.repeatable.sql'),
})

const FIRST = migration('0001_things.sql', 'create table thing (n int, name text); insert into thing values (1, $$a$$)')
const INDEXES = migration(
  '0002_indexes.sql',
  `-- statement by statement
-- Why; and what else.
create index concurrently if not exists thing_n on thing (n);
create unique index concurrently if not exists thing_name
  on thing (name);
`,
)
const COLUMN = migration('0003_column.sql', 'alter table thing add column more text')

async function opened(t: { teardown(done: () => Promise<void>): void }): Promise<{ db: Db; other: Db }> {
  const { address } = await makeEmpty()
  const open = () => openDb(address, { name: 'test', max: 4, statementTimeoutMs: 300_000, connectTimeoutSeconds: 300 })
  const [db, other] = [open(), open()]
  t.teardown(async () => void (await Promise.all([db.close(), other.close()])))
  return { db, other }
}

const indexes = async (db: Queryable) =>
  (
    await db.many<{ name: string }>(SQL`select c.relname || case when i.indisvalid then '' else ' invalid' end as name
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass('thing') order by 1`)
  ).map(({ name }) => name)

/** Holds the locks of `script` until released. */
async function hold(db: Db, script: string) {
  let letGo = () => {}
  const released = new Promise<void>(resolve => {
    letGo = resolve
  })
  let isHeld = () => {}
  const held = new Promise<void>(resolve => {
    isHeld = resolve
  })
  const over = db.longTransaction(async tx => {
    await tx.script(`set local idle_in_transaction_session_timeout = 0; ${script}`)
    isHeld()
    await released
  })
  await held
  return async () => {
    letGo()
    await over
  }
}

test('an index is created beside writers, reports its progress, and exists once', async t => {
  const { db, other } = await opened(t)
  await migrate(db, { migrations: [FIRST] })
  const release = await hold(other, 'update thing set n = 2')
  const messages: Record<string, unknown>[] = []
  let logged = () => {}
  const waits = new Promise<void>(resolve => {
    logged = resolve
  })
  const log = (message: string, fields: Record<string, unknown>) => {
    messages.push({ message, ...fields })
    if (String(fields.phase).startsWith('waiting for writers')) logged()
  }
  const steps: unknown[][] = []
  const advance = (...step: unknown[]) => void steps.push(step)
  const migrating = migrate(db, { migrations: [FIRST, INDEXES], report: log, advance, everyMs: 20 })
  await waits
  await other.many(SQL`insert into thing (n, name) values (3, 'written meanwhile')`)
  await release()
  await migrating
  t.deepEqual(await indexes(db), ['thing_n', 'thing_name'])
  t.deepEqual(steps, [
    [0, 1, '0002_indexes.sql'],
    [1, 1],
  ])
  t.like(
    messages.find(({ phase }) => phase),
    { message: 'a migration is in progress', migration: '0002_indexes.sql' },
  )
  const again: string[] = []
  await migrate(db, { migrations: [FIRST, INDEXES], report: message => void again.push(message) })
  t.deepEqual(again, [])
})

test('a stepwise migration that was interrupted is continued, and its incomplete step repeated', async t => {
  const { db } = await opened(t)
  await migrate(db, { migrations: [FIRST] })
  await db.script(`insert into thing values (2, 'a')`)
  await t.throwsAsync(migrate(db, { migrations: [FIRST, INDEXES] }), { message: /could not create unique index/ })
  t.deepEqual(await indexes(db), ['thing_n', 'thing_name invalid'])
  t.deepEqual((await db.many(SQL`select name from migration`)).length, 1)
  await db.script('delete from thing where n = 2')
  await migrate(db, { migrations: [FIRST, INDEXES] })
  t.deepEqual(await indexes(db), ['thing_n', 'thing_name'])
})

test('a migration that does not get its lock lets others pass, and retries', async t => {
  const { db, other } = await opened(t)
  await migrate(db, { migrations: [FIRST] })
  const release = await hold(other, 'select from thing')
  let logged = () => {}
  const waits = new Promise<void>(resolve => {
    logged = resolve
  })
  const log = (message: string, { migration: name }: Record<string, unknown>) => {
    if (message.startsWith('a migration is waiting for a lock')) logged()
    t.true(name === undefined || name === COLUMN.name)
  }
  const migrating = migrate(db, { migrations: [FIRST, COLUMN], report: log })
  await waits
  await other.many(SQL`insert into thing (n, name) values (3, 'passes')`)
  await release()
  await migrating
  t.is((await db.many(SQL`select more from thing`)).length, 2)
})

test('an empty database gets the whole schema at once, or nothing', async t => {
  const { db } = await opened(t)
  const broken = migration('0004_broken.sql', 'create table a (n int); create table a (n int)')
  await t.throwsAsync(migrate(db, { migrations: [FIRST, INDEXES, broken] }), { message: /already exists/ })
  t.deepEqual([...(await db.many(SQL`select 1 from pg_class where relnamespace = 'public'::regnamespace`))], [])
  await migrate(db, { migrations: [FIRST, INDEXES, COLUMN] })
  t.deepEqual(await indexes(db), ['thing_n', 'thing_name'])
})

test('remaining work is reported', t => {
  t.deepEqual(describeProgress({ phase: 'building index', done: 25, total: 100 }, 10_000), {
    phase: 'building index',
    percent: 25,
    seconds_left: 30,
  })
  t.deepEqual(describeProgress({ phase: 'initializing', done: 0, total: 0 }, 10_000), { phase: 'initializing' })
})

test('a database from before the baseline is refused and left unchanged', async t => {
  const { db } = await opened(t)
  await migrate(db, {
    migrations: [migration('0001_agents_admission_posts_events.sql', 'create table agent (id uuid)')],
  })
  await t.throwsAsync(migrate(db), { message: /created by a version before the first release: start with an empty/ })
  t.deepEqual(
    [...(await db.many(SQL`select name from migration`))],
    [{ name: '0001_agents_admission_posts_events.sql' }],
  )
})
