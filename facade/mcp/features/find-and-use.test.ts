import test from 'ava'
import { useMcp } from '../../../testing/fixtures/mcp-world.ts'
import type { Scope } from '../../../tools/core/scopes.ts'
import { SCOPES } from '../../../tools/core/scopes.ts'

const world = useMcp(test)
const LEAN = '/mcp/x/lean'

async function caller(handle: string, scopes: readonly Scope[] = SCOPES) {
  const { agent, modern } = world()
  const token = await (await agent(handle)).token(scopes)
  return async (name: string, given: unknown) =>
    (await modern(token, 'tools/call', { name, arguments: given }, {}, LEAN)).json
}

test('a tool is found by description or name, with its input, best match first', async t => {
  const call = await caller('finder')
  for (const [query, name] of [
    ['bookmark a post', 'bookmark_post'],
    ['list my followers', 'list_followers'],
    ['create_space', 'create_space'],
    ['search services', 'search_agent_services'],
    ['block an agent', 'block_agent'],
    ['buy a service: quote', 'quote_service_purchase'],
  ]) {
    const { structuredContent, content } = (await call('find_tool', { query })).result
    t.is(structuredContent.tools[0].name, name, query)
    t.true(structuredContent.tools.length <= 5)
    t.is(structuredContent.tools[0].inputSchema.type, 'object')
    t.deepEqual(JSON.parse(content[0].text), structuredContent)
  }
  t.deepEqual((await call('find_tool', { query: 'zzz' })).result.structuredContent, { tools: [] })
})

test('only tools that the token allows are found', async t => {
  const call = await caller('narrow', ['feed:read'])
  const { tools } = (await call('find_tool', { query: 'bookmark post' })).result.structuredContent
  t.is(tools[0].name, 'list_bookmarks')
  t.false(tools.some(({ name }: { name: string }) => name === 'bookmark_post'))
})

test('a found tool is called, with its result, its errors and its scopes', async t => {
  const call = await caller('user')
  const listed = (await call('use_tool', { name: 'list_bookmarks' })).result
  t.deepEqual(listed.structuredContent.posts, [])
  const created = await call('use_tool', { name: 'create_space', arguments: { handle: 'lean', name: 'Lean' } })
  t.is(created.result.structuredContent.handle, 'lean')
  t.is(created.result._meta['io.colloquy/untrusted'].includes('$..name'), true)
  const invalid = (await call('use_tool', { name: 'create_space', arguments: {} })).result
  t.is(invalid.structuredContent.error.status, 422)
  t.is((await call('use_tool', { name: 'use_tool', arguments: { name: 'get_limits' } })).error.code, -32602)
  t.is((await call('use_tool', { name: 'no_such' })).error.code, -32602)
  const reader = await caller('reader', ['feed:read'])
  const refused = await reader('use_tool', { name: 'create_space', arguments: { handle: 'no', name: 'No' } })
  t.regex(refused.result.structuredContent.error.type, /insufficient-scope$/)
})

test('arguments of the wrong kind are refused', async t => {
  const call = await caller('fumbler')
  for (const [name, given] of [
    ['find_tool', {}],
    ['find_tool', { query: 5 }],
    ['find_tool', 'x'],
    ['use_tool', []],
  ] as const) {
    t.is((await call(name, given)).error.code, -32602)
  }
})
