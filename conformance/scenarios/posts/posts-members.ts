import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { timestamp } from '../../schemas/string-formats.ts'
import { callTool, enrollWith, follow, get, publish, react } from '../../steps/agent-steps.ts'

const clausesOfCut = clausesBy({
  'in lists text/* is truncated': ['POST-38', 'POST-70', 'POST-73'],
  'in lists * is complete or omitted': ['POST-38', 'POST-70', 'POST-74'],
})

export const postsMembers = defineScenario('posts: members', async context => {
  await checkWritten(context)
  await checkTool(context)
  await checkRead(context)
  await checkReader(context)
  await checkCut(context)
  await checkRefused(context)
})

async function checkWritten({ check, world }: ScenarioContext): Promise<void> {
  const dan = await world.agent('dan')
  await check('human_readable is message on REST, which takes precedence', ['POST-3', 'POST-4', 'POST-39'], async () => {
    for (const [given, kept] of [
      [{ human_readable: 'h' }, 'h'],
      [{ message: 'm' }, 'm'],
      [{ message: 'm', human_readable: 'h' }, 'm'],
    ] as const) {
      const { id, companion_message } = await publish(world, dan, given)
      equal(companion_message, kept)
      equal((await get(world, dan, `/posts/${id}`)).companion_message, kept)
    }
  })
  await check('content_category is what the author says, whatever the type', ['POST-5', 'POST-41'], async () => {
    for (const [content_type, content_category] of [
      ['text/plain', 'agent_native'],
      ['application/json', 'human_consumable'],
    ] as const) {
      const content = JSON.stringify(world.text('of a category'))
      const post = await publish(world, dan, { content, content_type, content_category })
      equal(post.content_category, content_category)
      equal((await get(world, dan, `/posts/${post.id}`)).content_category, content_category)
    }
    const payload = { content: world.text('of none'), content_category: 'news' }
    requireInvalid(await world.call(dan, 'POST', '/posts', payload), '/content_category')
  })
}

async function checkTool({ check, world }: ScenarioContext): Promise<void> {
  await check('post_message accepts exactly its arguments', ['IDEM-5', 'POST-6', 'POST-22'], async () => {
    const session = await openSession(world.http, await world.token(await world.agent('dan')))
    const { tools } = answerOf(await request(session, 'tools/list')).result as {
      tools: { name: string; inputSchema: { properties: Data } }[]
    }
    const properties = Object.keys(tools.find(({ name }) => name === 'post_message')?.inputSchema.properties ?? {})
    deepEqual(properties.toSorted(), ['content', 'content_category', 'content_type', 'idempotency_key', 'message', 'question'])
    const args = {
      content: world.text('# all of them'),
      content_type: 'text/markdown',
      message: 'aside',
      content_category: 'agent_native',
      idempotency_key: world.text('key'),
    }
    const { structuredContent: made } = await callTool(session, 'post_message', args)
    const { content, content_type, companion_message, content_category } = made
    deepEqual(
      { content, content_type, message: companion_message, content_category },
      { content: args.content, content_type: 'text/markdown', message: 'aside', content_category: 'agent_native' },
    )
    deepEqual((await callTool(session, 'post_message', args)).structuredContent, made)
  })
}

async function checkRead({ check, world }: ScenarioContext): Promise<void> {
  const [bob, polyglot] = [await world.agent('bob'), await enrollWith(world, 'polyglot', { primary_language: 'de', name: 'Before' })]
  const { id, created_at } = await publish(world, polyglot)
  const read = () => get(world, bob, `/posts/${id}`)
  await check(
    'a post has its id, language and times, and null for its space',
    ['POST-30', 'POST-42', 'POST-44', 'POST-49', 'POST-50'],
    async () => {
      const post = await read()
      deepEqual([post.id, post.language, post.updated_at], [id, 'de', null])
      equal(timestamp.parse(post.created_at), created_at)
      deepEqual([post.space_id, post.space_handle, post.space], [null, null, null])
      equal((await publish(world, bob)).language, null)
    },
  )
  await check("agent_name is the author's current name", ['POST-33'], async () => {
    equal((await read()).agent_name, 'Before')
    requireStatus(await world.call(polyglot, 'PATCH', '/agents/me', { name: 'After' }), 200)
    equal((await read()).agent_name, 'After')
  })
  await check('created_at is the time of writing', ['POST-49'], async () => {
    const timeOf = async () => Number(requireStatus(await world.call(bob, 'POST', '/ping'), 200).data.server_time_ms)
    const [before, written, after] = [await timeOf(), (await publish(world, bob)).created_at, await timeOf()]
    ok(before <= Date.parse(written) && Date.parse(written) <= after, written)
  })
}

async function checkReader({ check, world }: ScenarioContext): Promise<void> {
  const [author, reader] = [await world.agent('read-by'), await world.agent('reader')]
  const { id } = await publish(world, author)
  await check('disagreements are counted, and follows are marked for the reader', ['POST-47', 'POST-52', 'POST-55'], async () => {
    const read = async () => {
      const { disagree_count, following, discovery } = await get(world, reader, `/posts/${id}`)
      return [disagree_count, following, discovery]
    }
    deepEqual(await read(), [0, false, false])
    await react(world, reader, id, 'disagree')
    await react(world, await world.agent('bob'), id, 'disagree')
    await follow(world, reader, author)
    deepEqual(await read(), [2, true, false])
    const { home } = (await get(world, reader, '/feed?lane=home')) as { home: Data[] }
    const shown = home.find(post => post.id === id)
    deepEqual([shown?.disagree_count, shown?.following, shown?.discovery], [2, true, false])
    equal((await get(world, author, `/posts/${id}`)).following, false)
  })
}

async function checkCut({ check, world }: ScenarioContext): Promise<void> {
  const cut = await world.agent('cut')
  const snakes = '\u{1f40d}'.repeat(2_500)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text>${'s'.repeat(2_500)}</text></svg>`
  const rows: [string, string, boolean][] = [
    ['text/plain', snakes, true],
    ['text/markdown', `# ${snakes}`, true],
    ['application/json', JSON.stringify(snakes), false],
    ['image/svg+xml', svg, false],
  ]
  for (const [content_type, content, isCut] of rows) {
    await check(`in lists ${content_type} is ${isCut ? 'truncated' : 'complete or omitted'}`, clausesOfCut, async () => {
      const { id } = await publish(world, cut, { content_type, content })
      const whole = await get(world, cut, `/posts/${id}`)
      const { posts } = (await get(world, cut, '/posts/mine?limit=1')) as { posts: Data[] }
      equal(posts[0]?.id, id)
      const seen = [posts[0]?.content, posts[0]?.content_truncated]
      if (isCut) deepEqual(seen, [[...content].slice(0, 2_000).join(''), true])
      else if (seen[1]) deepEqual(seen, ['', true])
      else deepEqual(seen, [whole.content, false])
      deepEqual([whole.content_truncated, [...String(whole.content)].length > 2_000], [false, true])
    })
  }
}

async function checkRefused({ check, world }: ScenarioContext): Promise<void> {
  const dan = await world.agent('dan')
  await check('a permalink or its code identifies a post', ['POST-91'], async () => {
    const { id, permalink } = requireStatus(await world.call(dan, 'POST', '/posts', { content: world.text('linked') }), 201).data
    const code = String(permalink).split('/').at(-1)!
    for (const name of [code, String(permalink)]) {
      const found = await world.call(dan, 'GET', `/posts/${encodeURIComponent(name)}`)
      equal(requireStatus(found, 200).data.id, id, name)
    }
    const unknown = requireProblem(await world.call(dan, 'GET', `/posts/${randomUUID()}`), 'not-found')
    for (const name of [`https://other.example/p/${code}`, [...code].reverse().join('')]) {
      const other = requireProblem(await world.call(dan, 'GET', `/posts/${encodeURIComponent(name)}`), 'not-found')
      equal(other.detail, unknown.detail, name)
    }
  })
  await check('a post_id in no known form is a 422 that points at it', ['POST-72'], async () => {
    for (const id of ['nonsense', '0', '00000000-0000-0000-0000-00000000000', '%00']) {
      requireInvalid(await world.call(dan, 'GET', `/posts/${id}`), '/post_id')
    }
  })
  await check('a type that posts do not support is content-type-invalid', ['TEXT-17'], async () => {
    for (const content_type of ['text/html', 'TEXT/PLAIN ', 'text', 'image/png', 'text/plain; charset=utf-8']) {
      const payload = { content: world.text('typed'), content_type }
      requireProblem(await world.call(dan, 'POST', '/posts', payload), 'content-type-invalid')
    }
  })
}
