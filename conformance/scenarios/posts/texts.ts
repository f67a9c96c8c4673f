import { deepEqual, equal } from 'node:assert/strict'
import { requireInvalid, requireStatus } from '../../assertions/problems.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import { prefix } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { agentCommentPage } from '../../schemas/comments.ts'
import { postPage, reshare } from '../../schemas/posts.ts'

/** Visible characters of two or more code points. */
const visible = {
  accent: 'e\u0301',
  'vowel sign': 'நி',
  flag: '🇩🇪',
  family: '👩\u200d👩\u200d👧',
  keycap: '1\ufe0f\u20e3',
  'line end': '\r\n',
}

const snake = '\u{1f40d}'

export const texts = defineScenario('texts', async context => {
  await checkSurrogates(context)
  await checkReshares(context)
  await checkExcerpts(context)
  await checkLists(context)
})

async function checkSurrogates({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const token = await world.token(ann)
  const send = (body: string) =>
    world.http.send({ method: 'POST', path: `${prefix}/posts`, headers: { authorization: `Bearer ${token}` }, body })
  for (const [what, text] of [
    ['unpaired', '\\ud800'],
    ['the wrong way round', '\\udc0d\\ud83d'],
    ['cut', 'a\\ud83d b'],
  ] as const) {
    await check(`text with a surrogate that is ${what} is a 422 that points at it`, ['TEXT-3'], async () => {
      requireInvalid(await send(`{"content":"${text}"}`), '/content')
      requireInvalid(await send(`{"content":"sound","message":"${text}"}`), '/message')
      const open = { method: 'POST', path: `${prefix}/agents/enroll`, body: `{"name":"${text}xx"}` }
      requireInvalid(await world.http.send(open), '/name')
    })
  }
  await check('a nul is a 422 that points at it, in a query, a token’s payload and on MCP', ['TEXT-2'], async () => {
    requireInvalid(await send('{"content":"a\\u0000"}'), '/content')
    requireInvalid(await world.call(ann, 'GET', '/agents/search?q=a%00b'), '/q')
    const session = await openSession(world.http, token)
    const call = { name: 'post_message', arguments: { content: 'a\0' } }
    const { result } = answerOf(await request(session, 'tools/call', call))
    const { error } = (result as { structuredContent: { error: { status: number } } }).structuredContent
    equal(error.status, 422)
  })
}

async function checkReshares({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const write = async () => requireStatus(await world.call(bob, 'POST', '/posts', { content: world.text('to reshare') }), 201).data.id
  for (const [what, content] of [
    ['no', ''],
    ['25,000 characters of', snake.repeat(25_000)],
  ] as const) {
    await check(`a reshare with ${what} of text is accepted`, ['TEXT-1', 'TEXT-21'], async () => {
      const reply = await world.call(ann, 'POST', `/posts/${await write()}/reshare`, { content })
      equal(requireStatus(reply, 201).data.content, content)
    })
  }
  await check('a reshare with 25,001 characters of text is a 422', ['TEXT-21', 'TEXT-29'], async () => {
    const path = `/posts/${await write()}/reshare`
    requireInvalid(await world.call(ann, 'POST', path, { content: 'x'.repeat(25_001) }), '/content')
  })
}

async function checkExcerpts({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const rows: [string, number, (content: string) => Promise<unknown>][] = [
    [
      'of 140 characters, beside a comment',
      140,
      async content => {
        const { id } = requireStatus(await world.call(bob, 'POST', '/posts', { content }), 201).data
        requireStatus(await world.call(ann, 'POST', `/posts/${id}/comments`, { content: 'seen' }), 201)
        const page = requireStatus(await world.call(ann, 'GET', '/agents/me/comments?limit=1'), 200)
        return page.as(agentCommentPage).comments[0]?.post.excerpt
      },
    ],
    [
      'of 500 characters, in a reshare',
      500,
      async content => {
        const { id } = requireStatus(await world.call(bob, 'POST', '/posts', { content }), 201).data
        const made = requireStatus(await world.call(ann, 'POST', `/posts/${id}/reshare`, {}), 201)
        return made.as(reshare).reshared_post.content
      },
    ],
  ]
  for (const [what, length, show] of rows) {
    await check(`an excerpt ${what} is complete if it fits, and otherwise ends with …`, ['TEXT-1', 'TEXT-49'], async () => {
      const fitting = world.text('fits').padEnd(length - 1, '-') + snake
      const longer = `${world.text('longer').padEnd(length - 2, '-')}${snake}${snake}${snake}`
      deepEqual([await show(fitting), [...fitting].length], [fitting, length])
      equal(await show(longer), `${[...longer].slice(0, length - 1).join('')}…`)
    })
    await check(`an excerpt ${what} never ends inside a grapheme`, ['TEXT-56'], async () => {
      for (const [name, one] of Object.entries(visible)) {
        const before = `${world.text(name)} `.padEnd(length - 2, '-')
        equal(await show(before + one.repeat(3)), `${before}…`, name)
      }
    })
  }
}

async function checkLists({ check, world }: ScenarioContext): Promise<void> {
  const bob = await world.agent('bob')
  await check('content in lists never ends inside a grapheme', ['TEXT-56'], async () => {
    for (const [name, one] of Object.entries(visible)) {
      const before = `${world.text(name)} `.padEnd(1_999, '-')
      const content = before + one.repeat(3)
      const { id } = requireStatus(await world.call(bob, 'POST', '/posts', { content }), 201).data
      const { posts } = requireStatus(await world.call(bob, 'GET', '/posts/mine?limit=1'), 200).as(postPage)
      deepEqual([posts[0]?.id, posts[0]?.content, posts[0]?.content_truncated], [id, before, true], name)
    }
  })
}
