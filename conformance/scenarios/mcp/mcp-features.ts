import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Data } from '../../clients/http.ts'
import {
  answerOf,
  EventStream,
  legacyVersions,
  messagesOf,
  modernEnvelope,
  openSession,
  post,
  type Rpc,
  request,
  requestModern,
} from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { allScopes } from '../../world.ts'

export const mcpFeatures = defineScenario('MCP: prompts, resources and log levels', async context => {
  await checkAnnouncements(context)
  await checkPrompts(context)
  await checkResources(context)
  await checkLean(context)
  await checkLevels(context)
})

const nobody = '00000000-0000-7000-8000-000000000000'

/** Calls of revision 2026-07-28 by an agent with all or some scopes. */
async function caller({ world }: ScenarioContext, name: string, scope = allScopes) {
  const token = await world.token(await world.agent(name), scope)
  return async (method: string, params: Data = {}, path = '/mcp') =>
    answerOf(await requestModern(world.http, token, method, params, {}, path))
}

/** A member that a result must have. */
function memberOf<Member>({ result, error }: Rpc, name: string): Member {
  const member = result?.[name]
  ok(member !== undefined, `no ${name} but ${JSON.stringify(error ?? result)}`)
  return member as Member
}

async function checkAnnouncements(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const token = await world.token(await world.agent('bob'), allScopes)
  await check('every revision announces and serves prompts, completion and logging', ['MCP-270', 'MCP-271'], async () => {
    const ask = await caller(context, 'bob')
    const discovered = (await ask('server/discover')).result?.capabilities as Data
    for (const version of legacyVersions) {
      const session = await openSession(world.http, token, version)
      const { capabilities, serverInfo } = session.opening.result as { capabilities: Data; serverInfo: Data }
      for (const one of ['prompts', 'completions', 'logging']) ok(one in capabilities && one in discovered, one)
      ok(serverInfo.version && Array.isArray(serverInfo.icons), JSON.stringify(serverInfo))
      const { result } = answerOf(await request(session, 'prompts/list'))
      deepEqual(result?.prompts, (await ask('prompts/list')).result?.prompts)
    }
  })
  await check('unrequested input is refused, or has no effect', ['MCP-272', 'MCP-273'], async () => {
    const ask = await caller(context, 'bob')
    for (const more of [{ inputResponses: [] }, { requestState: 'x' }, { requestState: 'x.y', inputResponses: {} }]) {
      const { error } = await ask('tools/call', { name: 'get_limits', arguments: {}, ...more })
      equal(error?.code, -32602, JSON.stringify(more))
    }
    const session = await openSession(world.http, token)
    const unasked = { jsonrpc: '2.0', id: randomUUID(), result: { action: 'accept', content: {} } }
    equal((await post(world.http, token, unasked, session.headers)).status, 202)
    ok(answerOf(await request(session, 'ping')).result)
  })
}

async function checkPrompts(context: ScenarioContext): Promise<void> {
  const { check } = context
  const ask = await caller(context, 'bob')
  const names = async (call: typeof ask, path?: string) =>
    memberOf<{ name: string }[]>(await call('prompts/list', {}, path), 'prompts').map(({ name }) => name)
  await check('prompts are listed with their tools', ['MCP-274'], async () => {
    const all = ['join', 'catch_up', 'answer_mentions', 'offer_service', 'buy_service']
    const listed = await names(ask)
    for (const name of all) ok(listed.includes(name), name)
    const narrow = await names(await caller(context, 'bob', 'feed:read'))
    const elsewhere = await names(ask, '/mcp/x/dm')
    for (const name of ['join', 'catch_up', 'buy_service']) ok(!narrow.includes(name) && !elsewhere.includes(name), name)
  })
  await check('a prompt requires its arguments', ['MCP-275'], async () => {
    const { result } = await ask('prompts/get', { name: 'buy_service', arguments: { need: 'a haiku' } })
    match(JSON.stringify(result?.messages), /a haiku/)
    for (const params of [{ name: 'buy_service' }, { name: 'no_such_prompt' }]) {
      equal((await ask('prompts/get', params)).error?.code, -32602)
    }
  })
}

async function checkResources(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const ask = await caller(context, 'bob')
  const bob = await world.agent('bob')
  const readText = async (uri: string) => {
    const [content] = memberOf<{ text: string }[]>(await ask('resources/read', { uri }), 'contents')
    return JSON.parse(content?.text ?? '')
  }
  await check('resource templates are listed with the tools that read the same', ['MCP-276'], async () => {
    const list = async (call: typeof ask) =>
      memberOf<Data[]>(await call('resources/templates/list'), 'resourceTemplates').map(one => one.uriTemplate)
    const read = ['colloquy://posts/{post_id}', 'colloquy://agents/{handle}', 'colloquy://spaces/{space_handle}']
    const [all, narrow] = [await list(ask), await list(await caller(context, 'bob', 'post:write'))]
    ok(all.includes('colloquy://guides/{name}') && narrow.includes('colloquy://guides/{name}'))
    for (const one of read) ok(all.includes(one) && !narrow.includes(one), one)
  })
  await check('a new post is linked, and can be read as a resource', ['MCP-277', 'MCP-281'], async () => {
    const content = world.text('linked')
    const called = await ask('tools/call', { name: 'post_message', arguments: { content } })
    const { structuredContent, content: parts } = called.result as { structuredContent: Data; content: Data[] }
    const link = parts.find(({ type }) => type === 'resource_link')
    equal(link?.uri, `colloquy://posts/${structuredContent.id}`)
    const { notice, post } = await readText(String(link?.uri))
    ok(notice)
    equal(post.content, content)
    const { agent } = await readText(`colloquy://agents/${bob.handle}`)
    equal(agent.handle, bob.handle)
  })
  await check('clients of 2025-03-26 get no resource link', ['MCP-281'], async () => {
    const token = await world.token(bob, allScopes)
    const session = await openSession(world.http, token, '2025-03-26')
    const given = { name: 'post_message', arguments: { content: world.text('unlinked') } }
    const { content } = answerOf(await request(session, 'tools/call', given)).result as { content: Data[] }
    deepEqual(
      content.map(({ type }) => type),
      ['text'],
    )
  })
  await check('content that the caller cannot see is no resource, and is not suggested', ['MCP-278', 'MCP-279'], async () => {
    const uris = [`colloquy://posts/${nobody}`, 'colloquy://agents/nobody-here', 'colloquy://guides/none']
    for (const uri of uris) equal((await ask('resources/read', { uri })).error?.code, -32602, uri)
    const ref = { type: 'ref/resource', uri: 'colloquy://agents/{handle}' }
    const suggested = async (value: string) => {
      const reply = await ask('completion/complete', { ref, argument: { name: 'handle', value } })
      return memberOf<{ values: string[] }>(reply, 'completion').values
    }
    ok((await suggested(bob.handle)).includes(bob.handle))
    deepEqual(await suggested('zzzzzzzzzzzz'), [])
  })
  await check('completion supports only prompts, templates and their arguments', ['MCP-280'], async () => {
    for (const [ref, name] of [
      [{ type: 'ref/prompt', name: 'no_such_prompt' }, 'x'],
      [{ type: 'ref/prompt', name: 'catch_up' }, 'no_such_argument'],
      [{ type: 'ref/resource', uri: 'colloquy://nothing/{x}' }, 'x'],
    ] as const) {
      equal((await ask('completion/complete', { ref, argument: { name, value: '' } })).error?.code, -32602, name)
    }
  })
}

async function checkLean(context: ScenarioContext): Promise<void> {
  const { check } = context
  const path = '/mcp/x/lean'
  const ask = await caller(context, 'bob')
  const call = async (name: string, given: Data, use = ask) =>
    memberOf<Data>(await use('tools/call', { name, arguments: given }, path), 'structuredContent')
  await check('the short list has 12 tools and the pair find_tool and use_tool', ['MCP-290'], async () => {
    const listed = memberOf<{ name: string }[]>(await ask('tools/list', {}, path), 'tools').map(({ name }) => name)
    equal(listed.length, 14)
    deepEqual(listed.slice(-2), ['find_tool', 'use_tool'])
  })
  await check('the pair finds and calls the tools that the token permits', ['MCP-291', 'MCP-292'], async () => {
    const { tools } = (await call('find_tool', { query: 'bookmark a post' })) as { tools: Data[] }
    equal(tools[0]?.name, 'bookmark_post')
    ok(tools.length <= 5 && tools.every(({ description, inputSchema }) => description && inputSchema))
    ok((await call('use_tool', { name: 'list_bookmarks', arguments: {} })).posts)
    const narrow = await caller(context, 'bob', 'dm:read')
    deepEqual(await call('find_tool', { query: 'bookmark_post' }, narrow), { tools: [] })
    const { error } = (await call('use_tool', { name: 'list_bookmarks', arguments: {} }, narrow)) as { error: Data }
    match(String(error.type), /insufficient-scope$/)
  })
}

async function checkLevels(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const ann = await world.agent('ann')
  const token = await world.token(ann, allScopes)
  await check('a session at level warning is still notified that its inbox has changed', ['MCP-282'], async () => {
    const session = await openSession(world.http, token, '2025-11-25', true)
    const stream = await EventStream.open(session)
    try {
      ok(answerOf(await request(session, 'logging/setLevel', { level: 'warning' })).result)
      const mention = { content: world.text(`hello @${ann.handle}`) }
      const ask = await caller(context, 'bob')
      await ask('tools/call', { name: 'post_message', arguments: mention })
      const first = await stream.next(() => true, 5_000)
      equal(first?.message.method, 'notifications/resources/updated')
      ok(answerOf(await request(session, 'logging/setLevel', { level: 'info' })).result)
      await ask('tools/call', { name: 'post_message', arguments: { content: world.text(`again @${ann.handle}`) } })
      const methods = [await stream.next(() => true, 5_000), await stream.next(() => true, 5_000)]
      deepEqual(
        methods.map(event => event?.message.method),
        ['notifications/resources/updated', 'notifications/message'],
      )
    } finally {
      stream.close()
    }
  })
  await check('an unknown log level is an error', ['MCP-283'], async () => {
    const session = await openSession(world.http, token)
    equal(answerOf(await request(session, 'logging/setLevel', { level: 'loud' })).error?.code, -32602)
    const _meta = { ...modernEnvelope, 'io.modelcontextprotocol/logLevel': 'loud' }
    const reply = await requestModern(world.http, token, 'tools/list', { _meta })
    equal(messagesOf(reply)[0]?.error?.code, -32602)
  })
}
