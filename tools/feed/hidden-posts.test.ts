import test from 'ava'
import { SQL } from 'sql-template-strings'
import { type OutputOf, type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { createSpace } from '../spaces/create-space.ts'
import { getFeed } from './get-feed.ts'

interface Town {
  world: TestWorld
  reader: AgentActor
  /** Followed; the stranger is not. One of them posts more than a page shows of an author. */
  friend: AgentActor
  stranger: AgentActor
  loud: AgentActor
  /** Followed, and without visible posts. */
  ghost: AgentActor
  wraith: AgentActor
  shade: AgentActor
  room: string
}

async function openTown(world: TestWorld): Promise<Town> {
  const [reader, friend, stranger] = [
    await world.agent('reader'),
    await world.agent('friend'),
    await world.agent('stranger'),
  ]
  const [loud, ghost, wraith] = [await world.agent('loud'), await world.agent('ghost'), await world.agent('wraith')]
  const shade = await world.agent('shade')
  for (const target_handle of ['friend', 'ghost']) await world.call(followAgent, reader, { target_handle })
  const { id } = await world.call(createSpace, stranger, { handle: 'room', name: 'Room', show_in_global_feed: false })
  return { world, reader, friend, stranger, loud, ghost, wraith, shade, room: id as string }
}

/** Inserts a post that can be recommended to all readers; `n` is also its time. */
const write = ({ world }: Town, author: AgentActor, n: number, more: { withdrawn?: string; space?: string } = {}) =>
  world.db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at,
      discoverable_as, withdrawn, space_id)
    values (${`0f000000-0000-7000-8000-${String(n).padStart(12, '0')}`}, ${author.agent_id}, ${`code-${n}`}, 'text/plain',
      ${`post ${n}`}, 'human_consumable', 'agent', '{}', '2026-11-21', ${n % 3 === 0 ? 'new_agent' : 'established'},
      ${more.withdrawn ?? null}, ${more.space ?? null})`)

const TURNS = 14

/** Inserts a visible post each turn, and in one of two worlds `hidden` ones after it. */
async function fill(town: Town, hidden?: (town: Town, n: number) => Promise<unknown>): Promise<void> {
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const [at, author] of [town.friend, town.loud, turn % 4 ? town.loud : town.stranger].entries()) {
      await write(town, author, turn * 100 + at)
      await hidden?.(town, turn * 100 + 10 * at + 11)
    }
  }
}

const MAC_BYTES = 12

const placeOf = (cursor: string | null) =>
  cursor && Buffer.from(cursor, 'base64url').subarray(MAC_BYTES).toString().split(' ')[1]

/** All pages, with the content of their cursors. */
async function walk({ world, reader }: Town, limit: number) {
  const pages: object[] = []
  let cursors: object | undefined = { limit, horizon_pct: 50 }
  while (cursors) {
    const { home, horizon, home_cursor, horizon_cursor }: OutputOf<typeof getFeed> = await world.call(
      getFeed,
      reader,
      cursors,
    )
    const contents = [...home, ...horizon].map(({ content }: { content: string }) => content)
    pages.push({ contents, places: [home_cursor, horizon_cursor].map(placeOf) })
    if (home_cursor && horizon_cursor) cursors = { limit, horizon_pct: 50, home_cursor, horizon_cursor }
    else if (home_cursor) cursors = { limit, lane: 'home', home_cursor }
    else cursors = horizon_cursor ? { limit, lane: 'horizon', horizon_cursor } : undefined
  }
  return pages
}

const hide = ({ world }: Town, ...agents: AgentActor[]) =>
  world.db.many(SQL`
    update agent set visibility = 'private' where id = any(${agents.map(({ agent_id }) => agent_id)}::uuid[])`)

const WAYS: Record<string, { write(town: Town, n: number): Promise<unknown>; settle?(town: Town): Promise<unknown> }> =
  {
    'private agents': {
      async write(town, n) {
        for (let more = 0; more < 4; more++) await write(town, more % 2 ? town.ghost : town.wraith, n + more)
      },
      settle: town => hide(town, town.ghost, town.wraith),
    },
    'agents that became private when they had been read': {
      async write(town, n) {
        await write(town, town.ghost, n)
        await write(town, town.wraith, n + 1)
        await town.world.call(getFeed, town.reader)
      },
      settle: town => hide(town, town.ghost, town.wraith),
    },
    'what moderation took': {
      async write(town, n) {
        await write(town, town.friend, n, { withdrawn: 'removed' })
        await write(town, town.stranger, n + 1, { withdrawn: 'removed' })
      },
    },
    'what was taken when it had been read': {
      async write(town, n) {
        await write(town, town.loud, n)
        await write(town, town.friend, n + 1)
        await town.world.call(getFeed, town.reader)
        await town.world.db.many(SQL`
        update post set withdrawn = 'deleted', transaction_id = pg_current_xact_id()
        where permalink_code in (${`code-${n}`}, ${`code-${n + 1}`})`)
      },
    },
    'a space that is not in feeds': {
      async write(town, n) {
        for (const [at, author] of [town.friend, town.wraith, town.stranger].entries())
          await write(town, author, n + at, { space: town.room })
      },
    },
    'strangers that the reader blocked, or that blocked it': {
      async write(town, n) {
        await write(town, town.wraith, n)
        await write(town, town.shade, n + 1)
        await town.world.call(getFeed, town.reader)
      },
      async settle({ world, reader, wraith, shade }) {
        await world.call(blockAgent, reader, { target_handle: wraith.handle })
        await world.call(blockAgent, shade, { target_handle: reader.handle })
      },
    },
    'suspended strangers': {
      write: (town, n) => write(town, town.wraith, n),
      settle: ({ world, wraith }) =>
        world.db.many(SQL`update agent_status set status = 4 where agent_id = ${wraith.agent_id}`),
    },
  }

/** What hides a post of a followed author, and shows it again. */
const VEILS: Record<string, { space?: boolean; veil(town: Town, isHidden: boolean): Promise<unknown> }> = {
  'its author is private': {
    veil: ({ world, friend }, isHidden) =>
      world.db.many(SQL`
        update agent set visibility = ${isHidden ? 'private' : 'public'} where id = ${friend.agent_id}`),
  },
  'its space is in no feeds': {
    space: true,
    veil: ({ world, room }, isHidden) =>
      world.db.many(SQL`update space set show_in_global_feed = ${!isHidden} where id = ${room}`),
  },
  'its space is private': {
    space: true,
    veil: ({ world, room }, isHidden) =>
      world.db.many(SQL`
        update space set show_in_global_feed = true, visibility = ${isHidden ? 'private' : 'public'} where id = ${room}`),
  },
}

/** All posts, once more. */
const like = ({ world }: Town) =>
  world.db.many(SQL`
    insert into post_engagement as e (post_id, agent_likes, human_likes, disagrees, comments, reshares)
    select id, 1, 0, 0, 0, 0 from post on conflict (post_id) do update set agent_likes = e.agent_likes + 1`)

for (const [name, { space = false, veil }] of Object.entries(VEILS)) {
  const worldOf = useTestWorld(test)
  test(`hidden posts reappear when they are visible again: ${name}`, async t => {
    const town = await openTown(worldOf())
    const { world, reader, loud, friend, ghost, room } = town
    for (const target_handle of ['friend', 'ghost']) await world.call(followAgent, loud, { target_handle })
    for (let n = 1; n <= 6; n++) await write(town, n % 2 ? friend : ghost, n, n % 2 && space ? { space: room } : {})
    const read = async (limit: number) => {
      const { home } = await world.call(getFeed, reader, { limit, lane: 'home' })
      return home.map(({ content }: { content: string }) => content).toSorted()
    }
    const all = [1, 2, 3, 4, 5, 6].map(n => `post ${n}`)
    const left = ['post 2', 'post 4', 'post 6']
    for (const isHidden of [true, false, true]) {
      await veil(town, isHidden)
      // Another reader caches its current state, and it changes once more.
      await world.call(getFeed, loud, { limit: 20, lane: 'home' })
      await like(town)
      for (const limit of [20, 20, 100, 20])
        t.deepEqual(await read(limit), isHidden ? left : all, `${isHidden} ${limit}`)
      t.deepEqual(await read(2), (isHidden ? left : all).slice(-2))
    }
  })
}

for (const [name, method] of Object.entries(WAYS)) {
  const plain = useTestWorld(test)
  const haunted = useTestWorld(test)
  test(`pages, their ends and their cursors do not reveal hidden posts: ${name}`, async t => {
    const towns = [await openTown(plain()), await openTown(haunted())] as const
    await fill(towns[0])
    await fill(towns[1], method.write)
    for (const town of towns) await method.settle?.(town)
    for (const limit of [1, 4, 7, 100]) t.deepEqual(await walk(towns[1], limit), await walk(towns[0], limit))
  })
}
