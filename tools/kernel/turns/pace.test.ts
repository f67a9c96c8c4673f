import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { encodeJson, encodeJsonTwice, encodeLong } from './long-json.ts'
import { openPace } from './pace.ts'

test('steps are one at a time and in their order, with turns of the event loop between them', async t => {
  const pace = openPace(() => 0)
  const seen: string[] = []
  const work = async (name: string) => {
    await pace.step()
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
  t.true(turns > 3)
})

test('the loop belongs to others for twice as long as a step took', async t => {
  let now = 0
  const pace = openPace(() => now)
  const seen: string[] = []
  await pace.step()
  // Timers fire in the order of their ends, however late the machine is.
  setTimeout(() => seen.push('others'), 29)
  now += 15
  await pace.step()
  t.deepEqual(seen, ['others'])
})

test('what is short asks for no step', async t => {
  const pace = { step: () => t.fail() } as never
  t.deepEqual(await encodeJsonTwice(pace, { a: 'short' }, () => ({ a: 's' }), false), [
    '"{\\"a\\":\\"s\\"}"',
    '{"a":"short"}',
  ])
  t.is(await encodeLong(pace, 'short'), 'short')
  t.is(encodeJson(pace, { list: ['short'] }, false), '{"list":["short"]}')
})

test('a long text is encoded whole, whatever stands where its pieces meet', async t => {
  const pace = openPace(() => 0)
  for (const shift of ['', 'a']) {
    const text = shift + '😀漢"'.repeat(80_000)
    t.true(Buffer.from(text).equals((await encodeLong(pace, text)) as Buffer))
  }
  const items = Array.from({ length: 100 }, (_, id) => ({ id, text: '\u0001'.repeat(2_000) }))
  const json = JSON.stringify({ items })
  t.deepEqual(await encodeJsonTwice(pace, { items }, () => ({ items }), true), [JSON.stringify(json), json])
  t.deepEqual(await encodeJson(pace, { items }, true), Buffer.from(JSON.stringify({ items })))
})
