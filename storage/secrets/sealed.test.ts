import { randomBytes } from 'node:crypto'
import test from 'ava'
import { fc } from '../../testing/values/property.ts'
import { useDatabase } from '../../testing/worlds/database.ts'
import { NotOpened, open, seal, sealUnder } from './sealed.ts'
import { deriveSecretKeys } from './secret-keys.ts'

const database = useDatabase(test)
const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const old = deriveSecretKeys(first, undefined, randomBytes)
const renewed = deriveSecretKeys(second, first, randomBytes)
const secret = Buffer.from('whsec_of_somebody')

test('what is sealed opens under the current secret and the previous one, and does not show', async t => {
  const sealed = await seal(database().db, old, secret, 'webhook 1')
  t.false(sealed.includes(secret))
  t.deepEqual(open(old, sealed, 'webhook 1'), secret)
  t.deepEqual(open(renewed, sealed, 'webhook 1'), secret)
  t.throws(() => open(deriveSecretKeys(second, undefined, randomBytes), sealed, 'webhook 1'), { instanceOf: NotOpened })
})

test('a sealed value opens for nothing else, and twice the same is sealed in two ways', t => {
  const [one, other] = [1, 2].map(() => sealUnder(old.current, old, secret, 'webhook 1'))
  t.throws(() => open(old, one!, 'webhook 2'), { instanceOf: NotOpened })
  t.notDeepEqual(one, other)
})

test('a value of which any byte is another does not open, nor one that is cut', t => {
  const sealed = sealUnder(old.current, old, secret, 'webhook 1')
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const changed = Buffer.from(sealed)
      changed[place] = changed[place]! ^ change
      t.throws(() => open(old, changed, 'webhook 1'), { instanceOf: NotOpened })
      t.throws(() => open(old, sealed.subarray(0, place), 'webhook 1'), { instanceOf: NotOpened })
    }),
  )
})
