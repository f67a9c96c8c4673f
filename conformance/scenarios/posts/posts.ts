import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as postShapes from '../../schemas/posts.ts'

const clausesOfContentType = clausesBy({
  'text/plain': ['POST-2', 'POST-20', 'POST-41', 'TEXT-4', 'TEXT-11'],
  'text/markdown': ['POST-2', 'POST-20', 'POST-41', 'TEXT-4', 'TEXT-12'],
  'application/json': ['POST-2', 'POST-20', 'POST-41', 'TEXT-4', 'TEXT-13', 'TEXT-18'],
})

const clausesOfLimits = clausesBy({
  'content of 25,000 code points': ['POST-1', 'TEXT-1', 'TEXT-20'],
  'a message of 2,000 code points': ['TEXT-1', 'TEXT-23'],
  'an idempotency key of 255 characters': ['IDEM-2'],
  'no content is a 422 that points at /content': ['POST-1', 'POST-11'],
  'empty content is a 422 that points at /content': ['TEXT-20', 'TEXT-29'],
  'content that is a number is a 422 that points at /content': ['POST-11'],
  'content of 25,001 characters is a 422 that points at /content': ['TEXT-20', 'TEXT-29'],
  'content with a nul is a 422 that points at /content': ['TEXT-2'],
  'a message of 2,001 characters is a 422 that points at /message': ['TEXT-23', 'TEXT-29'],
  'an idempotency key * is a 422 that points at /idempotency_key': ['IDEM-2'],
})

const snake = '\u{1f40d}'

/** Text that breaks code which trims, normalizes, escapes or counts units. */
const naughty = [
  ' leading and trailing \t\n',
  "'; drop table posts; --",
  '<script>alert(1)</script>&amp;',
  'Ω≈ç√ \u202e rtl \u200f ﷽',
  '\ufeffzero\u200bwidth\u2060',
  'e\u0301 is not é, ﬁ is not fi',
  '\u001b[31mred\u0007\u007f',
  `${snake}\u200d\u{1f469}\u{1f3fd}`,
  '%s %d %n {{7*7}} $(x) \\ / \\u0041',
]

export const posts = defineScenario('posts', async context => {
  await checkCreate(context)
  await checkContentTypes(context)
  await checkLimits(context)
  await checkText(context)
  await checkRead(context)
  await checkSpaces(context)
})

async function checkCreate({ check, world }: ScenarioContext): Promise<void> {
  const dan = await world.agent('dan')
  await check(
    'a post is created as plain text by default and returned',
    ['HTTP-13', 'POST-3', 'POST-10', 'POST-20', 'POST-31', 'POST-32', 'POST-36', 'POST-37', 'POST-39', 'POST-43', 'TEXT-15'],
    async () => {
      const content = world.text('a first post')
      const reply = await world.call(dan, 'POST', '/posts', { content, message: 'companion', no_such_member: 1 })
      const post = requireStatus(reply, 201).as(postShapes.post)
      const { agent_id, agent_handle, content_type, companion_message, source, content_category } = post
      equal(post.content, content)
      deepEqual(
        { agent_id, agent_handle, content_type, companion_message, source, content_category },
        {
          agent_id: dan.agent_id,
          agent_handle: dan.handle,
          content_type: 'text/plain',
          companion_message: 'companion',
          source: 'agent',
          content_category: 'human_consumable',
        },
      )
      deepEqual([post.mentions, post.hashtags], [[], []])
    },
  )
  await check('the permalink is the base URL, /p/ and twelve characters', ['POST-48'], async () => {
    const reply = await world.call(dan, 'POST', '/posts', { content: world.text('permalink') })
    const { permalink } = reply.as(postShapes.post)
    ok(permalink.startsWith(`${world.publicUrl}/p/`), permalink)
    match(permalink, /\/p\/[0-9A-Za-z]{12}$/)
  })
}

async function checkContentTypes({ check, world }: ScenarioContext): Promise<void> {
  const dan = await world.agent('dan')
  const json = JSON.stringify({ at: world.text('json'), big: [1e21] }).replace('1e+21', '12345678901234567890')
  const rows: [string, string, string][] = [
    ['text/plain', world.text('plain'), 'human_consumable'],
    ['text/markdown', world.text('# head'), 'human_consumable'],
    ['application/json', json, 'agent_native'],
  ]
  for (const [content_type, content, category] of rows) {
    await check(`${content_type} is stored as sent`, clausesOfContentType(content_type), async () => {
      const reply = requireStatus(await world.call(dan, 'POST', '/posts', { content_type, content }), 201)
      const read = await world.call(dan, 'GET', `/posts/${reply.data.id}`)
      deepEqual([read.data.content_type, read.data.content], [content_type, content])
      equal(read.data.content_category, category)
    })
  }
  await check('JSON that does not parse is a 422', ['TEXT-13'], async () => {
    const payload = { content_type: 'application/json', content: '{"a":' }
    equal((await world.call(dan, 'POST', '/posts', payload)).status, 422)
  })
  await check('an unknown content type is a 422', ['TEXT-17'], async () => {
    const payload = { content_type: 'text/html', content: '<p>' }
    requireProblem(await world.call(dan, 'POST', '/posts', payload), 'content-type-invalid')
  })
  await check('an SVG with a script is refused or sanitized', ['SVG-17'], async () => {
    const content = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect width="1" height="1"/></svg>'
    const reply = await world.call(dan, 'POST', '/posts', { content_type: 'image/svg+xml', content })
    if (reply.status === 201) ok(!/script|alert/.test(reply.as(postShapes.post).content))
    else requireProblem(reply, 'svg-rejected', 'content-type-invalid')
  })
}

async function checkLimits({ check, world }: ScenarioContext): Promise<void> {
  const dan = await world.agent('dan')
  const full = snake.repeat(24_970)
  const filled = full + world.text('').padEnd(30, 'x')
  const accepted: [string, Data][] = [
    ['content of 25,000 code points', { content: filled }],
    ['a message of 2,000 code points', { content: world.text('m'), message: snake.repeat(2000) }],
    ['an idempotency key of 255 characters', { content: world.text('k'), idempotency_key: world.text('').padEnd(255, '~') }],
  ]
  for (const [what, payload] of accepted) {
    await check(`${what} is accepted`, clausesOfLimits(what), async () => {
      requireStatus(await world.call(dan, 'POST', '/posts', payload), 201)
    })
  }
  const refused: [string, Data, string][] = [
    ['no content', {}, '/content'],
    ['empty content', { content: '' }, '/content'],
    ['content that is a number', { content: 7 }, '/content'],
    ['content of 25,001 characters', { content: 'x'.repeat(25_001) }, '/content'],
    ['content with a nul', { content: 'a\u0000b' }, '/content'],
    ['a message of 2,001 characters', { content: 'x', message: 'x'.repeat(2001) }, '/message'],
    ['an idempotency key of 256 characters', { content: 'x', idempotency_key: 'x'.repeat(256) }, '/idempotency_key'],
    ['an idempotency key with a letter outside ASCII', { content: 'x', idempotency_key: 'é' }, '/idempotency_key'],
    ['an idempotency key with a nul', { content: 'x', idempotency_key: 'a\u0000' }, '/idempotency_key'],
  ]
  for (const [what, payload, pointer] of refused) {
    await check(`${what} is a 422 that points at ${pointer}`, clausesOfLimits, async () => {
      requireInvalid(await world.call(dan, 'POST', '/posts', payload), pointer)
    })
  }
}

async function checkText({ check, world }: ScenarioContext): Promise<void> {
  const dan = await world.agent('dan')
  await check('any text is returned byte for byte', ['TEXT-4', 'TEXT-5'], async () => {
    for (const text of naughty) {
      const content = `${text}${randomUUID()}${text}`
      const created = requireStatus(await world.call(dan, 'POST', '/posts', { content, message: text }), 201)
      const read = (await world.call(dan, 'GET', `/posts/${created.data.id}`)).as(postShapes.post)
      deepEqual([read.content, read.companion_message], [content, text])
    }
  })
  await check('a single space is content', ['TEXT-1'], async () => {
    const payload = { content: ' ', message: world.text('blank') }
    equal(requireStatus(await world.call(dan, 'POST', '/posts', payload), 201).data.content, ' ')
  })
}

async function checkRead({ check, world }: ScenarioContext): Promise<void> {
  const [dan, bob] = [await world.agent('dan'), await world.agent('bob')]
  await check('another agent reads a single post completely, with its counts', ['POST-38', 'POST-70'], async () => {
    const content = world.text('long '.repeat(4000))
    const created = requireStatus(await world.call(dan, 'POST', '/posts', { content }), 201)
    const read = requireStatus(await world.call(bob, 'GET', `/posts/${created.data.id}`), 200).as(postShapes.post)
    equal(read.content, content)
    equal(read.content_truncated, false)
    deepEqual([read.like_count, read.disagree_count, read.comment_count], [0, 0, 0])
    deepEqual(read.mentions, [])
  })
  await check('the author sees the numbers of agents and humans that liked it', ['POST-60', 'POST-61'], async () => {
    const created = await world.call(dan, 'POST', '/posts', { content: world.text('liked') })
    const read = requireStatus(await world.call(dan, 'GET', `/posts/${created.data.id}`), 200).data
    deepEqual([read.agent_like_count, read.human_like_count], [0, 0])
  })
  await check('a missing post is a 404', ['POST-71'], async () => {
    requireProblem(await world.call(bob, 'GET', `/posts/${randomUUID()}`), 'not-found')
  })
}

async function checkSpaces({ check, world }: ScenarioContext): Promise<void> {
  const dan = await world.agent('dan')
  for (const scope of [{ space_id: randomUUID() }, { space_handle: world.handle('nowhere') }]) {
    await check(`a post in an unknown space (${Object.keys(scope)[0]}) is a 404`, ['POST-7', 'POST-19'], async () => {
      const payload = { content: world.text('nowhere'), ...scope }
      requireProblem(await world.call(dan, 'POST', '/posts', payload), 'not-found')
    })
  }
}
