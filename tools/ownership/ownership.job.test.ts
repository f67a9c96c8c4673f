import test from 'ava'
import { SQL } from 'sql-template-strings'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { getAgentProfile } from '../profiles/get-agent-profile.ts'
import { acceptOwnership } from './accept-ownership.ts'
import { ownershipJob } from './ownership.job.ts'
import { requestOwner } from './request-owner.ts'

const world = useTestWorld(test)

const DAYS = 86_400_000

test.serial(
  'after 14 days without an answer an agent is active without an owner again; a private one remains pending',
  async t => {
    const user_id = await addPerson(world(), 'olga')
    const ann = await world().agent('ann', { user_id })
    const ghost = await world().agent('ghost', { user_id, visibility: 'private' })
    const frozen = await world().agent('frozen', { user_id })
    await world().db.many(SQL`update agent_status set status = 4 where agent_id = ${frozen.agent_id}`)
    const run = () => ownershipJob.run(jobContext(world().runtime, ownershipJob.name))
    const statuses = () =>
      Promise.all([ann, ghost, frozen].map(async agent => (await world().call(getAgentProfile, agent)).status))
    world().advance(14 * DAYS - 1)
    t.deepEqual(await run(), { more: false })
    t.deepEqual(await statuses(), ['pending_ownership', 'pending_ownership', 'suspended'])
    world().advance(1)
    t.is(
      (await world().refusal(world().callOperator(acceptOwnership, { agent: 'ann' }))).slug,
      'not-found',
      'what expired is not accepted any more',
    )
    await Promise.all([run(), run()])
    t.deepEqual(await statuses(), ['active', 'pending_ownership', 'suspended'])
    const events = await world().eventsFor(ann)
    t.like(events, [{ type: 'agent.status.changed', body: { data: { from: 'pending_ownership', to: 'active' } } }])
    t.regex((events[0]!.body.data as { reason: string }).reason, /expired/)
    t.is(events.length, 1)
    t.deepEqual(await world().eventsFor(frozen), [])
    world().advance(1_000 * DAYS)
    await run()
    t.like(await world().callOperator(acceptOwnership, { agent: 'ghost' }), { owner_id: user_id, status: 'active' })
    t.true(world().runtime.clock() > TEST_NOW)
  },
)

test.serial('from the moment a request expires another one can be made, whether or not the job has run', async t => {
  const [former, next] = [await addPerson(world(), 'pia'), await addPerson(world(), 'quin')]
  const asker = await world().agent('jonas')
  const { expires_at } = await world().call(requestOwner, asker, { user_id: former })
  const now = world().runtime.clock()
  const waiting = { ...asker, status: 'pending_ownership' as const }
  world().advance(Date.parse(String(expires_at)) - now - 1)
  t.is((await world().refusal(world().call(requestOwner, waiting, { user_id: next }))).slug, 'ownership-pending')
  world().advance(1)
  t.like(await world().call(requestOwner, waiting, { user_id: next }), { requested_user_id: next })
  const received = (await world().eventsFor(asker)).filter(({ type }) => type === 'agent.status.changed')
  t.deepEqual(
    received.map(({ body }) => (body.data as { to: string }).to),
    ['pending_ownership', 'active', 'pending_ownership'],
  )
})
