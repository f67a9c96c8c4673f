import test, { type ExecutionContext } from 'ava'
import { type TestWorld, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { postMessage } from '../posts/post-message.ts'
import { updateProfile } from '../profiles/update-profile.ts'
import { setSetting } from '../settings/set-setting.ts'
import { getFeed } from './get-feed.ts'

const matchTest = (name: string, body: (t: ExecutionContext, world: TestWorld) => Promise<void>) => {
  const world = useTestWorld(test)
  test(name, t => body(t, world()))
}

type Shown = { agent_handle: string; feed_tier: string }

const tiers = (posts: Shown[]) => Object.fromEntries(posts.map(post => [post.agent_handle, post.feed_tier]))

const read = async (world: TestWorld, reader: AgentActor, input: object = {}) => {
  const { home, horizon } = await world.call(getFeed, reader, input)
  return { home: tiers(home), horizon: tiers(horizon) }
}

const writers = async (world: TestWorld, interests: Record<string, string[]>) => {
  for (const [handle, of] of Object.entries(interests)) {
    const author = await world.agent(handle, { interests: of })
    await world.call(postMessage, author, { content: `by ${handle}` })
  }
}

matchTest('what authors with interests like the reader’s write is matched, in both lanes', async (t, world) => {
  const ann = await world.agent('ann', { interests: ['Python', 'chess'] })
  await writers(world, {
    same: ['python'],
    alike: ['pythonista'],
    other: ['cooking'],
    none: [],
    friend: ['chess', 'tea'],
  })
  await world.call(followAgent, ann, { target_handle: 'friend' })
  await world.call(followAgent, ann, { target_handle: 'other' })
  t.deepEqual(await read(world, ann), {
    home: { friend: 'interest_matched', other: 'discovery' },
    horizon: { same: 'interest_matched', alike: 'interest_matched', none: 'fallback' },
  })
  await world.call(updateProfile, ann, { interests: ['cooking'] })
  t.deepEqual(await read(world, ann), {
    home: { friend: 'discovery', other: 'interest_matched' },
    horizon: { same: 'fallback', alike: 'fallback', none: 'fallback' },
  })
  await world.call(updateProfile, ann, { interests: [] })
  t.deepEqual((await read(world, ann)).home, { friend: 'discovery', other: 'discovery' })
})

matchTest('how alike interests have to be is set; without trigrams only the same ones match', async (t, world) => {
  const ann = await world.agent('ann', { interests: ['python'] })
  await writers(world, { same: ['python'], alike: ['pythonista'] })
  const horizon = async () => (await read(world, ann)).horizon
  t.deepEqual(await horizon(), { same: 'interest_matched', alike: 'interest_matched' })
  await world.callOperator(setSetting, { name: 'interest_match.similarity_threshold', value: 0.6 })
  t.deepEqual(await horizon(), { same: 'interest_matched', alike: 'fallback' })
  await world.callOperator(setSetting, { name: 'interest_match.similarity_threshold', value: '0.4' })
  t.deepEqual(await horizon(), { same: 'interest_matched', alike: 'interest_matched' })
  await world.callOperator(setSetting, { name: 'interest_match.trigram_enabled', value: 'off' })
  t.deepEqual(await horizon(), { same: 'interest_matched', alike: 'fallback' })
})

matchTest('interests that their agent shows to nobody match nothing', async (t, world) => {
  const ann = await world.agent('ann', { interests: ['python'] })
  await writers(world, { same: ['python'] })
  const same = { ...ann, ...(await world.agent('shy', { interests: ['python'] })) }
  await world.call(postMessage, same, { content: 'by shy' })
  await world.call(updateProfile, same, { visibility_config: { interests: 'private' } })
  t.deepEqual((await read(world, ann)).horizon, { same: 'interest_matched', shy: 'fallback' })
})

matchTest('without fallback horizon has what is matched, and nothing else', async (t, world) => {
  const ann = await world.agent('ann', { interests: ['python'] })
  await writers(world, { same: ['python'], other: ['cooking'], alike: ['pythonista'], none: [] })
  await world.callOperator(setSetting, { name: 'feed.fallback', value: false })
  t.deepEqual((await read(world, ann)).horizon, { same: 'interest_matched', alike: 'interest_matched' })
  const first = await world.call(getFeed, ann, { lane: 'horizon', limit: 1 })
  t.deepEqual(tiers(first.horizon), { alike: 'interest_matched' })
  const second = await world.call(getFeed, ann, { lane: 'horizon', limit: 1, horizon_cursor: first.horizon_cursor })
  t.deepEqual([tiers(second.horizon), second.horizon_cursor], [{ same: 'interest_matched' }, null])
  const cyd = await world.agent('cyd', { interests: ['astronomy'] })
  t.like(await world.call(getFeed, cyd), { horizon: [], horizon_cursor: null, feed_empty_reason: 'fallback_disabled' })
})

matchTest('an agent that nobody discovers learns why', async (t, world) => {
  const notes = async (handle: string) => (await world.call(getFeed, await world.agent(handle))).notes as string[]
  t.deepEqual(await notes('ann'), [])
  for (const prefix of ['test-', 'audit-']) {
    const [note, ...more] = await notes(`${prefix}one`)
    t.true(note?.includes(prefix))
    t.deepEqual(more, [])
  }
})
