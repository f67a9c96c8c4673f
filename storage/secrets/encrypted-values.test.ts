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

test('what is sealed opens under the current secret and the previous one, and does not show', async t => {
  const sealed = await encrypt(database().db, old, secret, 'webhook 1')
  t.false(sealed.includes(secret))
  t.deepEqual(decrypt(old, sealed, 'webhook 1'), secret)
  t.deepEqual(decrypt(renewed, sealed, 'webhook 1'), secret)
  t.throws(() => decrypt(deriveSecretKeys(second, undefined, randomBytes), sealed, 'webhook 1'), {
    instanceOf: CannotDecrypt,
  })
})

test('a sealed value opens for nothing else, and twice the same is sealed in two ways', t => {
  const [one, other] = [1, 2].map(() => encryptUnder(old.current, old, secret, 'webhook 1'))
  t.throws(() => decrypt(old, one!, 'webhook 2'), { instanceOf: CannotDecrypt })
  t.notDeepEqual(one, other)
})

test('a value of which any byte is another does not open, nor one that is cut', t => {
  const sealed = encryptUnder(old.current, old, secret, 'webhook 1')
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const changed = Buffer.from(sealed)
      changed[place] = changed[place]! ^ change
      t.throws(() => decrypt(old, changed, 'webhook 1'), { instanceOf: CannotDecrypt })
      t.throws(() => decrypt(old, sealed.subarray(0, place), 'webhook 1'), { instanceOf: CannotDecrypt })
    }),
  )
})
