import { createCipheriv, createHash } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../testing/fixtures/test-database.ts'
import { ConfigError } from './config/config-error.ts'
import { loadInstallationKeys, toSecretError } from './installation-keys.ts'
import type { InstallationSecrets } from './installation-secret.ts'

const database = useDatabase(test)
const [old, renewed] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const only = (current: Buffer): InstallationSecrets => ({ current, previous: undefined })

test.beforeEach(() => database().db.script('delete from wrapped_key'))

const refused = async (secrets: InstallationSecrets) =>
  toSecretError(await loadInstallationKeys(database().db, secrets).catch((thrown: unknown) => thrown))

test.serial(
  'the keys are created once, even by concurrent servers, and the database stores them encrypted',
  async t => {
    const { db } = database()
    const opened = await Promise.all(Array.from({ length: 4 }, () => loadInstallationKeys(db, only(old))))
    for (const keys of [...opened, await loadInstallationKeys(db, only(old))]) t.deepEqual(keys, opened[0])
    const { secret, personKey } = opened[0]!
    t.deepEqual([secret.length, personKey.length, secret.equals(personKey)], [32, 32, false])
    for (const { wrapped } of await db.many<{ wrapped: Buffer }>(SQL`select wrapped from wrapped_key`)) {
      t.false(wrapped.includes(secret) || wrapped.includes(personKey))
    }
  },
)

test.serial('another secret does not open them, and the server names the wrong variable', async t => {
  await loadInstallationKeys(database().db, only(old))
  const error = await refused(only(renewed))
  t.true(error instanceof ConfigError && error.message.startsWith('SECRET_KEY: '))
  const elsewhere = new Error('lost')
  t.is(toSecretError(elsewhere), elsewhere)
})

test.serial('a new secret opens them together with the previous one', async t => {
  const { db } = database()
  const keys = await loadInstallationKeys(db, only(old))
  t.deepEqual(await loadInstallationKeys(db, { current: renewed, previous: old }), keys)
  t.deepEqual(await loadInstallationKeys(db, only(old)), keys, 'and servers that have only the old one go on')
})

test.serial('a key that was stored without a key id remains, and is stored with it', async t => {
  const { db } = database()
  const [key, nonce] = [Buffer.alloc(32, 7), Buffer.alloc(12, 8)]
  const wrapping = createHash('sha256').update('wraps\0person handles\0').update(old).digest()
  const cipher = createCipheriv('aes-256-gcm', wrapping, nonce)
  const text = Buffer.concat([cipher.update(key), cipher.final()])
  const wrapped = Buffer.concat([nonce, cipher.getAuthTag(), text])
  await db.many(SQL`insert into wrapped_key (name, wrapped) values ('person handles', ${wrapped})`)
  t.true((await refused(only(renewed))) instanceof ConfigError)
  for (const secrets of [{ current: renewed, previous: old }, only(old)]) {
    t.deepEqual((await loadInstallationKeys(db, secrets)).personKey, key)
  }
})
