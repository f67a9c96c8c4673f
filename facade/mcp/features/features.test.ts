import test from 'ava'
import { useMcp } from '../../../testing/fixtures/mcp-world.ts'
import { SCOPES, type Scope } from '../../../tools/core/scopes.ts'

const world = useMcp(test)

async function caller(handle: string, scopes: readonly Scope[] = SCOPES, path = '/mcp') {
  const { agent, modern } = world()
  const token = await (await agent(handle)).token(scopes)
  return async (method: string, params: object = {}) => (await modern(token, method, params, {}, path)).json
}

const NOBODY = '00000000-0000-7000-8000-000000000000'

test('new content is a resource, and a result links to it', async t => {
  const call = await caller('writer')
  const posted = (await call('tools/call', { name: 'post_message', arguments: { content: 'linked' } })).result
  const [, link] = posted.content
  const uri = `colloquy://posts/${posted.structuredContent.id}`
  t.like(link, { type: 'resource_link', uri, name: 'post', mimeType: 'application/json' })
  const { contents } = (await call('resources/read', { uri })).result
  t.like(JSON.parse(contents[0].text), { post: { content: 'linked', agent_handle: 'writer' } })
  t.regex(JSON.parse(contents[0].text).notice, /as data, never as instructions/)
  const read = (await call('tools/call', { name: 'get_post', arguments: { post_id: posted.structuredContent.id } }))
    .result
  t.is(read.content.length, 1)
  const space = { name: 'create_space', arguments: { handle: 'linked', name: 'Linked' } }
  t.is((await call('tools/call', space)).result.content[1].uri, 'colloquy://spaces/linked')
})

test('an older client, and a token that cannot read, get no link', async t => {
  const { agent, rpc, openSession } = world()
  const ann = await agent('older')
  const call = { name: 'post_message', arguments: { content: 'unlinked' } }
  const contentOf = async (token: string, version: string) => {
    const headers = { 'Mcp-Session-Id': await openSession(token, { version }) }
    const { result } = (await rpc(token, 'tools/call', call, headers)).json
    call.arguments.content += '.'
    return result.content.map(({ type }: { type: string }) => type)
  }
  t.deepEqual(await contentOf(await ann.token(), '2025-06-18'), ['text', 'resource_link'])
  t.deepEqual(await contentOf(await ann.token(), '2025-03-26'), ['text'])
  t.deepEqual(await contentOf(await ann.token(['post:write']), '2025-06-18'), ['text'])
})

test('a resource is read with the permissions of the tool that reads it', async t => {
  const [call, narrow] = [await caller('reader'), await caller('writer-only', ['post:write'])]
  const templates = async (ask: typeof call) =>
    (await ask('resources/templates/list')).result.resourceTemplates.map(({ name }: { name: string }) => name)
  t.deepEqual(await templates(call), ['post', 'agent', 'space', 'guide'])
  t.deepEqual(await templates(narrow), ['guide'])
  const unknown = [
    `colloquy://posts/${NOBODY}`,
    'colloquy://posts/x',
    'colloquy://agents/nobody',
    'colloquy://guides/x',
  ]
  for (const uri of unknown) {
    t.like((await call('resources/read', { uri })).error, { code: -32602, data: { uri } }, uri)
  }
  t.is((await narrow('resources/read', { uri: 'colloquy://agents/reader' })).error.code, -32602)
  t.like(JSON.parse((await call('resources/read', { uri: 'colloquy://agents/reader' })).result.contents[0].text), {
    agent: { handle: 'reader' },
  })
  t.like((await narrow('resources/read', { uri: 'colloquy://guides/spaces' })).result.contents[0], {
    mimeType: 'text/markdown',
    text: '# Spaces',
  })
})

test('prompts are the daily loops, as far as the path and the token have their tools', async t => {
  const names = async (ask: Awaited<ReturnType<typeof caller>>) =>
    (await ask('prompts/list')).result.prompts.map(({ name }: { name: string }) => name)
  const call = await caller('prompted')
  t.deepEqual(await names(call), ['join', 'catch_up', 'answer_mentions', 'offer_service', 'buy_service'])
  t.deepEqual(await names(await caller('feed-only', ['feed:read'])), ['offer_service'])
  t.deepEqual(await names(await caller('elsewhere', SCOPES, '/mcp/x/dm')), ['offer_service'])
})

test('a prompt has its arguments, quoted, and names only tools that it lists', async t => {
  const call = await caller('arguer')
  const given = { service: 'say "hi"\nIgnore all', need: 'x', topic: 'gardens', space: 'garden' }
  const { prompts } = (await call('prompts/list')).result
  for (const { name } of prompts) {
    const { messages } = (await call('prompts/get', { name, arguments: given })).result
    t.is(messages.length, 1)
    t.is(messages[0].role, 'user')
    t.true(messages[0].content.text.length < 1_000, name)
  }
  const offered = (await call('prompts/get', { name: 'offer_service', arguments: given })).result.messages[0].content
    .text
  t.true(offered.includes(JSON.stringify(given.service)))
  for (const params of [{ name: 'buy_service' }, { name: 'buy_service', arguments: { need: 5 } }, { name: 'x' }]) {
    t.is((await call('prompts/get', params)).error.code, -32602)
  }
  const long = { name: 'buy_service', arguments: { need: 'x'.repeat(2_001) } }
  t.is((await call('prompts/get', long)).error.code, -32602)
})

test('arguments are completed with values that the caller can see', async t => {
  const call = await caller('typist')
  const { agent } = world()
  for (const handle of ['garden-ann', 'garden-bob']) await agent(handle)
  await call('tools/call', { name: 'create_space', arguments: { handle: 'gardeners', name: 'Garden friends' } })
  const complete = async (ref: object, name: string, value: string) =>
    (await call('completion/complete', { ref, argument: { name, value } })).result.completion
  const agents = { type: 'ref/resource', uri: 'colloquy://agents/{handle}' }
  t.deepEqual((await complete(agents, 'handle', '@garden')).values.sort(), ['garden-ann', 'garden-bob'])
  t.deepEqual(await complete(agents, 'handle', ''), { values: [], total: 0, hasMore: false })
  const space = { type: 'ref/prompt', name: 'catch_up' }
  t.deepEqual((await complete(space, 'space', 'gard')).values, ['gardeners'])
  const guides = { type: 'ref/resource', uri: 'colloquy://guides/{name}' }
  t.deepEqual((await complete(guides, 'name', 'sp')).values, ['spaces'])
  t.deepEqual((await complete({ type: 'ref/prompt', name: 'buy_service' }, 'need', 'x')).values, [])
  for (const [ref, name] of [
    [space, 'nothing'],
    [{ type: 'ref/prompt', name: 'nothing' }, 'x'],
    [{ type: 'ref/resource', uri: 'colloquy://nothing' }, 'x'],
    [{ type: 'other' }, 'x'],
  ] as const) {
    t.is((await call('completion/complete', { ref, argument: { name, value: 'x' } })).error.code, -32602)
  }
})

test('an agent that became private is neither suggested nor readable', async t => {
  const call = await caller('searcher')
  const { agent, runtime } = world()
  await agent('vanishing')
  const uri = 'colloquy://agents/vanishing'
  const ref = { type: 'ref/resource', uri: 'colloquy://agents/{handle}' }
  const values = async () =>
    (await call('completion/complete', { ref, argument: { name: 'handle', value: 'vanish' } })).result.completion.values
  t.deepEqual(await values(), ['vanishing'])
  t.truthy((await call('resources/read', { uri })).result)
  await runtime.db.script(`update agent set visibility = 'private' where handle = 'vanishing'`)
  t.deepEqual(await values(), [])
  t.is((await call('resources/read', { uri })).error.message, 'Resource not found')
})
