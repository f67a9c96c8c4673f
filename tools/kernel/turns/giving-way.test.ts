import test from 'ava'
import { givingWay, restFor } from './giving-way.ts'

/** How long it rests behind a piece that took so many ms, in a process that is busy for that share of its time. */
async function restsBehind(tookMs: number, busy: number): Promise<number[]> {
  const times = [0, tookMs]
  const rests: number[] = []
  const rest = async (ms: number) => {
    rests.push(ms)
    return busy
  }
  await givingWay(
    () => times.shift()!,
    async () => {},
    rest,
  )
  return rests
}

test('what can wait lets others go first where the process is busy, and no longer than a second', async t => {
  t.deepEqual(await restsBehind(100, 0.9), [10, 400])
  t.deepEqual(await restsBehind(5_000, 0.9), [10, 1_000])
})

test('where nothing else is to be done it goes on, however busy it was itself', async t => {
  t.deepEqual(await restsBehind(1_000_000, 0.1), [10])
})

test('a process that is never done is busy, and what it does goes on during the rest', async t => {
  let turns = 0
  let isOver = false
  const work = () => {
    turns++
    if (!isOver) setImmediate(work)
  }
  work()
  const shares: number[] = []
  const rest = async (ms: number) => {
    const before = turns
    shares.push(await restFor(ms))
    t.true(turns > before)
    return shares.at(-1)!
  }
  const times = [0, 10]
  t.is(
    await givingWay(
      () => times.shift()!,
      async () => 'done',
      rest,
    ),
    'done',
  )
  isOver = true
  t.is(shares.length, 2)
})
