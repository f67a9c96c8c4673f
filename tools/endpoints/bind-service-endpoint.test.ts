import { hash } from 'node:crypto'
import test from 'ava'
import canonicalize from 'canonicalize'
import {
  activateProvided,
  bindingInput,
  bindProvided,
  provide,
  signedCard,
  useProviders,
} from '../../testing/fixtures/bound-services.ts'
import type { ToolOutcome } from '../../testing/fixtures/test-world.ts'
import { bindServiceEndpoint } from './bind-service-endpoint.ts'
import { getServiceEndpoint } from './get-service-endpoint.ts'

const { world, providers } = useProviders(test)

const checksOf = ({ control }: ToolOutcome, filter: (check: ToolOutcome) => boolean = () => true) =>
  control.checks
    .filter(filter)
    .map(({ check, variant, passed, code }: ToolOutcome) =>
      [check, ...(variant ? [variant] : []), passed ? 'passed' : code].join(' '),
    )

test.serial('a provider that does everything right is verified, and the record has the evidence', async t => {
  const provided = await provide(world(), providers, 'ann')
  const record = await bindProvided(world(), provided)
  const { agent, card, provider, service_id } = provided
  t.like(record, {
    service_id,
    card_url: provider.cardUrl,
    skill_id: 'weave',
    status: 'verified',
    binding_revision: 1,
    bound_at: '2026-11-21T12:00:00.000Z',
    verified_at: '2026-11-21T12:00:00.000Z',
    offer_revision_id: null,
  })
  t.like(record.authorization, {
    authorized: true,
    code: null,
    key_fingerprint: agent.key_fingerprint,
    jws_kid: 'key-1',
    canonical_form: 'specification',
  })
  t.like(record.control, {
    protocol_version: '1.0',
    interface_url: provider.url,
    resolved_ip: '127.0.0.1',
    eligible: true,
    card_sha256: hash('sha256', canonicalize(card)!),
    evidence_valid_until: '2026-11-21T12:05:00.000Z',
  })
  t.regex(record.control.certificate_sha256!, /^[0-9a-f]{64}$/)
  t.deepEqual(checksOf(record), [
    'card_fetch passed',
    'card_signature passed',
    'interface passed',
    'skill passed',
    'broker_extension passed',
    'safe_egress passed',
    'challenge_negative unsigned passed',
    'challenge_positive passed',
    ...['wrong_key', 'changed_body', 'other_target', 'stale', 'replay', 'other_provider'].map(
      variant => `challenge_negative ${variant} passed`,
    ),
  ])
  t.deepEqual(
    record.control.checks.filter(({ gating }: ToolOutcome) => gating).length,
    record.control.checks.length - 4,
    'four of the negatives decide nothing',
  )
  t.deepEqual(await world().call(getServiceEndpoint, agent, { service_id }), record)
})

test.serial('a check runs no skill, and leaves no task', async t => {
  const provided = await provide(world(), providers, 'una')
  provided.provider.replyTo('SendMessage', ({ params }) => {
    const task = { id: 'begun', contextId: params.message.contextId, status: { state: 'TASK_STATE_WORKING' } }
    provided.provider.tasks.set(task.id, task)
    return { result: { task } }
  })
  const record = await bindProvided(world(), provided)
  t.is(record.status, 'verified')
  const [positive] = record.control.checks.filter(({ check }: ToolOutcome) => check === 'challenge_positive')
  t.regex(positive!.detail!, /cancelled/)
  while (provided.provider.tasks.get('begun')?.status.state !== 'TASK_STATE_CANCELED') await provided.provider.until(1)
})

test.serial('the same input renews the evidence, without a new binding', async t => {
  const provided = await provide(world(), providers, 'bob')
  const { bound_at } = await bindProvided(world(), provided)
  world().advance(60_000)
  provided.provider.setCard(await signedCard(provided.card, 'bob'))
  const again = await bindProvided(world(), provided)
  const now = new Date(world().runtime.clock()).toISOString()
  t.like(again, { binding_revision: 1, bound_at, verified_at: now })
  t.is(Date.parse(again.control.evidence_valid_until!), world().runtime.clock() + 300_000)
})

test.serial('evidence is valid for five minutes', async t => {
  const provided = await provide(world(), providers, 'cid')
  await bindProvided(world(), provided)
  const { agent, service_id } = provided
  const read = () => world().call(getServiceEndpoint, agent, { service_id })
  world().advance(299_999)
  t.like(await read(), { status: 'verified', control: { eligible: true } })
  world().advance(1)
  t.like(await read(), { status: 'expired', control: { eligible: false } })
  t.is((await bindProvided(world(), provided)).status, 'verified')
})

test.serial('a different card is a new binding, and a new revision of the offer', async t => {
  const provided = await provide(world(), providers, 'dan')
  await activateProvided(world(), provided)
  const first = await bindProvided(world(), provided)
  t.truthy(first.offer_revision_id)
  provided.provider.setCard(await signedCard({ ...provided.card, version: '2.0.0' }, 'dan'))
  const second = await bindProvided(world(), provided)
  t.is(second.binding_revision, 2)
  t.not(second.offer_revision_id, first.offer_revision_id)
  t.not(second.control.card_sha256, first.control.card_sha256)
})

test.serial('unsigned members of the card are not used', async t => {
  const provided = await provide(world(), providers, 'eve')
  const signed = await signedCard(provided.card, 'eve')
  provided.provider.setCard({ ...signed, 'x-tenant': 'other' })
  const record = await bindProvided(world(), provided)
  t.is(record.control.card_sha256, hash('sha256', canonicalize(provided.card)!))
})

test.serial('concurrent identical PUTs are one check', async t => {
  const provided = await provide(world(), providers, 'fay')
  const records = await Promise.all([1, 2, 3].map(() => bindProvided(world(), provided)))
  t.deepEqual(new Set(records.map(({ binding_revision }) => binding_revision)), new Set([1]))
  const probes = provided.provider.calls.filter(({ method }) => method === 'SendMessage')
  t.is(probes.length, 8)
})

test.serial('concurrent different PUTs are checked one after another', async t => {
  const provided = await provide(world(), providers, 'gus')
  const wanted = bindingInput(provided)
  const outcomes = await Promise.allSettled([
    world().call(bindServiceEndpoint, provided.agent, wanted),
    world().call(bindServiceEndpoint, provided.agent, { ...wanted, skill_id: 'spin' }),
    world().call(bindServiceEndpoint, provided.agent, wanted),
  ])
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})
