import test from 'ava'
import { SQL } from 'sql-template-strings'
import type { EntitlementScope } from '../../storage/entitlements/rights.ts'
import { returnUse } from '../../storage/entitlements/rights.ts'
import type { Cycle } from '../../storage/services/service-rows.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { mint, offerTestService } from '../../testing/fixtures/test-market.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { createTestWorld, settledOutcome, slugOf, type TestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { DAY, HOUR, SECOND } from '../core/durations.ts'
import { runTransaction } from '../core/transactions/run-transaction.ts'
import { requireInvocable } from '../offers/usable-offer.ts'
import { acquireServiceEntitlement } from './acquire-service-entitlement.ts'
import { type ConsumedUse, consumeEntitlement } from './consume.ts'
import { revokeServiceEntitlement } from './revoke-service-entitlement.ts'

const database = useDatabase(test)
let opened: TestWorld | undefined
const world = () => {
  opened ??= createTestWorld(database().db, {})
  return opened
}

/** Uses an entitlement as an invocation does, on the pool of one process. */
function draw(actor: AgentActor, offer_revision_id: string, db = world().db): Promise<ConsumedUse> {
  const { runtime } = world()
  const [{ agent_id }, now] = [actor, new Date(runtime.clock())]
  return runTransaction({ ...runtime, db }, { actor }, now, async scope => {
    const offer = await requireInvocable(scope.db, { agent_id, offer_revision_id, action: 'invoke', now })
    return await consumeEntitlement(scope, { offer, agent_id, now, newId: runtime.newId })
  })
}

const usesOf = async (serviceId: string) =>
  (
    await world().db.many<{ used: number }>(SQL`select used from service_allowance where service_id = ${serviceId}`)
  ).map(({ used }) => used)

const offer = async (owner: string, pricing: object) => {
  const ann = await world().agent(owner)
  return await offerTestService(world(), ann, { pricing, valid_ms: 400 * DAY })
}

const eventsOf = async (actor: AgentActor) => (await world().eventsFor(actor)).map(({ type }) => type)

test.serial('a hundred concurrent uses in two processes leave none of ten, and more are refused', async t => {
  const { service_id, offer_revision_id } = await offer('ann', { limit_per_cycle: 10 })
  const bob = await world().agent('bob')
  const pools = [world().db, database().openAnother({ max: 8 })]
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, at) => settledOutcome(draw(bob, offer_revision_id, pools[at % 2]))),
  )
  t.is(outcomes.filter(one => one === 'done').length, 10)
  t.is(outcomes.filter(one => one === 'entitlement-exhausted').length, 90)
  t.deepEqual(await usesOf(service_id), [10])
  t.deepEqual(await eventsOf(bob), ['service.entitlement.created', 'service.entitlement.exhausted'])
})

test.serial("a day's uses are available again when the next UTC day begins", async t => {
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

const giveBack = ({ allowance_id, window_start }: ConsumedUse) =>
  returnUse(world().db, allowance_id, window_start, new Date(world().runtime.clock()))

test.serial('a refunded use returns to its own window only', async t => {
  const { offer_revision_id, service_id } = await offer('eve', { limit_per_cycle: 2, cycle: 'day' })
  const fred = await world().agent('fred')
  const [first] = [await draw(fred, offer_revision_id), await draw(fred, offer_revision_id)]
  t.true(await giveBack(first))
  t.deepEqual(await usesOf(service_id), [1])
  world().advance(DAY)
  t.false(await giveBack(first), 'its day is over, though nothing was drawn since')
  const second = await draw(fred, offer_revision_id)
  t.false(await giveBack(first))
  t.deepEqual(await usesOf(service_id), [1])
  t.true(await giveBack(second))
  t.deepEqual(await usesOf(service_id), [0])
})

test.serial('uses of a total allowance stay used when the owner changes it to a daily one', async t => {
  const [gale, hope] = [await world().agent('gale'), await world().agent('hope')]
  const { offer_revision_id, service_id } = await offerTestService(world(), gale, {
    pricing: { limit_per_cycle: 2 },
    valid_ms: 400 * DAY,
  })
  for (const _ of [1, 2]) await draw(hope, offer_revision_id)
  await world().db.many(SQL`update service set cycle = 'day', limit_per_cycle = 1 where id = ${service_id}`)
  const daily = (await mint(world(), gale, service_id))!
  for (const _ of ['today', 'tomorrow']) {
    await draw(hope, daily)
    t.is(await slugOf(draw(hope, daily)), 'entitlement-exhausted')
    world().advance(DAY)
  }
  t.deepEqual((await usesOf(service_id)).sort(), [1, 2])
})

interface Paid {
  scope?: EntitlementScope
  expires_at?: string
  limit_per_cycle?: number
  cycle?: Cycle
  used?: number
  revoked_by?: 'acquirer' | 'operator'
}

/** Issues an entitlement as the settlement of a purchase does. */
async function sell(actor: AgentActor, service_id: string, offer_revision_id: string, paid: Paid = {}) {
  const { runtime, db } = world()
  const [id, allowance_id, now] = [runtime.newId(), runtime.newId(), new Date(runtime.clock())]
  await db.many(SQL`
    with counter as (
      insert into service_allowance (id, service_id, acquirer_id, is_free, cycle, window_start, used)
      values (${allowance_id}, ${service_id}, ${actor.agent_id}, false, ${paid.cycle ?? 'total'}, ${now}, ${paid.used ?? 0})
    )
    insert into entitlement (id, service_id, offer_revision_id, allowance_id, acquirer_id, owner_id, scope,
      restricted_agent_ids, pricing_model, cycle, limit_per_cycle, expires_at, revoked_at, revoked_by, created_at)
    select ${id}, ${service_id}, ${offer_revision_id}, ${allowance_id}, g.id, g.owner_id,
      ${paid.scope ?? 'agent_bound'}, '{}', 'subscription', ${paid.cycle ?? 'total'}, ${paid.limit_per_cycle ?? null}::int,
      ${paid.expires_at ?? null}, case when ${paid.revoked_by !== undefined} then ${now}::timestamptz end,
      ${paid.revoked_by ?? null}, ${now}
    from agent g where g.id = ${actor.agent_id}`)
  return id
}

const PRICED = { pricing_model: 'subscription', amount: '1', currency: 'USDC' }

test.serial(
  'a use is taken first from entitlements of the agent, then from those that end first, then from the oldest',
  async t => {
    const { service_id, offer_revision_id } = await offer('gina', PRICED)
    const hugo = await world().agent('hugo')
    const owner = await addPerson(world(), 'hugos')
    await world().db.many(SQL`update agent set owner_id = ${owner} where id = ${hugo.agent_id}`)
    const right = (paid: Paid) => sell(hugo, service_id, offer_revision_id, { limit_per_cycle: 1, ...paid })
    const shared = await right({ scope: 'account_shared', expires_at: '2028-01-01T00:00:00Z' })
    const restricted = await right({ scope: 'account_restricted' })
    const [endless, late, soon] = [
      await right({}),
      await right({ expires_at: '2028-03-01T00:00:00Z' }),
      await right({ expires_at: '2028-02-01T00:00:00Z' }),
    ]
    const newest = await right({})
    const drawn: string[] = []
    for (let n = 0; n < 6; n++) drawn.push((await draw(hugo, offer_revision_id)).entitlement_id)
    t.deepEqual(drawn, [soon, late, endless, newest, restricted, shared])
    t.is(await slugOf(draw(hugo, offer_revision_id)), 'entitlement-exhausted')
  },
)

test.serial('without a valid entitlement, the newest one determines the problem', async t => {
  const { service_id, offer_revision_id } = await offer('iris', PRICED)
  const jack = await world().agent('jack')
  const refused = async (paid?: Paid) => {
    if (paid) await sell(jack, service_id, offer_revision_id, paid)
    const { slug, members } = await world().refusal(draw(jack, offer_revision_id))
    return [slug, members]
  }
  t.deepEqual(await refused(), ['entitlement-required', {}])
  t.deepEqual(await refused({ limit_per_cycle: 1, used: 1 }), ['entitlement-exhausted', {}])
  t.deepEqual(await refused({ expires_at: '2026-11-01T00:00:00Z' }), ['entitlement-expired', {}])
  t.deepEqual(await refused({ revoked_by: 'operator' }), ['entitlement-revoked', {}])
  const [slug, members] = await refused({ limit_per_cycle: 3, used: 3, cycle: 'month' })
  t.is(slug, 'entitlement-exhausted')
  const now = world().runtime.clock()
  const { retry_after_seconds } = members as { retry_after_seconds: number }
  t.is(new Date(now + retry_after_seconds * SECOND).toISOString(), '2026-12-01T00:00:00.000Z')
})

test.serial('a free entitlement is valid only while the service is free', async t => {
  const { service_id, offer_revision_id } = await offer('kate', {})
  const [kate, lena] = [await world().agent('kate-two'), await world().agent('lena')]
  await draw(lena, offer_revision_id)
  await world().db.many(SQL`
    update service set pricing_model = 'forever', amount = 1, currency = 'USDC' where id = ${service_id}`)
  const priced = await mint(world(), kate, service_id)
  t.is(await slugOf(draw(lena, priced!)), 'entitlement-required')
})

test.serial(
  'an agent that ended its entitlement is refused until it acquires another, which has the remaining uses',
  async t => {
    const { offer_revision_id } = await offer('mara', { limit_per_cycle: 2 })
    const nina = await world().agent('nina')
    const { entitlement_id } = await draw(nina, offer_revision_id)
    await world().call(revokeServiceEntitlement, nina, { entitlement_id })
    t.is(await slugOf(draw(nina, offer_revision_id)), 'entitlement-revoked')
    await world().call(acquireServiceEntitlement, nina, { offer_revision_id })
    await draw(nina, offer_revision_id)
    t.is(await slugOf(draw(nina, offer_revision_id)), 'entitlement-exhausted')
  },
)

test.serial('a larger allowance permits further uses after the previous one was used up', async t => {
  const { service_id, offer_revision_id } = await offer('olga', { limit_per_cycle: 1 })
  const [owner, pia] = [await world().agent('olga-two'), await world().agent('pia')]
  await draw(pia, offer_revision_id)
  await world().db.many(SQL`update service set limit_per_cycle = 3 where id = ${service_id}`)
  const current = (await mint(world(), owner, service_id))!
  await draw(pia, current)
  await draw(pia, current)
  t.is(await slugOf(draw(pia, current)), 'entitlement-exhausted')
})

test.serial('agents of one owner use up a shared entitlement together', async t => {
  const { service_id, offer_revision_id } = await offer('quin', { limit_per_cycle: 2 })
  const [rita, rosa] = [await world().agent('rita'), await world().agent('rosa')]
  const owner = await addPerson(world(), 'theirs')
  await world().db.many(SQL`
    update agent set owner_id = ${owner} where id = any(${[rita.agent_id, rosa.agent_id]}::uuid[])`)
  const shared = await world().call(acquireServiceEntitlement, rita, { offer_revision_id, scope: 'account_shared' })
  for (let n = 0; n < 2; n++) {
    t.is((await draw(rosa, offer_revision_id)).entitlement_id, shared.entitlement_id)
  }
  t.true((await eventsOf(rita)).includes('service.entitlement.exhausted'))
  await draw(rosa, offer_revision_id)
  t.deepEqual((await usesOf(service_id)).sort(), [1, 2], 'and then of its own')
})
