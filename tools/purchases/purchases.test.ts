import test from 'ava'
import { AbiCoder, keccak256, TypedDataEncoder } from 'ethers'
import { SQL } from 'sql-template-strings'
import { createJsonRpc } from '../../push/json-rpc.ts'
import { createFakeRail, enablePayments, RAIL } from '../../testing/fakes/fake-rail.ts'
import { CHAIN, useTestChain } from '../../testing/fakes/test-chain.ts'
import { mint, type OfferedService, offerTestService } from '../../testing/fixtures/test-market.ts'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { slugOf, type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { MINUTE, SECOND } from '../core/durations.ts'
import type { Rail } from '../core/payment-rail.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { getServicePurchase } from './get-service-purchase.ts'
import { quoteServicePurchase } from './quote-service-purchase.ts'

const chain = useTestChain(test)
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip
const payments = createFakeRail()
const world = useTestWorld(test, { payments })

const PAYER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const PAYEE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

let rail: Rail
let seller: AgentActor
test.before(async () => {
  await enablePayments(world())
  seller = await world().agent('seller')
  await bindTo(seller, PAYEE)
  if (!CHAIN.isAvailable) return
  rail = { ...RAIL, asset: chain().token }
  payments.rpc = createJsonRpc(chain().url)
  payments.stand(rail)
})

const bindTo = ({ agent_id }: AgentActor, address: string | null) =>
  world().db.many(SQL`
    insert into wallet (agent_id, address, attested_at)
    values (${agent_id}, ${address}, case when ${address}::text is not null then ${new Date(0)}::timestamptz end)
    on conflict (agent_id) do update set address = excluded.address, attested_at = excluded.attested_at`)

const PRICE = { pricing_model: 'forever', amount: '1.5', currency: 'USDC' } as const
const offer = (service: OfferedService = {}) => offerTestService(world(), seller, { pricing: PRICE, ...service })
const quote = (actor: AgentActor, offer_revision_id: string, input: object = {}): Promise<ToolOutcome> =>
  world().call(quoteServicePurchase, actor, { offer_revision_id, payer_address: PAYER, ...input })
const get = (actor: AgentActor, payment_hash: string) => world().call(getServicePurchase, actor, { payment_hash })

onChain(
  `a quote is what a wallet signs, and its hash and nonce can be derived from the response alone${CHAIN.skipNote}`,
  async t => {
    const ann = await world().agent('ann')
    const { service_id, offer_revision_id } = await offer()
    const quoted = await quote(ann, offer_revision_id)
    const { payment_hash, purchase_id, signing_payload, ...rest } = quoted
    t.deepEqual(rest, {
      buyer_agent_id: ann.agent_id,
      status: 'quoted',
      offer_revision_id,
      service_id,
      scope: 'agent_bound',
      restricted_agent_ids: [],
      price: { amount: '1.5', amount_atomic: '1500000', currency: 'USDC', decimals: 6 },
      network: 'eip155:84532',
      asset: rail.asset,
      payer_address: PAYER,
      payee_address: PAYEE,
      expires_at: '2026-11-21T12:14:00.000Z',
      order_id: null,
      entitlement_id: null,
      payment_reference: null,
      failure: null,
      created_at: '2026-11-21T12:00:00.000Z',
      settled_at: null,
    })
    const { domain, types, message, primaryType } = signing_payload
    t.is(primaryType, 'TransferWithAuthorization')
    t.deepEqual(domain, { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: rail.asset })
    const { TransferWithAuthorization } = types
    t.is(TypedDataEncoder.hash(domain, { TransferWithAuthorization }, message), payment_hash)
    const words = ['colloquy-purchase-v1', purchase_id, offer_revision_id, ann.agent_id]
    const encoded = AbiCoder.defaultAbiCoder().encode(['string', 'string', 'string', 'string'], words)
    t.deepEqual(message, {
      from: PAYER,
      to: PAYEE,
      value: '1500000',
      validAfter: '0',
      validBefore: String(Date.parse('2026-11-21T12:15:00Z') / 1_000),
      nonce: keccak256(encoded),
    })
    t.deepEqual(await get(ann, payment_hash), quoted)
    t.deepEqual(await get(ann, `0x${payment_hash.slice(2).toUpperCase()}`), quoted)
  },
)

onChain(`equal requests share one open quote, and different ones have their own${CHAIN.skipNote}`, async t => {
  const bob = await world().agent('bob')
  const { offer_revision_id } = await offer()
  const first = await quote(bob, offer_revision_id)
  t.deepEqual(await quote(bob, offer_revision_id), first)
  const same = await Promise.all(
    Array.from({ length: 4 }, () =>
      quote(bob, offer_revision_id, { payer_address: PAYEE.replace(/^0x9/, '0x1').toLowerCase() }),
    ),
  )
  t.is(new Set(same.map(({ payment_hash }) => payment_hash)).size, 1)
  t.not(same[0]!.payment_hash, first.payment_hash)
  await bindTo(seller, chain().account(7).address)
  const elsewhere = await quote(bob, offer_revision_id)
  t.is(elsewhere.payee_address, chain().account(7).address)
  await bindTo(seller, PAYEE)
  t.deepEqual(await quote(bob, offer_revision_id), first)
  t.is((await get(bob, first.payment_hash)).payee_address, PAYEE)
})

onChain(`a quote expires a minute before its signature does, and is then created again${CHAIN.skipNote}`, async t => {
  const carl = await world().agent('carl')
  const { offer_revision_id } = await offer({ valid_ms: 60 * MINUTE })
  const first = await quote(carl, offer_revision_id)
  world().advance(14 * MINUTE - SECOND)
  t.is((await quote(carl, offer_revision_id)).payment_hash, first.payment_hash)
  world().advance(SECOND)
  t.is((await get(carl, first.payment_hash)).status, 'expired')
  const second = await quote(carl, offer_revision_id)
  t.not(second.payment_hash, first.payment_hash)
  t.is(second.status, 'quoted')
})

onChain(`the reasons to refuse are checked in a fixed order${CHAIN.skipNote}`, async t => {
  const dora = await world().agent('dora')
  const refusal = async (id: string, input: object = {}) => {
    const { slug, members } = await world().refusal(quote(dora, id, input))
    return [slug, members]
  }
  const party = { party: 'payee', retryable: false }
  const { db } = world()
  t.deepEqual(await refusal(dora.agent_id), ['not-found', {}])
  t.deepEqual(await refusal((await offerTestService(world(), seller)).offer_revision_id), ['service-is-free', {}])
  t.deepEqual(await refusal((await offer({ visibility: 'gated' })).offer_revision_id), ['service-is-gated', {}])
  const old = await offer()
  await db.many(SQL`update service set amount = 2 where id = ${old.service_id}`)
  const current_offer_revision_id = await mint(world(), seller, old.service_id)
  t.deepEqual(await refusal(old.offer_revision_id), ['offer-revision-conflict', { current_offer_revision_id }])
  const { offer_revision_id } = await offer()
  t.deepEqual((await refusal(offer_revision_id, { scope: 'account_shared' }))[0], 'owner-required')
  t.deepEqual((await refusal(offer_revision_id, { scope: 'account_restricted' }))[0], 'validation-error')
  t.deepEqual((await refusal(offer_revision_id, { payer_address: PAYEE }))[0], 'validation-error')
  t.deepEqual((await refusal(offer_revision_id, { payer_address: rail.asset }))[0], 'validation-error')
  t.deepEqual((await refusal(offer_revision_id, { payer_address: undefined }))[0], 'validation-error')
  await bindTo(dora, PAYER)
  t.is((await quote(dora, offer_revision_id, { payer_address: undefined })).payer_address, PAYER)
  const euros = await offer({ pricing: { ...PRICE, currency: 'EURC' } })
  t.deepEqual(await refusal(euros.offer_revision_id), ['payee-wallet-missing', party])
  await chain().administer('blacklist', PAYEE)
  t.deepEqual(await refusal(offer_revision_id), ['payee-blocked', party])
  await chain().administer('unBlacklist', PAYEE)
  await bindTo(seller, null)
  t.deepEqual(await refusal(offer_revision_id), ['payee-wallet-missing', party])
  await bindTo(seller, PAYEE)
  await world().call(blockAgent, seller, { target_handle: 'dora' })
  t.deepEqual(await refusal(offer_revision_id), ['interaction-not-allowed', {}])
})

onChain(`an entitlement is not sold again until it has expired or is used up${CHAIN.skipNote}`, async t => {
  const [eve, fay] = [await world().agent('eve'), await world().agent('fay')]
  const owner_id = await addPerson(world(), 'evefay')
  const { db } = world()
  await db.many(SQL`update agent set owner_id = ${owner_id} where id in (${eve.agent_id}, ${fay.agent_id})`)
  const { service_id, offer_revision_id } = await offer({ pricing: { ...PRICE, limit_per_cycle: 2 } })
  const hold = async (right: {
    scope?: string
    owner?: string | null
    cycle?: string
    used?: number
    expires?: Date | null
    agents?: string[]
  }) => {
    const [id, allowance] = [world().runtime.newId(), world().runtime.newId()]
    const { scope = 'agent_bound', owner = null, cycle = 'total', used = 0, expires = null, agents = [] } = right
    const now = new Date(world().runtime.clock())
    await db.many(SQL`
      with counted as (
        insert into service_allowance (id, service_id, acquirer_id, is_free, cycle, window_start, used)
        values (${allowance}, ${service_id}, ${eve.agent_id}, false, ${cycle}, cycle_start(${cycle}, ${now}), ${used})
      )
      insert into entitlement (id, service_id, offer_revision_id, allowance_id, acquirer_id, owner_id, scope,
        restricted_agent_ids, pricing_model, cycle, limit_per_cycle, expires_at, created_at)
      values (${id}, ${service_id}, ${offer_revision_id}, ${allowance}, ${eve.agent_id}, ${owner}, ${scope},
        ${agents}::uuid[], 'forever', ${cycle}, 2, ${expires}, ${now})`)
    return id
  }
  const outcome = async (agent: AgentActor, input: object = {}) => {
    const refused = await quote(agent, offer_revision_id, input).then(
      () => undefined,
      error => error,
    )
    return refused === undefined ? 'quoted' : [refused.slug, refused.members.entitlement_id]
  }
  await hold({ used: 2 })
  await hold({ expires: new Date(world().runtime.clock()) })
  t.is(await outcome(eve), 'quoted')
  const held = await hold({ cycle: 'month', used: 2 })
  t.deepEqual(await outcome(eve), ['entitlement-already-held', held])
  t.is(await outcome(fay), 'quoted')
  t.is(await outcome(eve, { scope: 'account_shared' }), 'quoted')
  const shared = await hold({ scope: 'account_shared', owner: owner_id })
  t.deepEqual(await outcome(fay, { scope: 'account_shared' }), ['entitlement-already-held', shared])
  const some = { scope: 'account_restricted', restricted_agent_ids: [fay.agent_id] }
  t.is(await outcome(eve, some), 'quoted')
  await db.many(SQL`update entitlement set revoked_at = ${new Date(0)}, revoked_by = 'acquirer' where id = ${held}`)
  t.is(await outcome(eve), 'quoted')
})

onChain(`while a payment is pending, nothing else is quoted for the same entitlement${CHAIN.skipNote}`, async t => {
  const [gus, hal] = [await world().agent('gus'), await world().agent('hal')]
  const { offer_revision_id } = await offer()
  const { purchase_id } = await quote(gus, offer_revision_id)
  await world().db.many(
    SQL`update service_purchase set status = 'submitted', signature = '0x' where id = ${purchase_id}`,
  )
  const { slug, members } = await world().refusal(
    quote(gus, offer_revision_id, { payer_address: chain().account(5).address }),
  )
  t.is(slug, 'settlement-pending')
  t.like(members, { party: 'rail', retryable: true, retry_after_seconds: 5 })
  t.is((await quote(hal, offer_revision_id)).status, 'quoted')
})

onChain(`a chain that does not respond is a 503, and nothing is quoted${CHAIN.skipNote}`, async t => {
  const ida = await world().agent('ida')
  const { offer_revision_id } = await offer()
  payments.rpc = createJsonRpc('http://127.0.0.1:1/')
  t.is(await slugOf(quote(ida, offer_revision_id)), 'rail-unavailable')
  payments.rpc = createJsonRpc(chain().url)
  payments.stand({ ...rail, asset: chain().account(1).address })
  t.is(await slugOf(quote(ida, offer_revision_id)), 'rail-unavailable')
  payments.stand(rail)
  const rows = await world().db.many(SQL`select 1 from service_purchase where buyer_agent_id = ${ida.agent_id}`)
  t.is(rows.length, 0)
})

onChain(`only its buyer can read a purchase, with payments off too${CHAIN.skipNote}`, async t => {
  const [jan, kim] = [await world().agent('jan'), await world().agent('kim')]
  const quoted = await quote(jan, (await offer()).offer_revision_id)
  t.is(await slugOf(get(kim, quoted.payment_hash)), 'not-found')
  t.is(await slugOf(get(seller, quoted.payment_hash)), 'not-found')
  payments.stand('off')
  t.deepEqual(await get(jan, quoted.payment_hash), quoted)
  payments.stand(rail)
  for (const wrong of ['0x1', 'a'.repeat(66), `${quoted.payment_hash}0`])
    t.is(await slugOf(get(jan, wrong)), 'validation-error')
})
