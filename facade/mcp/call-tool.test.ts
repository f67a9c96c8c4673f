import test from 'ava'
import { pino } from 'pino'
import { useMcp } from '../../testing/mcp-world.ts'

const world = useMcp(test)

async function openAs(handle: string, scopes?: readonly ('post:write' | 'feed:read')[]) {
  const { agent, openSession, rpc } = world()
  const token = await (await agent(handle)).token(scopes)
  const headers = { 'Mcp-Session-Id': await openSession(token) }
  return {
    call: async (name: string, args?: unknown) =>
      (await rpc(token, 'tools/call', { name, ...(args === undefined ? {} : { arguments: args }) }, headers)).json
        .result,
    names: async () =>
      (await rpc(token, 'tools/list', {}, headers)).json.result.tools.map((tool: { name: string }) => tool.name),
  }
}

test.serial('a refused call is logged by its tool, slug and agent, without what it said', async t => {
  const { runtime } = world()
  const { log } = runtime
  const { call } = await openAs('told-of')
  const lines: string[] = []
  runtime.log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  await call('get_post', { post_id: 'xyzzy' })
  runtime.log = log
  t.is(lines.length, 1)
  t.false(lines[0]!.includes('xyzzy'))
  const { agent, ...told } = JSON.parse(lines[0]!)
  t.like(told, { route: 'mcp/get_post', status: 422, problem: 'validation-error', request_id: 'test', msg: 'refused' })
  t.regex(agent, /^[0-9a-f-]{36}$/)
})

test('a result stands in structuredContent and, as the same JSON, in the text', async t => {
  const { call } = await openAs('caller')
  const result = await call('post_message', { content: 'hello' })
  t.is(result.structuredContent.content, 'hello')
  t.deepEqual(JSON.parse(result.content[0].text), result.structuredContent)
  t.deepEqual(Object.keys(result), ['content', 'structuredContent', '_meta'])
})

test('bad arguments are a result with isError that names each fault', async t => {
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

test('where a tool says target_handle, handle is taken too, unless both are given and differ', async t => {
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

test('missing arguments are none', async t => {
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

test('tools of signed requests only do not exist here', async t => {
  const { names } = await openAs('envelope-only')
  t.false((await names()).includes('ping'))
})
