import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import type { BatchStatement } from './batch.ts'
import { violatedConstraint } from './db.ts'
import { runRolledBack } from './rolled-back.ts'

const database = useDatabase(test)

const ID = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'
const OTHER = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b1'
const insert = (id: string) => SQL`insert into nonce (digest, expires_at) values (${id}, ${new Date(0)})`
const count = SQL`select count(*)::int as count from nonce`

test('writes are visible until the end, and then gone', async t => {
  const { db } = database()
  const during = await runRolledBack(db, async scratch => {
    await scratch.db.many(insert(ID))
    await scratch.db.transaction(tx => tx.many(insert(OTHER)))
    return await scratch.db.one(count)
  })
  t.deepEqual(during, { count: 2 })
  t.deepEqual(await db.one(count), { count: 0 })
})

test('a failed statement or transaction undoes only its own writes', async t => {
  const { db } = database()
  await runRolledBack(db, async scratch => {
    await scratch.db.many(insert(ID))
    const [failed, fine] = await Promise.allSettled([scratch.db.many(insert(ID)), scratch.db.many(insert(OTHER))])
    t.is(violatedConstraint((failed as PromiseRejectedResult).reason), 'nonce_pkey')
    t.is(fine.status, 'fulfilled')
    const third = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b2'
    const refused = scratch.db.transaction(async tx => {
      await tx.many(insert(third))
      // A statement outside of the transaction neither waits for it nor ends it.
      t.deepEqual(await scratch.db.one(count), { count: 3 })
      throw new Error('refused')
    })
    await t.throwsAsync(refused, { message: 'refused' })
    t.deepEqual(await scratch.db.one(count), { count: 2 })
  })
  t.deepEqual(await db.one(count), { count: 0 })
})

test('a batched statement runs there too, alone', async t => {
  const sizes: number[] = []
  const statement: BatchStatement<string, number> = {
    name: 'insert_nonce',
    max: 10,
    isWrite: true,
    async run(db, items) {
      sizes.push(items.length)
      for (const item of items) await db.many(insert(item))
      return items.map(item => item.length)
    },
  }
  const { db } = database()
  const lengths = await runRolledBack(db, ({ batch }) => Promise.all([batch(statement, ID), batch(statement, OTHER)]))
  t.deepEqual(
    [lengths, sizes],
    [
      [36, 36],
      [1, 1],
    ],
  )
  t.deepEqual(await db.one(count), { count: 0 })
})

test('errors of the body are thrown, and deferred constraints are checked', async t => {
  const { db } = database()
  await t.throwsAsync(
    runRolledBack(db, async () => {
      throw new Error('the body')
    }),
    { message: 'the body' },
  )
  await db.script(
    `create table late (id int primary key, other int references late (id) deferrable initially deferred)`,
  )
  await t.throwsAsync(
    runRolledBack(db, scratch => scratch.db.transaction(tx => tx.many(SQL`insert into late values (1, 2)`))),
    { message: /late_other_fkey/ },
  )
  await runRolledBack(db, scratch =>
    scratch.db.transaction(async tx => {
      await tx.many(SQL`insert into late values (1, 2)`)
      await tx.many(SQL`insert into late values (2, null)`)
    }),
  )
  t.pass()
})
