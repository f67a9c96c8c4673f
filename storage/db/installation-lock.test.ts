import test from 'ava'
import { SQL } from 'sql-template-strings'
import { untilWaiting, useDatabase } from '../../testing/fixtures/test-database.ts'
import { countServers, holdInstallation } from './installation-lock.ts'

const database = useDatabase(test)

const SHARED = { sharesSecret: true, reportRefused: () => {} }

const endPresence = () =>
  database().db.many(SQL`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'colloquy presence' and datname = current_database()`)

test.serial('a server whose session was lost registers again, with its keys', async t => {
  const { db, address } = database()
  const key = Buffer.alloc(8, 7)
  const other = Buffer.alloc(8, 9)
  const held = await holdInstallation(address, { ...SHARED, keyIds: [key] }, 20)
  if (held === 'refused') return t.fail('nobody else is there')
  t.deepEqual(await countServers(db, key), { present: 1, without_key: 0 })
  t.deepEqual(await countServers(db, other), { present: 1, without_key: 1 })
  const ended = await endPresence()
  t.is(ended.length, 1)
  for (let { without_key, present } = await countServers(db, key); present !== 1 || without_key !== 0; ) {
    ;({ without_key, present } = await countServers(db, key))
  }
  await held.release()
})

test.serial('a server is counted only while it holds the lock that identifies its keys', async t => {
  const { db, address, openAnother } = database()
  const key = Buffer.alloc(8, 5)
  const held = await openAnother({ max: 3 }).transaction(async tx => {
    await tx.many(SQL`select pg_advisory_xact_lock(7003, ${key.readInt32BE(0)})`)
    const holding = holdInstallation(address, { ...SHARED, keyIds: [key] })
    await untilWaiting(db, 'presence')
    t.deepEqual(await countServers(db, key), { present: 0, without_key: 0 })
    return { holding }
  })
  const holding = await held.holding
  t.deepEqual(await countServers(db, key), { present: 1, without_key: 0 })
  if (holding !== 'refused') await holding.release()
})

test.serial(
  'a server whose slot is taken by another is notified once, and registers again when that is gone',
  async t => {
    const { db, address, openAnother } = database()
    let notifications = 0
    const reportRefused = () => notifications++
    const held = await holdInstallation(address, { sharesSecret: false, keyIds: [], reportRefused }, 20)
    if (held === 'refused') return t.fail('nobody else is there')
    await openAnother({ name: 'another', max: 3 }).transaction(async tx => {
      const taking = tx.many(SQL`select pg_advisory_xact_lock(7002)`)
      await untilWaiting(db, 'another')
      await endPresence()
      await taking
      while (notifications === 0) await new Promise(resolve => setImmediate(resolve))
    })
    while ((await countServers(db, Buffer.alloc(8))).present === 0);
    t.is(notifications, 1)
    await held.release()
  },
)
