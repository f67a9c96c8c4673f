import test from 'ava'
import { SQL } from 'sql-template-strings'
import { bindMarketProvider, mint, type OfferedService, offerTestService } from '../../testing/fixtures/test-market.ts'
import { slugOf, type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { MINUTE } from '../core/durations.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { createService } from '../services/create-service.ts'
import { transitionService } from '../services/transition-service.ts'
import { getServiceOffer } from './get-service-offer.ts'
import { searchAgentServices } from './search-agent-services.ts'

const world = useTestWorld(test)

let reader: AgentActor
test.before(async () => {
  reader = await world().agent('reader')
})

const search = async (input: object, actor = reader): Promise<ToolOutcome> =>
  await world().call(searchAgentServices, actor, input)
const found = async (input: object, actor = reader): Promise<string[]> =>
  (await search(input, actor)).offers.map(({ offer_revision_id }: ToolOutcome) => offer_revision_id)
const offer = async (owner: AgentActor, service: OfferedService) =>
  (await offerTestService(world(), owner, service)).offer_revision_id

test.serial('an offer is found by name, description and claims, in this order', async t => {
  const ann = await world().agent('ann')
  const claimed = await offer(ann, { name: 'Rendering', skill: { tags: ['translate'] } })
  const described = await offer(ann, { name: 'Words', description: 'I translate whole books.' })
  const called = await offer(ann, { name: 'Translate' })
  t.deepEqual(await found({ q: 'translate' }), [called, described, claimed])
  t.deepEqual(await found({ q: 'translate -books' }), [called, claimed])
  t.deepEqual(await found({ q: '"whole books"' }), [described])
  t.deepEqual(await found({ q: '!!' }), [])
  const { offers } = await search({ q: 'translate' })
  for (const { score } of offers) {
    const { relevance, reliability, responsiveness, trust, freshness } = score.components
    const sum = 0.4 * relevance + 0.25 * reliability + 0.15 * responsiveness + 0.1 * trust + 0.1 * freshness
    t.is(score.total, Math.round(sum * 10_000) / 10_000)
  }
  t.deepEqual(offers[0].score.components, {
    relevance: offers[0].score.components.relevance,
    reliability: 0.5,
    responsiveness: 0.5,
    trust: 0,
    freshness: 1,
  })
})

test.serial('filters are exact', async t => {
  const bob = await world().agent('bob')
  const sought = await offer(bob, {
    category: 'maps',
    skill: { tags: ['Geo Data'] },
    input_modes: ['application/geo+json'],
    output_modes: ['image/png'],
  })
  const priced = await offer(bob, {
    category: 'maps',
    pricing: { pricing_model: 'forever', amount: '2.5', currency: 'USDC' },
  })
  const all = [sought]
  for (const filter of [
    { category: 'maps' },
    { category: 'MAPS' },
    { provider: 'bob' },
    { provider: bob.agent_id },
    { skill_tag: 'geo data' },
    { input_mode: 'application/geo+json' },
    { output_mode: 'image/png' },
    { category: 'maps', sla_tier: 'sync', invocation_mode: 'aui_task', pricing_model: 'free' },
    { category: 'maps', verified_within: 60 },
  ]) {
    t.deepEqual(await found(filter), all, JSON.stringify(filter))
  }
  for (const filter of [
    { category: 'map' },
    { provider: 'nobody' },
    { skill_tag: 'geo' },
    { category: 'maps', sla_tier: 'async_days' },
    { invocation_mode: 'dm' },
    { category: 'maps', min_trust: 0 },
    { category: 'maps', pricing_model: 'one_time' },
    { category: 'maps', pricing_model: 'forever', include_priced: false },
  ]) {
    t.deepEqual(await found(filter), [], JSON.stringify(filter))
  }
  t.deepEqual(await found({ category: 'maps', include_priced: true }), [priced, sought])
  t.deepEqual(await found({ category: 'maps', pricing_model: 'forever' }), [priced])
  t.deepEqual(
    (await search({ category: 'maps' })).offers[0].match_reasons.map(({ code }: ToolOutcome) => code),
    ['category_match', 'recently_verified'],
  )
})

test.serial('an unknown filter or value is refused with the known ones', async t => {
  const refusal = (input: object) => world().refusal(search(input))
  t.like((await refusal({ colour: 'red' })).members, {
    known: [...((await refusal({ x: 1 })).members.known as string[])],
  })
  t.deepEqual((await refusal({ sla_tier: 'soon' })).members, {
    filter: 'sla_tier',
    known: ['sync', 'async_hours', 'async_days'],
  })
  for (const wrong of [{ sort: 'best' }, { pricing_model: 'prepaid' }, { invocation_mode: 'im' }, { colour: 'red' }]) {
    t.is(await slugOf(search(wrong)), 'unknown-filter')
  }
  t.is(await slugOf(search({ min_trust: 'much' })), 'validation-error')
})

test.serial('pages contain each offer once, while others appear and disappear', async t => {
  const carl = await world().agent('carl')
  const service = (name: string) => ({ name, category: 'paged' })
  const offers: { service_id: string; offer_revision_id: string }[] = []
  for (let n = 0; n < 9; n++) offers.push(await offerTestService(world(), carl, service(`Number ${n}`)))
  for (const sort of ['score', 'newest']) {
    const seen: string[] = []
    let cursor: string | undefined
    for (let page = 0; ; page++) {
      const answer = await search({ category: 'paged', sort, limit: 2, cursor })
      seen.push(...answer.offers.map(({ offer_revision_id }: ToolOutcome) => offer_revision_id))
      if (page === 1) {
        await offerTestService(world(), carl, service('Late'))
        const [gone] = await world().db.many<{ id: string }>(SQL`
          select s.id from service s where s.offer_revision_id = ${seen[0]}`)
        await world().db.many(SQL`update service set status = 'paused' where id = ${gone!.id}`)
      }
      cursor = answer.next_cursor ?? undefined
      if (cursor === undefined) break
    }
    t.is(new Set(seen).size, seen.length)
    const stayed = await world().db.many<{ id: string }>(SQL`
      select s.offer_revision_id as id from service s where s.id = any(${offers.map(one => one.service_id)}::uuid[])
        and s.status = 'active'`)
    for (const { id } of stayed) t.true(seen.includes(id))
  }
})

test.serial('offers that cannot be used are found only by agents with access', async t => {
  const dora = await world().agent('dora')
  const ghost = await world().privateAgent('ghost')
  const gated = await offerTestService(world(), dora, { category: 'hidden', visibility: 'gated' })
  const own = await offer(ghost, { category: 'hidden' })
  const paused = await offerTestService(world(), dora, { category: 'hidden' })
  await world().db.many(SQL`update service set status = 'paused' where id = ${paused.service_id}`)
  const lapsed = await offer(dora, { category: 'hidden', valid_ms: 0 })
  t.deepEqual(await found({ category: 'hidden' }), [])
  t.deepEqual(await found({ provider: 'ghost' }), [])
  t.deepEqual(await found({ category: 'hidden' }, dora), [gated.offer_revision_id])
  t.deepEqual(await found({ category: 'hidden' }, ghost), [own])
  t.is(await slugOf(world().call(getServiceOffer, reader, { offer_revision_id: own })), 'not-found')
  for (const [id, status] of [
    [gated.offer_revision_id, 'current'],
    [paused.offer_revision_id, 'ineligible'],
    [lapsed, 'ineligible'],
  ] as const) {
    t.like(await world().call(getServiceOffer, reader, { offer_revision_id: id }), { status })
  }
  await world().db.many(SQL`
    insert into service_grant values (${gated.service_id}, ${reader.agent_id}, ${new Date(world().runtime.clock())})`)
  t.deepEqual(await found({ category: 'hidden' }), [gated.offer_revision_id])
})

test.serial('an offer is found only while its owner is active', async t => {
  const eve = await world().agent('eve')
  const id = await offer(eve, { category: 'owned' })
  t.deepEqual(await found({ category: 'owned' }), [id])
  const fred = await world().agent('fred')
  await world().call(blockAgent, fred, { target_handle: 'eve' })
  t.deepEqual(await found({ category: 'owned' }, fred), [id], 'reads are unaffected by a block')
  for (const status of ['restricted', 'suspended']) {
    await world().callOperator(setAgentStatus, { agent: 'eve', status, reason: 'r' })
    t.deepEqual(await found({ category: 'owned' }), [], status)
    t.like(await world().call(getServiceOffer, reader, { offer_revision_id: id }), { status: 'ineligible' })
  }
  await world().callOperator(setAgentStatus, { agent: 'eve', status: 'active', reason: 'r' })
  t.deepEqual(await found({ category: 'owned' }), [id])
  await world().db.many(SQL`update agent_status set key_version = 2 where agent_id = ${eve.agent_id}`)
  t.deepEqual(await found({ category: 'owned' }), [], 'its key was replaced')
})

test.serial('measured results rank first, and evidence expires', async t => {
  const gina = await world().agent('gina')
  const [one, other] = [
    await offerTestService(world(), gina, { category: 'shown' }),
    await offerTestService(world(), gina, { category: 'shown' }),
  ]
  t.deepEqual(await found({ category: 'shown' }), [other.offer_revision_id, one.offer_revision_id])
  const quality = { tasks: { completed: 19, failed: 1, sample_size: 20, success_rate: 0.95, median_seconds: 4 } }
  await world().db.many(SQL`update service set quality = ${quality}::jsonb where id = ${one.service_id}`)
  await world().call(followAgent, reader, { target_handle: 'gina' })
  const { offers } = await search({ category: 'shown' })
  t.is(offers[0].offer_revision_id, one.offer_revision_id)
  t.like(offers[0].score.components, { reliability: 0.9091, responsiveness: 0.9375 })
  t.deepEqual(
    offers[0].match_reasons.map(({ code }: ToolOutcome) => code),
    ['category_match', 'followed_provider', 'high_reliability', 'recently_verified'],
  )
  world().advance(5 * MINUTE)
  t.deepEqual(await found({ category: 'shown' }), [])
})

test.serial('a revision is readable unchanged, whatever has followed', async t => {
  const hugo = await world().agent('hugo')
  const schema = { type: 'object', properties: { zeta: { type: 'string' }, alpha: { type: 'string' } } }
  const { service_id, offer_revision_id } = await offerTestService(world(), hugo, {
    handle: 'maker',
    name: 'Before',
    capability_schema: schema,
  })
  const before = await world().call(getServiceOffer, reader, { offer_revision_id })
  t.is(JSON.stringify(before.contract.capability_schema), JSON.stringify(schema), 'in the order of its form')
  t.false('interface_url' in before.evidence || 'resolved_ip' in before.evidence)
  await world().db.many(SQL`update service set name = 'After' where id = ${service_id}`)
  const next = await mint(world(), hugo, service_id)
  await bindMarketProvider(world(), { service_id, owner: hugo }, { name: 'Another' })
  const after = await world().call(getServiceOffer, reader, { offer_revision_id })
  t.like(after, { status: 'superseded', service: { name: 'Before' }, availability: { available: false } })
  t.deepEqual(after.contract, before.contract)
  t.like(await world().call(getServiceOffer, reader, { offer_revision_id: next }), {
    status: 'current',
    revision: 2,
    service: { name: 'After' },
  })
})

test.serial('services by message are found by their text on the first page, with their provider', async t => {
  const talks = await world().agent('talks')
  const service = { handle: 'talk', name: 'Talks about ends', invocation_modes: ['dm'] }
  const { id } = await world().call(createService, talks, service)
  await world().call(transitionService, talks, { service_id: id, to: 'active' })
  const names = async (input: object) =>
    (await search(input)).message_services.map(({ service: { name }, provider: { handle } }: ToolOutcome) => [
      handle,
      name,
    ])
  for (const input of [{}, { q: 'ENDS talks' }, { invocation_mode: 'dm' }, { sort: 'newest', limit: 1 }]) {
    t.deepEqual(await names(input), [['talks', 'Talks about ends']], JSON.stringify(input))
  }
  for (const input of [
    { q: 'absent' },
    { invocation_mode: 'aui_task' },
    { provider: 'talks' },
    { pricing_model: 'free' },
  ]) {
    t.deepEqual(await names(input), [], JSON.stringify(input))
  }
  await world().call(transitionService, talks, { service_id: id, to: 'paused' })
  t.deepEqual(await names({}), [])
})
