import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../testing/database.ts'
import { ConfigError } from './config.ts'
import { asSecretError, openPersonKey } from './person-key.ts'

const database = useDatabase(test)
const [secret, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

test('the key is made once, whoever asks first, and the database has it wrapped', async t => {
  const { db } = database()
  const keys = await Promise.all(Array.from({ length: 4 }, () => openPersonKey(db, secret)))
  for (const key of [...keys, await openPersonKey(db, secret)]) t.deepEqual(key, keys[0])
  t.is(keys[0]!.length, 32)
  const { wrapped } = await db.one<{ wrapped: Buffer }>(SQL`select wrapped from wrapped_key`)
  t.false(wrapped.includes(keys[0]!))
})

test('another secret does not open it, and the server says which variable is wrong', async t => {
  const { db } = database()
  await openPersonKey(db, secret)
  const error = asSecretError(await openPersonKey(db, other).catch((thrown: unknown) => thrown))
  t.true(error instanceof ConfigError && error.message.startsWith('SECRET_KEY: '))
  const elsewhere = new Error('lost')
  t.is(asSecretError(elsewhere), elsewhere)
})
