import test from 'ava'
import { z } from 'zod'
import { sharedJson, shareJson } from '../../../tools/core/json-encoding.ts'
import { impliedBy, omitted, omittedIfUsual, repeating } from '../../../tools/core/output/compact-hints.ts'
import { outputSchema } from '../../../tools/core/tool-json-schema.ts'
import { TOOLS } from '../../../tools/registry.ts'
import { compactOutputOf } from './compact-output.ts'

const leanAs = (output: z.ZodObject) => compactOutputOf(outputSchema(output))

const thing = z.object({
  id: z.string(),
  name: z.string().nullable(),
  kind: omittedIfUsual('plain', z.enum(['plain', 'odd'])),
  is_new: z.boolean(),
  count: z.int(),
  tags: z.array(z.string()),
  note: z.string(),
  score: z.int().nullable(),
  link: omitted(z.string()),
  words: z.string(),
  words_truncated: z.boolean(),
  marks: impliedBy('words', z.array(z.string())),
})

const THING = {
  id: 'a',
  name: null,
  kind: 'plain',
  is_new: false,
  count: 0,
  tags: [],
  note: '',
  score: 0,
  link: 'https://x.test/a',
  words: 'hi #b',
  words_truncated: false,
  marks: ['b'],
}

const leanThings = leanAs(z.object({ things: z.array(thing), total: z.int(), next_cursor: z.string().nullable() }))

test('an item omits null, empty, usual and redundant values, and those for programs', t => {
  t.deepEqual(leanThings({ things: [THING], total: 0, next_cursor: null }), {
    things: [{ id: 'a', score: 0, words: 'hi #b' }],
    total: 0,
  })
})

test('unusual values, and truncated ones, are retained', t => {
  const odd = { ...THING, kind: 'odd', words_truncated: true, count: 2, is_new: true }
  t.deepEqual(leanThings({ things: [odd], total: 1, next_cursor: 'c' }), {
    things: [
      { id: 'a', kind: 'odd', is_new: true, count: 2, score: 0, words: 'hi #b', words_truncated: true, marks: ['b'] },
    ],
    total: 1,
    next_cursor: 'c',
  })
})

test('top-level values that are empty, 0 or false are retained, unless that is usual', t => {
  const lean = leanAs(z.object({ things: z.array(thing), news: omittedIfUsual([], z.array(thing)), done: z.boolean() }))
  t.deepEqual(lean({ things: [], news: [], done: false }), { things: [], done: false })
})

test('a result of which nothing would be left is complete', t => {
  const lean = leanAs(z.object({ news: omittedIfUsual([], z.array(thing)), at: z.string().nullable() }))
  t.deepEqual(lean({ news: [], at: null }), { news: [], at: null })
})

test('an id is omitted beside its handle, except in a result about one object', t => {
  const agent = z.object({ id: z.string(), handle: z.string().nullable(), owner_id: z.string(), agent_id: z.string() })
  const value = { id: '1', handle: 'ann', owner_id: '2', agent_id: '3' }
  t.deepEqual(leanAs(z.object({ agents: z.array(agent) }))({ agents: [value, { ...value, handle: null }] }), {
    agents: [
      { handle: 'ann', owner_id: '2' },
      { id: '1', owner_id: '2', agent_id: '3' },
    ],
  })
  t.deepEqual(leanAs(agent)(value), { id: '1', handle: 'ann', owner_id: '2' })
})

test('long arguments are not repeated, cursors are', t => {
  const id = '01a2123e-5c8a-72de-a92f-5b94630a0678'
  const lean = leanAs(z.object({ post_id: z.string(), kind: z.string(), cursor: z.string() }))
  const answer = { post_id: id, kind: 'post', cursor: id }
  t.deepEqual(lean(answer, { post_id: id, kind: 'post', cursor: id }), { kind: 'post', cursor: id })
  t.deepEqual(lean(answer, { post_id: 'another', kind: 1 }), answer)
})

test('an open object repeats no member of its parents', t => {
  const event = z.object({
    subject: z.object({ post_id: z.string() }),
    excerpt: z.string(),
    data: repeating(z.looseObject({ permalink: omitted(z.string()).optional() })),
  })
  const lean = leanAs(z.object({ events: z.array(event) }))
  const reported = { subject: { post_id: 'p' }, excerpt: 'hello' }
  const data = { post_id: 'p', excerpt: 'hello', permalink: 'x', by: null, at: 'now', n: 0, is_it: false }
  t.deepEqual(lean({ events: [{ ...reported, data }] }), { events: [{ ...reported, data: { at: 'now', n: 0 } }] })
  t.deepEqual(lean({ events: [{ ...reported, data: { post_id: 'p' } }] }), { events: [reported] })
})

test('a result shared by many calls is compacted once', t => {
  const item = shareJson({ ...THING, id: '01a2123e-5c8a-72de-a92f-5b94630a0678' })
  const [one, other] = [{ id: item.id }, {}].map(asked => leanThings({ things: [item], total: 1 }, asked).things)
  const lean = (one as [object])[0]
  t.is(lean, (other as [object])[0])
  t.deepEqual(lean, { id: item.id, score: 0, words: 'hi #b' })
  t.is(sharedJson(lean), JSON.stringify(lean))
})

test('members outside the schema are retained, and the input is unchanged', t => {
  const answer = Object.freeze({ things: Object.freeze([Object.freeze({ ...THING, more: [] })]), extra: false })
  t.deepEqual(leanThings(answer), { things: [{ id: 'a', score: 0, words: 'hi #b', more: [] }], extra: false })
})

test('every tool has a compact form for all results that its schema allows', t => {
  for (const { name, output } of TOOLS) t.notThrows(() => leanAs(output)({}), name)
})
