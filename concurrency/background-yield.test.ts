import test from 'ava'
import { runInBackground, sampleUtilization } from './background-yield.ts'

/** The pause after a slice of `tookMs`, in a process whose busy share takes these values in turn. */
async function restsBehind(tookMs: number, ...busy: number[]): Promise<number> {
  let now = 0
  let rested = 0
  const piece = async () => void (now += tookMs)
  const rest = async (ms: number) => {
    now += ms
    rested += ms
    return busy.length > 1 ? busy.shift()! : busy[0]!
  }
  await runInBackground(() => now, piece, rest)
  return rested
}

test('what can wait lets others go first while the process is busy, and no longer than a second', async t => {
  t.is(await restsBehind(100, 0.9), 400)
  t.is(await restsBehind(5_000, 0.9), 1_000)
})

test('where nothing else is to be done it goes on, however busy it was itself', async t => {
  t.is(await restsBehind(1_000_000, 0.1), 10)
})

test('it goes on once others are done', async t => {
  t.is(await restsBehind(5_000, 0.9, 0.9, 0.1), 30)
})

test('a process that always has work is measured as busy, and its work continues meanwhile', async t => {
  let turns = 0
  let isOver = false
  t.teardown(() => {
    isOver = true
  })
  const work = () => {
    turns++
    if (!isOver) setImmediate(work)
  }
  work()
  let highest = 0
  // Time in which another process has the core can count as idle, so a single sample may be low.
  for (let n = 0; n < 100 && highest <= 0.3; n++) {
    const before = turns
    highest = await sampleUtilization(10)
    t.true(turns > before)
  }
  t.true(highest > 0.3)
})
