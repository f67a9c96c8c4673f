import test from 'ava'
import { SCOPES, type Scope } from '../../../tools/core/scopes.ts'
import { TOOLS } from '../../../tools/registry.ts'
import { FEATURES } from '../features/features.ts'
import { createCatalogues } from './tool-catalogue.ts'

const catalogues = createCatalogues(TOOLS, { everywhere: FEATURES, added: new Map() })

interface Listed {
  name: string
  title: string
  inputSchema: Record<string, unknown>
  outputSchema: Record<string, unknown>
  annotations: Record<string, unknown>
}

const list = (scopes: readonly Scope[] = SCOPES): Listed[] => JSON.parse(catalogues.get('/mcp')?.list(scopes) ?? '')

const names = (tools: Listed[]) => tools.map(({ name }) => name)

test('all listed tools say all four hints, a title, and object schemas: closed inputs, open outputs', t => {
  for (const { name, title, inputSchema, outputSchema, annotations } of list()) {
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

/** All schemas within one, with where they stand. */
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

test('hosts that refuse a whole list for one schema find none to refuse', t => {
  const known = new Set(['properties', 'items', 'anyOf', 'additionalProperties', 'required', 'description', 'title'])
  for (const keyword of ['type', 'enum', 'const', 'default', 'format']) known.add(keyword)
  for (const { name, inputSchema, outputSchema } of list()) {
    for (const [place, schema] of [...schemasIn(inputSchema, 'input'), ...schemasIn(outputSchema, 'output')]) {
      const at = `${name} ${place}`
      t.true(typeof schema === 'object' && schema !== null && !Array.isArray(schema), `${at} is an object`)
      const { type, items, required = [], properties = {}, ...rest } = schema as Record<string, unknown>
      t.true(type === undefined || typeof type === 'string', `${at} has one type at most`)
      if (type === 'array')
        t.true(typeof items === 'object' && !Array.isArray(items), `${at} is an array and has items`)
      for (const one of required as string[]) t.true(Object.hasOwn(properties as object, one), `${at} requires ${one}`)
      if (place.startsWith('input'))
        for (const keyword of Object.keys(rest)) t.true(known.has(keyword), `${at} has ${keyword}`)
    }
  }
})

test('arguments that MCP does not offer are not listed', t => {
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

test('a shared object is shown whole by one tool', t => {
  const outputs = new Map(list().map(({ name, outputSchema }) => [name, outputSchema]))
  t.like(outputs.get('get_post'), { properties: { content: { type: 'string' } } })
  const short = {
    type: 'object',
    description: 'as returned by get_post',
    properties: { id: { type: 'string', format: 'uuid' } },
  }
  t.like(outputs.get('list_mentions'), { properties: { posts: { type: 'array', items: short } } })
  t.deepEqual(outputs.get('post_message'), short)
})
