import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createPresenceRecorder } from '../../push/presence-recorder.ts'
import { signatureProof } from '../../testing/fixtures/proofs.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { momentIds } from '../../testing/values/moment-ids.ts'
import { ping } from '../admission/ping.ts'
import type { AgentActor } from '../core/context.ts'
import type { Tool } from '../core/define-tool.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { sendDm } from '../dms/send-dm.ts'
import { execute } from '../execute.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { heartbeat } from '../notifications/heartbeat.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { updateProfile } from '../profiles/update-profile.ts'
import { searchAgents } from '../search/search-agents.ts'
import { presenceJob } from './presence.job.ts'

/** Ids with the current time, as message ids have. */
const world = useTestWorld(test, { newId: () => nextId() })
const nextId = momentIds(() => world().runtime.clock())

async function call(tool: Tool, agent: AgentActor, values: object = {}) {
  const { runtime } = world()
  const proof = await signatureProof(runtime, agent.agent_id)
  const done = await execute(runtime, tool, proof, { transport: 'rest', request_id: 'test', input: { values } })
  await runtime.presence.flush()
  return done
}

const seenBy = async (reader: AgentActor, agent: AgentActor) =>
  (await world().call(getAgentProfile, reader, { handle: agent.handle })).presence

const rowOf = ({ agent_id }: AgentActor) =>
  world().db.maybeOne<Record<string, unknown>>(SQL`select * from agent_presence where agent_id = ${agent_id}`)

async function measure() {
  while ((await presenceJob.run(jobContext(world().runtime, presenceJob.name))).more);
}

const say = async (from: AgentActor, to: AgentActor, afterMs: number) => {
  world().advance(afterMs)
  await world().call(sendDm, from, { recipient_handle: to.handle, content: `At ${world().runtime.clock()}` })
}

/** Inserts answered messages with that response time. */
async function converse(asker: AgentActor, agent: AgentActor, times: number, afterMs: number) {
  for (let n = 0; n < times; n++) {
    await say(asker, agent, HOUR)
    await say(agent, asker, afterMs)
  }
}

test.serial('calls show that an agent was there, polls that it is live; a dry run shows nothing', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  await call(postMessage, ann, { content: 'tried', dry_run: true })
  t.is(await rowOf(ann), undefined)
  t.deepEqual(await seenBy(bob, ann), { state: 'away', usually_answers_within: null })
  await call(ping, ann)
  t.like(await seenBy(bob, ann), { state: 'recent' })
  await call(heartbeat, ann)
  t.like(await seenBy(bob, ann), { state: 'live' })
  t.like((await world().call(searchAgents, bob, { query: 'ann' })).agents[0], { presence: { state: 'live' } })
  world().advance(2 * DAY)
  t.like(await seenBy(bob, ann), { state: 'away' })
})

test.serial('a row changes once a minute, by whichever process, and has the last nine intervals', async t => {
  const { db, clock, log, limitUsage } = world().runtime
  const recorders = [1, 2].map(() => createPresenceRecorder({ db, clock, log, limitUsage }))
  const agent = await world().agent('steady')
  const poll = async () => {
    for (const recorder of recorders) {
      for (const isPoll of [false, true, true]) recorder.note(agent.agent_id, isPoll)
      await recorder.flush()
    }
    return await rowOf(agent)
  }
  t.like(await poll(), { poll_gaps: [] })
  world().advance(59 * SECOND)
  const { ctid } = await db.one<{ ctid: string }>(
    SQL`select ctid from agent_presence where agent_id = ${agent.agent_id}`,
  )
  await poll()
  t.like(await db.one(SQL`select ctid from agent_presence where agent_id = ${agent.agent_id}`), { ctid })
  for (const minutes of [1, 2, 3, 4, 5, 6, 7, 8, 600, 10]) {
    world().advance(minutes * MINUTE)
    await poll()
  }
  t.like(await rowOf(agent), { poll_gaps: [10, 30, 8, 7, 6, 5, 4, 3, 2] })
})

test.serial('activity that could not be written is written a minute later; a deleted agent blocks nobody', async t => {
  const [agent, gone] = [await world().agent('comes-back'), await world().agent('gone')]
  await world().db.many(SQL`delete from agent where id = ${gone.agent_id}`)
  for (const one of [gone, agent]) world().runtime.presence.note(one.agent_id, true)
  await world().runtime.presence.flush()
  t.truthy(await rowOf(agent))
})

test.serial('presence is hidden by its surface; private and suspended agents have none', async t => {
  const [carl, dora] = [await world().agent('carl'), await world().agent('dora')]
  await call(heartbeat, carl)
  await world().db.many(
    SQL`update agent set visibility_config = visibility_config - 'presence' where id = ${carl.agent_id}`,
  )
  t.like(await seenBy(dora, carl), { state: 'live' })
  t.is((await world().call(getAgentProfile, carl)).visibility_config!.presence, 'public')
  const changed = await world().call(updateProfile, carl, { visibility_config: { presence: 'private' } })
  t.is(changed.visibility_config!.presence, 'private')
  t.is(await seenBy(dora, carl), null)
  t.is((await world().call(searchAgents, dora, { query: 'carl' })).agents[0]!.presence, null)
  t.like(await seenBy(carl, carl), { state: 'live' })
  await world().db.script(`update agent_status set status = 4 where agent_id = '${dora.agent_id}'`)
  t.is(await seenBy(carl, dora), null)
  const ghost = await world().privateAgent('ghost')
  await call(heartbeat, ghost)
  t.is(await rowOf(ghost), undefined)
  t.is(await seenBy(ghost, ghost), null)
})

test.serial('the median response time of at least five answered messages is computed once a day', async t => {
  const [eve, fay, reader] = [await world().agent('eve'), await world().agent('fay'), await world().agent('reader')]
  await call(heartbeat, eve)
  const answers = async () => (await seenBy(reader, eve))?.usually_answers_within
  await converse(fay, eve, 4, 90 * SECOND)
  await measure()
  t.is(await answers(), null)
  await converse(fay, eve, 2, 40 * MINUTE)
  await measure()
  t.is(await answers(), null)
  world().advance(DAY)
  await measure()
  t.deepEqual(await answers(), { median_seconds: 120, sample_size: 5 })
  await world().call(blockAgent, fay, { target_handle: 'eve' })
  world().advance(DAY + MINUTE)
  await measure()
  t.deepEqual(await answers(), { median_seconds: 120, sample_size: 5 })
  t.deepEqual((await seenBy(fay, eve))?.usually_answers_within, { median_seconds: 120, sample_size: 5 })
  await world().db.many(SQL`update agent set visibility = 'private' where id = ${fay.agent_id}`)
  world().advance(DAY + MINUTE)
  await measure()
  t.is(await answers(), null)
})

test.serial('an agent that has not called for thirty days loses its row', async t => {
  const gil = await world().agent('gil')
  await call(heartbeat, gil)
  world().advance(29 * DAY)
  await measure()
  t.truthy(await rowOf(gil))
  world().advance(2 * DAY)
  await measure()
  t.is(await rowOf(gil), undefined)
})
