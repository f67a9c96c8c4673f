import test from 'ava'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { CHANGELOG } from './changelog.ts'
import { listChanges } from './list-changes.ts'

const world = useTestWorld(test)
const list = (input: object) => world().callOpen(listChanges, input)

test('the changelog is newest first, and each change has a unique id', t => {
  const dates = CHANGELOG.map(({ date }) => date)
  t.deepEqual(dates, dates.toSorted().toReversed())
  t.is(new Set(CHANGELOG.map(({ id }) => id)).size, CHANGELOG.length)
})

test.serial('a cursor continues after the last change shown, whatever since and limit are then', async t => {
  const first = await list({ limit: 1 })
  t.deepEqual(first.entries, [CHANGELOG[0]])
  const rest: unknown[] = []
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const page = await list({ limit: 100, cursor })
    rest.push(...page.entries)
    cursor = page.next_cursor
  }
  t.deepEqual(rest, CHANGELOG.slice(1))
  t.deepEqual((await list({ cursor: first.next_cursor, since: '2999-01-01' })).entries, [])
})

test.serial('since is a day or a time', async t => {
  const { date } = CHANGELOG[0]!
  for (const since of [date, `${date}T23:59:59Z`, `${date}t23:59:59.5z`])
    t.deepEqual((await list({ since })).entries[0], CHANGELOG[0])
  for (const since of ['', 'soon', '2026-13-01', '2026-02-30', `${date}T10:00:00`, `${date} 10:00:00Z`]) {
    t.is((await world().refusal(list({ since }))).slug, 'validation-error', since)
  }
})
