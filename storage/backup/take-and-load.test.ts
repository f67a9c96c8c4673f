import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { describeSchema } from '../../testing/describe-schema.ts'
import { useEmptyDatabase } from '../../testing/fixtures/empty-database.ts'
import { seedAgent } from '../../testing/fixtures/fully-seeded-agent.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { createTestWorld, type TestWorld } from '../../testing/fixtures/test-world.ts'
import { digestTables } from '../../testing/leak-checks/table-digests.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { UnusableDatabase } from '../db/errors.ts'
import { migrate } from '../db/migrate.ts'
import { recordNewPosts, sweepUnindexed } from '../search/unindexed-posts.ts'
import { EXCLUDED_TABLES, listSequences } from './backup-tables.ts'
import { loadBackup } from './load-backup.ts'
import type { BackupRecord } from './records.ts'
import { takeBackup } from './take-backup.ts'

const database = useDatabase(test)
const makeEmpty = useEmptyDatabase(test)

const ODD = ['a\tb\\N', '\\.', 'two\nlines\r\n', '\u0001\u007f\u2028', 'ünï 😀', '\'"$$ {"a":1}', '\\\\x41']

async function populate(world: TestWorld) {
  const friend = await world.agent('friend')
  await seedAgent(world, 'ann', friend)
  for (const content of ODD) await world.call(postMessage, friend, { content, content_type: 'text/plain' })
}

test.serial(
  'a restored database has every row, column, sequence and constraint of the one that was backed up',
  async t => {
    const { db, address } = database()
    await populate(createTestWorld(db, {}))
    const target = await makeEmpty()
    const totals = await takeBackup(address, records => loadBackup(target.address, records))
    await migrate(target.db)
    const [before, after] = [await digestTables(db), await digestTables(target.db)]
    t.deepEqual(after, before)
    t.is(totals.tables, Object.keys(before).length + 1)
    t.true(Object.values(before).filter(digest => !digest.startsWith('0 ')).length > 80)
    t.is(await describeSchema(target.db), await describeSchema(db))
    const numbered = SQL`select tgrelid::regclass::text as t, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`
    t.deepEqual([...(await target.db.many(numbered))], [...(await db.many(numbered))])
    for (const { name } of await listSequences(db)) {
      const at = () => SQL``.append(`select last_value, is_called from "${name}"`)
      t.deepEqual(await target.db.one(at()), await db.one(at()), name)
    }
  },
)

test.serial('no column retains a transaction id of another database', async t => {
  const { db } = database()
  const retained = await db.many<{ column: string }>(SQL`
    select c.relname || '.' || a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and a.attnotnull
      and a.atttypid in ('xid8'::regtype, 'xid8[]'::regtype, 'xid'::regtype, 'pg_snapshot'::regtype)
      and not c.relname = any(${EXCLUDED_TABLES}::text[]) order by 1`)
  // `deleteIndexedTransactions` sets it.
  t.deepEqual(
    retained.map(row => row.column),
    ['post_search_cursor.running', 'post_search_cursor.seen_below'],
  )
})

test.serial('posts that were not indexed at the backup are found in the restored database', async t => {
  const { address } = database()
  const target = await makeEmpty()
  await takeBackup(address, records => loadBackup(target.address, records))
  const unindexed = SQL`select count(*)::int as count from post p where not exists (select from post_search w where w.post_id = p.id)`
  const { count } = await target.db.one<{ count: number }>(unindexed)
  t.true(count > 0)
  while ((await recordNewPosts(target.db)).more);
  while (await sweepUnindexed(target.db));
  t.like(await target.db.one(SQL`select count(*)::int as count from unindexed_post`), { count })
})

test.serial('a database that is not empty, or whose constraints would be violated, is left unchanged', async t => {
  const { address } = database()
  const used = await makeEmpty()
  await used.db.script('create table mine (a int)')
  const refused = await t.throwsAsync(takeBackup(address, records => loadBackup(used.address, records)))
  t.regex(refused!.message, /^the database is not empty, it has mine: restore into a new one/)
  const target = await makeEmpty()
  const objects = SQL`select count(*)::int as count from (
    select oid from pg_class where relnamespace = 'public'::regnamespace
    union all select oid from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')) o`
  for (const change of [orphaned, miscounted, cutShort]) {
    await t.throwsAsync(
      takeBackup(address, records => loadBackup(target.address, change(records))),
      undefined,
      change.name,
    )
    t.like(await target.db.one(objects), { count: 0 }, change.name)
  }
  await takeBackup(address, records => loadBackup(target.address, records))
})

test.serial(
  'until a restore is complete, neither servers nor backups use its database, nor a second restore',
  async t => {
    const { address } = database()
    const target = await makeEmpty()
    async function* interrupted(records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
      for await (const record of records) {
        if (record.kind === 'sequences') {
          const unfinished = {
            instanceOf: UnusableDatabase,
            message: /^a restore into this database is in progress or was interrupted/,
          }
          await t.throwsAsync(migrate(target.db), unfinished)
          await t.throwsAsync(takeBackup(target.address, drained), unfinished)
          const second = takeBackup(address, records => loadBackup(target.address, records))
          await t.throwsAsync(second, { message: 'the database is in use by a starting server or another restore' })
        }
        yield record
      }
    }
    t.plan(4)
    await takeBackup(address, records => loadBackup(target.address, interrupted(records)))
    await migrate(target.db)
    t.pass()
  },
)

async function drained(records: AsyncIterable<BackupRecord>) {
  for await (const _ of records);
}

async function* orphaned(records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
  const { createByteCount } = await import('./checksums.ts')
  let table = ''
  let isAdded = false
  let count = createByteCount()
  for await (const record of records) {
    if (record.kind === 'table') {
      table = record.name
      count = createByteCount()
    }
    if (record.kind === 'rows') count.add(record.bytes)
    if (record.kind === 'counted' && table === 'heartbeat_ack') {
      const bytes = Buffer.from(`${randomUUID()}\t1\t2026-11-21 00:00:00+00\n`)
      count.add(bytes)
      isAdded = true
      yield { kind: 'rows', bytes }
      yield { ...record, ...count.end() }
    } else if (record.kind === 'end' && isAdded)
      yield { ...record, totals: { ...record.totals, rows: record.totals.rows + 1 } }
    else yield record
  }
}

async function* miscounted(records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
  for await (const record of records) yield record.kind === 'counted' ? { ...record, rows: record.rows + 1 } : record
}

async function* cutShort(records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
  for await (const record of records) {
    if (record.kind === 'sequences') throw new Error('cut')
    yield record
  }
}
