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

test('a process that is never done is busy, and what it does goes on during the rest', async t => {
  let turns = 0
  let isOver = false
  const work = () => {
    turns++
    if (!isOver) setImmediate(work)
  }
  work()
  const shares: number[] = []
  let now = 0
  const rest = async (ms: number) => {
    const before = turns
    shares.push(await sampleUtilization(ms))
    t.true(turns > before)
    now += ms
    return shares.at(-1)!
  }
  const piece = async () => {
    now += 5
    return 'done'
  }
  t.is(await runInBackground(() => now, piece, rest), 'done')
  isOver = true
  t.is(shares.length, 2)
})
