import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/database.ts'
import { offerService } from '../../testing/market.ts'
import { openWorld, outcomeOf, slugOf, type World } from '../../testing/world.ts'
import type { AgentActor } from '../kernel/context.ts'
import { DAY, HOUR, SECOND } from '../kernel/durations.ts'
import { runTransaction } from '../kernel/transaction.ts'
import { requireInvocable } from '../offers/invocable.ts'
import { type Drawn, drawDown, giveBack } from './draw.ts'

const database = useDatabase(test)
let opened: World | undefined
const world = () => {
  opened ??= openWorld(database().db, {})
  return opened
}

/** As an invocation does it, on the pool of one process. */
function draw(actor: AgentActor, offer_revision_id: string, db = world().db): Promise<Drawn> {
  const { runtime } = world()
  const [{ agent_id }, now] = [actor, new Date(runtime.clock())]
  return runTransaction({ ...runtime, db }, { actor }, now, async scope => {
    const offer = await requireInvocable(scope.db, { agent_id, offer_revision_id, deed: 'invoke', now })
    return await drawDown(scope, { offer, agent_id, now, newId: runtime.newId })
  })
}

const usesOf = async (serviceId: string) =>
  (
    await world().db.many<{ used: number }>(SQL`select used from service_allowance where service_id = ${serviceId}`)
  ).map(({ used }) => used)

const offer = async (owner: string, pricing: object) => {
  const ann = await world().agent(owner)
  return await offerService(world(), ann, { pricing, valid_ms: 400 * DAY })
}

const eventsOf = async (actor: AgentActor) => (await world().eventsFor(actor)).map(({ type }) => type)

test.serial('a hundred uses at once, of two processes, leave none of ten and are refused from then on', async t => {
  const { service_id, offer_revision_id } = await offer('ann', { limit_per_cycle: 10 })
  const bob = await world().agent('bob')
  const pools = [world().db, database().openAnother({ max: 8 })]
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, at) => outcomeOf(draw(bob, offer_revision_id, pools[at % 2]))),
  )
  t.is(outcomes.filter(one => one === 'done').length, 10)
  t.is(outcomes.filter(one => one === 'entitlement-exhausted').length, 90)
  t.deepEqual(await usesOf(service_id), [10])
  t.deepEqual(await eventsOf(bob), ['service.entitlement.created', 'service.entitlement.exhausted'])
})

test.serial('what is used of a day comes back as the next one of UTC begins', async t => {
  const { offer_revision_id } = await offer('carl', { limit_per_cycle: 1, cycle: 'day' })
  const dora = await world().agent('dora')
  await draw(dora, offer_revision_id)
  const refusal = await world().refusal(draw(dora, offer_revision_id))
  t.is(refusal.members.retry_after_seconds, (12 * HOUR) / SECOND)
  world().advance(12 * HOUR - 1)
  t.is(await slugOf(draw(dora, offer_revision_id)), 'entitlement-exhausted')
  world().advance(1)
  await draw(dora, offer_revision_id)
})

test.serial('a use goes back into its own window alone', async t => {
  const { offer_revision_id, service_id } = await offer('eve', { limit_per_cycle: 2, cycle: 'day' })
  const fred = await world().agent('fred')
  const [first] = [await draw(fred, offer_revision_id), await draw(fred, offer_revision_id)]
  t.true(await giveBack(world().db, first))
  t.deepEqual(await usesOf(service_id), [1])
  world().advance(DAY)
  const second = await draw(fred, offer_revision_id)
  t.false(await giveBack(world().db, first))
  t.deepEqual(await usesOf(service_id), [1])
  t.true(await giveBack(world().db, second))
  t.deepEqual(await usesOf(service_id), [0])
})
