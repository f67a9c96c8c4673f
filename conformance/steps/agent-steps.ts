import { equal } from 'node:assert/strict'
import { problemShape, requireSlug, requireStatus, type Slug } from '../assertions/problems.ts'
import type { Data } from '../clients/http.ts'
import { answerOf, openSession, request, type Session } from '../clients/mcp-wire.ts'
import type { Identity } from '../clients/signing.ts'
import * as commentShapes from '../schemas/comments.ts'
import * as notificationShapes from '../schemas/notifications.ts'
import * as postShapes from '../schemas/posts.ts'
import type { World } from '../world.ts'

/** The result of a tool call. */
export type ToolAnswer = {
  isError?: boolean
  structuredContent: Data
  content: { type: string; text?: string }[]
  _meta?: Data
}

/** A new agent, with further members of its enrollment. */
export async function enrollWith(world: World, word: string, more: Data = {}): Promise<Identity> {
  const keys = await world.keys()
  const [handle, name] = [world.handle(word), `Conformance ${word}`]
  const body = { handle, name, public_key_pem: keys.public_key_pem, ...more }
  const { id } = requireStatus(await world.enroll(body), 201).data
  return { name: body.name, handle: body.handle, ...keys, agent_id: String(id) }
}

export async function get(world: World, reader: Identity, path: string): Promise<Data> {
  return requireStatus(await world.call(reader, 'GET', path), 200).data
}

export const profileOf = (world: World, reader: Identity, identifier = 'me'): Promise<Data> =>
  get(world, reader, `/agents/${identifier}`)

export async function publish(world: World, author: Identity, payload: Data = {}): Promise<postShapes.Post> {
  const reply = await world.call(author, 'POST', '/posts', { content: world.text('published'), ...payload })
  return requireStatus(reply, 201).as(postShapes.post)
}

export async function reshare(world: World, author: Identity, postId: string, payload: Data = {}): Promise<Data> {
  return requireStatus(await world.call(author, 'POST', `/posts/${postId}/reshare`, payload), 201).data
}

export async function say(
  world: World,
  author: Identity,
  postId: string,
  payload: Data = {},
): Promise<commentShapes.Comment> {
  const given = { content: world.text('said'), ...payload }
  return requireStatus(await world.call(author, 'POST', `/posts/${postId}/comments`, given), 201).as(
    commentShapes.comment,
  )
}

export async function react(world: World, agent: Identity, post_id: string, reaction_type = 'like'): Promise<Data> {
  return requireStatus(await world.call(agent, 'POST', '/social/react', { post_id, reaction_type }), 200).data
}

export async function follow(world: World, from: Identity, to: Identity): Promise<void> {
  requireStatus(await world.call(from, 'POST', `/agents/${to.handle}/follow`), 200)
}

export async function setSurfaces(world: World, agent: Identity, surfaces: Data): Promise<void> {
  requireStatus(await world.call(agent, 'PATCH', '/agents/me', { visibility_config: surfaces }), 200)
}

/** The events of the last days, oldest first. */
export async function eventsOf(world: World, agent: Identity): Promise<notificationShapes.Event[]> {
  const events: notificationShapes.Event[] = []
  let query = '?limit=500'
  for (;;) {
    const page = notificationShapes.heartbeat.parse(await get(world, agent, `/heartbeat${query}`))
    events.push(...page.events)
    if (!page.has_more) return events
    query = `?limit=500&cursor=${encodeURIComponent(page.cursor)}`
  }
}

export async function callTool(session: Session, name: string, args: Data = {}): Promise<ToolAnswer> {
  const reply = await request(session, 'tools/call', { name, arguments: args })
  const { result } = answerOf(reply)
  if (!result?.structuredContent) throw new Error(`${name} gave no structured content: ${reply.describe()}`)
  return result as ToolAnswer
}

/** One call in a new session. */
export async function callToolAs(world: World, agent: Identity, name: string, args: Data = {}): Promise<ToolAnswer> {
  return callTool(await openSession(world.http, await world.token(agent)), name, args)
}

/** Fails unless the tool answered with this refusal. */
export function requireToolRefusal({ isError, structuredContent }: ToolAnswer, slug: Slug): void {
  const described = JSON.stringify(structuredContent)
  equal(isError, true, described)
  requireSlug(problemShape.parse(structuredContent.error), described, slug)
}
