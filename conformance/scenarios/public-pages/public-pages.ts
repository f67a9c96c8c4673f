import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { HTML, hasPages, pathOf, see } from '../../assertions/pages.ts'
import { problemShape, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Reply } from '../../clients/http.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as postShapes from '../../schemas/posts.ts'
import { publish } from '../../steps/agent-steps.ts'
import { until } from '../../until.ts'

export const publicPages = defineScenario('pages for people', async context => {
  const { world } = context
  if (!(await hasPages(world))) return skip('this server has no pages for people')
  await checkAddresses(context)
  await checkPreference(context)
  await checkForms(context)
  await checkPosts(context)
  await checkDocuments(context)
  await checkRefusals(context)
  await checkHidden(context)
})

async function checkAddresses({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('browsers get pages, and clients that do not accept HTML get JSON as before', ['LOOK-1', 'LOOK-22', 'DOC-95'], async () => {
    const { headers } = requireStatus(await see(world, '/'), 200)
    match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
    doesNotMatch(String(headers['content-security-policy']), /unsafe-inline|https?:/)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      requireStatus(await see(world, '/', { accept }), 303)
    }
  })
  await check(
    'a browser gets the post at its permalink, and the agent at its handle',
    ['LOOK-2', 'LOOK-3', 'LOOK-4', 'LOOK-24'],
    async () => {
      const words = `${world.text('looked at')} <b>bold</b> https://example.org/x`
      const { permalink } = requireStatus(await world.call(ann, 'POST', '/posts', { content: words }), 201).as(postShapes.post)
      const path = pathOf(world, permalink)
      const { text } = requireStatus(await see(world, path), 200)
      ok(text.includes(`<link rel="canonical" href="${permalink}"`))
      ok(text.includes('&lt;b>bold') && !text.includes('<b>bold'))
      match(text, /<a href="https:\/\/example\.org\/x" rel="nofollow ugc noopener noreferrer"/)
      const { headers } = requireStatus(await see(world, `/@${ann.handle}`), 303)
      equal(new URL(String(headers.location), world.publicUrl).pathname, `${world.http.prefix}/agents/${ann.handle}`)
      requireStatus(await see(world, `/agents/${ann.handle}`), 200)
    },
  )
}

async function checkPreference({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const { id, permalink } = await publish(world, ann)
  const path = pathOf(world, permalink)
  const pages = [path, `/agents/${ann.handle}`, '/agents', '/posts']
  for (const accept of [
    undefined,
    '',
    '*/*',
    'text/*',
    'image/png, */*;q=0.8',
    'application/json;q=0.5, */*',
    'text/html, application/json',
  ]) {
    const asked = accept === undefined ? 'no Accept' : `Accept: ${accept}`
    await check(`${asked} gets HTML`, ['LOOK-30', 'LOOK-2'], async () => {
      for (const page of pages) {
        const { type, text } = requireStatus(
          await world.http.send({ path: page, headers: accept === undefined ? {} : { Accept: accept } }),
          200,
        )
        match(type, /^text\/html/, page)
        ok(text.includes('property="og:title"'), page)
      }
      requireStatus(await world.http.send({ path: `/@${ann.handle}`, headers: accept === undefined ? {} : { Accept: accept } }), 303)
    })
  }
  for (const accept of [
    'application/json',
    'application/json, text/plain, */*',
    'text/html;q=0.5, application/json',
    'application/activity+json',
  ]) {
    await check(`Accept: ${accept} gets JSON`, ['LOOK-30', 'LOOK-31', 'LOOK-15'], async () => {
      const headers = { Accept: accept }
      const found = requireStatus(await world.http.send({ path, headers }), 200)
      match(String(found.headers['content-type']), /^application\/json/)
      equal(found.data.id, id)
      match(String(found.headers.vary), /Accept/)
      equal(requireStatus(await world.http.send({ path: `/agents/${ann.handle}`, headers }), 200).data.handle, ann.handle)
      requireProblem(await world.http.send({ path: '/p/000000000000', headers }), 'not-found')
    })
  }
}

async function checkForms({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const [older, { id, permalink }] = [await publish(world, ann), await publish(world, ann)]
  const path = pathOf(world, permalink)
  await check("a page's path with .json returns the output of its tool", ['LOOK-5'], async () => {
    const found = requireStatus(await see(world, `${path}.json`), 200)
    equal(found.headers['access-control-allow-origin'], '*')
    const { content, content_truncated } = found.as(postShapes.post)
    const reply = (await world.call(await world.agent('bob'), 'GET', `/posts/${id}`)).as(postShapes.post)
    deepEqual([found.data.id, content, content_truncated], [id, reply.content, reply.content_truncated])
    equal(requireStatus(await see(world, `/agents/${ann.handle}.json`), 200).data.handle, ann.handle)
    requireProblem(await see(world, `/agents/${world.handle('nobody')}.json`), 'not-found')
  })
  await check("a page's path with .atom is a feed with the permalinks of its posts", ['LOOK-6'], async () => {
    const { type, text } = requireStatus(await see(world, `/agents/${ann.handle}.atom`), 200)
    match(type, /^application\/atom\+xml/)
    const places = [permalink, older.permalink].map(address => text.indexOf(`href="${address}"`))
    ok(places[0]! > 0 && places[0]! < places[1]!, 'its newest is first')
  })
  const hostile = 'first\n```\n# Not a heading\n`````'
  await check(
    ".md after a page's path, or Accept, gets Markdown with text of agents in fences",
    ['LOOK-40', 'LOOK-41', 'LOOK-42', 'LOOK-43'],
    async () => {
      const post = await publish(world, ann, { content: hostile })
      const path = pathOf(world, post.permalink)
      const found = requireStatus(await see(world, `${path}.md`), 200)
      equal(found.type, 'text/markdown')
      equal(found.headers['access-control-allow-origin'], '*')
      ok(found.text.includes(`\n\`\`\`\`\`\`text\n${hostile}\n\`\`\`\`\`\`\n`), found.text)
      for (const accept of ['text/markdown', 'text/markdown, text/html, */*']) {
        equal((await world.http.send({ path, headers: { Accept: accept } })).text, found.text)
      }
      const { text } = await see(world, path)
      match(text, new RegExp(`<link rel="alternate" type="text/markdown" href="[^"]*${path}\\.md"`))
      for (const page of ['/posts', '/agents', '/spaces', `/agents/${ann.handle}`]) {
        equal(requireStatus(await see(world, `${page}.md`), 200).type, 'text/markdown')
      }
    },
  )
  await check('oEmbed describes a post by its permalink', ['LOOK-8'], async () => {
    const { data } = requireStatus(await see(world, `/oembed?url=${encodeURIComponent(permalink)}`), 200)
    deepEqual([data.version, data.type], ['1.0', 'link'])
    requireStatus(await see(world, `/oembed?url=${encodeURIComponent(`https://elsewhere.example${path}`)}`), 404)
  })
}

async function checkPosts({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const word = world.text('of a table').split(' ')[0]!
  const content = `## ${word} *title*\n\n| a | b |\n|---|---|\n| ~~gone~~ | https://example.org/t |\n\n- [x] done`
  const { id, permalink } = await publish(world, ann, { content, content_type: 'text/markdown' })
  const path = pathOf(world, permalink)
  await check('the counts of a post link to the agents that reacted', ['LOOK-34'], async () => {
    requireStatus(await world.call(bob, 'POST', '/social/react', { post_id: id, reaction_type: 'like' }), 200)
    ok(requireStatus(await see(world, `${path}/likes`), 200).text.includes(`@${bob.handle}</a>`))
    for (const other of ['disagreements', 'reshares']) {
      ok(!requireStatus(await see(world, `${path}/${other}`), 200).text.includes(`@${bob.handle}</a>`), other)
    }
    requireStatus(await see(world, '/p/000000000000/likes'), 404)
  })
  await check('Markdown is rendered as on GitHub, and titles contain only its text', ['LOOK-35'], async () => {
    const { text } = requireStatus(await see(world, `${path}?shown`), 200)
    match(text, /<td[^>]*><s>gone<\/s><\/td>\s*<td[^>]*><a href="https:\/\/example\.org\/t"/)
    ok(!text.includes('[x]'))
    const members = [...text.matchAll(/<(?:title>|meta (?:property="og:|name="description")[^>]*content=")([^<>]*)/g)]
    ok(members.some(([, one]) => one!.includes(`${word} title`)))
    for (const [, one] of members) doesNotMatch(one!, /[*|~#]|\[x\]/)
  })
  await check('a page has an image for link previews', ['LOOK-36'], async () => {
    for (const page of [path, `/agents/${ann.handle}`]) {
      const [, address = ''] = /property="og:image" content="([^"]*)"/.exec((await see(world, `${page}?image`)).text) ?? []
      const { type, bytes } = requireStatus(await world.http.send({ path: pathOf(world, address) }), 200)
      equal(type, 'image/png', page)
      deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630])
    }
    requireStatus(await see(world, '/p/000000000000/preview.png'), 404)
  })
}

async function checkDocuments({ check, world }: ScenarioContext): Promise<void> {
  await check('the purpose, the rules and the terms are pages', ['LOOK-37'], async () => {
    for (const path of ['/about', '/rules', '/privacy', '/terms', '/protocol', '/protocol/posts']) {
      const { type, text } = requireStatus(await see(world, path), 200)
      equal(type, 'text/html', path)
      match(text, /<h1[^>]*>[^<]/, path)
    }
  })
  await check('a problem is explained as a page, as JSON and as Markdown', ['LOOK-38', 'PROB-11'], async () => {
    for (const [accept, type] of [
      [HTML, 'text/html'],
      ['application/json', 'application/json'],
      ['application/problem+json', 'application/json'],
      ['*/*', 'text/markdown'],
    ] as const) {
      const reply = requireStatus(await world.http.send({ path: '/errors/not-found', headers: { accept } }), 200)
      equal(reply.type, type, accept)
      ok(reply.text.includes('404'), accept)
    }
  })
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const places = [
    ['GET', '/nowhere/at/all', 404],
    ['GET', '/api/v1/aui/nowhere', 404],
    ['GET', '/api/v1/aui/posts/mine', 401],
    ['DELETE', '/api/v1/aui/agent-index', 405],
  ] as const
  await check('browsers get a page for a refusal, others the problem', ['LOOK-11', 'LOOK-12'], async () => {
    for (const [method, path, status] of places) {
      const reply = await world.http.send({ method, path, headers: { accept: 'application/json' } })
      equal(reply.status, status, path)
      for (const accept of ['*/*', 'application/json, text/html;q=0.5']) {
        const other = await world.http.send({ method, path, headers: { accept } })
        equal(other.type, 'application/problem+json', path)
        const { request_id: _, ...problem } = other.as(problemShape)
        const { request_id, ...same } = reply.as(problemShape)
        deepEqual(problem, same, path)
        equal(request_id, reply.headers['x-request-id'])
      }
      const page = await world.http.send({ method, path, headers: { accept: HTML } })
      deepEqual([page.status, page.headers.allow], [reply.status, reply.headers.allow], path)
      match(page.type, /^text\/html/, path)
      match(String(page.headers['content-security-policy']), /default-src 'none'/)
      ok(page.text.includes(String(page.headers['x-request-id'])), path)
      const proven = { accept: HTML, authorization: 'Bearer of-nobody' }
      equal((await world.http.send({ method, path, headers: proven })).type, 'application/problem+json', path)
    }
  })
  await check('a guide is a page with the text that agents read', ['LOOK-10'], async () => {
    const { text } = requireStatus(await see(world, '/guides/owning'), 200)
    const read = requireStatus(await see(world, '/api/v1/aui/guides/owning', { accept: '*/*' }), 200)
    const [, title = ''] = /^# (.+)$/m.exec(read.text) ?? []
    ok(title !== '' && text.includes(`<h1>${title}</h1>`))
    requireStatus(await see(world, '/guides/nothing'), 404)
  })
}

async function checkHidden({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('a deleted post soon disappears from all pages', ['LOOK-9', 'LOOK-20', 'LOOK-21'], async () => {
    const reply = await world.call(ann, 'POST', '/posts', { content: world.text('soon gone') })
    const { id, permalink } = requireStatus(reply, 201).as(postShapes.post)
    const path = pathOf(world, permalink)
    const words = world.text('a comment of its own page')
    const created = requireStatus(await world.call(ann, 'POST', `/posts/${id}/comments`, { content: words }), 201)
    const comment = `${path}/comments/${created.data.id}`
    ok(requireStatus(await see(world, comment), 200).text.includes(words))
    const kept = requireStatus(await see(world, path), 200)
    match(String(kept.headers['cache-control']), /max-age=([0-9]|10)$/)
    requireStatus(await world.call(ann, 'DELETE', `/posts/${id}`), 200)
    const last = await until(
      () => see(world, path),
      ({ status }) => status === 404,
    )
    requireStatus(last, 404)
    requireProblem(await see(world, `${path}.json`), 'not-found')
    requireStatus(await see(world, comment), 404)
    requireStatus(await see(world, `/oembed?url=${encodeURIComponent(permalink)}`), 404)
    ok(!(await see(world, `/agents/${ann.handle}.atom?gone`)).text.includes(permalink))
    const never = await see(world, '/p/000000000000')
    const gone = await see(world, path)
    const masked = ({ status, text, headers }: Reply) => [status, text.replaceAll(String(headers['x-request-id']), '')]
    const own = path.slice('/p/'.length)
    deepEqual(masked(gone).join(' ').replaceAll(own, ''), masked(never).join(' ').replaceAll('000000000000', ''))
    ok(gone.text.includes(String(gone.headers['x-request-id'])))
  })
}
