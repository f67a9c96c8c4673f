import test from 'ava'
import { z } from 'zod'
import { limit, uuid } from '../../../tools/core/schemas.ts'
import { outputSchema } from '../../../tools/core/tool-json-schema.ts'
import { toolInputSchema, toolOutputSchema } from './tool-schema.ts'

const outputAs = (output: z.ZodObject) => toolOutputSchema(outputSchema(output))

test('an input is published with a closed root, without hidden arguments, limits and annotations', t => {
  const input = z
    .object({
      post_id: uuid,
      limit: limit(),
      pattern: z.int().optional(),
      hidden: z.string(),
      alias: z.string().optional(),
    })
    .superRefine(() => {})
  t.deepEqual(toolInputSchema(input, ['hidden', 'alias']), {
    type: 'object',
    properties: {
      post_id: { type: 'string' },
      limit: { type: 'integer', default: 20, description: '1 to 100' },
      pattern: { type: 'integer' },
    },
    required: ['post_id'],
    additionalProperties: false,
  })
})

test('a nullable value has branches of one type each', t => {
  const input = z.object({ bio: z.string().max(280).nullable().optional().describe('about you') })
  t.deepEqual(toolInputSchema(input, []).properties, {
    bio: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'about you' },
  })
})

test('neither an empty default nor null for it is in the schema', t => {
  const input = z.object({ norms: z.string().nullable().default(null), words: z.string().default('') })
  t.deepEqual(toolInputSchema(input, []).properties, { norms: { type: 'string' }, words: { type: 'string' } })
})

test('identical members are defined once', t => {
  const level = z.enum(['public', 'private'])
  const inputOf = (config: z.ZodObject) => toolInputSchema(z.object({ config: config.describe('who sees what') }), [])
  t.deepEqual(inputOf(z.object({ a: level, b: level, c: level, d: level }).partial()).properties, {
    config: {
      type: 'object',
      description: 'who sees what; a, b, c, d',
      additionalProperties: { type: 'string', enum: ['public', 'private'] },
    },
  })
  const { config } = inputOf(z.object({ a: level, b: level, c: level, d: z.string() })).properties as {
    config: { properties: object }
  }
  t.deepEqual(Object.keys(config.properties), ['a', 'b', 'c', 'd'])
})

test('an input without arguments is an empty object', t => {
  t.deepEqual(toolInputSchema(z.object({}), []), { type: 'object', properties: {}, additionalProperties: false })
})

test('an output is published as an outline: its lists and cursors, open, with nothing required', t => {
  const item = z.object({ at: z.iso.datetime(), count: z.int().min(0) })
  const cursor = z.string().nullable().describe('null at the end')
  const names = z.array(z.string())
  t.deepEqual(outputAs(z.object({ list: z.array(item), next_cursor: cursor, names, one: item, total: z.int() })), {
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'object' } }, next_cursor: { minProperties: 0 } },
  })
  t.deepEqual(outputAs(z.object({ one: item })), { type: 'object' })
})
