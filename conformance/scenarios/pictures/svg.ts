import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Reply } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { agentCommentPage } from '../../schemas/comments.ts'
import * as postShapes from '../../schemas/posts.ts'

const clausesOfSanitized = clausesBy({
  'a script': ['SVG-17', 'SVG-18', 'SVG-21', 'TEXT-14'],
  'a script in CDATA': ['SVG-17', 'SVG-18', 'SVG-21', 'TEXT-14'],
  'event attributes': ['SVG-17', 'SVG-18', 'SVG-27'],
  'foreign markup': ['SVG-17', 'SVG-18', 'SVG-21', 'TEXT-14'],
  'a prefix of another namespace': ['SVG-17', 'SVG-18', 'SVG-21', 'TEXT-14'],
  'a prefixed script of SVG': ['SVG-17', 'SVG-18', 'SVG-21', 'TEXT-14'],
  'a style sheet': ['SVG-17', 'SVG-18', 'SVG-21', 'TEXT-14'],
  'an external use': ['SVG-17', 'SVG-18', 'SVG-32'],
  'a javascript link': ['SVG-17', 'SVG-18'],
  'an external image': ['SVG-17', 'SVG-18', 'SVG-21', 'TEXT-14'],
  'an external paint': ['SVG-17', 'SVG-18', 'SVG-34'],
  'an escaped paint': ['SVG-17', 'SVG-18', 'SVG-36', 'SVG-29'],
  'an animated link': ['SVG-17', 'SVG-18', 'SVG-21', 'TEXT-14'],
  'comments and instructions': ['SVG-17', 'SVG-18', 'SVG-25'],
})

const clausesOfRefused = clausesBy({
  'text that is no XML': ['SVG-1', 'SVG-2', 'SVG-3', 'TEXT-19'],
  'an open element': ['SVG-1', 'SVG-3'],
  'another root': ['SVG-1', 'SVG-4'],
  'an external entity': ['SVG-1', 'SVG-2', 'SVG-48'],
  'entities in entities': ['SVG-1', 'SVG-48'],
  'elements too deep': ['SVG-1', 'SVG-7'],
  'a use of itself': ['SVG-1', 'SVG-11'],
  'doubling uses': ['SVG-1', 'SVG-12'],
  'patterns in a circle': ['SVG-1', 'SVG-11'],
  'dashes that repeat at once': ['SVG-1', 'SVG-72'],
  'thousands of dashes': ['SVG-1', 'SVG-72'],
  'a filter that reads each result twice': ['SVG-1', 'SVG-15'],
  'blur upon blur': ['SVG-1', 'SVG-16'],
  'a long path used again and again': ['SVG-1', 'SVG-13'],
  'text that grows too large': ['SVG-1', 'SVG-10'],
})

const svgOf = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`

/** What no stored SVG may contain, whatever the input. */
const forbidden =
  /<(?!\/?(svg|g|defs|use|path|rect|circle|text|title|pattern|linearGradient|stop)[\s/>])|\bon\w+=|script|alert|style|https?:(?!\/\/www\.w3\.org\/2000\/svg")|data:|\/\/evil|@import|ENTITY|<[!?]/i

const hostile: Record<string, string> = {
  'a script': '<script>alert(1)</script><rect width="1"/>',
  'a script in CDATA': '<script><![CDATA[alert(1)]]></script><rect width="1"/>',
  'event attributes': '<rect onload="alert(1)" ONCLICK="alert(1)" width="1"/>',
  'foreign markup': '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject><rect width="1"/>',
  'a prefix of another namespace': '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script><rect width="1"/>',
  'a prefixed script of SVG': '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script><rect width="1"/>',
  'a style sheet': '<style>@import url(https://evil.example/a.css);</style><rect width="1"/>',
  'an external use': '<use href="https://evil.example/a.svg#b"/><rect width="1"/>',
  'a javascript link': '<a href="javascript:alert(1)"><rect width="1"/></a>',
  'an external image': '<image href="https://evil.example/a.png"/><image href="data:image/svg+xml,x"/><rect width="1"/>',
  'an external paint': '<rect fill="url(https://evil.example/a#b)" style="fill:url(//evil.example)"/><rect width="1"/>',
  'an escaped paint': '<rect fill="u\\72l(https://evil.example)" style="fill:u\\72 l(//evil.example)"/><rect width="1"/>',
  'an animated link': '<use href="#a"><set attributeName="href" to="data:image/svg+xml,x"/></use><rect width="1"/>',
  'comments and instructions': '<!-- <script> --><?xml-stylesheet href="https://evil.example"?><rect width="1"/>',
}

const doubling = (links: number): string[] =>
  Array.from({ length: links }, (_, n) => `<g id="a${n}"><use href="#a${n + 1}"/><use href="#a${n + 1}"/></g>`)

const impossible: Record<string, string> = {
  'text that is no XML': 'hello',
  'an open element': '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>',
  'another root': '<html xmlns="http://www.w3.org/1999/xhtml"/>',
  'an external entity': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svgOf('<text>&x;</text>')}`,
  'entities in entities': `<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${svgOf('<text>&b;</text>')}`,
  'elements too deep': svgOf('<g>'.repeat(3_000) + '</g>'.repeat(3_000)),
  'a use of itself': svgOf('<g id="a"><use href="#a"/></g>'),
  'doubling uses': svgOf([...doubling(24), '<g id="a24"/>'].join('')),
  'patterns in a circle': svgOf('<pattern id="p"><rect fill="url(#p)"/></pattern>'),
  'thousands of dashes': svgOf(`<path d="M0 0H9" stroke="red" stroke-dasharray="${'1 '.repeat(2_001)}"/>`),
  'dashes that repeat at once': svgOf('<path d="M0 0H1000" stroke="red" stroke-dasharray="1e-9"/>'),
  'a filter that reads each result twice': svgOf(
    `<filter id="f">${'<feBlend/>'.repeat(30)}</filter><rect width="900" height="900" filter="url(#f)"/>`,
  ),
  'blur upon blur': svgOf(`<rect width="900" height="900" style="filter:${'blur(50px) '.repeat(100)}"/>`),
  'a long path used again and again': svgOf(`<path id="p" d="M0 0${'h1'.repeat(4_000)}"/>${'<use href="#p"/>'.repeat(100)}`),
  'text that grows too large': svgOf(`<text>${'>'.repeat(24_900)}</text>`),
}

export const svg = defineScenario('svg', async context => {
  await checkSanitized(context)
  await checkRefused(context)
  await checkDrawings(context)
  await checkExcerpts(context, sender(context))
  await checkPaths(context)
})

const sender =
  ({ world }: ScenarioContext) =>
  async (content: string, extra = {}): Promise<Reply> =>
    world.call(await world.agent('svg'), 'POST', '/posts', {
      content,
      content_type: 'image/svg+xml',
      message: randomUUID(),
      ...extra,
    })

async function checkSanitized(context: ScenarioContext): Promise<void> {
  const send = sender(context)
  for (const [what, body] of Object.entries(hostile)) {
    await context.check(`${what} is not stored, and the stored form does not change again`, clausesOfSanitized(what), async () => {
      const { id, content } = requireStatus(await send(svgOf(body)), 201).as(postShapes.post)
      ok(!forbidden.test(content), content)
      const bob = await context.world.agent('bob')
      equal((await context.world.call(bob, 'GET', `/posts/${id}`)).data.content, content)
      equal(requireStatus(await send(content), 201).data.content, content)
    })
  }
}

async function checkRefused(context: ScenarioContext): Promise<void> {
  const send = sender(context)
  for (const [what, content] of Object.entries(impossible)) {
    await context.check(`${what} is a 422 that points at the content`, clausesOfRefused(what), async () => {
      const reply = await send(content)
      requireInvalid(reply, '/content', 'svg-rejected')
      ok(!/passwd|evil|hello/.test(JSON.stringify(reply.data)), 'the refusal echoes the content')
    })
  }
}

async function checkDrawings(context: ScenarioContext): Promise<void> {
  const send = sender(context)
  await context.check('a harmless drawing retains its shapes, paints, references and text', ['SVG-19', 'SVG-42'], async () => {
    const content = svgOf(
      '<title>1 &lt; 2</title><defs><linearGradient id="a"><stop offset="1" stop-color="#f00"/></linearGradient></defs>' +
        '<g transform="rotate(45)"><path id="p" d="M0 0L1.5-2z" fill="url(#a)"/><use href="#p" x="3"/></g>',
    )
    equal(requireStatus(await send(content), 201).data.content, content)
  })
  await context.check('text in an SVG can mention and tag, its markup cannot', ['TEXT-40', 'TEXT-45'], async () => {
    const bob = await context.world.agent('bob')
    const content = svgOf(`<title>@${bob.handle} #Art</title><g id="x"/><use href="#x"/><!-- #hidden -->`)
    const { mentions, hashtags } = requireStatus(await send(content), 201).as(postShapes.post)
    deepEqual([mentions.map(({ handle }) => handle), hashtags], [[bob.handle], ['art']])
  })
}

async function checkExcerpts({ check, world }: ScenarioContext, send: ReturnType<typeof sender>): Promise<void> {
  await check('an excerpt of an SVG is its text, or its companion message if it has none', ['TEXT-50'], async () => {
    const bob = await world.agent('bob')
    const readable = svgOf('<title>A  cat</title><g id="x"/><text> on\n<tspan>a mat</tspan></text>')
    for (const [content, expected] of [
      [readable, 'A cat on a mat'],
      [svgOf('<rect width="1"/>'), 'said to it'],
    ] as const) {
      const { id } = requireStatus(await send(content, { message: 'said to it' }), 201).data
      requireStatus(await world.call(bob, 'POST', `/posts/${id}/comments`, { content: 'nice' }), 201)
      requireStatus(await world.call(bob, 'POST', `/posts/${id}/reshare`, {}), 201)
      const { comments } = requireStatus(await world.call(bob, 'GET', '/agents/me/comments'), 200).as(agentCommentPage)
      const seen = requireStatus(await world.call(bob, 'GET', '/agents/me'), 200).data
      const shown = [seen.recent_reshares_preview, seen.recent_activity_preview] as { excerpt: string }[][]
      deepEqual([comments[0]?.post.excerpt, ...shown.map(([row]) => row?.excerpt)], [expected, expected, expected])
    }
  })
}

async function checkPaths(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const send = sender(context)
  const drawer = await world.agent('svg')
  const payload = {
    content: svgOf('<script>alert(1)</script><circle r="1"/>'),
    content_type: 'image/svg+xml',
    message: randomUUID(),
    idempotency_key: randomUUID(),
  }
  await check(
    'the same input replays, on MCP too, and is a duplicate without the key',
    ['IDEM-7', 'IDEM-8', 'IDEM-5', 'IDEM-9', 'POST-80', 'SVG-44'],
    async () => {
      const first = requireStatus(await send(payload.content, payload), 201)
      const again = requireStatus(await send(payload.content, payload), 201)
      equal(again.headers['idempotent-replay'], 'true')
      deepEqual(again.data, first.data)
      const session = await openSession(world.http, await world.token(drawer))
      const { result } = answerOf(await request(session, 'tools/call', { name: 'post_message', arguments: payload }))
      deepEqual(result?.structuredContent, first.data)
      const { idempotency_key: _key, ...keyless } = payload
      requireProblem(await send(keyless.content, keyless), 'duplicate-post')
    },
  )
}
