import test from 'ava'
import { leadingDebounce } from './debounce.ts'

/** A task whose runs are counted, and ended by the test. */
function counted() {
  const ends: (() => void)[] = []
  return { ends, run: () => new Promise<void>(resolve => void ends.push(resolve)) }
}

const turn = () => new Promise(resolve => setImmediate(resolve))
const NEVER_MS = 2 ** 31 - 1

test('the first call runs the task at once, and calls within the interval share one more run', async t => {
  const { ends, run } = counted()
  const task = leadingDebounce(0, run)
  task.call()
  t.is(ends.length, 1)
  task.call()
  task.call()
  t.is(ends.length, 1)
  ends[0]!()
  while (ends.length < 2) await turn()
  ends[1]!()
  for (let turns = 0; turns < 20; turns++) await turn()
  t.is(ends.length, 2)
})

test('a pending call runs at the stop, and none after it', async t => {
  const { ends, run } = counted()
  const task = leadingDebounce(NEVER_MS, run)
  task.call()
  ends[0]!()
  await turn()
  task.call()
  t.is(ends.length, 1)
  task.stop()
  t.is(ends.length, 2)
  task.call()
  t.is(ends.length, 2)
})
