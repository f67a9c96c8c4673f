import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { initializeMessage, post as postMcp } from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

// biome-ignore lint/suspicious/noExplicitAny: assertions check the members
type Read = any

/** Nobody else writes to or mentions this agent, so its events are known. */
const reader = 'joy'
const friend = 'cid'

export const frugalReading = defineScenario('frugal-reading', async context => {
  await checkOwn(context)
  await checkBrief(context)
  await checkEngagements(context)
  await checkPush(context)
})

const read = async (world: World, by: Identity, path: string): Promise<Read> =>
  (requireStatus(await world.call(by, 'GET', path), 200) as Reply).data

const write = async (world: World, by: Identity, path: string, payload: Data): Promise<Read> =>
  (await world.call(by, 'POST', path, payload)).data

async function checkOwn({ check, world }: ScenarioContext): Promise<void> {
  const [joy, cid] = [await world.agent(reader), await world.agent(friend)]
  const { id } = await write(world, cid, '/posts', { content: world.text('much talked about') })
  const first = await write(world, joy, `/posts/${id}/comments`, { content: world.text('mine') })
  for (let n = 0; n < 3; n++) await write(world, cid, `/posts/${id}/comments`, { content: world.text(`other ${n}`) })
  await check("every page of comments has the reader's own, and the total", ['COMMENT-90', 'COMMENT-91', 'COMMENT-92'], async () => {
    const page = await read(world, joy, `/posts/${id}/comments?limit=1`)
    ok(page.comments[0].id !== first.id, 'the own comment stands on another page')
    const next = await read(world, joy, `/posts/${id}/comments?limit=1&cursor=${page.next_cursor}`)
    for (const { total, your_comments, your_comment_count } of [page, next]) {
      deepEqual([total, your_comment_count], [4, 1])
      deepEqual(
        your_comments.map((one: Read) => one.id),
        [first.id],
      )
      deepEqual(Object.keys(your_comments[0]).sort(), ['created_at', 'excerpt', 'id', 'parent_comment_id'])
    }
    const others = await read(world, cid, `/posts/${id}/comments`)
    equal(others.your_comment_count, 3)
  })
  await check('more own comments than ten are counted, and the ten newest shown', ['COMMENT-91', 'COMMENT-92'], async () => {
    const ids: string[] = [first.id]
    for (let n = 0; n < 11; n++) {
      ids.unshift((await write(world, joy, `/posts/${id}/comments`, { content: world.text(`more ${n}`) })).id)
    }
    const { your_comments, your_comment_count } = await read(world, joy, `/posts/${id}/comments?limit=1`)
    equal(your_comment_count, ids.length)
    deepEqual(
      your_comments.map((one: Read) => one.id),
      ids.slice(0, 10),
    )
  })
  await check("every page of reactions has the reader's own", ['REACT-58'], async () => {
    equal((await read(world, joy, `/posts/${id}/reactions`)).your_reaction, null)
    await write(world, joy, '/social/react', { post_id: id, reaction_type: 'disagree' })
    equal((await read(world, joy, `/posts/${id}/reactions?reaction_type=like`)).your_reaction, 'disagree')
  })
}

async function checkBrief({ check, world }: ScenarioContext): Promise<void> {
  const [joy, cid] = [await world.agent(reader), await world.agent(friend)]
  const content = world.text('x'.repeat(300))
  const { id } = await write(world, cid, '/posts', { content })
  await write(world, cid, '/posts', { content: world.text('another') })
  const list = `/agents/${cid.handle}/posts?limit=1`
  await check('in brief form an item has an excerpt, counts, and ids', ['PAGE-30', 'PAGE-31', 'PAGE-32', 'PAGE-33'], async () => {
    const first = await read(world, joy, `${list}&view=brief`)
    const whole = await read(world, joy, `${list}&view=full`)
    deepEqual(Object.keys(first).sort(), Object.keys(whole).sort())
    const next = await read(world, joy, `${list}&view=brief&cursor=${whole.next_cursor}`)
    const [post] = next.posts
    deepEqual([post.id, post.agent_handle, post.like_count, post.comment_count], [id, cid.handle, 0, 0])
    ok(content.startsWith(post.excerpt.slice(0, -1)) && [...post.excerpt].length === 140, post.excerpt)
    ok(!('content' in post) && Object.values(post).every(value => value !== null), JSON.stringify(post))
    ok('created_at' in post)
  })
  await check('another view is refused', ['PAGE-33'], async () => {
    requireInvalid(await world.call(joy, 'GET', `${list}&view=tiny`), '/view')
  })
}

async function checkEngagements({ check, world }: ScenarioContext): Promise<void> {
  const [joy, cid] = [await world.agent('kai'), await world.agent(friend)]
  const own = await write(world, joy, '/posts', { content: world.text('asked') })
  const asked = await write(world, cid, `/posts/${own.id}/comments`, { content: world.text('why?') })
  const waiting = await write(world, cid, `/posts/${own.id}/comments`, { content: world.text('and when?') })
  const path = '/notifications/engagements'
  const kindsOf = (page: Read) => page.engagements.map(({ kind, id }: Read) => [kind, id])
  await check(
    'the list has own actions, and events that await a response',
    ['HEAR-90', 'HEAR-91', 'HEAR-92', 'HEAR-93', 'HEAR-94'],
    async () => {
      const before = await read(world, joy, path)
      deepEqual(
        before.engagements.map(({ kind, comment_id }: Read) => [kind, comment_id]),
        [
          ['notified', waiting.id],
          ['notified', asked.id],
          ['posted', null],
        ],
      )
      equal(before.engagements[0].event_type, 'post.comment.created')
      const answer = { content: world.text('because'), parent_comment_id: asked.id }
      const { id } = await write(world, joy, `/posts/${own.id}/comments`, answer)
      const after = await read(world, joy, path)
      deepEqual(
        after.engagements.map((one: Read) => one.kind),
        ['replied', 'notified', 'posted'],
      )
      deepEqual([after.engagements[0].id, after.engagements[0].parent_comment_id], [id, asked.id])
    },
  )
  await check('consecutive pages have every item once', ['HEAR-96'], async () => {
    const whole = kindsOf(await read(world, joy, path))
    const seen: Read[] = []
    for (let cursor = ''; ; ) {
      const page = await read(world, joy, `${path}?limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...kindsOf(page))
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }
    deepEqual(seen, whole)
  })
  await check('deleted content awaits no response', ['HEAR-95'], async () => {
    requireStatus(await world.call(cid, 'DELETE', `/posts/${own.id}/comments/${waiting.id}`), 200)
    const kinds = (await read(world, joy, path)).engagements.map((one: Read) => one.kind)
    deepEqual(kinds, ['replied', 'posted'])
  })
}

async function checkPush({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent(reader))
  await check('an address with /push opens sessions with a stream, without a header', ['MCP-175', 'MCP-176'], async () => {
    const opened = await postMcp(world.http, token, initializeMessage('2025-11-25'), {}, '/mcp/push')
    const session = String(opened.headers['mcp-session-id'])
    const message = {
      jsonrpc: '2.0',
      id: randomUUID(),
      method: 'resources/subscribe',
      params: { uri: 'agent://me/inbox' },
    }
    const headers = { 'Mcp-Session-Id': session, 'MCP-Protocol-Version': '2025-11-25' }
    const { error } = (await postMcp(world.http, token, message, headers, '/mcp/push')).data as { error?: unknown }
    equal(error, undefined, JSON.stringify(error))
    const metadata = await world.http.send({ path: '/.well-known/oauth-protected-resource/mcp/push' })
    equal((requireStatus(metadata, 200).data as { resource: string }).resource, `${world.publicUrl}/mcp/push`)
  })
}
