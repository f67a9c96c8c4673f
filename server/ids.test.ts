import test from 'ava'
import { validate, version } from 'uuid'
import { createIds } from './ids.ts'

test('ids are UUIDv7 with the current time', t => {
  const id = createIds(() => 0x0123456789ab)()
  t.true(validate(id))
  t.is(version(id), 7)
  t.true(id.startsWith('01234567-89ab-7'))
})

test('each id is greater than the previous one, within a millisecond and when the clock goes back', t => {
  const times = [5, 5, 5, 6, 4, 4, 7]
  let calls = 0
  const newId = createIds(() => times[calls++ % times.length]! + 1_800_000_000_000)
  const ids = Array.from({ length: 2_000 }, newId)
  t.deepEqual(ids.toSorted(), ids)
  t.is(new Set(ids).size, ids.length)
})

test('two processes create different ids in the same millisecond', t => {
  const [one, other] = [createIds(() => 1), createIds(() => 1)]
  const ids = Array.from({ length: 300 }, () => [one(), other()]).flat()
  t.is(new Set(ids).size, ids.length)
})
