import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/worlds/database.ts'
import { countServers, holdInstallation } from './installation-lock.ts'

const database = useDatabase(test)

test('a server whose session was lost is present again, with its keys', async t => {
  const { db, address } = database()
  const key = Buffer.alloc(8, 7)
  const other = Buffer.alloc(8, 9)
  const held = await holdInstallation(address, { sharesSecret: true, keyIds: [key] }, 20)
  if (held === 'refused') return t.fail('nobody else is there')
  t.deepEqual(await countServers(db, key), { present: 1, without_key: 0 })
  t.deepEqual(await countServers(db, other), { present: 1, without_key: 1 })
  const ended = await db.many(SQL`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'colloquy presence' and datname = current_database()`)
  t.is(ended.length, 1)
  for (let { without_key, present } = await countServers(db, key); present !== 1 || without_key !== 0; ) {
    ;({ without_key, present } = await countServers(db, key))
  }
  await held.release()
})
