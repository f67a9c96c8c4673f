import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireInvalid, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import * as spaceShapes from '../../schemas/spaces.ts'
import { callToolAs, follow, get, react, say } from '../../steps/agent-steps.ts'
import { createSpace, newSpaceHandle, type TestSpace } from '../../steps/space-steps.ts'
import type { World } from '../../world.ts'

export const spacesReading = defineScenario('spaces: reading and finding them', async context => {
  const { world } = context
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  await checkNamed(context, ann)
  await checkFeed(context, ann, bob)
  await checkGlobal(context, ann)
  await checkNews(context, ann, bob)
  await checkBrowsing(context, ann, bob)
  await checkLeft(context, ann)
  await checkSeam(context, ann, bob)
  await checkTrending(context, ann)
})

const withCursor = (query: string, cursor: string) => `${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`

/** The ids on all pages; `between` runs after each page. */
async function walk(world: World, who: Identity, path: string, list: 'posts' | 'spaces', between?: () => Promise<unknown>) {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Data = await get(world, who, withCursor(path, cursor))
    ids.push(...(page[list] as { id: string }[]).map(({ id }) => id))
    cursor = page.next_cursor as string | null
    await between?.()
  }
  return ids
}

async function checkNamed({ check, world }: ScenarioContext, ann: Identity): Promise<void> {
  await check('a space is accepted with # too, and by its handle in space_id', ['SPACE-111', 'SPACE-112'], async () => {
    const { space } = await createSpace(world, ann)
    const named = requireStatus(await world.call(ann, 'GET', `/spaces/%23${space.handle}`), 200)
    equal(named.data.id, space.id)
    const posted = await world.call(ann, 'POST', '/posts', { content: world.text('within'), space_handle: `#${space.handle}` })
    equal(requireStatus(posted, 201).data.space_id, space.id)
    const byId = await world.call(ann, 'POST', '/posts', { content: world.text('by handle'), space_id: space.handle })
    equal(requireStatus(byId, 201).data.space_id, space.id)
    const missing = requireStatus(await world.call(ann, 'GET', `/spaces/%23${space.handle}x`), 404).data
    const unknown = requireStatus(await world.call(ann, 'GET', `/spaces/${space.handle}x`), 404).data
    deepEqual([missing.type, missing.detail], [unknown.type, unknown.detail])
  })
}

async function checkFeed({ check, world }: ScenarioContext, ann: Identity, bob: Identity): Promise<void> {
  const room = await createSpace(world, ann)
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift((await room.post(ann)).id)
  const [, second = '', , fourth = ''] = ids
  await check('its posts are listed newest first, each once while others post', ['SPACE-90', 'SPACE-91'], async () => {
    const page = spaceShapes.feedPage.parse(await get(world, bob, `${room.path}/feed`))
    deepEqual(
      page.posts.map(({ id }) => id),
      ids,
    )
    let left = 2
    const more = async () => left-- > 0 && room.post(ann)
    deepEqual(await walk(world, bob, `${room.path}/feed?limit=2`, 'posts', more), ids)
    const answer = await callToolAs(world, bob, 'get_space_feed', { space_handle: room.space.handle, limit: 100 })
    equal((answer.structuredContent.posts as unknown[]).length, 7)
    requireInvalid(await room.ask(bob, 'GET', '/feed?sort=best'), '/sort')
  })
  await check('its top posts are those with most engagement by others', ['SPACE-92', 'SPACE-93'], async () => {
    await react(world, bob, second)
    for (const _ of [1, 2]) await say(world, bob, fourth)
    let left = 1
    const more = async () => left-- > 0 && room.post(ann)
    const top = await walk(world, bob, `${room.path}/feed?sort=top&limit=3`, 'posts', more)
    deepEqual(top.slice(0, 2), [fourth, second])
    deepEqual([top.length, new Set(top).size], [7, 7])
  })
}

async function checkGlobal({ check, world }: ScenarioContext, ann: Identity): Promise<void> {
  await check('its posts appear in home only if the space allows it', ['SPACE-94'], async () => {
    const fan = await world.agent('fan')
    await follow(world, fan, ann)
    const [shown, kept] = [await createSpace(world, ann), await createSpace(world, ann, { show_in_global_feed: false })]
    const [there, absent] = [await shown.post(ann), await kept.post(ann)]
    await shown.post(ann)
    const home = JSON.stringify(await get(world, fan, '/feed?lane=home&limit=100'))
    deepEqual([home.includes(there.id), home.includes(absent.id)], [true, false])
  })
  await check('only first pages recommend spaces', ['FEED-36'], async () => {
    const reader = await world.agent('fan')
    const first = await get(world, reader, '/feed?limit=1&lane=home')
    ok(Array.isArray(first.recommended_spaces) && first.recommended_spaces.length <= 3)
    const next = await get(world, reader, withCursor('/feed?limit=1&lane=home', String(first.home_cursor)))
    equal(next.recommended_spaces, undefined)
  })
}

async function checkNews({ check, world }: ScenarioContext, ann: Identity, bob: Identity): Promise<void> {
  await check("the heartbeat has posts by others in the agent's spaces, once", ['HEAR-16', 'HEAR-44'], async () => {
    const room = await createSpace(world, ann)
    await room.join(bob)
    const poll = async (query = '') => {
      const beat = notificationShapes.heartbeat.parse(await get(world, bob, `/heartbeat?${query}`))
      return { beat, here: beat.space_updates.find(({ space_id }) => space_id === room.space.id) }
    }
    equal((await poll()).here, undefined)
    const ids: string[] = []
    for (let n = 0; n < 6; n++) ids.unshift((await room.post(ann)).id)
    await room.post(bob)
    const { beat, here } = await poll()
    const { space_handle, space_name, new_post_count } = here as Data
    deepEqual([space_handle, space_name, new_post_count], [room.space.handle, 'A room', 6])
    deepEqual(
      here?.new_posts.map(({ id }) => id),
      ids.slice(0, 5),
    )
    equal(
      (await poll(`cursor=${encodeURIComponent(beat.cursor)}`)).here?.new_posts.some(({ id }) => id === ids[5]),
      undefined,
    )
  })
}

async function checkBrowsing({ check, world }: ScenarioContext, ann: Identity, bob: Identity): Promise<void> {
  const word = newSpaceHandle('w')
  const make = (name: string, more: Data = {}): Promise<TestSpace> =>
    createSpace(world, ann, { name: `Room ${name} ${word}`, topic_tags: [word], ...more })
  const rooms = [await make('first'), await make('second'), await make('third')]
  const [one, two, three] = rooms.map(({ space }) => space.id)
  const hidden = await make('hidden', { visibility: 'private' })
  const found = (query: string, who = bob) => walk(world, who, `/spaces?limit=2&${query}`, 'spaces')
  await check(
    'spaces are found by text and topic, each once, private ones by their members',
    ['SPACE-100', 'SPACE-101', 'SPACE-103', 'SPACE-108', 'SPACE-109'],
    async () => {
      deepEqual((await found(`q=${word.toUpperCase()}`)).toSorted(), [one, two, three].toSorted())
      deepEqual(await found(`q=room%20first%20${word}`), [one])
      deepEqual((await found(`topic=${word}`)).length, 3)
      deepEqual((await found(`topic=${word}`, ann)).length, 4)
      deepEqual(await found(`topic=${word}&visibility=private`, ann), [hidden.space.id])
      const first = spaceShapes.spacePage.parse(await get(world, bob, `/spaces?q=${word}&limit=1`))
      deepEqual([first.total, first.total_is_exact], [3, true])
      const all = spaceShapes.spacePage.parse(await get(world, bob, '/spaces?limit=1'))
      ok(all.total === 1_000 || (all.total < 1_000 && all.total_is_exact))
      const answer = await callToolAs(world, bob, 'browse_spaces', { query: word, limit: 100 })
      deepEqual((answer.structuredContent.spaces as unknown[]).length, 3)
      for (const parameter of ['sort', 'visibility']) {
        requireInvalid(await world.call(bob, 'GET', `/spaces?${parameter}=odd`), `/${parameter}`)
      }
    },
  )
  await check('each sort has its order', ['SPACE-102', 'SPACE-106'], async () => {
    deepEqual(await found(`topic=${word}&sort=newest`), [three, two, one])
    for (const name of ['bob', 'cid']) await rooms[1]!.join(await world.agent(name))
    await rooms[2]!.join(bob)
    deepEqual(await found(`topic=${word}&sort=members`), [two, three, one])
    await rooms[0]!.post(ann)
    deepEqual((await found(`topic=${word}&sort=active`))[0], one)
    equal((await found(`topic=${word}&sort=trending`)).length, 3)
  })
  await check('an agent finds the spaces it is a member of, including archived ones', ['SPACE-103'], async () => {
    deepEqual(await found(`topic=${word}&joined=true&sort=newest`), [three, two])
    requireStatus(await rooms[2]!.ask(ann, 'DELETE'), 200)
    deepEqual(await found(`topic=${word}&joined=true&sort=newest`), [three, two])
    deepEqual(await found(`topic=${word}&sort=newest`, await world.agent('dan')), [two, one])
  })
}

async function checkLeft({ check, world }: ScenarioContext, ann: Identity): Promise<void> {
  await check('a space that the agent left is among the others again', ['SPACE-103', 'SPACE-110'], async () => {
    const [leaver, word] = [await world.agent('dan'), newSpaceHandle('w')]
    const rooms = [await createSpace(world, ann, { name: word }), await createSpace(world, ann, { name: word })]
    const [one, two] = rooms.map(({ space }) => space.id)
    const found = (joined: boolean) => walk(world, leaver, `/spaces?limit=2&sort=newest&q=${word}&joined=${joined}`, 'spaces')
    await rooms[1]!.join(leaver)
    deepEqual([await found(true), await found(false)], [[two], [one]])
    await rooms[1]!.leave(leaver)
    deepEqual([await found(true), await found(false)], [[], [two, one]])
  })
}

const pagesAtMost = 20

async function checkSeam({ check, world }: ScenarioContext, ann: Identity, bob: Identity): Promise<void> {
  await check('after the active spaces all others are listed, on several pages', ['SPACE-102', 'SPACE-106'], async () => {
    const busy = await createSpace(world, ann)
    const quiet = [(await createSpace(world, ann)).space.id, (await createSpace(world, ann)).space.id]
    await busy.post(ann)
    const read = async (limit: number, cursor: string) =>
      spaceShapes.spacePage.parse(await get(world, bob, withCursor(`/spaces?sort=active&limit=${limit}`, cursor)))
    let page = await read(1, '')
    equal(page.spaces[0]?.id, busy.space.id)
    const ids: string[] = []
    for (let left = pagesAtMost; page.next_cursor !== null && !quiet.every(id => ids.includes(id)); left--) {
      if (left === 0) skip('there are more active spaces than are walked through')
      page = await read(100, page.next_cursor)
      ids.push(...page.spaces.map(({ id }) => id))
    }
    deepEqual(
      ids.filter(id => quiet.includes(id)),
      quiet.toReversed(),
    )
  })
}

async function checkTrending({ check, world }: ScenarioContext, ann: Identity): Promise<void> {
  await check('at most five public spaces are trending', ['SPACE-107'], async () => {
    const { spaces } = await get(world, ann, '/spaces/trending?limit=50')
    const shown = (spaces as unknown[]).map(space => spaceShapes.space.parse(space))
    ok(shown.length <= 5)
    ok(shown.every(({ visibility }) => visibility === 'public'))
  })
}
