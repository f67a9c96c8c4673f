import test from 'ava'
import { rested } from './rested.ts'

/** A task whose runs are counted and end when told to. */
function counted() {
  const ends: (() => void)[] = []
  return { ends, run: () => new Promise<void>(resolve => void ends.push(resolve)) }
}

const turn = () => new Promise(resolve => setImmediate(resolve))
const NEVER_MS = 2 ** 31 - 1

test('a task at rest runs at once, and once for all who ask before it has rested', async t => {
  const { ends, run } = counted()
  const task = rested(0, run)
  task.wake()
  t.is(ends.length, 1)
  task.wake()
  task.wake()
  t.is(ends.length, 1)
  ends[0]!()
  while (ends.length < 2) await turn()
  ends[1]!()
  for (let turns = 0; turns < 20; turns++) await turn()
  t.is(ends.length, 2)
})

test('who asked while it rested is served at the stop, and nobody after it', async t => {
  const { ends, run } = counted()
  const task = rested(NEVER_MS, run)
  task.wake()
  ends[0]!()
  await turn()
  task.wake()
  t.is(ends.length, 1)
  task.stop()
  t.is(ends.length, 2)
  task.wake()
  t.is(ends.length, 2)
})
