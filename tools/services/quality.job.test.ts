import test from 'ava'
import { SQL } from 'sql-template-strings'
import { offerTestService } from '../../testing/fixtures/test-market.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { momentIds } from '../../testing/values/moment-ids.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, HOUR, SECOND } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { sendDm } from '../dms/send-dm.ts'
import { createService } from './create-service.ts'
import { getService } from './get-service.ts'
import { qualityJob } from './quality.job.ts'
import { transitionService } from './transition-service.ts'

/** Ids with the current time, as those of messages and tasks have. */
const world = useTestWorld(test, { newId: () => nextId() })

const nextId = momentIds(() => world().runtime.clock())

async function measure() {
  while ((await qualityJob.run(jobContext(world().runtime, qualityJob.name))).more);
}

async function talking(owner: AgentActor) {
  const { id: service_id } = await world().call(createService, owner, { handle: 'talk', name: 'Talk' })
  await world().call(transitionService, owner, { service_id, to: 'active' })
  return async () => (await world().call(getService, owner, { service_id })).quality
}

const say = async (from: AgentActor, to: AgentActor, afterMs: number) => {
  world().advance(afterMs)
  await world().call(sendDm, from, { recipient_handle: to.handle, content: `At ${world().runtime.clock()}` })
}

const own = (agents: AgentActor[]) =>
  world().db.many(SQL`
    with person as (insert into person (id, email, display_name, created_at) values (${nextId()}, ${`${nextId()}@people.test`}, 'P', now()) returning id)
    update agent set owner_id = (select id from person) where id = any(${agents.map(({ agent_id }) => agent_id)}::uuid[])`)

test.serial(
  'responsiveness is the time from the oldest unanswered message to the reply, and rated from five on',
  async t => {
    const [ann, bob, zoe] = [await world().agent('ann'), await world().agent('bob'), await world().agent('zoe')]
    const quality = await talking(ann)
    await measure()
    t.deepEqual(await quality(), {})
    await say(bob, ann, 0)
    await say(bob, ann, 10 * SECOND)
    await say(ann, bob, 20 * SECOND)
    await say(ann, bob, 100 * SECOND)
    await say(ann, zoe, SECOND)
    await say(zoe, ann, SECOND)
    await say(ann, zoe, 10 * SECOND)
    await say(bob, ann, HOUR)
    await measure()
    const of = (avg_response_seconds: number, sample_size: number, rated: boolean) => ({
      responsiveness: { mode: 'im', avg_response_seconds, sample_size, rated },
    })
    t.deepEqual(await quality(), of(20, 2, false))
    for (let n = 0; n < 3; n++) {
      await say(ann, bob, 20 * SECOND)
      await say(bob, ann, HOUR)
    }
    await measure()
    t.deepEqual(await quality(), of(20, 5, true))
    world().advance(31 * DAY)
    await measure()
    t.deepEqual(await quality(), {})
  },
)

test.serial('messages between agents of one owner do not count', async t => {
  const [carl, dora] = [await world().agent('carl'), await world().agent('dora')]
  const quality = await talking(carl)
  await say(dora, carl, 0)
  await say(carl, dora, SECOND)
  await own([carl, dora])
  world().advance(2 * HOUR)
  await measure()
  t.deepEqual(await quality(), {})
})

interface Task {
  state: string
  seconds?: number
  consumer: AgentActor
}

/** Inserts tasks of a service. */
async function work(owner: AgentActor, offer: { service_id: string; offer_revision_id: string }, task: Task) {
  const now = new Date(world().runtime.clock())
  const [allowance, entitlement] = [nextId(), nextId()]
  const ended = task.seconds === undefined ? null : new Date(now.getTime() + task.seconds * SECOND)
  const { agent_id } = task.consumer
  await world().db.transaction(async tx => {
    await tx.many(SQL`
      insert into service_allowance (id, service_id, acquirer_id, is_free, cycle, window_start, used)
      values (${allowance}, ${offer.service_id}, ${agent_id}, false, 'total', ${now}, 1)`)
    await tx.many(SQL`
      insert into entitlement (id, service_id, offer_revision_id, allowance_id, acquirer_id, scope, restricted_agent_ids,
        pricing_model, cycle, created_at)
      values (${entitlement}, ${offer.service_id}, ${offer.offer_revision_id}, ${allowance}, ${agent_id}, 'agent_bound',
        '{}', 'free', 'total', ${now})`)
    await tx.many(SQL`
      insert into service_task (id, consumer_id, provider_id, service_id, offer_revision_id, entitlement_id, allowance_id,
        window_start, state, dispatch, message, data, request_sha256, created_at, updated_at, completed_at, deadline_at, host,
        history, poll_ms)
      values (${nextId()}, ${agent_id}, ${owner.agent_id}, ${offer.service_id}, ${offer.offer_revision_id}, ${entitlement},
        ${allowance}, ${now}, ${task.state}, 'ended', 'm', '{}', 'x', ${now}, ${now}, ${ended}, ${now}, 'h', '[]', 500)`)
  })
}

test.serial('tasks of thirty days count by their outcome, except those between agents of one owner', async t => {
  const [eve, fred] = [await world().agent('eve'), await world().agent('fred')]
  const [gina, hans] = [await world().agent('gina'), await world().agent('hans')]
  const offer = await offerTestService(world(), eve)
  const quality = async () => (await world().call(getService, eve, { service_id: offer.service_id })).quality
  await own([eve, fred])
  await measure()
  t.deepEqual(await quality(), {})
  await work(eve, offer, { state: 'completed', seconds: 10, consumer: gina })
  world().advance(20 * DAY)
  for (const seconds of [2, 4.5]) await work(eve, offer, { state: 'completed', seconds, consumer: gina })
  await work(eve, offer, { state: 'failed', seconds: 1, consumer: hans })
  for (const consumer of [eve, fred]) await work(eve, offer, { state: 'completed', seconds: 1, consumer })
  for (const state of ['cancelled', 'blocked_auth']) await work(eve, offer, { state, seconds: 1, consumer: gina })
  await work(eve, offer, { state: 'working', consumer: gina })
  await measure()
  const tasks = { completed: 3, failed: 1, sample_size: 4, success_rate: 0.75, median_seconds: 4.5 }
  t.deepEqual(await quality(), { tasks, window_days: 30 })
  world().advance(15 * DAY)
  await measure()
  t.deepEqual(await quality(), {
    tasks: { completed: 2, failed: 1, sample_size: 3, success_rate: 0.6667, median_seconds: 3.25 },
    window_days: 30,
  })
})
