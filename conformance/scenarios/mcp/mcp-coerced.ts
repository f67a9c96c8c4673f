import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { problemShape, requireInvalid, requireSlug, requireStatus, type Slug } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import { connectLegacy } from '../../clients/mcp-legacy.ts'
import { connectModern } from '../../clients/mcp-modern.ts'
import { answerOf, openSession, post, requestModern, type Session } from '../../clients/mcp-wire.ts'
import { callWithToken } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

const clausesOfReading = clausesBy({
  'a list as JSON text': ['MCP-201', 'MCP-213'],
  'a lone value for a list': ['MCP-205', 'MCP-213'],
  'an object as JSON text': ['MCP-201', 'MCP-210', 'MCP-213'],
  'a number as text': ['MCP-203', 'MCP-213'],
  'a boolean as text': ['MCP-203', 'MCP-213'],
  'an empty text for a number': ['MCP-207', 'MCP-213'],
  'the word null for a number': ['MCP-207', 'MCP-213'],
  'an empty cursor': ['MCP-208', 'MCP-213'],
  'a word in other letters': ['MCP-210', 'MCP-213'],
  'an id in braces': ['MCP-210', 'MCP-213'],
  'a list of one for its item': ['MCP-205', 'MCP-213'],
  'a name in other letters': ['MCP-211', 'MCP-213'],
  'arguments in an object': ['MCP-212', 'MCP-213'],
  'a call that fits': ['MCP-213'],
})

const clausesOfRefusing = clausesBy({
  'a text of several values for a list': ['MCP-206', 'MCP-214'],
  'JSON text with a member twice': ['MCP-202', 'MCP-214'],
  'JSON text that is nested too deep': ['MCP-202', 'MCP-214'],
  'an empty text for what is required': ['MCP-209', 'MCP-214'],
  'the word null for what is required': ['MCP-209', 'MCP-214'],
  'a list of two for one': ['MCP-205', 'MCP-214'],
  'a name beside its other spelling': ['MCP-106', 'MCP-211', 'MCP-214'],
  'a number for words': ['MCP-105', 'MCP-214'],
  'a word that is none of few': ['MCP-210', 'MCP-214'],
})

export const mcpCoerced = defineScenario('MCP: argument coercion', async context => {
  await checkReading(context)
  await checkWhole(context)
  await checkWords(context)
  await checkRefusing(context)
  await checkNothings(context)
  await checkOnce(context)
  await checkToolNames(context)
  await checkUnknownTools(context)
  await checkRest(context)
})

const MENDED = 'io.colloquy/coerced'

const callResult = z.looseObject({
  structuredContent: z.looseObject({}),
  isError: z.boolean().optional(),
  _meta: z
    .looseObject({
      [MENDED]: z
        .array(z.strictObject({ path: z.string(), kind: z.string() }))
        .min(1)
        .optional(),
    })
    .optional(),
})

type Called = z.infer<typeof callResult>
type Mends = [path: string, kind: string][]

const mendsOf = ({ _meta }: Called): Mends => (_meta?.[MENDED] ?? []).map(({ path, kind }) => [path, kind])

/** An agent whose profile no other scenario reads. */
const erring = ({ world }: ScenarioContext) => world.agent('erring')

/** Calls as the official client sends them. */
async function callerOf({ world }: ScenarioContext, token: string) {
  const client = await connectLegacy(world.http, token)
  return async (name: string, args: Data) => callResult.parse(await client.callTool({ name, arguments: args }))
}

/** A call with arbitrary JSON as its arguments, which no official client sends. */
async function callWith(session: Session, args: unknown, name: string): Promise<Called> {
  const message = { jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name, arguments: args } }
  return callResult.parse(answerOf(await post(session.http, session.token, message, session.headers)).result)
}

async function checkReading(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const token = await world.token(await erring(context))
  const call = await callerOf(context, token)
  const { id } = (await world.call(await world.agent('bob'), 'POST', '/posts', { content: world.text('read me') })).data
  const post_id = String(id)
  for (const [what, name, args, mends, judge] of misspelled(post_id)) {
    await check(`${what} is coerced, with a warning`, clausesOfReading(what), async () => {
      const called = await call(name, args)
      ok(!called.isError, JSON.stringify(called))
      judge(called.structuredContent)
      deepEqual(mendsOf(called), mends)
    })
  }
}

type Row = [what: string, name: string, args: Data, mends: Mends, judge: (answer: Data) => void]

function misspelled(post_id: string): Row[] {
  const isPost = isPostOf(post_id)
  const isPage = (answer: Data) => ok(Array.isArray(answer.posts), JSON.stringify(answer))
  const has = (member: string, value: unknown) => (answer: Data) => deepEqual(answer[member], value)
  return [
    ['a list as JSON text', 'update_profile', { interests: '["wine"]' }, [['/interests', 'json_text']], has('interests', ['wine'])],
    ['a lone value for a list', 'update_profile', { interests: 'jazz' }, [['/interests', 'list']], has('interests', ['jazz'])],
    [
      'an object as JSON text',
      'update_profile',
      { visibility_config: '{"activity": "PRIVATE"}' },
      [
        ['/visibility_config', 'json_text'],
        ['/visibility_config/activity', 'spelling'],
      ],
      answer => equal((answer.visibility_config as Data).activity, 'private'),
    ],
    ['a number as text', 'list_own_posts', { limit: ' 1 ' }, [['/limit', 'number']], isPage],
    ['a boolean as text', 'list_mentions', { peek: 'True' }, [['/peek', 'boolean']], isPage],
    ['an empty text for a number', 'list_own_posts', { limit: '' }, [['/limit', 'nothing']], isPage],
    ['the word null for a number', 'list_own_posts', { limit: 'null' }, [['/limit', 'nothing']], isPage],
    ['an empty cursor', 'list_own_posts', { cursor: '' }, [['/cursor', 'nothing']], isPage],
    ['a word in other letters', 'react_to_post', { post_id, reaction_type: 'LIKE' }, [['/reaction_type', 'spelling']], () => {}],
    ['an id in braces', 'get_post', { post_id: `{${post_id}}` }, [['/post_id', 'spelling']], isPost],
    ['a list of one for its item', 'get_post', { post_id: [post_id] }, [['/post_id', 'item']], isPost],
    ['a name in other letters', 'get_post', { postId: post_id }, [['/post_id', 'name']], isPost],
    ['arguments in an object', 'get_post', { arguments: { post_id } }, [['', 'wrapper']], isPost],
    ['a call that fits', 'get_post', { post_id }, [], isPost],
  ]
}

const isPostOf = (post_id: string) => (answer: Data) => equal(answer.id, post_id)

async function checkWhole(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const eve = await erring(context)
  const token = await world.token(eve)
  const { id } = (await world.call(eve, 'POST', '/posts', { content: world.text('read me whole') })).data
  const post_id = String(id)
  await check('the JSON text of all arguments is accepted in both eras', ['MCP-201', 'MCP-213'], async () => {
    const args = JSON.stringify({ post_id })
    const called = await callWith(await openSession(world.http, token), args, 'get_post')
    const params = { name: 'get_post', arguments: args }
    const modern = callResult.parse(answerOf(await requestModern(world.http, token, 'tools/call', params)).result)
    for (const one of [called, modern]) {
      isPostOf(post_id)(one.structuredContent)
      deepEqual(mendsOf(one), [['', 'json_text']])
    }
  })
  await check('the client of 2026-07-28 gets the same warning', ['MCP-203', 'MCP-213'], async () => {
    const client = await connectModern(world.http, token)
    const called = callResult.parse(await client.callTool({ name: 'list_own_posts', arguments: { limit: '1' } }))
    deepEqual(mendsOf(called), [['/limit', 'number']])
    await client.close()
  })
}

async function checkWords(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const call = await callerOf(context, await world.token(await erring(context)))
  const bob = await world.agent('bob')
  const { id: post_id } = (await world.call(bob, 'POST', '/posts', { content: world.text('answer me') })).data
  for (const content of ['5', 'null', 'None', '[]', '{"a":1}', '["a"]', ' true ', '"quoted"']) {
    await check(`the text ${content} is accepted unchanged`, ['MCP-200'], async () => {
      const called = await call('comment_on_post', { post_id, content })
      equal(called.structuredContent.content, content)
      deepEqual(mendsOf(called), [])
    })
  }
}

async function checkRefusing(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const call = await callerOf(context, await world.token(await erring(context)))
  const id = randomUUID()
  const deep = `${'['.repeat(65)}${']'.repeat(65)}`
  const rows: [string, string, Data, string][] = [
    ['a text of several values for a list', 'update_profile', { interests: 'wine, jazz' }, '/interests'],
    [
      'JSON text with a member twice',
      'update_profile',
      { visibility_config: '{"activity":"public","activity":"private"}' },
      '/visibility_config',
    ],
    ['JSON text that is nested too deep', 'update_profile', { interests: deep }, '/interests'],
    ['an empty text for what is required', 'get_post', { post_id: '' }, '/post_id'],
    ['the word null for what is required', 'get_post', { post_id: 'null' }, '/post_id'],
    ['a list of two for one', 'get_post', { post_id: [id, id] }, '/post_id'],
    ['a name beside its other spelling', 'get_post', { post_id: id, postId: id }, '/postId'],
    ['a number for words', 'post_message', { content: 7 }, '/content'],
    ['a word that is none of few', 'react_to_post', { post_id: id, reaction_type: 'nothing' }, '/reaction_type'],
  ]
  for (const [what, name, args, pointer] of rows) {
    await check(`${what} is refused with its position`, clausesOfRefusing(what), async () => {
      const called = await call(name, args)
      const faults = requireRefusal(called, 'validation-error')
      ok(
        faults.some(fault => fault.pointer === pointer),
        JSON.stringify(faults),
      )
      deepEqual(mendsOf(called), [])
    })
  }
  await check('a number out of range is reported as that number, also as text', ['MCP-204'], async () => {
    for (const [name, member, number] of [
      ['list_own_posts', 'limit', 0],
      ['get_feed', 'horizon_pct', 101],
    ] as const) {
      const [asNumber, asText] = [await call(name, { [member]: number }), await call(name, { [member]: String(number) })]
      deepEqual(requireRefusal(asText, 'validation-error'), requireRefusal(asNumber, 'validation-error'))
    }
  })
}

function requireRefusal(called: Called, slug: Slug) {
  equal(called.isError, true, JSON.stringify(called))
  const problem = problemShape.parse(called.structuredContent.error)
  requireSlug(problem, JSON.stringify(called), slug)
  return (problem.errors ?? []) as { pointer: string }[]
}

async function checkOnce(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const session = await openSession(world.http, await world.token(await erring(context)))
  await check('a retry in another spelling is the same request, different text is another one', ['MCP-215'], async () => {
    const content = world.text('once')
    const given = { content, content_type: 'text/markdown', idempotency_key: randomUUID() }
    const { structuredContent: first } = await callWith(session, given, 'post_message')
    for (const other of [JSON.stringify(given), { ...given, content_type: 'TEXT/MARKDOWN' }, { input: given }]) {
      equal((await callWith(session, other, 'post_message')).structuredContent.id, first.id)
    }
    const changed = await callWith(session, JSON.stringify({ ...given, content: `${content}!` }), 'post_message')
    requireRefusal(changed, 'idempotency-conflict')
  })
}

async function checkNothings(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const call = await callerOf(context, await world.token(await erring(context)))
  await checkNone(context, call)
  for (const word of ['null', 'None', 'undefined', 'NIL', ' ']) {
    await check(`${JSON.stringify(word)} is neither an idempotency key nor a bio`, ['MCP-260', 'MCP-213'], async () => {
      const posts = [world.text('one'), world.text('two')].map(content => call('post_message', { content, idempotency_key: word }))
      for (const called of await Promise.all(posts)) {
        ok(!called.isError, JSON.stringify(called))
        deepEqual(mendsOf(called), [['/idempotency_key', 'nothing']])
      }
      const before = await call('get_agent_profile', { identifier: 'me' })
      await call('update_profile', { bio: word, name: word })
      const { bio, name } = (await call('get_agent_profile', { identifier: 'me' })).structuredContent
      deepEqual([bio, name], [before.structuredContent.bio, before.structuredContent.name])
    })
  }
}

/** With the defaults, it would like the post, and publish the text as plain text. */
async function checkNone({ check, world }: ScenarioContext, call: Awaited<ReturnType<typeof callerOf>>): Promise<void> {
  await check('none is not an allowed value of a write', ['MCP-260'], async () => {
    const content = world.text('none')
    const { id: post_id } = (await world.call(await world.agent('bob'), 'POST', '/posts', { content })).data
    ok(!(await call('post_message', { content, content_type: 'undefined' })).isError)
    for (const reaction_type of ['none', ' None', ['none']]) {
      requireRefusal(await call('react_to_post', { post_id, reaction_type }), 'validation-error')
    }
    requireRefusal(await call('post_message', { content, content_type: 'none' }), 'content-type-invalid')
    const { your_reaction } = (await call('get_post', { post_id })).structuredContent
    equal(your_reaction ?? null, null)
    ok(!(await call('react_to_post', { post_id, reaction_type: 'null' })).isError)
  })
}

async function checkToolNames(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const call = await callerOf(context, await world.token(await erring(context)))
  for (const name of ['mcp__colloquy__get_limits', 'colloquy.get_limits', 'getLimits', 'get-limits']) {
    await check(`${name} is an alias of get_limits`, ['MCP-216'], async () => {
      const called = await call(name, {})
      ok(!called.isError, JSON.stringify(called))
      deepEqual(mendsOf(called), [['', 'tool_name']])
    })
  }
}

async function checkUnknownTools(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const eve = await erring(context)
  const token = await world.token(eve)
  const ask = async (name: string, { as = token, at = '/mcp' } = {}) => {
    const { error } = answerOf(await requestModern(world.http, as, 'tools/call', { name, arguments: {} }, {}, at))
    equal(error?.code, -32602, JSON.stringify(error))
    return { message: String(error?.message), ...(error?.data as { tools?: string[]; rest_only?: string[] }) }
  }
  for (const [name, meant] of [
    ['create_post', 'post_message'],
    ['reply', 'comment_on_post'],
    ['like', 'react_to_post'],
    ['get_timeline', 'get_feed'],
    ['pst_message', 'post_message'],
  ] as const) {
    await check(`${name} is answered with the suggestion ${meant}`, ['MCP-73', 'MCP-217'], async () => {
      const { message, tools = [] } = await ask(name)
      ok(tools.includes(meant) && tools.length <= 3, String(tools))
      match(message, new RegExp(`\\b${meant}\\b`))
    })
  }
  await check('only tools of the token and the address are suggested', ['MCP-130', 'MCP-217'], async () => {
    const narrow = await world.token(eve, 'feed:read')
    for (const where of [{ as: narrow }, { at: '/mcp/readonly' }]) {
      const { message, tools = [] } = await ask('create_post', where)
      ok(!tools.includes('post_message') && !message.includes('post_message'), message)
    }
  })
  await check('a tool that is available only on REST is identified', ['MCP-73', 'MCP-218'], async () => {
    for (const [name, told] of [
      ['rotate_key', 'rotate_key (signed REST only)'],
      ['archive_space', 'archive_space (REST only)'],
    ] as const) {
      const { message, rest_only } = await ask(name)
      deepEqual(rest_only, [name])
      ok(message.includes(told), message)
    }
  })
}

async function checkRest(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const eve = await erring(context)
  const token = await world.token(eve)
  for (const given of [{ interests: '["wine"]' }, { interests: 'wine' }, { name: '' }, { visibility_config: '{}' }]) {
    await check(`over REST ${JSON.stringify(given)} is refused`, ['MCP-219'], async () => {
      requireInvalid(await world.call(eve, 'PATCH', '/agents/me', given), `/${Object.keys(given)[0]}`)
      requireInvalid(await callWithToken(world.http, token, 'PATCH', '/agents/me', given), `/${Object.keys(given)[0]}`)
    })
  }
  await check('over REST another spelling of a name is no name', ['MCP-219'], async () => {
    const content = world.text('named')
    requireStatus(await world.call(eve, 'POST', '/posts', { Content: content }), 422)
    requireStatus(await callWithToken(world.http, token, 'POST', '/posts', { Content: content }), 422)
  })
}
