import { randomBytes, randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { untilWaiting, useDatabase } from '../../testing/fixtures/test-database.ts'
import { CannotDecrypt, decrypt, encrypt } from './encrypted-values.ts'
import { rewrapAll } from './rewrap-all.ts'
import { deriveSecretKeys } from './secret-keys.ts'
import { PERSON_KEY, storeWrappedKey } from './wrapped-keys.ts'

const database = useDatabase(test)
const [first, second, lost] = [1, 2, 3].map(byte => Buffer.alloc(32, byte))
const old = deriveSecretKeys(first!, undefined, randomBytes)
const both = deriveSecretKeys(second!, first, randomBytes)
const renewed = deriveSecretKeys(second!, undefined, randomBytes)
const foreign = deriveSecretKeys(lost!, undefined, randomBytes)

const COLUMN = { table: 'kept_secret', id: 'id', idType: 'uuid', column: 'encrypted' } as const
const contextOf = (id: string) => `kept_secret ${id}`

test.serial(
  'everything is encrypted again in batches, except what no key opens; later encryption uses the new key',
  async t => {
    const { db } = database()
    await db.script('create table kept_secret (id uuid primary key, encrypted bytea)')
    const keep = async (keys: typeof old, text: string) => {
      const id = randomUUID()
      const encrypted = await encrypt(db, keys, Buffer.from(text), contextOf(id))
      await db.many(SQL`insert into kept_secret (id, encrypted) values (${id}, ${encrypted})`)
      return id
    }
    const read = async (id: string) => {
      const { encrypted } = await db.one<{ encrypted: Buffer }>(SQL`select encrypted from kept_secret where id = ${id}`)
      return decrypt(renewed, encrypted, contextOf(id)).toString()
    }
    const unopened = await keep(foreign, 'lost')
    const personKey = () => encrypt(db, old, Buffer.alloc(32), `wrapped_key ${PERSON_KEY}`)
    await storeWrappedKey(db, PERSON_KEY, personKey)
    const values = await Promise.all(
      Array.from({ length: 450 }, (_, index) => keep(index % 2 ? old : both, `of ${index}`)),
    )
    await db.many(SQL`insert into kept_secret (id) values (${randomUUID()})`)

    const rewrap = () => rewrapAll(body => db.transaction(body), both, [COLUMN])
    t.deepEqual(await rewrap(), { rewrapped: 451, unopened: 1 })
    t.deepEqual(await rewrap(), { rewrapped: 0, unopened: 1 })
    for (const [index, id] of values.entries()) t.is(await read(id), `of ${index}`)
    await t.throwsAsync(read(unopened), { instanceOf: CannotDecrypt })
    t.is(await read(await keep(both, 'after')), 'after')
    await t.throwsAsync(keep(old, 'too late'), { instanceOf: CannotDecrypt })
  },
)

test.serial('an encryption in progress ends before the database switches to another key', async t => {
  const { db, openAnother } = database()
  const mover = openAnother({ name: 'rewrap' })
  const moved = deriveSecretKeys(lost!, second, randomBytes)
  let rewrapped: Promise<unknown> | undefined
  const encrypted = await db.transaction(async tx => {
    const value = await encrypt(tx, both, Buffer.from('text'), 'anything')
    rewrapped = rewrapAll(body => mover.transaction(body), moved, [])
    await untilWaiting(db, 'rewrap')
    return value
  })
  t.deepEqual(await rewrapped, { rewrapped: 1, unopened: 0 })
  t.is(decrypt(renewed, encrypted, 'anything').toString(), 'text')
})
