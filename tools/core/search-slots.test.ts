import test from 'ava'
import { type Db, StatementTimeout } from '../../storage/db/db.ts'
import { createSearchSlots } from './search-slots.ts'

const NO_DB = { script: async () => {} } as unknown as Db

/** A search that the test ends. */
function held() {
  let end = () => {}
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  return { search: () => ended, end: () => end() }
}

test('two searches run at once, 32 wait in order, and the next is refused', async t => {
  const searches = createSearchSlots(NO_DB, () => 0)
  const running = [held(), held()]
  const done: number[] = []
  const first = running.map(({ search }) => searches(search))
  const waiting = Array.from({ length: 32 }, (_, n) => searches(async () => void done.push(n)))
  await t.throwsAsync(
    searches(async () => {}),
    { instanceOf: StatementTimeout },
  )
  t.deepEqual(done, [])
  running[0]!.end()
  await Promise.all(waiting)
  t.deepEqual(
    done,
    Array.from({ length: 32 }, (_, n) => n),
  )
  running[1]!.end()
  await Promise.all(first)
  await searches(async () => {})
})

test('a search that gets no slot in time is refused, and takes none later', async t => {
  const searches = createSearchSlots(NO_DB, () => 0, 0.001)
  const running = [held(), held()]
  const first = running.map(({ search }) => searches(search))
  await t.throwsAsync(
    searches(async () => t.fail()),
    { instanceOf: StatementTimeout },
  )
  for (const { end } of running) end()
  await Promise.all(first)
  await searches(async () => {})
})

test('a search starts no statement after a second, and a failed one releases its slot', async t => {
  let now = 0
  const searches = createSearchSlots(NO_DB, () => now)
  const late = searches(async db => {
    await db.script('select 1')
    now += 1_001
    await db.script('select 1')
  })
  await t.throwsAsync(late, { instanceOf: StatementTimeout })
  for (let n = 0; n < 5; n++) await t.throwsAsync(searches(() => Promise.reject(new Error('broken'))))
  await searches(async () => {})
})
