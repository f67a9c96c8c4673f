import test from 'ava'
import pino from 'pino'
import { coalesce } from './coalesced-task.ts'

const silent = pino({ level: 'silent' })

/** A task whose runs the test ends. */
function steered() {
  const runs: { end(error?: Error): void }[] = []
  const run = () =>
    new Promise<void>((resolve, reject) => {
      runs.push({ end: error => (error ? reject(error) : resolve()) })
    })
  return { runs, run }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

test('requests made during a run share one run that starts after it', async t => {
  const { runs, run } = steered()
  const task = coalesce('task', silent, run)
  const first = task.run()
  const [second, third] = [task.run(), task.run()]
  t.is(second, third)
  await turn()
  t.is(runs.length, 1)
  runs[0]?.end()
  await first
  await turn()
  t.is(runs.length, 2)
  runs[1]?.end()
  await second
  await task.idle()
  t.is(runs.length, 2)
})

test('a failed run rejects the callers that requested it, and no others', async t => {
  const { runs, run } = steered()
  const task = coalesce('task', silent, run)
  const first = task.run()
  const second = task.run()
  runs[0]?.end(new Error('no'))
  await t.throwsAsync(first, { message: 'no' })
  await turn()
  runs[1]?.end()
  await t.notThrowsAsync(second)
})

test('an attempt never rejects, and trouble is logged when it begins and when it ends', async t => {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: line => void lines.push(JSON.parse(line).msg) })
  const outcomes = [new Error('no'), new Error('no'), undefined, undefined]
  const task = coalesce('the task', log, async () => {
    const error = outcomes.shift()
    if (error) throw error
  })
  for (let n = 0; n < 4; n++) await task.runLogged()
  t.deepEqual(lines, ['the task fails', 'the task works again'])
})
