import test from 'ava'
import { pino } from 'pino'
import { SQL } from 'sql-template-strings'
import { DatabaseUnavailable } from '../../../storage/db/db.ts'
import { useTestWorld } from '../../../testing/fixtures/test-world.ts'
import { jobContext } from './job-runner.ts'
import { processHead, processRows, processTogether } from './row-queue.ts'

const world = useTestWorld(test)
const ROWS = ['a', 'b', 'c', 'd', 'e']
const [MINUTE, DAY] = [60_000, 86_400_000]
let named = 0

/** A queue with these rows, some of which cannot be processed. */
function open(...poisoned: string[]) {
  const waiting = new Set(ROWS)
  const tried: string[] = []
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const work = () => ({ ...jobContext(world().runtime, 'test'), log })
  const process = async (row: string) => {
    tried.push(row)
    if (poisoned.includes(row)) throw new TypeError(`no ${row}`)
    waiting.delete(row)
  }
  const queue = {
    name: `queue ${named++}`,
    limit: 2,
    find: async (limit: number) => [...waiting].slice(0, limit),
    idOf: (row: string) => row,
  }
  return { work, queue, process, waiting, tried, lines }
}

const asideIn = async (queue: string) =>
  (
    await world().db.many<{ row_id: string; attempts: number }>(SQL`
    select row_id, attempts from set_aside where queue = ${queue} order by row_id`)
  ).map(row => [row.row_id, row.attempts])

for (const [kind, run] of Object.entries({
  'one by one': (one: ReturnType<typeof open>) =>
    processRows(one.work(), { ...one.queue, parallel: 2, process: one.process }),
  together: (one: ReturnType<typeof open>) =>
    processTogether(one.work(), {
      ...one.queue,
      async process(rows) {
        for (const row of rows) await one.process(row)
      },
    }),
  'from the head': (one: ReturnType<typeof open>) =>
    processHead(one.work(), {
      ...one.queue,
      take: async (_, aside) => [...one.waiting].find(row => !aside.includes(row)),
      process: (_, row) => one.process(row),
    }),
})) {
  test.serial(`${kind}: a failing row is retried with growing delays, and does not block those behind it`, async t => {
    const one = open('a', 'b', 'd')
    while (await run(one));
    t.deepEqual([...one.waiting], ['a', 'b', 'd'])
    t.deepEqual(await asideIn(one.queue.name), [
      ['a', 1],
      ['b', 1],
      ['d', 1],
    ])
    t.is(one.lines.length, 3)
    const before = one.tried.length
    world().advance(MINUTE - 1)
    while (await run(one));
    t.is(one.tried.length, before, 'its time has not come')
    world().advance(1)
    while (await run(one));
    t.deepEqual(await asideIn(one.queue.name), [
      ['a', 2],
      ['b', 2],
      ['d', 2],
    ])
    world().advance(MINUTE)
    while (await run(one));
    t.deepEqual(
      await asideIn(one.queue.name),
      [
        ['a', 2],
        ['b', 2],
        ['d', 2],
      ],
      'two minutes by now',
    )
    for (let n = 0; n < 30; n++) {
      world().advance(DAY)
      while (await run(one));
    }
    t.deepEqual(
      await asideIn(one.queue.name),
      [
        ['a', 32],
        ['b', 32],
        ['d', 32],
      ],
      'once a day at the least',
    )
    t.is(one.lines.length, 3, 'it is logged once')
  })
}

test.serial('while the database is unavailable, no row is delayed', async t => {
  const one = open()
  const process = () => Promise.reject(new DatabaseUnavailable('away'))
  await t.throwsAsync(processRows(one.work(), { ...one.queue, process }), { instanceOf: DatabaseUnavailable })
  await t.throwsAsync(processTogether(one.work(), { ...one.queue, process }), { instanceOf: DatabaseUnavailable })
  t.deepEqual(await asideIn(one.queue.name), [])
})
