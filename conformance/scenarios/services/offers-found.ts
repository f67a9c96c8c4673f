import { deepEqual, equal, ok } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { presence } from '../../schemas/agents.ts'
import * as offerShapes from '../../schemas/offers.ts'
import { eventsOf } from '../../steps/agent-steps.ts'
import { acquire, bind, change, findOffers, idsOf, move, offered, offerOf, readOffer } from '../../steps/offer-steps.ts'
import { canonical } from '../../stubs/provider.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

/** A word that occurs nowhere else. */
const word = () => `w${randomUUID().replaceAll('-', '')}`

export const offersFound = defineScenario('offers that are found', async context => {
  await checkRevision(context)
  await checkAnew(context)
  await checkNotified(context)
  await checkFinding(context)
  await checkTests(context)
  await checkScores(context)
  await checkPages(context)
  await checkGated(context)
  await checkRefusals(context)
})

async function checkRevision({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an offer has its contract, what was verified and what is claimed',
    ['OFFER-1', 'OFFER-7', 'OFFER-10', 'OFFER-11', 'OFFER-12', 'OFFER-13', 'OFFER-14', 'OFFER-15', 'PRESENCE-1'],
    async () => {
      const [owner, reader] = [await world.newAgent('offers'), await world.agent('reader')]
      const schema = { type: 'object', properties: { zeta: { type: 'string' }, alpha: { type: 'string' } } }
      const { service, offerId, provider } = await offered(world, owner, { capability_schema: schema })
      const offer = await readOffer(world, reader, offerId)
      deepEqual([offer.status, offer.revision, offer.service_id, offer.superseded_at], ['current', 1, service.id, null])
      deepEqual([offer.provider.agent_id, offer.provider.handle], [owner.agent_id, owner.handle])
      ok(presence.parse(offer.provider.presence) !== null)
      const { contract_hash, ...contract } = offer.contract
      equal(contract_hash, `sha256:${createHash('sha256').update(canonical(contract)).digest('hex')}`)
      equal(JSON.stringify(contract.capability_schema), JSON.stringify(schema))
      deepEqual([offer.provider_card_claims.name, offer.provider_card_claims.skill.tags], ['Weaver', ['words']])
      const { evidence } = offer
      ok(evidence.eligible && evidence.checks.every(({ passed, gating }) => passed || gating === false))
      ok(Date.parse(evidence.evidence_valid_until!) > world.http.now())
      deepEqual([evidence.uptime, evidence.stage], [1, 'new'])
      ok(!JSON.stringify(offer).includes(provider.calls.url), 'where the provider takes calls is not told')
      ok(!('certificate_sha256' in evidence), 'logs of certificates would tell where the provider is')
      requireProblem(await world.call(reader, 'GET', `/service-offers/${service.id}`), 'not-found')
    },
  )
}

async function checkAnew({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a changed service is offered as a new revision, and the previous one stays readable',
    ['OFFER-2', 'OFFER-3', 'OFFER-4', 'OFFER-5', 'OFFER-6', 'OFFER-40'],
    async () => {
      const [owner, reader] = [await world.newAgent('anew'), await world.agent('reader')]
      const made = await offered(world, owner, { name: 'Before' })
      const current = () => offerOf(world, owner, made.service.id)
      await change(world, made, { name: 'Before' })
      await bind(world, owner, made.service.id, made.provider)
      equal(await current(), made.offerId, 'the same makes no revision')
      const before = await readOffer(world, reader, made.offerId)
      await change(world, made, { name: 'After' })
      const renamed = await current()
      made.provider.serve({ ...made.provider.card, description: 'Weaves more.' }, owner.privateKey)
      await bind(world, owner, made.service.id, made.provider)
      const recarded = await current()
      equal(new Set([made.offerId, renamed, recarded]).size, 3)
      const after = await readOffer(world, reader, made.offerId)
      deepEqual([after.status, after.availability.available], ['superseded', false])
      ok(after.superseded_at)
      for (const name of ['contract', 'pricing', 'provider_card_claims', 'created_at'] as const) {
        deepEqual(after[name], before[name], name)
      }
      equal(after.service.name, 'Before')
      const latest = await readOffer(world, reader, recarded)
      deepEqual([latest.status, latest.revision, latest.service.name], ['current', 3, 'After'])
      const reply = await acquire(world, reader, made.offerId)
      requireProblem(reply, 'offer-revision-conflict')
      equal(reply.data.current_offer_revision_id, recarded)
    },
  )
  await check('changes of a withdrawn service are offered when it is active again', ['OFFER-2', 'OFFER-5'], async () => {
    const [owner, reader] = [await world.newAgent('rests'), await world.agent('reader')]
    const made = await offered(world, owner, { name: 'Before' })
    await move(world, owner, made.service.id, 'paused')
    await change(world, made, { name: 'After' })
    await move(world, owner, made.service.id, 'active')
    const { status, service } = await readOffer(world, reader, await offerOf(world, owner, made.service.id))
    deepEqual([status, service.name], ['current', 'After'])
    equal((await readOffer(world, reader, made.offerId)).status, 'superseded')
  })
}

async function checkNotified({ check, world }: ScenarioContext): Promise<void> {
  await check('agents with an entitlement are notified of a new revision', ['OFFER-8'], async () => {
    const [owner, holder, former] = await Promise.all(['tells', 'holder', 'former'].map(name => world.newAgent(name)))
    const made = await offered(world, owner!)
    requireStatus(await acquire(world, holder!, made.offerId), 201)
    const { entitlement_id } = requireStatus(await acquire(world, former!, made.offerId), 201).data
    requireStatus(await world.call(former!, 'POST', `/entitlements/${entitlement_id}/revoke`), 200)
    await change(world, made, { description: 'Another' })
    const supersededEvents = async (agent: Identity) =>
      (await eventsOf(world, agent)).filter(({ type }) => type === 'service.offer.superseded')
    const [event] = await until(
      () => supersededEvents(holder!),
      events => events.length > 0,
    )
    const current_offer_revision_id = await offerOf(world, owner!, made.service.id)
    deepEqual(event?.data, { service_id: made.service.id, offer_revision_id: made.offerId, current_offer_revision_id })
    deepEqual(await supersededEvents(former!), [])
  })
}

async function checkFinding({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an offer is found by each of its properties, and only if all of a query match',
    ['OFFER-20', 'OFFER-24', 'OFFER-26'],
    async () => {
      const [owner, reader, category] = [await world.newAgent('finds'), await world.agent('reader'), word()]
      const tag = word()
      const made = await offered(world, owner, { category }, card => ({
        ...card,
        skills: [{ id: 'weave', name: 'Weave', description: 'Weaves.', tags: [`Two ${tag}`] }],
      }))
      const by = `provider=${owner.agent_id}`
      for (const query of [
        `${by}&category=${category}`,
        `${by}&category=${category.toUpperCase()}`,
        by,
        `provider=${owner.handle}`,
        `${by}&skill_tag=two%20${tag}`,
        `${by}&input_mode=text/plain&output_mode=text/plain&sla_tier=sync&invocation_mode=aui_task&pricing_model=free`,
        `${by}&include_priced=true&sort=newest&verified_within=86400`,
      ]) {
        deepEqual(idsOf(await findOffers(world, reader, query)), [made.offerId], query)
      }
      for (const query of [
        `${by}&category=${category.slice(0, -1)}`,
        `${by}&skill_tag=${tag}`,
        `${by}&category=${word()}`,
        `${by}&input_mode=text`,
        `${by}&invocation_mode=dm`,
        `${by}&pricing_model=forever`,
        `${by}&min_trust=0`,
      ]) {
        deepEqual(idsOf(await findOffers(world, reader, query)), [], query)
      }
    },
  )
}

async function checkTests({ check, world }: ScenarioContext): Promise<void> {
  await check("the offer of a test agent is found by its provider's name, and by itself", ['OFFER-47'], async () => {
    const [owner, reader, category] = [await world.newAgent('tested'), await world.agent('reader'), word()]
    const { offerId } = await offered(world, owner, { category })
    const finds = async (agent: Identity, query: string) => idsOf(await findOffers(world, agent, query))
    deepEqual(await finds(reader, `category=${category}`), [])
    deepEqual(await finds(reader, `category=${category}&provider=${owner.handle}`), [offerId])
    deepEqual(await finds(owner, `category=${category}`), [offerId])
  })
  await check('services by message are found by their text, with their provider', ['OFFER-48'], async () => {
    const reader = await world.agent('reader')
    const read = async (query: string) =>
      requireStatus(await world.call(reader, 'GET', `/service-offers?${query}`), 200).as(offerShapes.offerPage)
    for (const { service, provider } of (await read('limit=50')).message_services) {
      const found = await read(`invocation_mode=dm&q=${encodeURIComponent(service.name)}`)
      deepEqual(found.offers, [])
      ok(found.message_services.some(one => one.provider.handle === provider.handle))
    }
    for (const query of [`q=${word()}`, 'invocation_mode=aui_task', 'category=any', `provider=${reader.handle}`]) {
      deepEqual((await read(query)).message_services, [], query)
    }
  })
}

async function checkScores({ check, world }: ScenarioContext): Promise<void> {
  await check('the best match comes first, by a documented sum', ['OFFER-28', 'OFFER-30', 'OFFER-31', 'OFFER-32', 'OFFER-33'], async () => {
    const [owner, reader, sought] = [await world.newAgent('scores'), await world.agent('reader'), word()]
    const called = await offered(world, owner, { name: sought })
    const described = await offered(world, owner, { name: 'Describes', description: `It is ${sought}.` })
    const claimed = await offered(world, owner, { name: 'Claims' }, card => ({ ...card, description: sought }))
    const by = `provider=${owner.handle}`
    const found = await findOffers(world, reader, `${by}&q=${sought}`)
    deepEqual(idsOf(found), [called.offerId, described.offerId, claimed.offerId])
    for (const { score, match_reasons } of found) {
      const { relevance, reliability, responsiveness, trust, freshness } = score.components
      const sum = 0.4 * relevance + 0.25 * reliability + 0.15 * responsiveness + 0.1 * trust + 0.1 * freshness
      ok(Math.abs(score.total - sum) < 0.000051, `${score.total} is not ${sum}`)
      ok(match_reasons.some(({ code }) => code === 'text_match'))
      ok(!JSON.stringify(match_reasons).includes(sought), 'reasons are words of the server')
    }
    const newest = await findOffers(world, reader, `${by}&sort=newest`)
    deepEqual(idsOf(newest), [claimed.offerId, described.offerId, called.offerId])
    deepEqual(idsOf(await findOffers(world, reader, `${by}&q=${sought}%20-claims`)), [called.offerId, described.offerId])
  })
}

async function checkPages({ check, world }: ScenarioContext): Promise<void> {
  await check('paging lists each offer once while others appear and disappear', ['OFFER-27'], async () => {
    const [owner, reader, category] = [await world.newAgent('pages'), await world.agent('reader'), word()]
    const made = []
    for (let n = 0; n < 4; n++) made.push(await offered(world, owner, { category }))
    const seen: string[] = []
    for (let cursor = '', page = 0; page === 0 || cursor !== ''; page++) {
      const query = `provider=${owner.handle}&category=${category}&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const reply = requireStatus(await world.call(reader, 'GET', `/service-offers?${query}`), 200)
      const { offers, next_cursor } = reply.as(offerShapes.offerPage)
      seen.push(...idsOf(offers))
      cursor = next_cursor ?? ''
      if (page > 0) continue
      await offered(world, owner, { category })
      const first = made.find(({ offerId }) => offerId === seen[0])!
      await move(world, owner, first.service.id, 'paused')
    }
    equal(new Set(seen).size, seen.length)
    for (const { offerId } of made) ok(seen.includes(offerId), `${offerId} is not there`)
  })
}

async function checkGated({ check, world }: ScenarioContext): Promise<void> {
  await check('a gated offer is found and acquired by the agents with a grant', ['OFFER-6', 'OFFER-22', 'OFFER-41'], async () => {
    const [owner, reader, guest] = [await world.newAgent('gates'), await world.agent('reader'), await world.newAgent('guest')]
    const made = await offered(world, owner, { visibility: 'gated' })
    const finds = async (agent: Identity) => idsOf(await findOffers(world, agent, `provider=${owner.handle}`))
    deepEqual([await finds(owner), await finds(reader), await finds(guest)], [[made.offerId], [], []])
    equal((await readOffer(world, reader, made.offerId)).visibility, 'gated')
    requireProblem(await acquire(world, guest, made.offerId), 'service-is-gated')
    requireStatus(await world.call(owner, 'PUT', `/services/${made.service.id}/grants/${guest.handle}`), 200)
    deepEqual([await finds(reader), await finds(guest)], [[], [made.offerId]])
    requireStatus(await acquire(world, guest, made.offerId), 201)
  })
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  await check("agents in a block find each other's offers, and cannot acquire them", ['OFFER-40', 'OFFER-45', 'BLOCK-36'], async () => {
    const [owner, other] = [await world.newAgent('blocks'), await world.newAgent('blocked')]
    const [one, two] = [await offered(world, owner), await offered(world, other)]
    await block(world, owner, other)
    deepEqual(idsOf(await findOffers(world, other, `provider=${owner.handle}`)), [one.offerId])
    deepEqual(idsOf(await findOffers(world, owner, `provider=${other.handle}`)), [two.offerId])
    equal((await readOffer(world, other, one.offerId)).status, 'current')
    const follow = () => world.call(other, 'POST', `/agents/${owner.handle}/follow`, {})
    const replies = [await acquire(world, other, one.offerId), await acquire(world, owner, two.offerId), await follow()]
    for (const reply of replies) requireProblem(reply, 'interaction-not-allowed')
    const bodies = replies.map(({ data: { instance: _, request_id: __, ...body } }) => body)
    for (const body of bodies) deepEqual(body, bodies[0])
  })
  await check(
    'a paused or retired service is not found, which is reported before a block',
    ['OFFER-5', 'OFFER-6', 'OFFER-20', 'OFFER-40'],
    async () => {
      const [owner, other] = [await world.newAgent('pauses'), await world.newAgent('waits')]
      const made = await offered(world, owner)
      await block(world, owner, other)
      const finds = async () => idsOf(await findOffers(world, owner, `provider=${owner.handle}`))
      deepEqual(await finds(), [made.offerId])
      await move(world, owner, made.service.id, 'paused')
      deepEqual(await finds(), [])
      requireProblem(await acquire(world, other, made.offerId), 'service-unavailable-now')
      equal((await readOffer(world, other, made.offerId)).status, 'ineligible')
      await move(world, owner, made.service.id, 'retired')
      requireProblem(await acquire(world, other, made.offerId), 'service-retired')
      equal((await readOffer(world, other, made.offerId)).status, 'ineligible')
    },
  )
}

async function block(world: World, owner: Identity, other: Identity): Promise<void> {
  requireStatus(await world.call(owner, 'POST', '/blocks', { blocked_agent_id: other.agent_id }), 200)
}
