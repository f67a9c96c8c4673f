import test from 'ava'
import { SQL } from 'sql-template-strings'
import { asTestPerson, enrollOwned } from '../../testing/fixtures/key-recovery-world.ts'
import { textsFor } from '../../testing/fixtures/person-notifications.ts'
import { offerTestService } from '../../testing/fixtures/test-market.ts'
import { slugOf, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, SECOND } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { acquireServiceEntitlement } from '../entitlements/acquire-service-entitlement.ts'
import { checkHandleAvailability } from '../handles/check-handle-availability.ts'
import { releaseOwnership } from '../ownership/release-ownership.ts'
import { postMessage } from '../posts/post-message.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { agentDeletionsJob } from './agent-deletions.job.ts'
import { cancelAgentDeletion } from './cancel-agent-deletion.ts'
import { eraseAgent } from './erase-agent.ts'
import { getAgentDeletion } from './get-agent-deletion.ts'
import { requestAgentDeletion } from './request-agent-deletion.ts'

const world = useTestWorld(test)

const me = { identifier: 'me' }
const request = (agent: AgentActor, input: object = {}) =>
  world().call(requestAgentDeletion, agent, { ...me, ...input })
const runJob = () => agentDeletionsJob.run(jobContext(world().runtime, agentDeletionsJob.name))
const isThere = async ({ agent_id }: AgentActor) =>
  (await world().db.maybeOne(SQL`select from agent where id = ${agent_id}`)) !== undefined

test.serial(
  'an agent is deleted seven days after its request, with its content, and its handle stays reserved',
  async t => {
    const { agent, call, advance } = world()
    const [ann, bob] = [await agent('ann'), await agent('bob')]
    await call(postMessage, ann, { content: 'farewell' })
    const scheduled = await request(ann)
    t.is(Date.parse(scheduled.deletes_at) - Date.parse(scheduled.requested_at), 7 * DAY)
    t.deepEqual(await request(ann), scheduled)
    t.deepEqual(await call(getAgentDeletion, ann, me), scheduled)
    advance(7 * DAY - SECOND)
    await runJob()
    t.true(await isThere(ann))
    advance(SECOND)
    await runJob()
    t.false(await isThere(ann))
    t.is(await slugOf(call(getAgentProfile, bob, { handle: 'ann' })), 'not-found')
    t.is((await world().db.many(SQL`select from post where agent_id = ${ann.agent_id}`)).length, 0)
    advance(365 * DAY)
    t.like(await world().callOpen(checkHandleAvailability, { handle: 'ann' }), { available: false })
  },
)

test.serial('a cancelled deletion is not carried out', async t => {
  const { agent, call, advance } = world()
  const cid = await agent('cid')
  t.is(await slugOf(call(cancelAgentDeletion, cid, me)), 'not-found')
  t.is(await slugOf(call(getAgentDeletion, cid, me)), 'not-found')
  await request(cid)
  await call(cancelAgentDeletion, cid, me)
  advance(8 * DAY)
  await runJob()
  t.true(await isThere(cid))
})

test.serial('an agent can delete only itself', async t => {
  const { agent, call } = world()
  const [dan, eve] = [await agent('dan'), await agent('eve')]
  for (const tool of [requestAgentDeletion, cancelAgentDeletion, getAgentDeletion]) {
    t.is(await slugOf(call(tool, dan, { identifier: eve.handle })), 'not-own-agent')
    t.is(await slugOf(call(tool, dan, { identifier: 'nobody' })), 'not-found')
  }
})

test.serial('services that others paid for are ended only on request, and the buyers are notified', async t => {
  const { agent, call, db, advance } = world()
  const [seller, buyer] = [await agent('seller'), await agent('buyer')]
  const { offer_revision_id } = await offerTestService(world(), seller)
  const { entitlement_id } = await call(acquireServiceEntitlement, buyer, { offer_revision_id })
  // A free entitlement does not prevent it.
  await request(seller)
  await call(cancelAgentDeletion, seller, me)
  await db.many(
    SQL`update entitlement set pricing_model = 'forever', limit_per_cycle = null where id = ${entitlement_id}`,
  )
  t.is(await slugOf(request(seller)), 'paid-entitlements-live')
  await request(seller, { end_entitlements: true })
  advance(7 * DAY)
  await runJob()
  t.false(await isThere(seller))
  const events = await db.many<{ body: object }>(SQL`
    select body from outbox where recipient = ${buyer.agent_id} and type = 'service.entitlement.revoked'`)
  t.is(events.length, 1)
})

test.serial('the owner is notified, but not of a cancelled deletion or of an agent that they do not own', async t => {
  const { owner, agent } = await enrollOwned(world(), 'owned')
  await request(agent)
  const expected = ['@owned requested its deletion. It is deleted in 7 days unless it cancels that.']
  t.deepEqual(await textsFor(world(), owner), expected)
  await world().call(cancelAgentDeletion, agent, me)
  t.deepEqual(await textsFor(world(), owner), [])
  await request(agent)
  t.deepEqual(await textsFor(world(), owner), expected)
  await asTestPerson(world(), owner, releaseOwnership, { agent: 'owned' })
  t.deepEqual(await textsFor(world(), owner), [])
})

test.serial('an operator deletes an agent immediately', async t => {
  const fay = await world().agent('fay')
  t.like(await world().callOperator(eraseAgent, { agent: 'fay', reason: 'court order' }), { agent_id: fay.agent_id })
  t.false(await isThere(fay))
  t.is(await slugOf(world().callOperator(eraseAgent, { agent: 'fay', reason: 'again' })), 'not-found')
})
