import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { within } from '../../assertions/deadline.ts'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { callOnce, callWithToken, prefix } from '../../clients/rest.ts'
import { fingerprint } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as shapes from '../../schemas/endpoints.ts'
import { eventsOf } from '../../steps/agent-steps.ts'
import { activate, bind, openService, pathOf, put, read, refusal } from '../../steps/bound-services.ts'
import { verifiedRecord } from '../../steps/record-steps.ts'
import { declare } from '../../steps/service-steps.ts'
import { canonical, skill } from '../../stubs/provider.ts'

export const endpoints = defineScenario('endpoints of services', async context => {
  await checkBinding(context)
  await checkChallenge(context)
  await checkRecord(context)
  await checkHealth(context)
  await checkRotation(context)
  await checkTransports(context)
  await checkEvidence(context)
  checkTime(context)
})

async function checkBinding({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a provider that does everything right is verified, and the findings are returned',
    ['ENDP-1', 'ENDP-16', 'ENDP-17', 'ENDP-18', 'ENDP-20', 'ENDP-25', 'ENDP-26', 'ENDP-47', 'ENDP-48'],
    async () => {
      const bound = await openService(world)
      const { owner, id, provider } = bound
      const record = await bind(world, bound)
      deepEqual([record.service_id, record.status, record.binding_revision], [id, 'verified', 1])
      deepEqual([record.card_url, record.skill_id, record.stage], [provider.cardUrl, skill, 'withdrawn'])
      const { authorization, control } = record
      deepEqual([authorization.authorized, authorization.jws_kid], [true, 'key-1'])
      equal(authorization.key_fingerprint, fingerprint(owner.publicKey))
      deepEqual([control.interface_url, control.eligible], [provider.calls.url, true])
      equal(control.card_sha256, createHash('sha256').update(canonical(provider.card)).digest('hex'))
      ok(control.checks.every(({ passed }) => passed))
      deepEqual(await read(world, bound), record)
      await activate(world, bound)
      const { stage, uptime, offer_revision_id } = await read(world, bound)
      deepEqual([stage, uptime], ['new', 1])
      match(String(offer_revision_id), /^[0-9a-f-]{36}$/)
    },
  )
  await check('an equal card renews the evidence of the binding; a different card is a new binding', ['ENDP-6'], async () => {
    const bound = await openService(world)
    const first = await bind(world, bound)
    bound.provider.serve(bound.provider.card, bound.owner.privateKey)
    const again = await bind(world, bound)
    deepEqual([again.binding_revision, again.bound_at], [1, first.bound_at])
    ok(String(again.control.evidence_valid_until) >= String(first.control.evidence_valid_until))
    bound.provider.serve({ ...bound.provider.card, version: '2.0.0' }, bound.owner.privateKey)
    equal((await bind(world, bound)).binding_revision, 2)
  })
  await check('two concurrent checks of the same card are one', ['ENDP-7'], async () => {
    const bound = await openService(world)
    const replies = await Promise.all([1, 2].map(() => put(world, bound)))
    const records = replies.map(reply => requireStatus(reply, 200).as(shapes.endpoint))
    ok(records.every(({ binding_revision }) => binding_revision === 1))
    equal(new Set(records.map(({ verified_at }) => verified_at)).size, 1)
    equal(bound.provider.calls.deliveries.length, 8)
  })
}

const kinds = ['unsigned', 'wrong_key', 'changed_body', 'other_target', 'stale', 'replay', 'other_provider']

async function checkChallenge({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a provider receives an invalid request, the valid one, and then the other invalid ones',
    ['ENDP-40', 'ENDP-41', 'ENDP-42', 'ENDP-43'],
    async () => {
      const bound = await openService(world)
      const { control } = await bind(world, bound)
      const challenges = control.checks.filter(({ check: name }) => name.startsWith('challenge'))
      deepEqual(
        challenges.map(({ variant }) => variant),
        ['unsigned', null, ...kinds.slice(1)],
      )
      deepEqual(
        challenges.filter(({ gating }) => !gating).map(({ variant }) => variant),
        kinds.slice(3),
      )
      const ids = bound.provider.calls.deliveries.map(({ text }) => JSON.parse(text).params.message.messageId)
      equal(new Set(ids).size, ids.length - 1, 'the replay alone has the ids of another')
    },
  )
  await check('a provider that accepts everything is not verified', ['ENDP-42'], async () => {
    const bound = await openService(world)
    bound.provider.behave('carelessly')
    const { failed, first } = await refusal(world, bound)
    equal(first, 'challenge_negative SIGNATURE_NOT_CHECKED')
    deepEqual(
      failed.map(({ variant }) => variant),
      kinds.slice(0, 3),
    )
  })
  await check(
    'a provider that refuses everything is not verified, and gets no further requests',
    ['ENDP-29', 'ENDP-41', 'ENDP-44'],
    async () => {
      const bound = await openService(world)
      bound.provider.behave('refusing')
      equal((await refusal(world, bound)).first, 'challenge_positive PROVIDER_REFUSED_SIGNATURE')
      equal(bound.provider.calls.deliveries.length, 2)
    },
  )
}

async function checkRecord(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  await check(
    'a failed attempt is recorded with its result, and does not affect the binding in force',
    ['ENDP-20', 'ENDP-21', 'ENDP-30', 'ENDP-31'],
    async () => {
      const bound = await openService(world)
      const { owner, id } = bound
      requireProblem(await world.call(owner, 'GET', pathOf(id)), 'endpoint-not-bound')
      const verified = await bind(world, bound)
      const { attempt } = await refusal(world, bound, 'endpoint-verification-failed', { skill_id: 'spin' })
      deepEqual(await read(world, bound), verified)
      const list = async (query = '') => {
        const reply = requireStatus(await world.call(owner, 'GET', `${pathOf(id)}/revisions${query}`), 200)
        return reply.as(shapes.revisions)
      }
      const { revisions } = await list()
      deepEqual(revisions[0], attempt)
      deepEqual(
        revisions.map(({ binding_revision, status }) => [binding_revision, status]),
        [
          [2, 'failed'],
          [1, 'verified'],
        ],
      )
      const page = await list('?limit=1')
      ok(page.has_more)
      const next = await list(`?limit=1&cursor=${page.next_cursor}`)
      deepEqual([next.revisions, next.has_more], [[revisions[1]], false])
    },
  )
}

async function checkHealth({ check, world }: ScenarioContext): Promise<void> {
  await check('the owner is notified when checks of the binding start to fail, and when they succeed again', ['ENDP-46'], async () => {
    const bound = await openService(world)
    await bind(world, bound)
    bound.provider.behave('refusing')
    for (let n = 0; n < 2; n++) await refusal(world, bound)
    bound.provider.behave('well')
    await bind(world, bound)
    const received = (await eventsOf(world, bound.owner)).filter(({ type }) => type === 'service.endpoint.health_changed')
    const health = received.map(({ data }) => data.is_healthy)
    deepEqual(health, [false, true])
  })
}

async function checkRotation({ check, world }: ScenarioContext): Promise<void> {
  await check('after a rotation the binding is invalid until the new key signs the card', ['ENDP-33'], async () => {
    const bound = await openService(world)
    await bind(world, bound)
    const keys = await world.keys()
    const payload = { public_key_pem: keys.public_key_pem }
    requireStatus(await world.call(bound.owner, 'POST', '/agents/me/keys/rotate', payload), 200)
    const renewed = { ...bound, owner: { ...bound.owner, ...keys } }
    const { status, authorization, control } = await read(world, renewed)
    deepEqual([status, authorization.code, control.eligible], ['expired', 'CARD_KEY_ROTATED', false])
    await refusal(world, renewed, 'card-jws-invalid')
    bound.provider.serve(bound.provider.card, keys.privateKey)
    deepEqual([(await bind(world, renewed)).status], ['verified'])
  })
}

async function checkTransports({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a service by messages, a retired one, and another agent’s have no endpoint to bind',
    ['ENDP-2', 'ENDP-3', 'ENDP-4'],
    async () => {
      const [owner, other] = [await world.newAgent('weaver'), await world.agent('bob')]
      const payload = { card_url: 'https://weaver.example.com/card', skill_id: skill }
      const talking = await declare(world, owner)
      requireInvalid(await world.call(owner, 'PUT', pathOf(talking.id), payload), '/service_id')
      const { id } = await declare(world, owner, { invocation_modes: ['aui_task'] })
      for (const path of [pathOf(id), pathOf(randomUUID())]) {
        requireProblem(await world.call(other, 'PUT', path, payload), 'not-found')
        requireProblem(await world.call(other, 'GET', path), 'not-found')
        requireProblem(await world.call(other, 'GET', `${path}/revisions`), 'not-found')
      }
      requireStatus(await world.call(owner, 'POST', `/services/${id}/transitions`, { to: 'retired' }), 200)
      requireProblem(await world.call(owner, 'PUT', pathOf(id), payload), 'service-retired-immutable')
    },
  )
  await check('no route of endpoints accepts a bearer token', ['ENDP-5'], async () => {
    const owner = await world.agent('weaving')
    const token = await world.token(owner)
    for (const [method, path] of [
      ['GET', pathOf(randomUUID())],
      ['PUT', pathOf(randomUUID())],
      ['GET', `${pathOf(randomUUID())}/revisions`],
    ] as const) {
      const reply = await callWithToken(world.http, token, method, path, method === 'PUT' ? {} : undefined)
      ok([401, 403].includes(reply.status), reply.describe())
    }
  })
  await check('a sixty-first check within five minutes is refused, even if all failed', ['ENDP-9'], async () => {
    if (!world.isLimited) skip('rate limits are off')
    const owner = await world.newAgent('hasty')
    const { id } = await declare(world, owner, { invocation_modes: ['aui_task'] })
    const payload = { card_url: 'http://weaver.example.com/card', skill_id: skill }
    const ask = () => callOnce(world.http, owner, 'PUT', pathOf(id), payload)
    for (let n = 0; n < 60; n++) requireProblem(await ask(), 'endpoint-verification-failed')
    equal(requireProblem(await ask(), 'rate-limited').bucket, 'endpoint_checks')
  })
}

const title = 'anybody reads what was found as a signed record, while it holds and the service is open'

async function checkEvidence({ check, world }: ScenarioContext): Promise<void> {
  await check(title, ['ENDP-50', 'ENDP-51', 'ENDP-52'], async () => {
    const bound = await openService(world)
    const { owner, id, provider } = bound
    const get = () => world.http.send({ path: `${prefix}${pathOf(id)}/evidence` })
    await bind(world, bound)
    requireProblem(await get(), 'endpoint-not-bound')
    await activate(world, bound)
    const { jws, evidence_valid_until } = requireStatus(await get(), 200).as(shapes.evidence)
    const facts = await verifiedRecord(world, jws, 'colloquy-evidence+jwt')
    deepEqual([facts.iss, facts.service_id, facts.skill_id], [world.publicUrl, id, skill])
    deepEqual([facts.provider_agent_id, facts.binding_revision], [owner.agent_id, 1])
    equal(facts.key_fingerprint, fingerprint(owner.publicKey))
    equal(facts.exp, Math.floor(Date.parse(evidence_valid_until) / 1000))
    equal(facts.evidence.card_sha256, createHash('sha256').update(canonical(provider.card)).digest('hex'))
    for (const hidden of [provider.calls.url, provider.cardUrl, 'resolved_ip', 'certificate_sha256']) {
      ok(!JSON.stringify(facts).includes(hidden))
    }
    requireStatus(await world.call(owner, 'POST', `/services/${id}/transitions`, { to: 'paused' }), 200)
    requireProblem(await get(), 'endpoint-not-bound')
  })
}

const patienceMs = 20_000

function checkTime({ background }: ScenarioContext): void {
  background('a provider that is silent is given up in time', ['ENDP-8', 'ENDP-29'], async world => {
    const bound = await openService(world, 'silent')
    bound.provider.behave('silent')
    await within(world.http, patienceMs, 'the check', async () => {
      equal((await refusal(world, bound)).first, 'challenge_negative PROVIDER_TIMEOUT')
    })
  })
}
