import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Reply } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { type Entitlement, entitlement, entitlementPage } from '../../schemas/entitlements.ts'
import { eventsOf } from '../../steps/agent-steps.ts'
import { acquire, drawn, offered } from '../../steps/offer-steps.ts'
import { owned } from '../../steps/owner-steps.ts'
import type { World } from '../../world.ts'

export const entitlementsOwned = defineScenario('entitlements that are held', async context => {
  await checkAcquiring(context)
  await checkEnding(context)
  await checkAccount(context)
  await checkRevoked(context)
})

const right = (reply: Reply): Entitlement => requireStatus(reply, 201).as(entitlement)

async function held(world: World, agent: Identity, query = ''): Promise<Entitlement[]> {
  return requireStatus(await world.call(agent, 'GET', `/entitlements${query}`), 200).as(entitlementPage).entitlements
}

const read = (world: World, agent: Identity, id: string) => world.call(agent, 'GET', `/entitlements/${id}`)
const end = (world: World, agent: Identity, id: string) => world.call(agent, 'POST', `/entitlements/${id}/revoke`)

async function checkAcquiring({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a free entitlement is acquired once, and a repetition returns the same',
    ['RIGHT-1', 'RIGHT-2', 'RIGHT-3', 'RIGHT-4', 'RIGHT-5', 'RIGHT-6', 'RIGHT-11', 'RIGHT-30', 'RIGHT-31', 'RIGHT-32'],
    async () => {
      const [owner, holder] = [await world.newAgent('gives'), await world.newAgent('takes')]
      const first = await offered(world, owner, { name: 'First' })
      const second = await offered(world, owner, { name: 'Second' })
      const one = right(await acquire(world, holder, first.offerId))
      deepEqual([one.scope, one.service_id, one.offer_revision_id], ['agent_bound', first.service.id, first.offerId])
      deepEqual([one.pricing_model, one.used_in_cycle, one.limit_per_cycle, one.remaining], ['free', 0, null, null])
      deepEqual([one.expires_at, one.order_id, one.payment_reference, one.revoked_at], [null, null, null, null])
      deepEqual([one.service_name, one.provider?.agent_id], ['First', owner.agent_id])
      const other = right(await acquire(world, holder, second.offerId))
      deepEqual(right(await acquire(world, holder, first.offerId)), one)
      deepEqual(requireStatus(await read(world, holder, one.entitlement_id), 200).data, one)
      deepEqual(await held(world, holder), [other, one])
      deepEqual(await held(world, holder, `?service_id=${first.service.id}&live=true`), [one])
      requireProblem(await read(world, owner, one.entitlement_id), 'not-found')
      const received = (await eventsOf(world, holder)).filter(({ type }) => type === 'service.entitlement.created')
      deepEqual(
        received.map(({ data }) => data.entitlement_id),
        [one.entitlement_id, other.entitlement_id],
      )
    },
  )
}

async function checkEnding({ check, world }: ScenarioContext): Promise<void> {
  await check('the agent that acquired an entitlement can end it, and acquire another', ['RIGHT-31', 'RIGHT-40', 'RIGHT-42'], async () => {
    const [owner, holder] = [await world.newAgent('gives'), await world.newAgent('ends')]
    const { offerId, service } = await offered(world, owner)
    const { entitlement_id } = right(await acquire(world, holder, offerId))
    requireProblem(await end(world, owner, entitlement_id), 'not-found')
    const ended = requireStatus(await end(world, holder, entitlement_id), 200).data
    ok(ended.revoked_at)
    deepEqual(requireStatus(await end(world, holder, entitlement_id), 200).data, ended)
    deepEqual(await held(world, holder, '?live=true'), [])
    equal((await held(world, holder)).length, 1)
    const again = right(await acquire(world, holder, offerId))
    notEqual(again.entitlement_id, entitlement_id)
    const received = (await eventsOf(world, holder)).filter(({ type }) => type === 'service.entitlement.revoked')
    deepEqual(
      received.map(({ data }) => data),
      [{ entitlement_id, service_id: service.id, revoked_by: 'acquirer' }],
    )
  })
}

async function checkAccount({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an entitlement of an account is for the agents of its owner',
    ['RIGHT-7', 'RIGHT-8', 'RIGHT-27', 'RIGHT-31', 'RIGHT-32', 'RIGHT-41'],
    async () => {
      const [one, stranger] = [await owned(world, 'shares'), await world.newAgent('alone')]
      const [two, three] = [await owned(world, 'second', { user_id: one.person }), await owned(world, 'third', { user_id: one.person })]
      const { offerId } = await offered(world, await world.newAgent('gives'))
      const named = { scope: 'account_restricted', restricted_agent_ids: [two.agent.agent_id] }
      const shared = right(await acquire(world, one.agent, offerId, { scope: 'account_shared' }))
      const restricted = right(await acquire(world, one.agent, offerId, named))
      deepEqual(restricted.restricted_agent_ids, named.restricted_agent_ids)
      const ids = async (agent: Identity) => (await held(world, agent)).map(({ entitlement_id }) => entitlement_id)
      deepEqual(await ids(two.agent), [restricted.entitlement_id, shared.entitlement_id])
      deepEqual(await ids(three.agent), [shared.entitlement_id])
      deepEqual(await ids(stranger), [])
      equal(await drawn(world, two.agent, offerId), restricted.entitlement_id)
      equal(await drawn(world, three.agent, offerId), shared.entitlement_id)
      notEqual(await drawn(world, stranger, offerId), shared.entitlement_id)
      requireProblem(await read(world, three.agent, restricted.entitlement_id), 'not-found')
      requireProblem(await end(world, two.agent, shared.entitlement_id), 'not-own-agent')
      requireProblem(await acquire(world, stranger, offerId, { scope: 'account_shared' }), 'owner-required')
      const wrong = { ...named, restricted_agent_ids: [stranger.agent_id] }
      requireInvalid(await acquire(world, one.agent, offerId, wrong), '/restricted_agent_ids')
      await one.operator.own('release', one.agent.agent_id)
      deepEqual([await ids(one.agent), await ids(three.agent)], [[], [shared.entitlement_id]])
      requireProblem(await read(world, one.agent, shared.entitlement_id), 'not-found')
      notEqual(await drawn(world, one.agent, offerId), shared.entitlement_id)
    },
  )
}

async function checkRevoked({ check, world }: ScenarioContext): Promise<void> {
  await check('an entitlement that the operator revoked cannot be acquired again', ['RIGHT-13', 'RIGHT-42'], async () => {
    const operator = needsOperator(world)
    const [owner, holder] = [await world.newAgent('gives'), await world.newAgent('loses')]
    const { offerId } = await offered(world, owner)
    const { entitlement_id } = right(await acquire(world, holder, offerId))
    await operator.revoke(entitlement_id, 'set by the conformance suite')
    requireProblem(await acquire(world, holder, offerId), 'entitlement-revoked')
    ok(requireStatus(await read(world, holder, entitlement_id), 200).data.revoked_at)
    const received = (await eventsOf(world, holder)).find(({ type }) => type === 'service.entitlement.revoked')
    equal(received?.data.revoked_by, 'operator')
  })
}
