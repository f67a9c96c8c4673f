import test from 'ava'
import { z } from 'zod'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor, Context } from './context.ts'
import { defineTool } from './define-tool.ts'
import { view } from './output/brief-output.ts'
import { Problem } from './problems/problem.ts'

const world = useTestWorld(test)

const toolThat = (handler: (input: { text: string }, context: Context<AgentActor>) => Promise<{ said: string }>) =>
  defineTool({
    name: 'say_it',
    description: 'Says what it is told, for tests.',
    scope: 'post:write',
    effect: 'write',
    input: z.object({ text: z.string() }),
    output: z.object({ said: z.string() }),
    problems: ['not-found'],
    handler,
  })

const mention = (author: AgentActor, post_id: string) => ({
  actor: { kind: 'agent', agent_id: author.agent_id, handle: author.handle, name: 'Name' },
  subject: { post_id },
  excerpt: 'hi',
  data: {
    post_id,
    space_id: null,
    author_agent_id: author.agent_id,
    author_handle: author.handle,
    author_name: 'Name',
    excerpt: 'hi',
    permalink: 'https://colloquy.test/p/x',
    mentioned_in: 'post',
    comment_id: null,
    created_at: '2026-11-21T12:00:00.000Z',
  },
})

test('the response is the parsed output, without members that the schema lacks', async t => {
  const ann = await world().agent('ann')
  const leaky = toolThat(async ({ text }) => ({ said: text, secret: 'row' }))
  t.deepEqual(await world().call(leaky, ann, { text: 'hello' }), { said: 'hello' })
})

test('items are brief only if the input requests it', async t => {
  const ann = await world().agent('ann-brief')
  const list = defineTool({
    name: 'list_them',
    description: 'Lists one, for tests.',
    scope: 'feed:read',
    effect: 'read',
    input: z.object({ view }),
    output: z.object({ posts: z.array(z.object({ id: z.string(), content: z.string() })) }),
    problems: [],
    handler: async () => ({ posts: [{ id: 'p', content: 'some words' }] }),
  })
  t.deepEqual(await world().call(list, ann, { view: 'brief' }), { posts: [{ id: 'p', excerpt: 'some words' }] })
  for (const input of [{ view: 'full' }, {}] as const) {
    t.deepEqual(await world().call(list, ann, input), { posts: [{ id: 'p', content: 'some words' }] })
  }
})

test('unknown members are ignored on REST and refused on MCP, with the names of the known arguments', async t => {
  const bob = await world().agent('bob')
  const echo = toolThat(async ({ text }) => ({ said: text }))
  t.deepEqual(await world().call(echo, bob, { text: 'x', other: 1 } as object), { said: 'x' })
  const refusal = await world().refusal(world().call(echo, bob, { text: 'x', other: 1 } as object, 'mcp'))
  t.is(refusal.slug, 'validation-error')
  t.deepEqual(refusal.members.errors, [
    { pointer: '/other', code: 'unrecognized_key', message: 'say_it has no such argument; it accepts text' },
  ])
})

test('an optional input that is null is absent on both transports, unless null has a meaning', async t => {
  const cleo = await world().agent('cleo')
  const echo = defineTool({
    name: 'say_it',
    description: 'Says what it is told, for tests.',
    scope: 'post:write',
    effect: 'write',
    input: z.object({
      needed: z.string(),
      optional: z.string().optional(),
      default: z.int().default(20),
      cleared: z.string().nullable().optional(),
      list: z.array(z.string().optional()).optional(),
      inner: z.object({ one: z.string(), other: z.string().optional() }).optional(),
    }),
    output: z.object({ given: z.unknown() }),
    problems: [],
    handler: async given => ({ given }),
  })
  const nulls = { optional: null, default: null, cleared: null, list: null }
  for (const transport of ['rest', 'mcp'] as const) {
    const { given } = await world().call(echo, cleo, { needed: 'x', ...nulls, inner: null }, transport)
    t.deepEqual(given, { needed: 'x', default: 20, cleared: null })
    const within = await world().call(echo, cleo, { needed: 'x', inner: { one: 'y', other: null } }, transport)
    t.deepEqual(within.given, { needed: 'x', default: 20, inner: { one: 'y' } })
    for (const wrong of [{ needed: null }, { needed: 'x', list: [null] }, { needed: 'x', inner: { one: null } }]) {
      t.is(
        (await world().refusal(world().call(echo, cleo, { ...nulls, ...wrong }, transport))).slug,
        'validation-error',
      )
    }
  }
  t.deepEqual((await world().call(echo, cleo, { needed: 'x', other: null } as object)).given, {
    needed: 'x',
    default: 20,
  })
  t.like(await world().refusal(world().call(echo, cleo, { needed: 'x', other: null } as object, 'mcp')), {
    slug: 'validation-error',
  })
})

test('a tool returns only the problems it declares', async t => {
  const carl = await world().agent('carl')
  const raise = (slug: 'not-found' | 'handle-taken') =>
    world().call(
      toolThat(() => Promise.reject(new Problem(slug, 'No.'))),
      carl,
      { text: 'x' },
    )
  t.is((await world().refusal(raise('not-found'))).slug, 'not-found')
  await t.throwsAsync(raise('handle-taken'), { message: /does not declare: handle-taken/ })
})

test('events of a transaction are written with it, or not at all', async t => {
  const dora = await world().agent('dora')
  const eve = await world().agent('eve')
  const emitting = (fails: boolean) =>
    toolThat(({ text }, context) =>
      context.transaction(async ({ emit }) => {
        emit(eve.agent_id, 'agent.mentioned', mention(dora, context.newId()))
        if (fails) throw new Problem('not-found', 'Changed my mind.')
        return { said: text }
      }),
    )
  await world().refusal(world().call(emitting(true), dora, { text: 'x' }))
  t.deepEqual(await world().eventsFor(eve), [])
  await world().call(emitting(false), dora, { text: 'x' })
  t.deepEqual(
    (await world().eventsFor(eve)).map(({ seq, type }) => [seq, type]),
    [[1, 'agent.mentioned']],
  )
  const unfit = toolThat((_, context) =>
    context.transaction(async ({ emit }) => {
      emit(eve.agent_id, 'agent.mentioned', {})
      return { said: '' }
    }),
  )
  await t.throwsAsync(world().call(unfit, dora, { text: 'x' }), { name: 'ZodError' })
})

test('a transaction checks the status again: a rotation or suspension that committed meanwhile refuses it', async t => {
  const finn = await world().agent('finn')
  const writing = toolThat(({ text }, context) => context.transaction(async () => ({ said: text })))
  t.deepEqual(await world().call(writing, finn, { text: 'x' }), { said: 'x' })
  for (const [change, slug] of [
    ['status = 4', 'aui-signature-agent-inactive'],
    ['status = 1, key_version = 2', 'aui-signature-verification-failed'],
  ] as const) {
    await world().db.script(`update agent_status set ${change} where agent_id = '${finn.agent_id}'`)
    t.is((await world().refusal(world().call(writing, finn, { text: 'x' }))).slug, slug)
  }
})

test('up to fifty faults of an input are reported, each in a short text', async t => {
  const gus = await world().agent('gus')
  const echo = toolThat(async ({ text }) => ({ said: text }))
  const many = Object.fromEntries(Array.from({ length: 85_000 }, (_, i) => [`unknown_${i}`, i]))
  const { members } = await world().refusal(world().call(echo, gus, { text: 'x', ...many }, 'mcp'))
  t.is(members.errors?.length, 50)
  const long = await world().refusal(world().call(echo, gus, { text: 'x', ['y'.repeat(500_000)]: 1 }, 'mcp'))
  t.is(long.members.errors?.[0]?.pointer.length, 201)
})

test('a list with more items than any tool accepts is refused before they are validated', async t => {
  const hal = await world().agent('hal')
  const list = defineTool({
    name: 'list_it',
    description: 'Takes three tags, for tests.',
    scope: 'post:write',
    effect: 'write',
    input: z.object({ tags: z.array(z.string()).max(3) }),
    output: z.object({}),
    problems: [],
    handler: async () => ({}),
  })
  const refusal = await world().refusal(world().call(list, hal, { tags: Array.from({ length: 100_000 }, () => 1) }))
  t.deepEqual(refusal.members.errors, [{ pointer: '/tags', code: 'too_big', message: 'must have at most 1000 items' }])
})
