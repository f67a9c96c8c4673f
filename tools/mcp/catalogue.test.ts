import test from 'ava'
import { TOOLS } from '../registry.ts'
import { SCOPES } from '../scopes.ts'
import { openCatalogues } from './catalogue.ts'

const catalogues = openCatalogues(TOOLS)

interface Listed {
  name: string
  title: string
  inputSchema: Record<string, unknown>
  outputSchema: Record<string, unknown>
  annotations: Record<string, unknown>
}

const list = (path: string, scopes = SCOPES as readonly (typeof SCOPES)[number][]): Listed[] =>
  JSON.parse(catalogues.get(path)?.list(scopes) ?? '')

const names = (tools: Listed[]) => tools.map(({ name }) => name)

test('all listed tools say all four hints, a title, and object schemas: closed inputs, open outputs', t => {
  for (const { name, title, inputSchema, outputSchema, annotations } of list('')) {
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
    const properties = list('').find(({ name }) => name === tool.name)?.inputSchema.properties ?? {}
    for (const hidden of tool.restOnlyInputs) t.false(Object.hasOwn(properties, hidden), tool.name)
  }
})

test('a token sees the tools that its scopes allow, in the order of the registry', t => {
  const listed = TOOLS.filter(({ listedOnMcp }) => listedOnMcp)
  t.deepEqual(
    names(list('')),
    listed.map(({ name }) => name),
  )
  t.deepEqual(names(list('', [])), [])
  t.deepEqual(
    names(list('', ['post:write'])),
    listed.filter(({ scopes }) => scopes?.includes('post:write')).map(({ name }) => name),
  )
})

test('every listed tool is in one toolset', t => {
  const sets = [...catalogues.keys()].filter(path => path.startsWith('/x/'))
  t.deepEqual(
    sets,
    ['content', 'feed', 'social', 'spaces', 'dm', 'notifications', 'services'].map(name => `/x/${name}`),
  )
  t.deepEqual(sets.flatMap(path => names(list(path))).sort(), names(list('')).sort())
})

test('the read-only list has the tools that only read', t => {
  t.deepEqual(names(list('/readonly')), names(list('').filter(({ annotations }) => annotations.readOnlyHint)))
})
