import path from 'node:path'
import { threadId } from 'node:worker_threads'
import test from 'ava'
import { createWorkerPool } from './worker-pool.ts'

const FILE = path.join(import.meta.dirname, '../testing/fixture-worker.js')

type Halved = { half: number; threadId: number }

const open = (keptMs?: number) => {
  const pool = createWorkerPool(keptMs)
  return { ...pool, halve: (number: number) => pool.run<number, Halved>(FILE, number) }
}

test('each call is served by one worker thread, with its own result', async t => {
  const { halve, close } = open()
  const halved = await Promise.all([2, 40, 6, 88].map(halve))
  t.deepEqual(
    halved.map(({ half }) => half),
    [1, 20, 3, 44],
  )
  const threads = new Set(halved.map(one => one.threadId))
  t.is(threads.size, 1)
  t.false(threads.has(threadId))
  await close()
})

test('if a worker throws, the calls queued behind it fail, too, and another thread serves the next', async t => {
  const { halve, close } = open()
  const [before, odd, behind] = await Promise.allSettled([halve(2), halve(3), halve(4)])
  t.is(before?.status, 'fulfilled')
  for (const failed of [odd, behind]) {
    t.is(failed?.status, 'rejected')
    t.true(failed?.status === 'rejected' && failed.reason instanceof RangeError)
  }
  t.is((await halve(8)).half, 4)
  await close()
})

test('an unused thread ends, and waiting calls fail when the pool is closed', async t => {
  const { halve, close } = open(0)
  const first = await halve(2)
  // The worker ends by a timer of 0 ms; earlier requests are still answered.
  await halve(2)
  const failed = t.throwsAsync(halve(0), { message: 'the thread has ended' })
  await close()
  await failed
  t.not((await halve(2)).threadId, first.threadId)
  await close()
})
