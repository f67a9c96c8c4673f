import test from 'ava'
import { SCOPES, type Scope } from '../../../tools/kernel/scopes.ts'
import { TOOLS } from '../../../tools/registry.ts'
import { openCatalogues } from './catalogue.ts'

const catalogues = openCatalogues(TOOLS)

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
    description: 'as get_post returns it',
    properties: { id: { type: 'string', format: 'uuid' } },
  }
  t.like(outputs.get('list_mentions'), { properties: { posts: { type: 'array', items: short } } })
  t.deepEqual(outputs.get('post_message'), short)
})
