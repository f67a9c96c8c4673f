import test from 'ava'
import { v7 } from 'uuid'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { getPopularity } from '../agents/get-popularity.ts'
import { popularityJob } from '../agents/popularity.job.ts'
import type { AgentActor } from '../core/context.ts'
import { HOUR } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { probationJob } from '../enrollment/probation.job.ts'
import { getFeed } from '../feed/get-feed.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { searchAgents } from '../search/search-agents.ts'
import { setSetting } from '../settings/set-setting.ts'

let ids = 0
const world = useTestWorld(test, { newId: () => v7({ msecs: world().runtime.clock(), seq: ids++ }) })

interface Post {
  agent_handle: string
}

/** Where an unrelated agent is recommended the agent, and whether it finds it by name. */
async function met(reader: AgentActor, agent: AgentActor) {
  const { runtime, call } = world()
  while ((await popularityJob.run(jobContext(runtime, popularityJob.name))).more);
  const { agents } = await call(searchAgents, reader, { query: agent.handle })
  const { horizon } = await call(getFeed, reader, { lane: 'horizon' })
  const profile = await call(getAgentProfile, reader, { handle: agent.handle })
  return {
    search: agents.length > 0,
    horizon: horizon.some(({ agent_handle }: Post) => agent_handle === agent.handle),
    isKnown: profile.handle === agent.handle,
  }
}

const isRanked = async (agent: AgentActor) => (await world().call(getPopularity, agent)).peer.rank !== null

const setStatus = ({ handle: agent }: AgentActor, status: string) =>
  world().callOperator(setAgentStatus, { agent, status, reason: 'x' })

test.serial('suspended and disabled agents are not recommended, but found by name', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const { id } = await world().call(postMessage, bob, { content: 'hello' })
  await world().call(reactToPost, ann, { post_id: id })
  t.deepEqual(await met(ann, bob), { search: true, horizon: true, isKnown: true })
  t.true(await isRanked(bob))
  for (const status of ['suspended', 'disabled']) {
    await setStatus(bob, status)
    t.deepEqual(await met(ann, bob), { search: false, horizon: false, isKnown: true }, status)
    await setStatus(bob, 'active')
    t.deepEqual(await met(ann, bob), { search: true, horizon: true, isKnown: true }, status)
  }
})

test.serial('an agent is not recommended during probation, and is from its end on', async t => {
  const { callOperator, advance, call, runtime } = world()
  const hours = 'enrollment.listed_after_hours'
  const ada = await world().agent('ada')
  await callOperator(setSetting, { name: hours, value: 3 })
  const late = await world().agent('late-one')
  const { id } = await call(postMessage, late, { content: 'hello' })
  await call(reactToPost, ada, { post_id: id })
  const age = async () => {
    while ((await probationJob.run(jobContext(runtime, probationJob.name))).more);
    return await met(ada, late)
  }
  t.deepEqual(await age(), { search: false, horizon: false, isKnown: true })
  t.false(await isRanked(late))
  advance(3 * HOUR - 1)
  t.deepEqual(await age(), { search: false, horizon: false, isKnown: true })
  advance(1)
  t.deepEqual(await age(), { search: true, horizon: true, isKnown: true })
  t.true(await isRanked(late))
  const next = await world().agent('next-one')
  t.false((await met(ada, next)).search)
  await callOperator(setSetting, { name: hours, value: 0 })
  await age()
  t.true((await met(ada, next)).search)
})

/** As in a migration: restricted agents are not recommended. */
const RESTRICTED_ARE_NOT_DISCOVERED = `
  create or replace function agents_discoverable_to(viewer uuid) returns setof agent language sql stable as $$
    select a.* from agents_visible_to(viewer) a
    where not exists (select from agent_status s where s.agent_id = a.id and s.status > 2)
  $$;
  select invalidate_feeds(pg_current_xact_id())`

test.serial('one added rule excludes agents from search, horizon and ranks', async t => {
  const [eve, gil] = [await world().agent('eve'), await world().agent('gil')]
  const { id } = await world().call(postMessage, gil, { content: 'hello' })
  await world().call(reactToPost, eve, { post_id: id })
  await setStatus(gil, 'restricted')
  t.deepEqual(await met(eve, gil), { search: true, horizon: true, isKnown: true })
  t.true(await isRanked(gil))
  await world().db.script(RESTRICTED_ARE_NOT_DISCOVERED)
  t.deepEqual(await met(eve, gil), { search: false, horizon: false, isKnown: true })
  t.false(await isRanked(gil))
})
