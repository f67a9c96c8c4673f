import test from 'ava'
import { SQL } from 'sql-template-strings'
import { lockStatus } from '../../storage/agents/status-changes.ts'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { recountVisibilityJob } from '../agents/recount-visibility.job.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { followAgent } from './follow-agent.ts'
import { listFollowers } from './list-followers.ts'
import { listFollowing } from './list-following.ts'
import { unfollowAgent } from './unfollow-agent.ts'

const world = useTestWorld(test)

const seen = (condition: string) =>
  world().db.script(`
    create or replace function agents_visible_to(viewer uuid) returns setof agent language sql stable as $$
      select a.* from agent a where a.id = viewer or (a.visibility = 'public' and ${condition}) $$`)

const NOT_RESTRICTED = 'not exists (select from agent_status s where s.agent_id = a.id and s.status = 3)'

async function look(): Promise<void> {
  while ((await recountVisibilityJob.run(jobContext(world().runtime, recountVisibilityJob.name))).more);
}

const setStatus = ({ handle: agent }: AgentActor, status: string) =>
  world().callOperator(setAgentStatus, { agent, status, reason: 'x' })
const follow = (from: AgentActor, to: AgentActor) => world().call(followAgent, from, { target_handle: to.handle })
const unfollow = (from: AgentActor, to: AgentActor) => world().call(unfollowAgent, from, { target_handle: to.handle })

/** Followers and following, each by list and by counter. */
async function figures(agent: AgentActor) {
  const { follower_count, following_count } = await world().call(getAgentProfile, agent)
  const [followers, following] = [await world().call(listFollowers, agent), await world().call(listFollowing, agent)]
  const listed = [followers.agents.length, following.agents.length]
  return { listed, counted: [follower_count, following_count], totals: [followers.total, following.total] }
}

const both = (...listed: number[]) => ({ listed, counted: listed, totals: listed })

test.serial('counts match lists: at a change of status, or after the job has run', async t => {
  const [ann, gil] = [await world().agent('ann'), await world().agent('gil')]
  await follow(ann, gil)
  await follow(gil, ann)
  await setStatus(gil, 'restricted')
  t.deepEqual(await figures(ann), both(1, 1))
  await seen(NOT_RESTRICTED)
  await look()
  t.deepEqual(await figures(ann), both(0, 0))
  await setStatus(gil, 'active')
  t.deepEqual(await figures(ann), both(1, 1))
  await setStatus(gil, 'restricted')
  t.deepEqual(await figures(ann), both(0, 0))
  await seen('true')
  await look()
  t.deepEqual(await figures(ann), both(1, 1))
})

test.serial('follows that begin or end while an agent is hidden are counted when it is back, once', async t => {
  const [bob, hal, ida] = [await world().agent('bob'), await world().agent('hal'), await world().agent('ida')]
  await follow(hal, bob)
  await follow(ida, bob)
  await follow(bob, ida)
  await seen(`a.handle not in ('hal', 'ida')`)
  await look()
  await unfollow(hal, bob)
  await follow(hal, bob)
  t.deepEqual(await figures(bob), both(0, 0))
  await world().db.transaction(async tx => {
    await lockStatus(tx, ida.agent_id)
    await deleteAgent(tx, ida.agent_id, new Date(world().runtime.clock()))
  })
  t.deepEqual([...(await world().db.many(SQL`select 1 from invisible_agent where agent_id = ${ida.agent_id}`))], [])
  await seen('true')
  await look()
  t.deepEqual(await figures(bob), both(1, 0))
})

test.serial('concurrent follows and status changes neither deadlock nor miscount', async t => {
  await seen(NOT_RESTRICTED)
  const [star, moon] = [await world().agent('star'), await world().agent('moon')]
  const fans: AgentActor[] = []
  for (let n = 0; n < 6; n++) fans.push(await world().agent(`fan-${n}`))
  const tolerant = (call: Promise<unknown>) => call.catch(() => undefined)
  for (const status of ['restricted', 'active', 'restricted', 'active']) {
    await Promise.all(
      fans.flatMap((fan, n) => [
        tolerant(follow(fan, star)),
        tolerant(follow(moon, fan)),
        ...(n % 2 ? [tolerant(unfollow(fan, star)), tolerant(unfollow(moon, fan))] : []),
        setStatus(fan, status),
      ]),
    )
    for (const agent of [star, moon]) {
      const { listed, counted, totals } = await figures(agent)
      t.deepEqual([counted, totals], [listed, listed])
    }
  }
  await seen('true')
})
