import { deepEqual, equal, ok } from 'node:assert/strict'
import { z } from 'zod'
import { needsHelp, type Operation, readOperations } from '../../assertions/operations.ts'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { addressOf, soundValues, type Values } from '../../assertions/sample-values.ts'
import { clausesBy } from '../../clauses-of.ts'
import { openHost } from '../../clients/oauth.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import { postPage } from '../../schemas/posts.ts'
import { invited, openSpace } from '../../steps/invitation-steps.ts'
import type { World } from '../../world.ts'

const clausesOfCursor = clausesBy({
  '* that is nonsense, with the hint to restart': ['PAGE-15', 'PAGE-18'],
  '* that is empty, with the hint to restart': ['PAGE-15', 'PAGE-18'],
  '* that is huge, with the hint to restart': ['PAGE-15', 'PAGE-18'],
  '* that is tampered, with the hint to restart': ['PAGE-15', 'PAGE-18'],
  '* that is tampered in front, with the hint to restart': ['PAGE-15', 'PAGE-18'],
  '* that is truncated, with the hint to restart': ['PAGE-15', 'PAGE-18'],
  '* that is lengthened, with the hint to restart': ['PAGE-15', 'PAGE-18'],
  '* that is another list’s, with the hint to restart': ['PAGE-16', 'PAGE-18'],
  '* that is another agent’s, with the hint to restart': ['PAGE-17', 'PAGE-18'],
})

/** Services are a bare array. */
const page = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])

const isCursor = (name: string) => /(^|_)cursor$/.test(name)

type List = { operation: Operation; parameter: string; cursor: string | undefined; foreign: string | undefined }

export const paging = defineScenario('paging of every list', async context => {
  const { world } = context
  const [reader, other] = [await world.agent('pia'), await world.agent('pat')]
  const values = await soundValues(world, reader)
  await fillLists(world, [reader, other], values)
  await inviteAll(world, [reader, other])
  await grantAll(world, [reader, other])
  const operations = (await readOperations(world)).filter(
    operation => operation.method === 'GET' && operation.needsEnvelope && !needsHelp(operation),
  )
  const lists: List[] = []
  for (const operation of operations) {
    for (const { name } of operation.parameters.filter(({ name }) => isCursor(name))) {
      const of = (agent: Identity) => cursorFor(world, agent, operation, values, name)
      const [cursor, foreign] = [await of(reader), await of(other)]
      ok(cursor !== null, `${operation.path} is refused to ${reader.handle}`)
      lists.push({ operation, parameter: name, cursor, foreign: foreign ?? undefined })
    }
  }
  for (const list of lists) await checkCursors(context, reader, values, list, lists)
  for (const operation of operations) {
    await checkLimits(context, [reader, other], values, operation)
    await checkRepeated(context, reader, values, operation)
  }
  await checkBytes(context)
})

/** Fills the readers' own lists beyond a page; add a line for each new list. */
async function fillLists(world: World, readers: Identity[], { post_id }: Values): Promise<void> {
  const author = await world.agent('bob')
  const all = [...readers, author, await world.agent('eve')]
  for (const one of all) {
    for (const { handle, agent_id } of all) {
      if (agent_id === one.agent_id) continue
      requireStatus(await world.call(one, 'POST', `/agents/${handle}/follow`), 200)
      requireStatus(await world.call(one, 'POST', `/dm/${handle}`, { content: world.text('hello') }), 201)
    }
  }
  const reaction = { post_id: post_id?.(), reaction_type: 'like' }
  for (const one of all) {
    requireStatus(await world.call(one, 'POST', '/social/react', reaction), 200)
    if (one !== author) requireStatus(await world.call(one, 'POST', `/posts/${post_id?.()}/reshare`, {}), 201)
  }
  for (const one of readers) requireStatus(await world.call(one, 'POST', `/spaces/${author.handle}/join`), 200)
  for (const words of ['first', 'second', 'third']) {
    const inSpace = { content: world.text(words), space_handle: author.handle }
    requireStatus(await world.call(author, 'POST', '/posts', inSpace), 201)
    const content = world.text(`${words} ${readers.map(({ handle }) => `@${handle}`).join(' ')} #sound`)
    const { id } = requireStatus(await world.call(author, 'POST', '/posts', { content }), 201).data
    requireStatus(await world.call(author, 'POST', `/posts/${post_id?.()}/comments`, { content: words }), 201)
    for (const one of all.filter(other => other !== author)) {
      requireStatus(await world.call(one, 'POST', `/dm/${author.handle}`, { content: words }), 201)
    }
    for (const reader of readers) {
      requireStatus(await world.call(reader, 'POST', '/social/bookmark', { post_id: id }), 200)
      requireStatus(await world.call(reader, 'POST', '/posts', { content: world.text(`${words} own`) }), 201)
    }
  }
}

/** Three pending invitations for each. */
async function inviteAll(world: World, readers: Identity[]): Promise<void> {
  const host = await world.agent('inviter')
  for (let n = 0; n < 3; n++) {
    const space = await openSpace(world, host, 'private')
    for (const reader of readers) await invited(world, host, space, reader)
  }
}

/** Three grants for each, if clients can be approved. */
async function grantAll(world: World, readers: Identity[]): Promise<void> {
  const host = await openHost(world).catch(() => undefined)
  for (const reader of readers) for (let n = 0; n < 3; n++) await host?.connect(reader)
}

/** If several types are listed, a cursor belongs to one of them (SEARCH-5). */
const withType = ({ parameters }: Operation, given: Record<string, unknown>): Record<string, unknown> =>
  parameters.some(({ name }) => name === 'type') ? { type: 'agents', ...given } : given

/**
 * The cursor of the second page, from the member with the parameter's name, such as `home_cursor`. `null`: the agent
 * cannot see the items of this list.
 */
async function cursorFor(
  world: World,
  agent: Identity,
  operation: Operation,
  values: Values,
  parameter: string,
): Promise<string | undefined | null> {
  const reply = await world.call(agent, 'GET', addressOf(operation, values, withType(operation, { limit: 2 })))
  if (reply.status === 404) return null
  const found = requireStatus(reply, 200).data
  const cursor = found[parameter] ?? (parameter === 'cursor' ? (found.next_cursor ?? found.home_cursor) : undefined)
  return typeof cursor === 'string' ? cursor : undefined
}

async function checkCursors(
  { check, world }: ScenarioContext,
  reader: Identity,
  values: Values,
  { operation, parameter, cursor, foreign }: List,
  lists: List[],
): Promise<void> {
  const path = operation.path
  const elsewhere = lists.find(list => list.operation.path !== path && list.cursor !== undefined)?.cursor
  const rows: [string, string | undefined][] = [
    ['nonsense', 'nonsense'],
    ['empty', ''],
    ['huge', 'A'.repeat(2_000)],
    ['tampered', cursor && `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`],
    ['tampered in front', cursor && `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`],
    ['truncated', cursor?.slice(0, -4)],
    ['lengthened', cursor && `${cursor}AAAA`],
    ['another list’s', elsewhere],
    ['another agent’s', foreign],
  ]
  for (const [what, text] of rows) {
    await check(`${path} refuses a ${parameter} that is ${what}, with the hint to restart`, clausesOfCursor, async () => {
      if (text === undefined) skip('no such cursor was to be had')
      const reply = await world.call(reader, 'GET', addressOf(operation, values, withType(operation, { [parameter]: text })))
      equal(requireProblem(reply, 'invalid-cursor').restart, true)
    })
  }
  await check(`${path} continues at a valid ${parameter}`, ['PAGE-7'], async () => {
    if (cursor === undefined) skip('no such cursor was to be had')
    requireStatus(await world.call(reader, 'GET', addressOf(operation, values, withType(operation, { [parameter]: cursor }))), 200)
  })
}

/** All calls together exceed what one agent may read, so the other one makes those that are refused anyway. */
async function checkLimits(
  { check, world }: ScenarioContext,
  [reader, other]: [Identity, Identity],
  values: Values,
  operation: Operation,
): Promise<void> {
  if (!operation.parameters.some(({ name }) => name === 'limit')) return
  const get = (agent: Identity, limit: unknown) => world.call(agent, 'GET', addressOf(operation, values, { limit }))
  for (const limit of [0, -1, 1.5, 'abc', '1e1', '']) {
    await check(`${operation.path} refuses a limit of ${JSON.stringify(limit)}`, ['HTTP-19', 'PAGE-6'], async () => {
      requireProblem(await get(other, limit), 'validation-error')
    })
  }
  await check(`${operation.path} clamps a limit of 1001`, ['PAGE-5'], async () => {
    const found = requireStatus(await get(reader, 1001), 200).as(page)
    for (const member of Array.isArray(found) ? [found] : Object.values(found)) ok(!Array.isArray(member) || member.length <= 500)
    ok(!('limit' in found) || typeof found.limit !== 'number' || found.limit <= 100)
  })
}

/** Each query parameter, repeated. */
async function checkRepeated({ check, world }: ScenarioContext, reader: Identity, values: Values, operation: Operation): Promise<void> {
  const names = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
  if (names.length === 0) return
  await check(`${operation.path} refuses a repeated parameter`, ['HTTP-65'], async () => {
    for (const name of names) {
      const address = addressOf(operation, values, withType(operation, { [name]: values[name]?.() ?? 'x' }))
      requireInvalid(await world.call(reader, 'GET', `${address}&${name}=y`), `/${name}`)
    }
  })
}

/** Characters of six bytes in JSON, in all text that a list contains: 50 such posts would be 1.2 MB. */
async function checkBytes({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a page of the largest posts is below 1 MB, and all pages have each post once',
    ['PAGE-7', 'PAGE-8', 'PAGE-9', 'PAGE-11', 'PAGE-12'],
    async () => {
      const loud = await world.agent('loud')
      const written: string[] = []
      for (let n = 0; n < 50; n++) {
        const content = world.text('loud').padEnd(2_000, '\u0001')
        const posted = await world.call(loud, 'POST', '/posts', { content, message: '\u0001'.repeat(2_000) })
        written.unshift(String(requireStatus(posted, 201).data.id))
      }
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const reply = await world.call(loud, 'GET', `/posts/mine?limit=100${cursor && `&cursor=${cursor}`}`)
        const { posts, next_cursor } = reply.as(postPage)
        ok(Buffer.byteLength(reply.text) <= 1_000_000, `a page of ${Buffer.byteLength(reply.text)} bytes`)
        ok(posts.length > 0)
        seen.push(...posts.map(({ id }) => id))
        if (next_cursor === null) break
        cursor = encodeURIComponent(next_cursor)
      }
      deepEqual(seen, written)
    },
  )
}
