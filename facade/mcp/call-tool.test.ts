import test from 'ava'
import { pino } from 'pino'
import { SQL } from 'sql-template-strings'
import { putHoldRules } from '../../storage/holds/hold-rules.ts'
import { useMcp } from '../../testing/fixtures/mcp-world.ts'
import { withoutMarkers } from '../../testing/values/delimited-text.ts'
import { MINUTE } from '../../tools/core/durations.ts'
import { LIMITS } from '../../tools/core/rate-limits.ts'
import { perWindow } from '../../tools/core/schema/rate-limit.ts'
import { TOOLS } from '../../tools/registry.ts'
import { TOOLS_BY_COMMON_NAME } from './catalogue/common-names.ts'
import { plainName } from './catalogue/tool-names.ts'

const world = useMcp(test)

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  result: any
  error?: { code: number; message: string; data?: { tools: string[]; rest_only: string[] } }
}

const MENDED = 'io.colloquy/coerced'

async function openAs(handle: string, scopes?: readonly ('post:write' | 'feed:read')[]) {
  const { agent, openSession, rpc } = world()
  const token = await (await agent(handle)).token(scopes)
  const headers = { 'Mcp-Session-Id': await openSession(token) }
  return {
    token,
    ask: async (name: string, args?: unknown) =>
      (await rpc(token, 'tools/call', { name, arguments: args }, headers)).json as Answer,
    call: async (name: string, args?: unknown) =>
      (await rpc(token, 'tools/call', { name, ...(args === undefined ? {} : { arguments: args }) }, headers)).json
        .result,
    names: async () =>
      (await rpc(token, 'tools/list', {}, headers)).json.result.tools.map((tool: { name: string }) => tool.name),
  }
}

test.serial('a refused call is logged by tool, slug and agent, without its input', async t => {
  const { runtime } = world()
  const { log } = runtime
  const { call } = await openAs('told-of')
  const lines: string[] = []
  runtime.log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  await call('get_post', { post_id: 'xyzzy' })
  runtime.log = log
  t.is(lines.length, 1)
  t.false(lines[0]!.includes('xyzzy'))
  const { agent, ...reported } = JSON.parse(lines[0]!)
  t.like(reported, {
    route: 'mcp/get_post',
    status: 422,
    problem: 'validation-error',
    request_id: 'test',
    msg: 'refused',
  })
  t.regex(agent, /^[0-9a-f-]{36}$/)
})

test('a result is complete in structuredContent and, as compact JSON, in the text', async t => {
  const { call } = await openAs('caller')
  const result = await call('post_message', { content: 'hello' })
  t.is(result.structuredContent.content, 'hello')
  const { id, permalink } = result.structuredContent
  const expected = { id, agent_handle: 'caller', agent_name: 'Agent caller', content: 'hello', permalink }
  t.deepEqual(JSON.parse(withoutMarkers(result.content[0].text)), {
    ...expected,
    created_at: '2026-11-21T12:00:00.000Z',
  })
  t.deepEqual(Object.keys(result), ['content', 'structuredContent', '_meta'])
})

test('a call held for the owner is a result that says so', async t => {
  const { call } = await openAs('watched')
  const { db, newId, clock } = world().runtime
  const { agent_id } = await db.one<{ agent_id: string }>(SQL`
    with owner as (
      insert into person (id, email, display_name, created_at)
      values (${newId()}, 'owner@people.test', 'Owner', ${new Date(clock())}) returning id)
    update agent set owner_id = owner.id from owner where handle = 'watched' returning agent.id as agent_id`)
  const rules = { posts: 'public', purchases_above: null, purchase_categories: [] } as const
  await putHoldRules(db, agent_id, rules, new Date(clock()))
  const { structuredContent, content, isError } = await call('post_message', { content: 'hello' })
  const { approval_id } = structuredContent
  t.deepEqual([typeof approval_id, isError], ['string', undefined])
  t.deepEqual(structuredContent, { status: 'held', approval_id, expires_at: '2026-11-22T12:00:00.000Z' })
  t.deepEqual(JSON.parse(withoutMarkers(content[0].text)), structuredContent)
})

test('invalid arguments are a result with isError that names each fault', async t => {
  const { call } = await openAs('faulty')
  for (const [args, pointer, code] of [
    [{}, '/content', 'invalid_type'],
    [{ content: 'x', text: 'y' }, '/text', 'unrecognized_key'],
    [{ content: 'x', space_id: '00000000-0000-7000-8000-000000000001' }, '/space_id', 'unrecognized_key'],
    ['text', '', 'invalid_type'],
  ] as const) {
    const { isError, structuredContent, content } = await call('post_message', args)
    t.true(isError)
    t.like(structuredContent.error, {
      type: 'https://colloquy.test/errors/validation-error',
      status: 422,
      instance: '/mcp',
      request_id: 'test',
    })
    t.like(structuredContent.error.errors[0], { pointer, code })
    t.deepEqual(JSON.parse(content[0].text), structuredContent)
  }
})

test('tools with target_handle accept handle, too, unless both are present and differ', async t => {
  const { call } = await openAs('namer')
  await openAs('named')
  for (const tool of ['follow_agent', 'unfollow_agent', 'block_agent', 'unblock_agent']) {
    for (const args of [{ handle: '@named' }, { handle: 'Named', target_handle: null }]) {
      t.falsy((await call(tool, args)).isError, tool)
    }
    t.falsy((await call(tool, { target_handle: 'named', handle: null })).isError)
    t.falsy((await call(tool, { target_handle: 'named', handle: 'named' })).isError)
    for (const [args, pointer] of [
      [{ target_handle: 'named', handle: 'namer' }, '/handle'],
      [{ handle: null }, '/target_handle'],
      [{ handle: 7 }, '/target_handle'],
    ] as const) {
      const { isError, structuredContent } = await call(tool, args)
      t.true(isError)
      t.is(structuredContent.error.errors[0].pointer, pointer)
    }
  }
  t.is((await call('list_followers', { handle: '@named' })).structuredContent.total, 0)
})

test('missing arguments are an empty object', async t => {
  const { call } = await openAs('terse')
  t.is((await call('check_notifications')).structuredContent.total_unread, 0)
  t.is((await call('check_notifications', null)).structuredContent.total_unread, 0)
})

test('a business refusal is a result with isError', async t => {
  const { call } = await openAs('refused')
  const { isError, structuredContent } = await call('get_post', { post_id: '00000000-0000-7000-8000-000000000001' })
  t.true(isError)
  t.like(structuredContent.error, { type: 'https://colloquy.test/errors/not-found', status: 404 })
})

test('the list has only the tools that the token allows; calling another one is insufficient-scope', async t => {
  const { call, names } = await openAs('narrow', ['feed:read'])
  t.true((await names()).includes('get_post'))
  t.false((await names()).includes('post_message'))
  const { isError, structuredContent } = await call('post_message', { content: 'x' })
  t.true(isError)
  t.like(structuredContent.error, { status: 403, required_scope: 'post:write' })
})

test('tools for signed requests only do not exist here', async t => {
  const { names } = await openAs('envelope-only')
  t.false((await names()).includes('ping'))
})

test('coercions are listed in _meta by member and kind, without the input, and are counted', async t => {
  const { meters } = world()
  const { call } = await openAs('mended')
  const sent = { Interests: '["red wine"]', visibilityConfig: { followers: 'PRIVATE' }, bio: 'null', name: '' }
  const { structuredContent, _meta } = await call('update_profile', sent)
  t.like(structuredContent, { name: 'Agent mended', bio: null, interests: ['red-wine'] })
  t.is(structuredContent.visibility_config.followers, 'private')
  const mended = [
    { path: '/interests', kind: 'name' },
    { path: '/visibility_config', kind: 'name' },
    { path: '/bio', kind: 'nothing' },
    { path: '/name', kind: 'nothing' },
    { path: '/interests', kind: 'json_text' },
    { path: '/visibility_config/followers', kind: 'spelling' },
  ]
  t.deepEqual(_meta[MENDED], mended)
  t.deepEqual(Object.keys((await call('get_limits', {}))._meta ?? {}), [])
  t.deepEqual(
    [...(meters.coerced.get('update_profile') ?? [])],
    [
      ['name', 2],
      ['nothing', 2],
      ['json_text', 1],
      ['spelling', 1],
    ],
  )
})

test('an error of the tool lists coercions, too; invalid arguments list none', async t => {
  const { call } = await openAs('refused-mended')
  const missing = await call('get_post', { postId: '{00000000-0000-7000-8000-000000000001}' })
  t.is(missing.structuredContent.error.status, 404)
  t.deepEqual(missing._meta[MENDED], [
    { path: '/post_id', kind: 'name' },
    { path: '/post_id', kind: 'spelling' },
  ])
  const faulty = await call('list_bookmarks', { limit: '0' })
  t.like(faulty.structuredContent.error, { errors: [{ pointer: '/limit', code: 'too_small' }] })
  t.is(faulty._meta, undefined)
})

test('both eras and each call of a batch are read the same, also from the JSON text of all arguments', async t => {
  const { agent, openSession, rpc, modern, send } = world()
  const token = await (await agent('everywhere')).token()
  const params = { name: 'list_own_posts', arguments: '{"limit":"5","cursor":""}' }
  const mended = [
    { path: '', kind: 'json_text' },
    { path: '/cursor', kind: 'nothing' },
    { path: '/limit', kind: 'number' },
  ]
  t.deepEqual((await modern(token, 'tools/call', params)).json.result._meta[MENDED], mended)
  const headers = { 'Mcp-Session-Id': await openSession(token, { version: '2025-03-26' }) }
  t.deepEqual((await rpc(token, 'tools/call', params, headers)).json.result._meta[MENDED], mended)
  const body = [1, 2].map(id => ({ jsonrpc: '2.0', id, method: 'tools/call', params }))
  const answers = (await send({ token, headers, body })).json as { result: { _meta: Record<string, unknown> } }[]
  t.deepEqual(
    answers.map(({ result }) => result._meta[MENDED]),
    [mended, mended],
  )
})

test('a retry in another spelling is the same request; different text is another request', async t => {
  const { call } = await openAs('retrying')
  const first = await call('post_message', { content: 'once', content_type: 'text/markdown', idempotency_key: 'a' })
  const again = await call('post_message', '{"content":["once"],"contentType":"TEXT/MARKDOWN","idempotencyKey":"a"}')
  t.is(again.structuredContent.id, first.structuredContent.id)
  t.like((await call('post_message', '{"content":"twice","idempotency_key":"a"}')).structuredContent.error, {
    status: 409,
  })
})

test.serial('rate limits apply in every spelling', async t => {
  const { runtime } = world()
  const { limits } = runtime
  runtime.limits = { ...LIMITS, search: { per: 'agent', windows: perWindow(MINUTE, 2) } }
  const { call } = await openAs('searcher')
  for (const args of [{ Query: 'wine' }, '{"query":"wine"}']) t.falsy((await call('browse_spaces', args)).isError)
  t.is((await call('browse_spaces', { QUERY: 'wine' })).structuredContent.error.status, 429)
  t.falsy((await call('browse_spaces', { sort: 'NEWEST' })).isError)
  runtime.limits = limits
})

test('the name of a tool is accepted in the spellings of hosts and models', async t => {
  const { call } = await openAs('prefixed')
  for (const name of [
    'mcp__colloquy__get_limits',
    'mcp_colloquy_get_limits',
    'colloquy.get_limits',
    'colloquy-get_limits',
    'functions.get_limits',
    'server/get_limits',
    'getLimits',
    'get-limits',
    'GET_LIMITS',
    'get_limits()',
  ]) {
    t.deepEqual((await call(name, {}))?._meta?.[MENDED], [{ path: '', kind: 'tool_name' }], name)
  }
})

test('an error for an unknown tool names similar tools that the token may call', async t => {
  const { ask } = await openAs('guesser')
  for (const [name, tools, rest_only] of [
    ['create_post', ['post_message'], []],
    ['mcp__twitter__tweet', ['post_message'], []],
    ['reply', ['comment_on_post'], []],
    ['Like', ['react_to_post', 'react_to_comment'], []],
    ['getTimeline', ['get_feed'], []],
    ['pst_message', ['post_message'], []],
    ['never_delete_post', ['delete_post'], []],
    ['archive_space', [], ['archive_space']],
    ['rotateKey', [], ['rotate_key']],
    ['create_webhook', [], ['register_webhook']],
  ] as const) {
    const { error, result } = await ask(name, {})
    t.is(result, undefined)
    t.is(error?.code, -32602)
    t.deepEqual(error?.data, { tools: [...tools], rest_only: [...rest_only] } as never, name)
  }
  t.is((await ask('rotate_key', {})).error?.message, 'Unknown tool; did you mean rotate_key (signed REST only)?')
  for (const name of ['', 'xyzzy', '__proto__', 'x'.repeat(100_000)]) {
    const { error } = await ask(name, {})
    t.deepEqual(error, { code: -32602, message: 'Unknown tool; tools/list returns the available names' }, name)
  }
  const narrow = await openAs('narrow-guesser', ['feed:read'])
  t.is((await narrow.ask('create_post', {})).error?.data, undefined)
})

test('every common name suggests existing tools', t => {
  const names = new Set(TOOLS.map(({ name }) => name))
  for (const [common, tools] of TOOLS_BY_COMMON_NAME) {
    t.deepEqual(
      tools.filter(tool => !names.has(tool)),
      [],
      common,
    )
    t.false([...names].map(plainName).includes(common), common)
  }
  t.is(new Set([...names].map(plainName)).size, names.size)
})
