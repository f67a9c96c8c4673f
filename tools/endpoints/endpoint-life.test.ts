import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts'
import { createSingleFlight } from '../../concurrency/single-flight.ts'
import { recordRequested } from '../../storage/endpoints/request-times.ts'
import {
  activateProvided,
  bindingInput,
  bindProvided,
  type Provided,
  provide,
  signedCard,
  useProviders,
} from '../../testing/fixtures/bound-services.ts'
import { slugOf, type ToolOutcome } from '../../testing/fixtures/test-world.ts'
import { testKey } from '../../testing/values/test-signing.ts'
import { invoke } from '../core/invoke-tool.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { tooManyInFlight } from '../core/problems/queue-errors.ts'
import { rotateKey } from '../keys/rotate-key.ts'
import { transitionService } from '../services/transition-service.ts'
import { setSetting } from '../settings/set-setting.ts'
import { bindServiceEndpoint } from './bind-service-endpoint.ts'
import { endpointsJobs } from './endpoints.job.ts'
import { getServiceEndpoint } from './get-service-endpoint.ts'
import { getServiceEndpointEvidence } from './get-service-endpoint-evidence.ts'

const { world, providers } = useProviders(test)
const MINUTE = 60_000

const read = ({ agent, service_id }: Provided) => world().call(getServiceEndpoint, agent, { service_id })

const rotate = ({ agent }: Provided, key: number) => {
  const envelope = {
    sig_version: 2,
    action: 'agent.keys.rotate',
    timestamp_ms: world().runtime.clock(),
    message: Buffer.alloc(0),
    signature: Buffer.alloc(0),
  }
  const input = { identifier: 'me', public_key_pem: testKey(key).pem }
  return invoke(world().runtime, rotateKey, { actor: agent, input, request_id: 'test', envelope })
}

/** Runs the action while the provider is being checked. */
const meanwhile = ({ provider }: Provided, action: () => Promise<unknown>) => {
  provider.replyTo('SendMessage', async ({ params }) => {
    provider.replyTo('SendMessage')
    await action()
    const probe = Object.values(params.message.metadata as Record<string, { probe: string }>)[0]!.probe
    return { result: { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ data: { probe } }] } } }
  })
}

/** The owner's events about its endpoint. */
const eventsOf = async ({ agent }: Provided) =>
  (await world().eventsFor(agent))
    .filter(({ type }) => type === 'service.endpoint.health_changed')
    .map(({ body }) => body.data as ToolOutcome)

test.serial(
  'a key rotation ends the binding immediately, until the card is signed with the new key and bound again',
  async t => {
    const provided = await provide(world(), providers, 'rotating')
    await activateProvided(world(), provided)
    await bindProvided(world(), provided)
    await rotate(provided, 1)
    const record = await read(provided)
    t.like(record, {
      status: 'expired',
      authorization: { authorized: false, code: 'CARD_KEY_ROTATED' },
      control: { eligible: false },
    })
    t.is((await read(provided)).stage, 'withdrawn')
  },
)

test.serial('a result is stored only if key and service are the same as at the start', async t => {
  const provided = await provide(world(), providers, 'changing')
  const { agent, service_id } = provided
  meanwhile(provided, () => world().call(transitionService, agent, { service_id, to: 'active' }))
  t.is(await slugOf(bindProvided(world(), provided)), 'endpoint-check-overtaken')
  t.is(await slugOf(read(provided)), 'endpoint-not-bound')
  meanwhile(provided, () => rotate(provided, 2))
  t.is(await slugOf(bindProvided(world(), provided)), 'aui-signature-verification-failed')
  t.is(await slugOf(read(provided)), 'endpoint-not-bound')
})

test.serial(
  'a check in progress in another process answers both calls, and one whose process died is ignored',
  async t => {
    const provided = await provide(world(), providers, 'twofold')
    const { runtime, db } = world()
    const other = {
      ...runtime,
      keyedMutex: createKeyedMutex(),
      endpointChecks: createSingleFlight(runtime.limitUsage, 'endpoint_checks', tooManyInFlight),
    }
    const there = invoke(other, bindServiceEndpoint, {
      actor: provided.agent,
      input: bindingInput(provided),
      request_id: 't',
    })
    const [here, { output }] = await Promise.all([bindProvided(world(), provided), there])
    t.deepEqual(output, here)
    t.is(provided.provider.calls.length, 8)
    const until = new Date(runtime.clock() + MINUTE)
    await db.many(SQL`
    insert into service_endpoint_check (service_id, holder, card_url, skill_id, key_version, leased_until)
    values (${provided.service_id}, ${runtime.newId()}, 'https://gone.example.com', 'x', 1, ${until})`)
    world().advance(MINUTE)
    t.is((await bindProvided(world(), provided)).status, 'verified')
  },
)

test.serial('the owner is notified when checks begin to fail, and when they pass again, once each', async t => {
  const provided = await provide(world(), providers, 'ailing')
  await bindProvided(world(), provided)
  t.deepEqual(await eventsOf(provided), [])
  provided.provider.replyTo('SendMessage', () => ({ status: 500 }))
  for (let i = 0; i < 2; i++) t.is(await slugOf(bindProvided(world(), provided)), 'endpoint-verification-failed')
  provided.provider.replyTo('SendMessage')
  await bindProvided(world(), provided)
  const { service_id } = provided
  const [failing, holding, ...more] = await eventsOf(provided)
  t.like(failing, { service_id, is_healthy: false, code: 'PROVIDER_PROTOCOL_ERROR' })
  t.like(holding, { service_id, is_healthy: true, code: null })
  t.deepEqual(more, [])
})

test.serial('failures of another binding do not affect the current one', async t => {
  const provided = await provide(world(), providers, 'trying')
  await bindProvided(world(), provided)
  const wanted = { ...bindingInput(provided), skill_id: 'spin' }
  t.is(await slugOf(world().call(bindServiceEndpoint, provided.agent, wanted)), 'endpoint-verification-failed')
  t.deepEqual(await eventsOf(provided), [])
  t.is((await read(provided)).uptime, 1)
})

test.serial('uptime covers the checks of 30 days, and immediate repetitions do not count', async t => {
  const provided = await provide(world(), providers, 'counted')
  await activateProvided(world(), provided)
  for (let i = 0; i < 3; i++) await bindProvided(world(), provided)
  t.like(await read(provided), { uptime: 1, stage: 'new' })
  provided.provider.replyTo('SendMessage', () => ({ status: 500 }))
  const before = await read(provided)
  await slugOf(bindProvided(world(), provided))
  t.deepEqual(await read(provided), before, 'an attempt of its owner changes nothing of a record that holds')
  world().advance(5 * MINUTE)
  await slugOf(bindProvided(world(), provided))
  t.is((await read(provided)).uptime, 0.5)
  provided.provider.replyTo('SendMessage')
  for (let day = 0; day < 9; day++) {
    world().advance(1_440 * MINUTE)
    await bindProvided(world(), provided)
  }
  t.like(await read(provided), { uptime: 0.9091, stage: 'proven' })
  world().advance(5 * MINUTE)
  t.is((await read(provided)).stage, 'stale')
  world().advance(32 * 1_440 * MINUTE)
  t.is((await read(provided)).uptime, null)
})

const [renewal] = endpointsJobs
const renew = () => renewal!.run(jobContext(world().runtime, renewal!.name))

test.serial('evidence in use is renewed before it expires, other evidence is not', async t => {
  const inUse = await provide(world(), providers, 'wanted')
  const idle = await provide(world(), providers, 'idle')
  for (const provided of [inUse, idle]) {
    await activateProvided(world(), provided)
    await bindProvided(world(), provided)
    provided.provider.calls.length = 0
  }
  await recordRequested(world().db, [inUse.service_id], new Date(world().runtime.clock()))
  await renew()
  t.is(inUse.provider.calls.length, 0)
  world().advance(4 * MINUTE)
  await renew()
  t.deepEqual([inUse.provider.calls.length, idle.provider.calls.length], [8, 0])
  world().advance(4 * MINUTE)
  t.deepEqual([(await read(inUse)).status, (await read(idle)).status], ['verified', 'expired'])
  inUse.provider.replyTo('SendMessage', () => ({ status: 500 }))
  await renew()
  t.like(await read(inUse), { status: 'verified', binding_revision: 1 })
  t.is((await eventsOf(inUse)).at(-1)?.is_healthy, false)
  const calls = inUse.provider.calls.length
  await renew()
  t.is(inUse.provider.calls.length, calls, 'what failed is looked at again later')
  world().advance(61 * MINUTE)
  await renew()
  t.is(inUse.provider.calls.length, calls, 'nobody has asked for an hour')
})

test.serial('while the marketplace is off nothing is bound or renewed, and existing bindings are readable', async t => {
  const provided = await provide(world(), providers, 'closed')
  await activateProvided(world(), provided)
  await bindProvided(world(), provided)
  await recordRequested(world().db, [provided.service_id], new Date(world().runtime.clock()))
  const name = 'agent_services.marketplace_enabled'
  await world().callOperator(setSetting, { name, value: false })
  t.is(await slugOf(bindProvided(world(), provided)), 'marketplace-disabled')
  t.is((await read(provided)).status, 'verified')
  world().advance(4 * MINUTE)
  const calls = provided.provider.calls.length
  await renew()
  t.is(provided.provider.calls.length, calls)
  await world().callOperator(setSetting, { name, value: true })
})

test.serial('signed evidence is public while the service is open to everyone and the evidence is valid', async t => {
  const provided = await provide(world(), providers, 'shown')
  const { service_id, agent } = provided
  const evidence = () => world().callOpen(getServiceEndpointEvidence, { service_id })
  t.is(await slugOf(evidence()), 'endpoint-not-bound')
  await bindProvided(world(), provided)
  t.is(await slugOf(evidence()), 'endpoint-not-bound', 'a draft is nobody else’s')
  await activateProvided(world(), provided)
  const { evidence_valid_until } = await evidence()
  t.is(Date.parse(evidence_valid_until), world().runtime.clock() + 5 * MINUTE)
  await world().call(transitionService, agent, { service_id, to: 'paused' })
  t.is(await slugOf(evidence()), 'endpoint-not-bound')
  await world().call(transitionService, agent, { service_id, to: 'active' })
  world().advance(5 * MINUTE)
  t.is(await slugOf(evidence()), 'endpoint-not-bound')
})

test.serial('an agent can bind a hundred new cards a day, and still renew existing ones', async t => {
  const provided = await provide(world(), providers, 'restless')
  await bindProvided(world(), provided)
  await world().db.many(SQL`
    insert into service_endpoint_revision (service_id, binding_revision, card_url, skill_id, status, is_authorized,
      key_version, key_fingerprint, evidence, bound_at)
    select service_id, n, card_url, skill_id, 'verified', true, key_version, key_fingerprint, '{}', bound_at
    from service_endpoint_revision, generate_series(2, 100) n where service_id = ${provided.service_id}`)
  t.is((await bindProvided(world(), provided)).binding_revision, 1)
  provided.provider.setCard(await signedCard({ ...provided.card, version: '2' }, 'restless'))
  t.is(await slugOf(bindProvided(world(), provided)), 'rate-limited')
})
