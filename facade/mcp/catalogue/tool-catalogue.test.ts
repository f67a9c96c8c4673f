import test from 'ava'
import { SCOPES, type Scope } from '../../../tools/core/scopes.ts'
import { TOOLS } from '../../../tools/registry.ts'
import { createFeatures } from '../features/features.ts'
import type { Catalogue } from '../mcp-methods.ts'
import { createCatalogues } from './tool-catalogue.ts'

const catalogues: ReadonlyMap<string, Catalogue> = createCatalogues(
  TOOLS,
  createFeatures({ all: () => catalogues.get('/mcp') as Catalogue, guides: new Map(), skills: [] }),
)

interface Listed {
  name: string
  title: string
  inputSchema: Record<string, unknown>
  outputSchema: Record<string, unknown>
  annotations: Record<string, unknown>
}

const list = (scopes: readonly Scope[] = SCOPES, address = '/mcp'): Listed[] =>
  JSON.parse(catalogues.get(address)?.list(scopes) ?? '')

/** The tools of all lists. */
const allListed = () => [...list(), ...list(SCOPES, '/mcp/x/lean')]

const names = (tools: Listed[]) => tools.map(({ name }) => name)

test('all listed tools have all four hints, a title, and object schemas: closed inputs, open outputs', t => {
  for (const { name, title, inputSchema, outputSchema, annotations } of allListed()) {
    t.regex(title, /^[A-Z]/, name)
    t.deepEqual(
      Object.keys(annotations).sort(),
      ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'],
      name,
    )
    for (const hint of Object.values(annotations)) t.is(typeof hint, 'boolean', name)
    t.like(inputSchema, { type: 'object', additionalProperties: false }, name)
    t.is(outputSchema.type, 'object', name)
    t.false('required' in outputSchema, name)
    t.notRegex(JSON.stringify(outputSchema), /"additionalProperties":false/, name)
    t.notRegex(JSON.stringify([inputSchema, outputSchema]), /"\$schema"|9007199254740991/, name)
  }
})

/** All schemas within one, with their positions. */
function* schemasIn(schema: unknown, place: string): Generator<[place: string, schema: unknown]> {
  yield [place, schema]
  if (typeof schema !== 'object' || schema === null) return
  const { properties = {}, items, anyOf = [], additionalProperties } = schema as Record<string, object>
  for (const [name, inner] of Object.entries(properties)) yield* schemasIn(inner, `${place}/properties/${name}`)
  for (const [at, inner] of Object.entries(anyOf)) yield* schemasIn(inner, `${place}/anyOf/${at}`)
  if (items !== undefined) yield* schemasIn(items, `${place}/items`)
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean')
    yield* schemasIn(additionalProperties, `${place}/additionalProperties`)
}

const KEYWORDS = new Set(
  'type enum const default format properties items anyOf additionalProperties required description title'.split(' '),
)

/** What OpenAI, Gemini, Anthropic or VS Code refuse in a schema, or refuse the whole list for. */
function refusedIn(schema: Record<string, unknown>, isInput: boolean): string[] {
  const { type, items, required = [], properties, additionalProperties } = schema
  const isOne = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return [
    ...(type === undefined || typeof type === 'string' ? [] : ['a list of types']),
    ...(type === 'array' && !isOne(items) ? ['an array without items'] : []),
    ...(isInput && type === 'object' && !isOne(properties) && additionalProperties === undefined
      ? ['an object without properties or additionalProperties']
      : []),
    ...(required as string[]).filter(name => !Object.hasOwn(properties ?? {}, name)).map(name => `required ${name}`),
    ...(isInput ? Object.keys(schema).filter(keyword => !KEYWORDS.has(keyword)) : []),
    ...('$ref' in schema ? ['$ref'] : []),
  ]
}

test('no schema makes a strict host refuse the list', t => {
  for (const { name, inputSchema, outputSchema } of allListed()) {
    for (const [place, schema] of [...schemasIn(inputSchema, 'input'), ...schemasIn(outputSchema, 'output')]) {
      t.true(typeof schema === 'object' && schema !== null && !Array.isArray(schema), `${name} ${place}`)
      t.deepEqual(refusedIn(schema as Record<string, unknown>, place.startsWith('input')), [], `${name} ${place}`)
    }
  }
})

test('the rule for schemas detects what hosts refuse', t => {
  for (const schema of [
    { type: ['string', 'null'] },
    { type: 'array' },
    { type: 'array', items: [] },
    { type: 'object' },
    { type: 'object', properties: {}, required: ['x'] },
    { $ref: '#/x' },
    { type: 'string', pattern: 'x' },
  ]) {
    t.is(refusedIn(schema, true).length > 0, true, JSON.stringify(schema))
  }
  t.deepEqual(refusedIn({ type: 'object', additionalProperties: true }, true), [])
})

test('arguments that MCP does not support are not listed', t => {
  for (const tool of TOOLS.filter(({ listedOnMcp }) => listedOnMcp)) {
    const properties = list().find(({ name }) => name === tool.name)?.inputSchema.properties ?? {}
    for (const hidden of tool.restOnlyInputs) t.false(Object.hasOwn(properties, hidden), tool.name)
  }
})

test('a token sees the tools that its scopes allow, in the order of the registry', t => {
  const listed = TOOLS.filter(({ listedOnMcp }) => listedOnMcp)
  t.deepEqual(
    names(list()),
    listed.map(({ name }) => name),
  )
  t.deepEqual(names(list([])), [])
  t.deepEqual(
    names(list(['post:write'])),
    listed.filter(({ scopes }) => scopes?.includes('post:write')).map(({ name }) => name),
  )
})
