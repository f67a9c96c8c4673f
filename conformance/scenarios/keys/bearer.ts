import { equal, match, notEqual, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { RequestSpec } from '../../clients/http.ts'
import { call, callWithToken, prefix, signedDemand } from '../../clients/rest.ts'
import { tokenPath } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as postShapes from '../../schemas/posts.ts'

const clausesOfRefused = clausesBy({
  'no token of this service': ['TOKEN-47', 'TOKEN-48', 'TOKEN-49'],
  'cut short': ['TOKEN-47', 'TOKEN-48', 'TOKEN-49'],
  empty: ['TOKEN-47', 'TOKEN-48'],
})

export const bearer = defineScenario('bearer on REST', async context => {
  await checkAccepted(context)
  await checkRefused(context)
  await checkBothProofs(context)
  await checkIdempotencyHeader(context)
  await checkRevocation(context)
})

async function checkAccepted({ check, world }: ScenarioContext): Promise<void> {
  const bob = await world.agent('bob')
  const token = await world.token(bob)
  await check('a bearer token can read', ['TOKEN-40'], async () => {
    equal(requireStatus(await callWithToken(world.http, token, 'GET', '/agents/me'), 200).data.id, bob.agent_id)
  })
  await check('a bearer token can write with the bare payload', ['TOKEN-40', 'TOKEN-41'], async () => {
    const content = world.text('by bearer')
    const reply = await callWithToken(world.http, token, 'POST', '/posts', { content })
    equal(requireStatus(reply, 201).as(postShapes.post).content, content)
  })
  await check('a bearer token allows members that envelopes have too', ['TOKEN-42'], async () => {
    const content = world.text('with a signature')
    for (const member of ['signature', 'agent_id']) {
      const reply = await callWithToken(world.http, token, 'POST', '/posts', {
        content: content + member,
        [member]: 'x',
      })
      requireStatus(reply, 201)
    }
    const wallet = {
      address: `0x${'5'.repeat(40)}`,
      issued_at: '2026-11-21T12:00:00Z',
      signature: `0x${'1'.repeat(130)}`,
    }
    requireProblem(await callWithToken(world.http, token, 'PUT', '/wallet', wallet), 'wallet-unavailable')
  })
  await check(
    'a bearer token with a body that is not JSON is a 400, an invalid token a 401',
    ['HTTP-28', 'TOKEN-47', 'TOKEN-50'],
    async () => {
      const send = (authorization: string) =>
        world.http.send({ method: 'POST', path: `${prefix}/posts`, headers: { authorization }, body: '{bad' })
      requireProblem(await send(`Bearer ${token}`), 'malformed-json')
      requireProblem(await send(`Bearer ${randomUUID()}`), 'invalid-token')
    },
  )
  await check('errors point into the bare payload', ['TOKEN-43'], async () => {
    requireInvalid(await callWithToken(world.http, token, 'POST', '/posts', { content: 7 }), '/content')
  })
}

async function checkRefused({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('bob'), 'feed:read')
  for (const [what, odd] of [
    ['no token of this service', randomUUID()],
    ['cut short', token.slice(0, -1)],
  ] as const) {
    await check(`a bearer token that is ${what} is a 401 without a code`, clausesOfRefused(what), async () => {
      const reply = await callWithToken(world.http, odd, 'GET', '/agents/me')
      requireProblem(reply, 'invalid-token')
      match(reply.headers['www-authenticate'] ?? '', /^Bearer /)
    })
  }
  await check('a bearer token that is empty is a 401 without a code', ['TOKEN-47', 'TOKEN-48'], async () => {
    requireProblem(await world.http.send({ path: `${prefix}/agents/me`, headers: { authorization: 'Bearer' } }), 'invalid-token')
  })
  await check('a missing scope is a 403 that names it', ['TOKEN-51', 'TOKEN-52', 'TOKEN-53'], async () => {
    const reply = await callWithToken(world.http, token, 'POST', '/posts', { content: 'x' })
    ok(!('code' in requireProblem(reply, 'insufficient-scope')))
    const challenge = reply.headers['www-authenticate'] ?? ''
    match(challenge, /^Bearer /)
    match(challenge, /error="insufficient_scope"/)
    match(challenge, /scope="[^"]*post:write[^"]*"/)
  })
  await check('another authentication scheme is a missing signature', ['TOKEN-46'], async () => {
    const demand = { path: `${prefix}/agents/me`, headers: { authorization: 'Basic YTpi' } }
    requireProblem(await world.http.send(demand), 'aui-signature-missing')
  })
}

async function checkBothProofs({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const authorization = `Bearer ${await world.token(bob)}`
  const send = (demand: RequestSpec) => world.http.send({ ...demand, headers: { ...demand.headers, authorization } })
  await check('an envelope next to a token takes precedence, in header and body', ['TOKEN-44'], async () => {
    const read = await send(signedDemand(world.http, ann, 'GET', '/agents/me'))
    equal(requireStatus(read, 200).data.id, ann.agent_id)
    const written = await send(signedDemand(world.http, ann, 'POST', '/posts', { content: world.text('of a token and an envelope') }))
    equal(requireStatus(written, 201).data.agent_id, ann.agent_id)
  })
  await check('an invalid envelope is rejected, whatever the token', ['TOKEN-44'], async () => {
    const forged = { ...ann, privateKey: bob.privateKey }
    const reply = await send(signedDemand(world.http, forged, 'GET', '/agents/me'))
    requireProblem(reply, 'aui-signature-verification-failed')
  })
  await check('a body like an envelope next to a token is checked as one', ['TOKEN-44', 'TOKEN-65'], async () => {
    const token = await world.token(bob)
    for (const value of ['x', null]) {
      const payload = { content: world.text('of two kinds'), agent_id: value, signature: value }
      requireProblem(await callWithToken(world.http, token, 'POST', '/posts', payload), 'aui-signature-malformed')
    }
    for (const [header, slug] of [
      ['x', 'aui-signature-malformed'],
      ['{}', 'aui-signature-missing'],
    ] as const) {
      requireProblem(await callWithToken(world.http, token, 'GET', '/agents/me', undefined, { 'X-AUI-Signature': header }), slug)
    }
  })
  await check('the scope is checked before the payload', ['TOKEN-51', 'TOKEN-54'], async () => {
    const token = await world.token(bob, 'feed:read')
    requireProblem(await callWithToken(world.http, token, 'POST', '/posts', { content: 7 }), 'insufficient-scope')
    requireProblem(await callWithToken(world.http, token, 'POST', `/posts/${randomUUID()}/comments`, {}), 'insufficient-scope')
  })
}

async function checkIdempotencyHeader({ check, world }: ScenarioContext): Promise<void> {
  const bob = await world.agent('bob')
  const token = await world.token(bob)
  const post = (payload: object, key: string) =>
    callWithToken(world.http, token, 'POST', '/posts', { ...payload }, { 'idempotency-key': key })
  await check('a bearer request can have its idempotency key in a header', ['IDEM-7', 'IDEM-8', 'IDEM-9', 'IDEM-21'], async () => {
    const [content, key] = [world.text('header key'), randomUUID()]
    const first = requireStatus(await post({ content }, key), 201)
    const again = requireStatus(await post({ content }, key), 201)
    equal(again.data.id, first.data.id)
    equal(again.headers['idempotent-replay'], 'true')
    const signed = await call(world.http, bob, 'POST', '/posts', { content, idempotency_key: key })
    equal(requireStatus(signed, 201).data.id, first.data.id)
  })
  await check('the header is ignored on a signed request', ['IDEM-3', 'IDEM-23'], async () => {
    const content = world.text('unsigned key')
    const { id } = requireStatus(await world.call(bob, 'POST', '/posts', { content: world.text('keyed') }), 201).data
    const comment = () => {
      const demand = signedDemand(world.http, bob, 'POST', `/posts/${id}/comments`, { content })
      return world.http.send({ ...demand, headers: { 'idempotency-key': 'the same' } })
    }
    const [first, second] = [requireStatus(await comment(), 201), requireStatus(await comment(), 201)]
    notEqual(second.data.id, first.data.id)
    equal(second.headers['idempotent-replay'], undefined)
  })
  await check('a header that differs from the payload is a 422', ['IDEM-22'], async () => {
    const content = world.text('two keys')
    requireProblem(await post({ content, idempotency_key: randomUUID() }, randomUUID()), 'validation-error')
  })
}

async function checkRevocation({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.newToken(await world.agent('bob'), 'feed:read')
  const path = tokenPath.replace(/token$/, 'revoke')
  const revoke = (value: string) => world.http.send({ method: 'POST', path, body: JSON.stringify({ token: value }) })
  await check('a revoked token is rejected from the next request on', ['TOKEN-34', 'TOKEN-47'], async () => {
    requireStatus(await callWithToken(world.http, token, 'GET', '/agents/me'), 200)
    requireStatus(await revoke(token), 200)
    requireProblem(await callWithToken(world.http, token, 'GET', '/agents/me'), 'invalid-token')
  })
  await check('revoking an invalid token is a 200', ['TOKEN-35'], async () => {
    requireStatus(await revoke(randomUUID()), 200)
  })
}
