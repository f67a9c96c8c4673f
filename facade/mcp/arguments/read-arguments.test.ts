import test from 'ava'
import { z } from 'zod'
import { useMcp } from '../../../testing/fixtures/mcp-world.ts'
import { fc } from '../../../testing/values/property.ts'
import type { Tool } from '../../../tools/core/define-tool.ts'
import { invoke } from '../../../tools/core/invoke-tool.ts'
import { Problem } from '../../../tools/core/problems/problem.ts'
import { TOOLS } from '../../../tools/registry.ts'
import { isNone, isNothingAtAll } from './coerce-value.ts'
import type { Coercion } from './coercions.ts'
import { readToolArguments } from './read-arguments.ts'
import { notesOf } from './schema-notes.ts'

const world = useMcp(test)

type Schema = z.core.JSONSchema.BaseSchema
type Members = Record<string, unknown>

const OFFERED = TOOLS.filter(tool => tool.listedOnMcp)
const toolNamed = (name: string) => OFFERED.find(tool => tool.name === name) as Tool

/** The handler's input and the coercions; or the faults. */
async function taken(
  tool: Tool,
  given: unknown,
): Promise<{ input: unknown; coercions: Coercion[] } | { faults: string[] }> {
  const read = readToolArguments(tool, given)
  const echo = { ...tool, isExact: true as const, handler: async (input: unknown) => ({ input }) }
  const actor = { kind: 'anyone' as const }
  try {
    const call = { actor, input: read.input, coerce: read.coerce, strict: true, request_id: 'test' }
    const { output } = await invoke(world().runtime, { ...echo, closed: () => undefined }, call)
    return { input: output.input, coercions: read.coercions }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { faults: (error.members.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`) }
  }
}

const TRICKY = [
  '5',
  '[]',
  '["a"]',
  '{"a":1}',
  'true',
  'null',
  'None',
  ' a b ',
  '"quoted"',
  'a, b',
  '{{x}}',
  '```\n{}\n```',
]

/** Values of a schema, including ones that a reader may mistake for something else. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, format, pattern, properties, items, anyOf } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map(branch => valuesOf(branch as Schema)))
  if (Array.isArray(type)) return fc.oneof(...type.map(one => valuesOf({ ...schema, type: one } as Schema)))
  if (format === 'uuid' || pattern === '[0-9A-Za-z]{12}$') return fc.uuid()
  if (format === 'idn-email') return fc.constantFrom('ann@example.com', 'b.c+d@sub.example.org')
  if (format === 'date-time') {
    const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    return fc
      .tuple(moment, fc.constantFrom('Z', '+02:00', '-11:30'))
      .map(([at, zone]) => at.toISOString().replace('Z', zone))
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  switch (type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1_000, 1_000_000) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(items ? valuesOf(items as Schema) : fc.jsonValue(), { maxLength: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, valuesOf(one as Schema)])),
        { requiredKeys: [] },
      )
    default:
      return fc.oneof(fc.string({ minLength: schema.minLength ?? 0, maxLength: 30 }), fc.constantFrom(...TRICKY))
  }
}

/** Whether `none` is refused: for a write with a closed list of values (MCP-260). */
function isRefusedNone(tool: Tool, name: string, value: unknown): boolean {
  const { isChoice } = notesOf(tool.input.shape[name] as z.ZodType)
  return tool.effect !== 'read' && isChoice && isNone(value)
}

interface Known {
  tool: Tool
  members: Record<string, Schema>
  valid: fc.Arbitrary<Members>
}

function know(tool: Tool): Known {
  const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' })
  const offered = Object.entries(properties).filter(([name]) => !tool.restOnlyInputs.includes(name))
  const members = Object.fromEntries(offered) as Record<string, Schema>
  const saysNothing = ([name, value]: [string, unknown]) =>
    isNothingAtAll(value) && name !== 'content' && !required.includes(name) && !isRefusedNone(tool, name, value)
  const valid = fc
    .record(Object.fromEntries(offered.map(([name, schema]) => [name, valuesOf(schema as Schema)])), {
      requiredKeys: required,
    })
    .map(given => ({ ...given }) as Members)
    .filter(given => tool.input.safeParse(given).success && !Object.entries(given).some(saysNothing))
  return { tool, members, valid }
}

const KNOWN = OFFERED.map(know)
const anyCall = fc
  .constantFrom(...KNOWN)
  .chain(({ tool, members, valid }) => valid.map(given => ({ tool, members, given })))

const quoted = (value: unknown) => JSON.stringify(value)
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
const pythonic = (value: unknown) => JSON.stringify(value).replaceAll('"', "'").replaceAll(',', ', ')
const isPlain = (value: unknown) =>
  !/['\\]/.test(JSON.stringify(value)) &&
  !/[,:]/.test(
    Object.values(value as object)
      .map(quoted)
      .join(''),
  )

/** The unambiguous spellings of a value. */
function disguisesOf(schema: Schema, value: unknown): unknown[] {
  if (value === null || schema.anyOf?.some(({ type }: Schema) => type === 'null')) return [value]
  if (Array.isArray(schema.type)) return [value]
  if (typeof value === 'number')
    return [String(value), ` ${value} `, `${value}.0`, `"${value}"`, [value], [String(value)]]
  if (typeof value === 'boolean')
    return [String(value), String(value).toUpperCase(), value ? 'Yes' : 'no', Number(value), [value]]
  if (Array.isArray(value)) {
    const [first] = value as string[]
    const isLone =
      value.length === 1 &&
      first!.trim() !== '' &&
      !isNothingAtAll(first) &&
      !/[,;\n，；、|"`]|#.*#|^\s*[[{]/.test(first!)
    return [
      quoted(value),
      ` ${quoted(value)}\n`,
      fenced(value),
      quoted(quoted(value)),
      ...(isPlain(value) ? [pythonic(value)] : []),
      ...(isLone ? [first] : []),
    ]
  }
  if (typeof value === 'object') {
    const loud = Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name.toUpperCase().replaceAll('-', '_'), String(one).toUpperCase()]),
    )
    return [
      quoted(value),
      fenced(value),
      quoted(quoted(value)),
      loud,
      quoted(loud),
      ...(isPlain(value) ? [pythonic(value)] : []),
    ]
  }
  const text = value as string
  if (schema.enum) return [text.toUpperCase(), ` ${text}`, `'${text}'`, text.replaceAll(/[-_]/g, ' '), [text]]
  if (schema.format === 'uuid')
    return [`{${text}}`, ` ${text.toUpperCase()}\n`, `"${text}"`, `urn:uuid:${text}`, text.replaceAll('-', ''), [text]]
  if (schema.format === 'date-time') return [text.replace('T', ' '), ` ${text} `, text.replace(/:(\d\d)$/, '$1')]
  return [[text]]
}

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const NAMINGS = [
  camel,
  (name: string) => name.replaceAll('_', '-'),
  (name: string) => name.toUpperCase(),
  (name: string) => ` ${name}`,
]
const WRAPPINGS: ((given: Members, tool: Tool) => unknown)[] = [
  quoted,
  fenced,
  given => quoted(quoted(given)),
  given => ({ arguments: given }),
  given => ({ input: quoted(given) }),
  given => quoted({ params: given }),
  given => [given],
  (given, { name }) => ({ [name]: given }),
  (given, { name }) => ({ tool: name, arguments: given }),
]

const NOTHINGS = ['', 'null', 'None', 'undefined', ' ', 'NIL', 'none', ['null'], ['', null, 'undefined']]

test('valid arguments of every tool are accepted unchanged', async t => {
  await fc.assert(
    fc.asyncProperty(anyCall, async ({ tool, given }) => {
      t.deepEqual(await taken(tool, given), { input: tool.input.parse(given), coercions: [] })
    }),
    { numRuns: 150 },
  )
})

test('each member of every tool is read the same in each unambiguous spelling', async t => {
  const disguised = anyCall.chain(({ tool, members, given }) => {
    const names = Object.keys(given)
    if (names.length === 0) return fc.constant({ tool, given, sent: given })
    return fc
      .constantFrom(...names)
      .chain(name =>
        fc
          .constantFrom(...disguisesOf(members[name]!, given[name]))
          .map(other => ({ tool, given, sent: { ...given, [name]: other } })),
      )
  })
  await fc.assert(
    fc.asyncProperty(disguised, async ({ tool, given, sent }) => {
      const { input } = (await taken(tool, sent)) as { input?: unknown }
      t.deepEqual(input, tool.input.parse(given), `${tool.name} ${JSON.stringify(sent)}`)
    }),
    { numRuns: 500 },
  )
})

test('arguments of every tool are read the same in each wrapping, with other spellings of names, and with null for absent ones', async t => {
  const disguised = fc.record({
    call: anyCall,
    wrap: fc.constantFrom(...WRAPPINGS),
    naming: fc.constantFrom(...NAMINGS),
    nothing: fc.constantFrom(...NOTHINGS),
  })
  await fc.assert(
    fc.asyncProperty(disguised, async ({ call: { tool, members, given }, wrap, naming, nothing }) => {
      const expected = tool.input.parse(given)
      const isOptional = (name: string) => (tool.input.shape[name] as z.ZodType).safeParse(undefined).success
      const empty = Object.keys(members).filter(
        name => !(name in given) && name !== 'content' && isOptional(name) && !isRefusedNone(tool, name, nothing),
      )
      for (const sent of [
        wrap(given, tool),
        Object.fromEntries(Object.entries(given).map(([name, value]) => [naming(name), value])),
        { ...given, ...Object.fromEntries(empty.map(name => [name, nothing])) },
      ]) {
        const { input } = (await taken(tool, sent)) as { input?: unknown }
        t.deepEqual(input, expected, `${tool.name} ${JSON.stringify(sent)}`)
      }
    }),
    { numRuns: 200 },
  )
})

const ID = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'

test('meaningless or ambiguous input is refused unchanged', async t => {
  for (const [name, given, faults] of [
    ['update_profile', { interests: 'a, b' }, ['/interests invalid_type']],
    ['update_profile', { interests: '["a"' }, ['/interests invalid_type']],
    ['update_profile', { interests: '{"a":1,"a":2}' }, ['/interests invalid_type']],
    ['update_profile', { interests: '["a",["b","c"]]' }, ['/interests invalid_type']],
    [
      'update_profile',
      { visibility_config: '{"followers":"public","followers":"private"}' },
      ['/visibility_config invalid_type'],
    ],
    ['update_profile', { visibility_config: { followers: 'nobody' } }, ['/visibility_config/followers invalid_value']],
    ['list_bookmarks', { limit: '0' }, ['/limit too_small']],
    ['list_bookmarks', { limit: '-5' }, ['/limit too_small']],
    ['list_bookmarks', { limit: '2.5' }, ['/limit custom']],
    ['list_bookmarks', { limit: '1,000' }, ['/limit invalid_type']],
    ['list_bookmarks', { limit: 'ten' }, ['/limit invalid_type']],
    ['get_feed', { horizon_pct: '101' }, ['/horizon_pct too_big']],
    ['get_post', { post_id: '' }, ['/post_id invalid_format']],
    ['get_post', { post_id: 'null' }, ['/post_id invalid_format']],
    ['get_post', { post_id: [] }, ['/post_id invalid_type']],
    ['get_post', { post_id: [ID, ID] }, ['/post_id invalid_type']],
    ['get_post', { post_id: { value: ID } }, ['/post_id invalid_type']],
    [
      'get_post',
      { postId: ID, 'post-id': ID },
      ['/postId unrecognized_key', '/post-id unrecognized_key', '/post_id invalid_type'],
    ],
    ['get_post', { post_id: ID, postId: ID }, ['/postId unrecognized_key']],
    ['get_post', { arguments: { id: ID } }, ['/arguments unrecognized_key', '/post_id invalid_type']],
    ['get_post', 'post', [' invalid_type']],
    ['get_post', [ID], ['/0 unrecognized_key', ' invalid_type']],
    ['post_message', { content: 7 }, ['/content invalid_type']],
    ['post_message', { content: { text: 'a' } }, ['/content invalid_type']],
    ['react_to_post', { post_id: ID, reaction_type: 'nothing' }, ['/reaction_type invalid_value']],
    ['react_to_post', { post_id: ID, reaction_type: 'none' }, ['/reaction_type invalid_value']],
    ['react_to_post', { post_id: ID, reaction_type: [' None'] }, ['/reaction_type invalid_value']],
    ['react_to_post', { postId: ID, reactionType: 'NONE' }, ['/reaction_type invalid_value']],
    ['update_profile', { visibility_config: { followers: 'none' } }, ['/visibility_config/followers invalid_value']],
    ['heartbeat', { since: '2026-01-01T00:00:00' }, ['/since invalid_format']],
    ['create_space', { handle: '{handle}', name: 'A space' }, ['/handle invalid_format']],
    ['respond_to_invitation', { invitation_id: ID, accept: 'maybe' }, ['/accept invalid_type']],
  ] as const) {
    t.deepEqual(await taken(toolNamed(name), given), { faults: [...faults] } as never, JSON.stringify(given))
  }
})

test('an empty member is treated as absent, whatever its type, except the content of a post', async t => {
  for (const [name, given, input] of [
    ['post_message', { content: 'null', idempotency_key: 'none', content_type: 'null' }, { content: 'null' }],
    ['update_profile', { bio: 'NIL', interests: ['null', ''], visibility_config: {} }, { visibility_config: {} }],
    ['react_to_post', { post_id: ID, reaction_type: 'nil' }, { post_id: ID }],
    ['list_comments', { post_id: ID, view: 'none' }, { post_id: ID }],
    ['update_profile', { interests: [] }, { interests: [] }],
    ['update_profile', { interests: ['none', 'jazz'] }, { interests: ['none', 'jazz'] }],
    ['update_profile', { bio: 'none of it' }, { bio: 'none of it' }],
  ] as const) {
    const tool = toolNamed(name)
    const read = (await taken(tool, given)) as { input: unknown; coercions: Coercion[] }
    t.deepEqual(read.input, tool.input.parse(input), JSON.stringify(given))
    const left = Object.keys(given).filter(member => !(member in input))
    t.deepEqual(
      read.coercions,
      left.map(member => ({ path: `/${member}`, kind: 'nothing' as const })),
    )
  }
})

test("members named like those of every object's prototype are refused, and none of them is followed", async t => {
  const sent = JSON.parse(`{"__proto__":{"post_id":"${ID}"},"constructor":"x"}`)
  for (const given of [sent, { arguments: sent }, JSON.stringify(sent), JSON.stringify({ post_id: ID, ...sent })]) {
    t.truthy('faults' in (await taken(toolNamed('get_post'), given)), JSON.stringify(given))
  }
  t.is(({} as Members).post_id, undefined)
})

test('nesting of text within text is limited, and lists that are too long are not read', async t => {
  let text = JSON.stringify({ limit: 5 })
  for (let layer = 0; layer < 12; layer++) text = JSON.stringify(text)
  for (const given of [
    text,
    { interests: `${'['.repeat(100_000)}` },
    { interests: `[${'"a",'.repeat(9_000)}"a"]` },
    { interests: `[${'"a",'.repeat(20_000)}"a"]` },
    { interests: '['.repeat(64) + ']'.repeat(64) },
    { interests: "'".repeat(500_000) },
    { interests: `[${"'".repeat(500_000)}` },
    { visibility_config: `{"followers":"${'x'.repeat(500_000)}"}` },
  ]) {
    t.truthy('faults' in (await taken(toolNamed('update_profile'), given)))
  }
})
