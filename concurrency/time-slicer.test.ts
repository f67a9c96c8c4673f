import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { encodeJson, encodeJsonTwice, encodeLong } from '../tools/core/json-encoding.ts'
import { createTimeSlicer } from './time-slicer.ts'

test('steps are one at a time and in their order, with turns of the event loop between them', async t => {
  const slicer = createTimeSlicer(
    () => 0,
    () => true,
  )
  const seen: string[] = []
  const work = async (name: string) => {
    await slicer.nextSlice()
    seen.push(name)
  }
  const all = [work('a'), work('b'), work('c')]
  let turns = 0
  while (seen.length < 3) {
    const before = seen.length
    await turn()
    turns++
    t.true(seen.length - before <= 1)
  }
  await Promise.all(all)
  t.deepEqual(seen, ['a', 'b', 'c'])
  t.true(turns >= 3)
})

/** Steps that take 15 ms each, and the concurrent ones. */
async function openSteps() {
  const at = { now: 0, calls: 0, looks: 0 }
  const slicer = createTimeSlicer(
    () => at.now,
    steps => {
      at.looks++
      return at.calls <= steps
    },
  )
  const done: number[] = []
  const take = (n: number) =>
    slicer.nextSlice().then(() => {
      at.now += 15
      done.push(n)
    })
  const look = async () => {
    for (const before = at.looks; at.looks < before + 3; ) await turn()
  }
  return { at, done, take, look }
}

test('while other calls are under way the loop is theirs for twice as long as a step took', async t => {
  const { at, done, take, look } = await openSteps()
  at.calls = 3
  const steps = [take(0), take(1)]
  await look()
  t.deepEqual(done, [0])
  at.now += 29
  await look()
  t.deepEqual(done, [0])
  at.now += 1
  await Promise.all(steps)
  t.deepEqual(done, [0, 1])
  at.calls = 0
})

test('the next slice starts at once if the other calls have ended, or only slices wait', async t => {
  const { at, done, take, look } = await openSteps()
  at.calls = 4
  const steps = [take(0), take(1), take(2)]
  await look()
  t.deepEqual(done, [0])
  at.calls = 2
  while (done.length < 2) await turn()
  t.is(at.now, 30, 'no time had to pass')
  at.calls = 1
  await Promise.all(steps)
  t.is(at.now, 45)
  at.calls = 0
})

test('short values need no slice', async t => {
  const slicer = { nextSlice: () => t.fail() } as never
  t.deepEqual(await encodeJsonTwice(slicer, { a: 'short' }, () => ({ a: 's' }), false), [
    '"{\\"a\\":\\"s\\"}"',
    '{"a":"short"}',
  ])
  t.is(await encodeLong(slicer, 'short'), 'short')
  t.is(encodeJson(slicer, { list: ['short'] }, false), '{"list":["short"]}')
})

test('a long text is encoded completely, wherever its pieces meet', async t => {
  const slicer = createTimeSlicer(
    () => 0,
    () => true,
  )
  for (const shift of ['', 'a']) {
    const text = shift + '😀漢"'.repeat(80_000)
    t.true(Buffer.from(text).equals((await encodeLong(slicer, text)) as Buffer))
  }
  const items = Array.from({ length: 100 }, (_, id) => ({ id, text: '\u0001'.repeat(2_000) }))
  const json = JSON.stringify({ items })
  t.deepEqual(await encodeJsonTwice(slicer, { items }, () => ({ items }), true), [JSON.stringify(json), json])
  t.deepEqual(await encodeJson(slicer, { items }, true), Buffer.from(JSON.stringify({ items })))
})
