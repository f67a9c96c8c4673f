import { equal, ok } from 'node:assert/strict'
import { needsHelp, type Operation, readOperations } from '../../assertions/operations.ts'
import { requireStatus } from '../../assertions/problems.ts'
import { addressOf, soundValues } from '../../assertions/sample-values.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const defaultValue = 20

export const pagingPages = defineScenario('paging: pages and their defaults', async context => {
  const { check, world } = context
  const reader = await world.agent('pagr')
  const lists = await fillLists(world, reader)
  for (const path of lists) {
    await check(`${path} has 20 items without a limit, and more with one`, ['PAGE-1'], async () => {
      equal((await itemsOf(world, reader, path)).length, defaultValue)
      const all = await itemsOf(world, reader, `${path}?limit=100`)
      ok(all.length > defaultValue, `${all.length} items`)
    })
  }
  await checkMore(context, reader)
})

/** Fills lists of the reader beyond a page, and returns their paths. */
async function fillLists(world: World, reader: Identity): Promise<string[]> {
  const author = await world.agent('paga')
  const { id } = requireStatus(await world.call(author, 'POST', '/posts', { content: world.text('long') }), 201).data
  for (let n = 0; n < defaultValue + 2; n++) {
    const content = world.text(`@${reader.handle} ${n}`)
    const post = requireStatus(await world.call(author, 'POST', '/posts', { content }), 201).data
    requireStatus(await world.call(reader, 'POST', '/social/bookmark', { post_id: post.id }), 200)
    requireStatus(await world.call(reader, 'POST', '/posts', { content: world.text(`own ${n}`) }), 201)
    requireStatus(await world.call(reader, 'POST', `/posts/${id}/comments`, { content: `said ${n}` }), 201)
  }
  return ['/posts/mine', '/posts/mentions', '/posts/bookmarks', '/agents/me/comments', `/posts/${id}/comments`]
}

const listOf = (body: Data): unknown[] => {
  // The reader's own items are on every page.
  const lists = Object.entries(body).flatMap(([name, value]) => (Array.isArray(value) && !name.startsWith('your_') ? [value] : []))
  equal(lists.length, 1, `one list in ${Object.keys(body)}`)
  return lists[0]!
}

async function itemsOf(world: World, reader: Identity, path: string): Promise<unknown[]> {
  return listOf(requireStatus(await world.call(reader, 'GET', path), 200).data)
}

/** `has_more` matches the cursor, on the first page and on the last. */
async function checkMore({ check, world }: ScenarioContext, reader: Identity): Promise<void> {
  const values = await soundValues(world, reader)
  const isList = (operation: Operation) =>
    operation.method === 'GET' &&
    operation.needsEnvelope &&
    !needsHelp(operation) &&
    operation.parameters.some(({ name }) => name === 'cursor')
  for (const operation of (await readOperations(world)).filter(isList)) {
    await check(`has_more of ${operation.path} matches its cursor`, ['PAGE-13'], async () => {
      for (const limit of [1, 100]) {
        const reply = await world.call(reader, 'GET', addressOf(operation, values, { limit }))
        const { data } = requireStatus(reply, 200)
        if (!('has_more' in data) || !('next_cursor' in data)) continue
        equal(data.has_more, data.next_cursor !== null, reply.describe())
      }
    })
  }
}
