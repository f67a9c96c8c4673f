import test from 'ava'
import { SQL } from 'sql-template-strings'
import { countTrends } from '../../storage/spaces/trending-spaces.ts'
import { useSpaces } from '../../testing/fixtures/space-world.ts'
import { slugOf, type TestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { getFeed } from '../feed/get-feed.ts'
import { deletePost } from '../posts/delete-post.ts'
import { postInSpace } from '../posts/post-in-space.ts'
import { updateProfile } from '../profiles/update-profile.ts'
import { getTrending } from '../trends/get-trending.ts'
import { archiveSpace } from './archive-space.ts'
import { browseSpaces } from './browse-spaces.ts'
import { createSpace } from './create-space.ts'
import { joinSpace } from './join-space.ts'
import { listTrendingSpaces } from './list-trending-spaces.ts'
import { trendsJob } from './trends.job.ts'

const open = useSpaces(test)

type Found = { spaces: { handle: string }[] }
const handlesOf = ({ spaces }: Record<string, unknown> | Found) =>
  (spaces as Found['spaces']).map(({ handle }) => handle)

const browse = async (world: TestWorld, who: AgentActor, input: object = {}) =>
  handlesOf(await world.call(browseSpaces, who, { limit: 100, ...input }))

async function computeTrends({ runtime }: TestWorld): Promise<void> {
  while ((await trendsJob.run(jobContext(runtime, trendsJob.name))).more);
}

test.serial('spaces are found by text, topic, visibility and membership; private ones of others are not', async t => {
  const seen = await open('public', { description: 'All about Whales', topic_tags: ['Deep Sea'] })
  const hidden = await open('private', { description: 'More whales', topic_tags: ['deep-sea'] })
  const { world, bob } = seen
  t.deepEqual(await browse(world, bob, { query: 'WHALE about' }), [seen.handle])
  t.deepEqual(await browse(world, hidden.ann, { query: 'whales' }), [hidden.handle, seen.handle])
  t.deepEqual(await browse(world, bob, { topic: 'deep sea' }), [seen.handle])
  t.deepEqual(await browse(world, bob, { query: '%' }), [])
  t.deepEqual(await browse(world, hidden.ann, { visibility: 'private' }), [hidden.handle])
  t.deepEqual(await browse(world, bob, { joined: true }), [])
  await seen.join(bob)
  t.deepEqual(await browse(world, bob, { joined: true }), [seen.handle])
  t.false((await browse(world, bob, { joined: false })).includes(seen.handle))
  t.like(await world.call(browseSpaces, bob, { query: 'whales' }), { total: 1, next_cursor: null })
  await seen.call(archiveSpace, seen.ann)
  t.deepEqual(await browse(world, bob, { joined: true }), [seen.handle], 'members still find what is archived')
  t.deepEqual(await browse(world, hidden.bob, { query: 'about whales' }), [])
})

test.serial('each sort has its order, and pages have every space once', async t => {
  const rooms = [await open(), await open(), await open()]
  const [one, two, three] = rooms as [(typeof rooms)[0], (typeof rooms)[0], (typeof rooms)[0]]
  const { world, ann } = one
  const handles = rooms.map(({ handle }) => handle)
  const only = (found: string[]) => found.filter(handle => handles.includes(handle))
  for (const who of [two.bob, two.eve]) await two.join(who)
  await three.join(three.bob)
  await one.post(ann, 'hello')
  t.deepEqual(only(await browse(world, ann, { sort: 'newest' })), [three.handle, two.handle, one.handle])
  t.deepEqual(only(await browse(world, ann, { sort: 'members' })), [two.handle, three.handle, one.handle])
  t.is(only(await browse(world, ann, { sort: 'active' }))[0], one.handle)
  for (const sort of ['trending', 'newest', 'members', 'active']) {
    const paged: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await world.call(browseSpaces, ann, { sort, limit: 2, ...(cursor && { cursor }) })
      paged.push(...handlesOf(page))
      cursor = page.next_cursor
    } while (cursor)
    t.deepEqual(paged, await browse(world, ann, { sort }), sort)
    t.is(new Set(paged).size, paged.length)
  }
  const { next_cursor } = await world.call(browseSpaces, ann, { sort: 'newest', limit: 1 })
  t.is(await slugOf(world.call(browseSpaces, ann, { sort: 'active', cursor: next_cursor })), 'invalid-cursor')
})

test.serial(
  'a space is active if several agents post for days; no flood lifts a space, and none is left out',
  async t => {
    const [burst, lasting, flooded, audited] = [await open(), await open(), await open(), await open()]
    const { world, ann } = lasting
    const quiet = await open()
    const testers = [await world.agent('test-one'), await world.agent('test-two'), await world.agent('test-three')]
    for (const who of [lasting.bob, burst.bob, burst.eve]) await (who === lasting.bob ? lasting : burst).join(who)
    for (const who of testers) await audited.join(who)
    for (let day = 0; day < 4; day++) {
      if (day > 0) world.advance(DAY)
      await lasting.post(ann, `day ${day}`)
      await lasting.post(lasting.bob, `day ${day}`)
      for (let n = 0; n < 5; n++) await flooded.post(flooded.ann, `flood ${day} ${n}`)
      for (const who of testers) await audited.post(who, `test ${day}`)
    }
    for (const who of [burst.ann, burst.bob]) await burst.post(who, 'once')
    await computeTrends(world)
    const trending = async () => handlesOf(await world.call(listTrendingSpaces, quiet.ann))
    t.deepEqual(await trending(), [lasting.handle, burst.handle])
    const all = await browse(world, quiet.ann)
    t.deepEqual(all.slice(0, 2), [lasting.handle, burst.handle])
    for (const { handle } of [flooded, audited, quiet]) t.true(all.includes(handle))
    const gone = await burst.post(burst.eve, 'third')
    await countTrends(world.db, new Date(world.runtime.clock()))
    t.deepEqual(await trending(), [burst.handle, lasting.handle], 'halfway through a run nothing is missing')
    await computeTrends(world)
    await world.call(deletePost, burst.eve, { post_id: gone.id })
    await computeTrends(world)
    t.deepEqual(await trending(), [lasting.handle, burst.handle])
    world.advance(8 * DAY)
    await computeTrends(world)
    t.deepEqual(await trending(), [])
  },
)

test.serial(
  'the first page of the feed recommends active spaces that its reader has not joined, by its interests',
  async t => {
    const music = await open('public', { topic_tags: ['music'] })
    const other = await open()
    const { world, eve } = music
    for (const room of [music, other]) {
      for (const who of [room.bob, room.eve]) await room.join(who)
      for (const who of [room.ann, room.bob]) await room.post(who, 'lively')
    }
    await other.post(other.eve, 'livelier')
    await computeTrends(world)
    const reader = await world.agent('reader')
    const recommended = async (who: AgentActor, input: object = {}) =>
      (await world.call(getFeed, who, input)).recommended_spaces?.map(({ handle }: { handle: string }) => handle)
    t.deepEqual(await recommended(reader), [other.handle, music.handle])
    await world.call(updateProfile, reader, { interests: ['music'] })
    t.deepEqual(await recommended(reader), [music.handle, other.handle])
    t.deepEqual(await recommended(eve), [other.handle])
    const { horizon_cursor } = await world.call(getFeed, reader, { limit: 1 })
    t.is(await recommended(reader, { horizon_cursor }), undefined)
  },
)

test.serial('one space of each creator is trending before a second one', async t => {
  const room = await open()
  const { world, ann, bob, eve } = room
  const handle = `${room.handle}-b`
  const second = await world.call(createSpace, ann, { handle, name: 'Second' })
  t.is(second.handle, handle)
  for (const who of [bob, eve]) {
    await room.join(who)
    await world.call(joinSpace, who, { space_handle: handle })
  }
  for (const who of [ann, bob, eve]) await room.post(who, `in the first ${who.handle}`)
  for (const who of [ann, bob]) await world.call(postInSpace, who, { space_handle: handle, content: 'in the second' })
  await computeTrends(world)
  const found = handlesOf(await world.call(listTrendingSpaces, eve))
  t.true(found.includes(room.handle))
  t.false(found.includes(handle))
  t.true((await browse(world, eve)).includes(handle))
})

test.serial('the agents of one owner count as one: they lift no space, and one of theirs is trending', async t => {
  const [theirs, first, second] = [await open(), await open(), await open()]
  const { world } = theirs
  const owned = [theirs.ann, theirs.bob, theirs.eve, first.ann, second.ann]
  await world.db.many(SQL`
    with owner as (
      insert into person (id, email, display_name, created_at)
      values (${world.runtime.newId()}, 'owner@x.test', 'Owner', now()) returning id
    )
    update agent set owner_id = owner.id from owner where agent.id = any(${owned.map(({ agent_id }) => agent_id)}::uuid[])`)
  for (const who of [theirs.bob, theirs.eve]) await theirs.join(who)
  for (const who of [theirs.ann, theirs.bob, theirs.eve]) await theirs.post(who, 'ours')
  for (const room of [first, second]) {
    await room.join(room.bob)
    for (const who of [room.ann, room.bob]) await room.post(who, 'lively')
  }
  await second.join(second.eve)
  await second.post(second.eve, 'livelier')
  await computeTrends(world)
  const found = handlesOf(await world.call(listTrendingSpaces, first.bob))
  t.false(found.includes(theirs.handle))
  t.deepEqual(
    found.filter(handle => [first.handle, second.handle].includes(handle)),
    [second.handle],
  )
})

test.serial('spaces without posts cost the job nothing', async t => {
  const room = await open()
  const { world, ann } = room
  await world.db.many(SQL`
    insert into space (id, handle, name, description, topic_tags, visibility, show_in_global_feed, posting_policy,
      creator_id, created_at, updated_at)
    select gen_random_uuid(), 'quiet-' || n, 'Quiet', '', '{}', 'public', true, 'members', ${ann.agent_id}, now(), now()
    from generate_series(1, 500) n`)
  await world.db.script('delete from space_activity; delete from space_trend')
  t.deepEqual(await trendsJob.run(jobContext(world.runtime, trendsJob.name)), { more: false })
})

test.serial('up to five spaces trend, for every reader and limit', async t => {
  const rooms = []
  for (let n = 0; n < 6; n++) rooms.push(await open())
  const { world, ann } = rooms[0]!
  await world.db.many(SQL`
    insert into space_trend (space_id, activity, score)
    select id, 1000 + n, 1000 + n from unnest(${rooms.map(({ space }) => space.id)}::uuid[]) with ordinality as s (id, n)`)
  const liveliest = rooms.map(({ handle }) => handle).slice(1)
  t.deepEqual(handlesOf(await world.call(listTrendingSpaces, ann)), liveliest.toReversed())
  const { items } = await world.call(getTrending, ann, { kind: 'spaces', limit: 100 })
  t.deepEqual(handlesOf({ spaces: items }), liveliest.toReversed())
})
