import test from 'ava'
import { SQL } from 'sql-template-strings'
import { mint, type OfferedService, offerTestService } from '../../testing/fixtures/test-market.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { MINUTE } from '../core/durations.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { setSetting } from '../settings/set-setting.ts'
import { acquireServiceEntitlement } from './acquire-service-entitlement.ts'
import { getServiceEntitlement } from './get-service-entitlement.ts'
import { listEntitlements } from './list-entitlements.ts'
import { listServiceEntitlements } from './list-service-entitlements.ts'
import { revokeEntitlement } from './revoke-entitlement.ts'
import { revokeServiceEntitlement } from './revoke-service-entitlement.ts'

const world = useTestWorld(test)

let provider: AgentActor
test.before(async () => {
  provider = await world().agent('provider')
})

const offer = (service: OfferedService = {}) => offerTestService(world(), provider, service)
const acquire = (actor: AgentActor, offer_revision_id: string, input: object = {}): Promise<ToolOutcome> =>
  world().call(acquireServiceEntitlement, actor, { offer_revision_id, ...input })
const get = (actor: AgentActor, entitlement_id: string): Promise<ToolOutcome> =>
  world().call(getServiceEntitlement, actor, { entitlement_id })
const rights = async (actor: AgentActor, input: object = {}): Promise<ToolOutcome[]> =>
  (await world().call(listServiceEntitlements, actor, input)).entitlements

/** Agents of one owner. */
async function family(...handles: string[]): Promise<AgentActor[]> {
  const owner_id = await addPerson(world(), handles[0]!)
  const agents: AgentActor[] = []
  for (const handle of handles) agents.push(await world().agent(handle))
  const ids = agents.map(({ agent_id }) => agent_id)
  await world().db.many(SQL`update agent set owner_id = ${owner_id} where id = any(${ids}::uuid[])`)
  return agents
}

test.serial('a free entitlement is acquired once, and a repetition returns it', async t => {
  const ann = await world().agent('ann')
  const { service_id, offer_revision_id } = await offer({
    handle: 'maps',
    name: 'Maps',
    pricing: { limit_per_cycle: 3 },
  })
  const right = await acquire(ann, offer_revision_id)
  t.deepEqual(right, {
    entitlement_id: right.entitlement_id,
    service_id,
    service_name: 'Maps',
    service_handle: 'maps',
    provider: { agent_id: provider.agent_id, handle: 'provider', name: 'Agent provider' },
    offer_revision_id,
    scope: 'agent_bound',
    pricing_model: 'free',
    cycle: 'total',
    limit_per_cycle: 3,
    used_in_cycle: 0,
    remaining: 3,
    prepaid_balance: null,
    restricted_agent_ids: [],
    order_id: null,
    payment_reference: null,
    expires_at: null,
    revoked_at: null,
    created_at: '2026-11-21T12:00:00.000Z',
  })
  t.deepEqual(await acquire(ann, offer_revision_id), right)
  t.deepEqual(await get(ann, right.entitlement_id), right)
  t.deepEqual(await rights(ann), [right])
  const events = await world().eventsFor(ann)
  t.deepEqual(
    events.map(({ type, body }) => [type, body.data]),
    [['service.entitlement.created', { entitlement_id: right.entitlement_id, service_id }]],
  )
})

test.serial("an account's entitlement can be used by its agents only, and is deleted with its owner", async t => {
  const [bob, bill, ben] = await family('bob', 'bill', 'ben')
  const carl = await world().agent('carl')
  const { offer_revision_id } = await offer()
  const shared = await acquire(bob!, offer_revision_id, { scope: 'account_shared' })
  const restricted_agent_ids = [bill!.agent_id]
  const restricted = await acquire(bob!, offer_revision_id, { scope: 'account_restricted', restricted_agent_ids })
  t.deepEqual(restricted.restricted_agent_ids, restricted_agent_ids)
  const ids = async (actor: AgentActor) => (await rights(actor)).map(({ entitlement_id }) => entitlement_id)
  t.deepEqual(await ids(bill!), [restricted.entitlement_id, shared.entitlement_id])
  t.deepEqual(await ids(ben!), [shared.entitlement_id])
  t.deepEqual(await ids(carl), [])
  t.is(await slugOf(get(ben!, restricted.entitlement_id)), 'not-found')
  t.is(
    await slugOf(world().call(revokeServiceEntitlement, bill!, { entitlement_id: shared.entitlement_id })),
    'not-own-agent',
  )
  t.is(await slugOf(acquire(carl, offer_revision_id, { scope: 'account_shared' })), 'owner-required')
  for (const wrong of [
    { scope: 'account_restricted' },
    { scope: 'account_restricted', restricted_agent_ids: [carl.agent_id] },
    { scope: 'agent_bound', restricted_agent_ids },
  ]) {
    t.is(await slugOf(acquire(bob!, offer_revision_id, wrong)), 'validation-error')
  }
  await world().db.many(SQL`update agent set owner_id = null where id = ${bob!.agent_id}`)
  t.deepEqual(await ids(bob!), [])
  t.deepEqual(await ids(ben!), [shared.entitlement_id])
})

test.serial('offers check the reasons to refuse in a fixed order', async t => {
  const dora = await world().agent('dora')
  const gated = await offer({ visibility: 'gated' })
  const priced = await offer({ pricing: { pricing_model: 'forever', amount: '1', currency: 'USDC' } })
  const lapsed = await offer({ valid_ms: 0 })
  const paused = await offer()
  const retired = await offer()
  const old = await offer({ name: 'Old' })
  const { db } = world()
  await db.many(SQL`update service set status = 'paused' where id = ${paused.service_id}`)
  await db.many(SQL`update service set status = 'retired' where id = ${retired.service_id}`)
  await db.many(SQL`update service set name = 'New' where id = ${old.service_id}`)
  const current_offer_revision_id = await mint(world(), provider, old.service_id)
  const refusal = async (id: string) => {
    const { slug, members } = await world().refusal(acquire(dora, id))
    return [slug, members]
  }
  t.deepEqual(await refusal(dora.agent_id), ['not-found', {}])
  t.deepEqual(await refusal(retired.offer_revision_id), ['service-retired', {}])
  t.deepEqual(await refusal(old.offer_revision_id), ['offer-revision-conflict', { current_offer_revision_id }])
  await db.many(SQL`update service_endpoint set asked_at = null`)
  t.deepEqual(await refusal(lapsed.offer_revision_id), ['service-unavailable-now', { retry_after_seconds: 30 }])
  const offered = await db.many<{ service_id: string }>(SQL`
    select service_id from service_endpoint where asked_at is not null`)
  t.deepEqual([...offered], [{ service_id: lapsed.service_id }], 'it is checked again')
  t.deepEqual(await refusal(paused.offer_revision_id), ['service-unavailable-now', {}])
  t.deepEqual(await refusal(gated.offer_revision_id), ['service-is-gated', {}])
  t.deepEqual(await refusal(priced.offer_revision_id), ['payment-required', {}])
  await world().call(blockAgent, provider, { target_handle: 'dora' })
  t.deepEqual(await refusal(priced.offer_revision_id), ['interaction-not-allowed', {}])
  t.deepEqual(await refusal(gated.offer_revision_id), ['service-is-gated', {}])
  await world().callOperator(setSetting, { name: 'agent_services.marketplace_enabled', value: 'false' })
  t.deepEqual(await refusal(dora.agent_id), ['marketplace-disabled', {}])
  await world().callOperator(setSetting, { name: 'agent_services.marketplace_enabled', value: 'true' })
})

test.serial('an agent that ended its entitlement may acquire it again, with its uses counted', async t => {
  const eve = await world().agent('eve')
  const { service_id, offer_revision_id } = await offer({ pricing: { limit_per_cycle: 2 } })
  const first = await acquire(eve, offer_revision_id)
  await world().db.many(SQL`update service_allowance set used = 1 where service_id = ${service_id}`)
  const ended = await world().call(revokeServiceEntitlement, eve, { entitlement_id: first.entitlement_id })
  t.is(ended.revoked_at, '2026-11-21T12:00:00.000Z')
  t.deepEqual(await world().call(revokeServiceEntitlement, eve, { entitlement_id: first.entitlement_id }), ended)
  t.deepEqual(await rights(eve, { live: true }), [])
  const second = await acquire(eve, offer_revision_id)
  t.not(second.entitlement_id, first.entitlement_id)
  t.is(second.remaining, 1)
  await world().db.many(SQL`update service_allowance set used = 2 where service_id = ${service_id}`)
  t.is(await slugOf(acquire(eve, offer_revision_id)), 'entitlement-exhausted')
  t.deepEqual(await rights(eve, { live: true }), [])
  t.is((await rights(eve)).length, 2)
})

test.serial('an entitlement that the operator ended cannot be acquired again, whatever its scope', async t => {
  const [fred] = await family('fred')
  const { service_id, offer_revision_id } = await offer()
  const { entitlement_id } = await acquire(fred!, offer_revision_id)
  const listed = await world().callOperator(listEntitlements, { agent: 'fred' })
  t.is(listed.entitlements[0]!.entitlement_id, entitlement_id)
  await world().callOperator(revokeEntitlement, { entitlement_id, reason: 'abuse' })
  for (const scope of ['agent_bound', 'account_shared']) {
    t.is(await slugOf(acquire(fred!, offer_revision_id, { scope })), 'entitlement-revoked')
  }
  const events = await world().eventsFor(fred!)
  t.deepEqual(events.at(-1)?.body.data, { entitlement_id, service_id, revoked_by: 'operator' })
  const [audited] = await world().db.many<{ action: string; reason: string }>(SQL`
    select action, reason from audit where action = 'revoke_entitlement'`)
  t.deepEqual(audited, { action: 'revoke_entitlement', reason: 'abuse' })
})

test.serial('concurrent acquisitions get one entitlement', async t => {
  const gina = await world().agent('gina')
  const { offer_revision_id } = await offer()
  const all = await Promise.all(Array.from({ length: 8 }, () => acquire(gina, offer_revision_id)))
  t.is(new Set(all.map(({ entitlement_id }) => entitlement_id)).size, 1)
})

test.serial('entitlements are listed by service and on several pages', async t => {
  const hugo = await world().agent('hugo')
  const offers = [await offer(), await offer(), await offer()]
  for (const { offer_revision_id } of offers) await acquire(hugo, offer_revision_id)
  const first = await world().call(listServiceEntitlements, hugo, { limit: 2 })
  const second = await world().call(listServiceEntitlements, hugo, { limit: 2, cursor: first.next_cursor })
  t.deepEqual(
    [...first.entitlements, ...second.entitlements].map(({ service_id }) => service_id),
    offers.map(({ service_id }) => service_id).reverse(),
  )
  t.is((await rights(hugo, { service_id: offers[1]!.service_id })).length, 1)
})

test.serial('an entitlement outlives its service, and cannot be used then', async t => {
  const iris = await world().agent('iris')
  const { service_id, offer_revision_id } = await offer({ valid_ms: MINUTE })
  const { entitlement_id } = await acquire(iris, offer_revision_id)
  await world().db.many(SQL`update service set status = 'retired' where id = ${service_id}`)
  t.is((await get(iris, entitlement_id)).revoked_at, null)
  t.is(await slugOf(acquire(iris, offer_revision_id)), 'service-retired')
})
