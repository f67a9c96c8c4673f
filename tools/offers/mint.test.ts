import test from 'ava'
import { SQL } from 'sql-template-strings'
import { isAnyHolderPending } from '../../storage/offers/superseded-offers.ts'
import { isTrue } from '../../testing/fixtures/is-true.ts'
import { bindMarketProvider, mint, offerTestService } from '../../testing/fixtures/test-market.ts'
import { makePrivate, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { acquireServiceEntitlement } from '../entitlements/acquire-service-entitlement.ts'
import { listServiceEntitlements } from '../entitlements/list-service-entitlements.ts'
import { revokeServiceEntitlement } from '../entitlements/revoke-service-entitlement.ts'
import { contractHash } from './offer-contract.ts'
import { supersedingsJob } from './supersedings.job.ts'

const world = useTestWorld(test)

const revisions = (serviceId: string) =>
  world().db.many<{ id: string; revision: number; superseded_at: Date | null }>(SQL`
    select id, revision, superseded_at from offer_revision where service_id = ${serviceId} order by revision`)

test.serial('only a change of its contract creates a new offer of a service', async t => {
  const ann = await world().agent('ann')
  const { service_id, offer_revision_id } = await offerTestService(world(), ann, { name: 'One' })
  t.is(await mint(world(), ann, service_id), null)
  await bindMarketProvider(world(), { service_id, owner: ann }, { name: 'One' })
  t.is(await mint(world(), ann, service_id), null, 'the same card')
  await bindMarketProvider(world(), { service_id, owner: ann }, { name: 'One', skill: { tags: ['walking'] } })
  const second = await mint(world(), ann, service_id)
  t.truthy(second)
  await world().db.many(SQL`update service set limit_per_cycle = 5 where id = ${service_id}`)
  const third = await mint(world(), ann, service_id)
  t.deepEqual(
    (await revisions(service_id)).map(({ id, revision, superseded_at }) => [id, revision, superseded_at !== null]),
    [
      [offer_revision_id, 1, true],
      [second, 2, true],
      [third, 3, false],
    ],
  )
})

test.serial('holders of an entitlement are notified of a new offer, and nobody else', async t => {
  const [carl, dora, eve] = [await world().agent('carl'), await world().agent('dora'), await world().agent('eve')]
  const { service_id, offer_revision_id } = await offerTestService(world(), carl)
  for (const holder of [dora, eve]) await world().call(acquireServiceEntitlement, holder, { offer_revision_id })
  const [right] = (await world().call(listServiceEntitlements, eve)).entitlements
  await world().call(revokeServiceEntitlement, eve, { entitlement_id: right!.entitlement_id })
  await world().db.many(SQL`update service set name = 'Other' where id = ${service_id}`)
  const current_offer_revision_id = await mint(world(), carl, service_id)
  await tellAll()
  const received = (await world().eventsFor(dora)).filter(({ type }) => type === 'service.offer.superseded')
  t.deepEqual(
    received.map(({ body }) => body.data),
    [{ service_id, offer_revision_id, current_offer_revision_id }],
  )
  for (const other of [carl, eve]) {
    t.false((await world().eventsFor(other)).some(({ type }) => type === 'service.offer.superseded'))
  }
  t.false(await isTrue(world().db, isAnyHolderPending()))
})

const tellAll = async () => {
  const { runtime } = world()
  while ((await supersedingsJob.run(jobContext(runtime, supersedingsJob.name))).more);
}

test.serial('several new offers before all holders are notified give one notification, about the last', async t => {
  const [fay, gus] = [await world().agent('fay'), await world().agent('gus')]
  const { service_id, offer_revision_id } = await offerTestService(world(), fay)
  await world().call(acquireServiceEntitlement, gus, { offer_revision_id })
  let last: string | null = null
  for (const name of ['Two', 'Three']) {
    await world().db.many(SQL`update service set name = ${name} where id = ${service_id}`)
    last = await mint(world(), fay, service_id)
  }
  await tellAll()
  const received = (await world().eventsFor(gus)).filter(({ type }) => type === 'service.offer.superseded')
  t.deepEqual(
    received.map(({ body }) => body.data),
    [{ service_id, offer_revision_id, current_offer_revision_id: last }],
  )
})

test.serial('a new offer of a private agent notifies nobody', async t => {
  const [hal, ida] = [await world().agent('hal'), await world().agent('ida')]
  const { service_id, offer_revision_id } = await offerTestService(world(), hal)
  await world().call(acquireServiceEntitlement, ida, { offer_revision_id })
  await makePrivate(world().runtime, hal.agent_id)
  await world().db.many(SQL`update service set name = 'Other' where id = ${service_id}`)
  t.truthy(await mint(world(), hal, service_id))
  await tellAll()
  t.false((await world().eventsFor(ida)).some(({ type }) => type === 'service.offer.superseded'))
  t.false(await isTrue(world().db, isAnyHolderPending()))
})

test.serial('a service can have fifty new offers a day', async t => {
  const jan = await world().agent('jan')
  const { service_id } = await offerTestService(world(), jan)
  const again = async (name: string) => {
    await world().db.many(SQL`update service set name = ${name} where id = ${service_id}`)
    return await mint(world(), jan, service_id)
  }
  for (let n = 1; n < 50; n++) await again(`Name ${n}`)
  const { slug, members } = await world().refusal(again('One more'))
  t.deepEqual([slug, members], ['rate-limited', { retry_after_seconds: 86_400 }])
  world().advance(86_399_000)
  t.is((await world().refusal(again('Still'))).members.retry_after_seconds, 1)
  world().advance(1_000)
  t.not(await again('At last'), null)
})

test.serial('a service that is not active, or was never verified, is not offered', async t => {
  const bob = await world().agent('bob')
  const { service_id } = await offerTestService(world(), bob)
  await world().db.many(SQL`update service set status = 'paused', name = 'Other' where id = ${service_id}`)
  t.is(await mint(world(), bob, service_id), null)
  await world().db.many(SQL`update service set status = 'active' where id = ${service_id}`)
  await world().db.many(SQL`update service_endpoint set verified_revision = null where service_id = ${service_id}`)
  t.is(await mint(world(), bob, service_id), null)
})

test.serial('the hash of a contract depends on its content, in whatever order', t => {
  const contract = {
    capability_schema: { type: 'object', properties: { b: {}, a: { const: 1 } } },
    output_schema: null,
    input_modes: ['text/plain'],
    output_modes: [],
    sla_tier: 'sync' as const,
    max_duration_seconds: 600,
    skill_id: 'run',
    protocol: 'a2a/1.0' as const,
  }
  const { protocol, ...rest } = contract
  const turned = { ...contract.capability_schema, properties: { a: { const: 1.0 }, b: {} } }
  t.is(contractHash({ protocol, ...rest, capability_schema: turned }), contractHash(contract))
  t.is(contractHash(contract), 'sha256:f0c6ee9749165ce48081428c9c8988af6575455d081a1099da8b8c47f604a6d8')
})
