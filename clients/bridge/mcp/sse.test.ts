import test from 'ava'
import { fc } from '../../../testing/values/property.ts'
import { eventsOf, linesOf, type SentEvent } from './sse.ts'

async function* pieces(bytes: Uint8Array, cuts: readonly number[]) {
  const ends = [...new Set(cuts.map(cut => cut % (bytes.length + 1)))].sort((one, other) => one - other)
  let start = 0
  for (const end of [...ends, bytes.length]) {
    yield bytes.subarray(start, end)
    start = end
  }
}

async function eventsIn(text: string, cuts: readonly number[] = []): Promise<SentEvent[]> {
  const events: SentEvent[] = []
  for await (const event of eventsOf(pieces(Buffer.from(text), cuts))) events.push(event)
  return events
}

test('comments, fields without a blank, data over lines and bare ids are read', async t => {
  t.deepEqual(await eventsIn(':\n\nid: 7\ndata:\n\nevent: message\ndata:{"a":\ndata: 1}\nretry: 250\n\n'), [
    { data: '' },
    { id: '7', data: '' },
    { data: '{"a":\n1}', retry: 250 },
  ])
})

test('an event without its final blank line is discarded, so that it is requested again', async t => {
  t.deepEqual(await eventsIn('id: 1\r\ndata: x\r\n\r\nid: 2\r\ndata: y\r\n'), [{ id: '1', data: 'x' }])
})

test('events are the same however the bytes are cut', async t => {
  const cuts = fc.array(fc.nat())
  const texts = fc.array(fc.string({ unit: 'grapheme' }).filter(text => !/[\r\n]/.test(text)))
  await fc.assert(
    fc.asyncProperty(texts, cuts, async (data, places) => {
      const text = data.map((one, turn) => `id: ${turn}\ndata: ${one}\n\n`).join('')
      const found = await eventsIn(text, places)
      t.deepEqual(
        found,
        data.map((one, turn) => ({ id: String(turn), data: one })),
      )
    }),
    { numRuns: 200 },
  )
})

test('lines end at line feeds alone', async t => {
  const lines: string[] = []
  for await (const line of linesOf(pieces(Buffer.from('a\u2028b\u0085c\rd\n\ne'), [3, 5]))) lines.push(line)
  t.deepEqual(lines, ['a\u2028b\u0085c\rd', ''])
})
