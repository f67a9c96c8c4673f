import { randomBytes } from 'node:crypto'
import test from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { fc } from '../../testing/values/property.ts'
import { CannotDecrypt, decrypt, encrypt, encryptUnder } from './encrypted-values.ts'
import { deriveSecretKeys } from './secret-keys.ts'

const database = useDatabase(test)
const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const old = deriveSecretKeys(first, undefined, randomBytes)
const renewed = deriveSecretKeys(second, first, randomBytes)
const secret = Buffer.from('whsec_of_somebody')

test('an encrypted value opens with the current secret and the previous one, and is not visible', async t => {
  const encrypted = await encrypt(database().db, old, secret, 'webhook 1')
  t.false(encrypted.includes(secret))
  t.deepEqual(decrypt(old, encrypted, 'webhook 1'), secret)
  t.deepEqual(decrypt(renewed, encrypted, 'webhook 1'), secret)
  t.throws(() => decrypt(deriveSecretKeys(second, undefined, randomBytes), encrypted, 'webhook 1'), {
    instanceOf: CannotDecrypt,
  })
})

test('an encrypted value opens in no other context, and the same value is never encrypted in the same way', t => {
  const [one, other] = [1, 2].map(() => encryptUnder(old.current, old, secret, 'webhook 1'))
  t.throws(() => decrypt(old, one!, 'webhook 2'), { instanceOf: CannotDecrypt })
  t.notDeepEqual(one, other)
})

test('a value with any byte changed does not open, nor a truncated one', t => {
  const encrypted = encryptUnder(old.current, old, secret, 'webhook 1')
  fc.assert(
    fc.property(fc.nat(encrypted.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
      const changed = Buffer.from(encrypted)
      changed[index] = changed[index]! ^ change
      t.throws(() => decrypt(old, changed, 'webhook 1'), { instanceOf: CannotDecrypt })
      t.throws(() => decrypt(old, encrypted.subarray(0, index), 'webhook 1'), { instanceOf: CannotDecrypt })
    }),
  )
})
