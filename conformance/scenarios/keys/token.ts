import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { z } from 'zod'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { claimsFor, exchange, grantType, signAssertion, tokenPath } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as tokenShapes from '../../schemas/tokens.ts'
import { allScopes } from '../../world.ts'

const clausesOfErrors = clausesBy({
  'no grant_type is invalid_request': ['TOKEN-23', 'TOKEN-24', 'TOKEN-25'],
  'no assertion is invalid_request': ['TOKEN-23', 'TOKEN-24', 'TOKEN-25'],
  'another grant_type is unsupported_grant_type': ['TOKEN-23', 'TOKEN-24', 'TOKEN-29', 'TOKEN-64'],
  'a nul in the assertion is invalid_grant': ['TOKEN-23', 'TOKEN-24', 'TOKEN-31', 'TOKEN-33'],
  'a body that is too large is an invalid_request': ['TOKEN-23', 'TOKEN-24', 'TOKEN-28'],
  'a scope that is no string is an invalid_request': ['TOKEN-23', 'TOKEN-24', 'TOKEN-25'],
})

const clausesOfUnreadable = clausesBy({
  'a body that is * is an invalid_request at /api/v1/aui/auth/token': ['TOKEN-23', 'TOKEN-24', 'TOKEN-26'],
  'a body that is * is an invalid_request at /api/v1/aui/auth/revoke': ['TOKEN-36'],
})

const clausesOfForm = clausesBy({
  '/api/v1/aui/auth/token': ['TOKEN-23', 'TOKEN-24', 'TOKEN-27'],
  '/api/v1/aui/auth/revoke': ['TOKEN-36'],
})

const clausesOfAssertion = clausesBy({
  'that has expired': ['TOKEN-15', 'TOKEN-31'],
  'that lives longer than five minutes': ['TOKEN-15', 'TOKEN-31'],
  'issued more than a minute ahead': ['TOKEN-14', 'TOKEN-31'],
  'that serves in more than a minute': ['TOKEN-63', 'TOKEN-31'],
  'without iat': ['TOKEN-14', 'TOKEN-31'],
  'without exp': ['TOKEN-15', 'TOKEN-31'],
  'without jti': ['TOKEN-16', 'TOKEN-31'],
  'without aud': ['TOKEN-13', 'TOKEN-31'],
  'without sub': ['TOKEN-12', 'TOKEN-31'],
  'for another audience': ['TOKEN-13', 'TOKEN-31'],
  'whose iss is not its sub': ['TOKEN-17', 'TOKEN-31'],
  'whose sub is no UUID': ['TOKEN-12', 'TOKEN-31'],
  'whose jti *': ['TOKEN-16', 'TOKEN-31'],
  'whose iat is a string': ['TOKEN-14', 'TOKEN-31'],
  'with the header parameter crit': ['TOKEN-20', 'TOKEN-31'],
  'that is no JWT': ['TOKEN-31'],
  'signed with HS256': ['TOKEN-10', 'TOKEN-31'],
  'signed with PS384': ['TOKEN-10', 'TOKEN-31'],
  'without a signature': ['TOKEN-10', 'TOKEN-31'],
  'signed by another agent': ['TOKEN-11', 'TOKEN-31'],
})

const nothing = undefined
const revokePath = tokenPath.replace(/token$/, 'revoke')

export const token = defineScenario('token', async context => {
  await checkExchange(context)
  await checkRequests(context)
  await checkOrder(context)
  await checkOverrun(context)
  await checkUnreadable(context)
  await checkRevocation(context)
  await checkAssertions(context)
  await checkLeeway(context)
  await checkSameRefusal(context)
  await checkScopes(context)
  await checkMetadata(context)
})

async function checkExchange({ check, world }: ScenarioContext): Promise<void> {
  const bob = await world.agent('bob')
  for (const alg of ['PS256', 'RS256']) {
    await check(
      `an assertion signed with ${alg} is exchanged for a bearer token of an hour`,
      ['TOKEN-1', 'TOKEN-2', 'TOKEN-3', 'TOKEN-4', 'TOKEN-5', 'TOKEN-8', 'TOKEN-10', 'TOKEN-11'],
      async () => {
        const assertion = await signAssertion(claimsFor(bob, world.tokenAudience), bob.privateKey, alg)
        const grant = requireStatus(await exchange(world.http, assertion, allScopes), 200).as(tokenShapes.tokenGrant)
        deepEqual(grant.scope.split(' ').sort(), allScopes.split(' ').sort())
        ok(!('refresh_token' in grant), 'there is a refresh token')
      },
    )
  }
  await check("aud may be an array with the server's address, iss may equal sub", ['TOKEN-13', 'TOKEN-17'], async () => {
    const claims = claimsFor(bob, world.tokenAudience)
    const wider = { ...claims, aud: ['https://elsewhere.example', world.tokenAudience], iss: bob.agent_id }
    requireStatus(await exchange(world.http, await signAssertion(wider, bob.privateKey)), 200)
  })
  await check('an assertion works once', ['TOKEN-18'], async () => {
    const assertion = await signAssertion(claimsFor(bob, world.tokenAudience), bob.privateKey)
    requireStatus(await exchange(world.http, assertion), 200)
    requireRefusal(await exchange(world.http, assertion), 'invalid_grant')
  })
  await check('a rejected exchange does not count in the bucket of tokens', ['LIMIT-6', 'LIMIT-32'], async () => {
    if (!world.isLimited) skip('rate limits are off')
    const agent = await world.newAgent('counted')
    const used = async () => {
      const { limits } = requireStatus(await world.call(agent, 'GET', '/limits/me'), 200).data
      return (limits as Data[]).find(({ bucket }) => bucket === 'tokens')?.used
    }
    const assertion = await signAssertion(claimsFor(agent, world.tokenAudience), agent.privateKey)
    requireStatus(await exchange(world.http, assertion), 200)
    equal(await used(), 1)
    requireRefusal(await exchange(world.http, assertion), 'invalid_grant')
    equal(await used(), 1)
  })
  await check('of four concurrent exchanges of one assertion, one succeeds', ['TOKEN-19'], async () => {
    const assertion = await signAssertion(claimsFor(bob, world.tokenAudience), bob.privateKey)
    const replies = await Promise.all(Array.from({ length: 4 }, () => exchange(world.http, assertion)))
    equal(replies.filter(reply => reply.status === 200).length, 1, replies.map(reply => reply.status).join(' '))
  })
}

async function checkRequests({ check, world }: ScenarioContext): Promise<void> {
  const send = (body: string, headers = {}) => world.http.send({ method: 'POST', path: tokenPath, body, headers })
  const rows: [string, Data, string][] = [
    ['no grant_type', { assertion: 'x' }, 'invalid_request'],
    ['no assertion', { grant_type: grantType }, 'invalid_request'],
    ['another grant_type', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ]
  for (const [what, body, error] of rows) {
    await check(`${what} is ${error}`, clausesOfErrors, async () => {
      requireRefusal(await send(JSON.stringify(body)), error)
    })
  }
  await check('a nul in the assertion is invalid_grant', ['TOKEN-23', 'TOKEN-24', 'TOKEN-31', 'TOKEN-33'], async () => {
    requireRefusal(await send(JSON.stringify({ grant_type: grantType, assertion: 'a\0b' })), 'invalid_grant')
  })
}

async function checkOrder({ check, world }: ScenarioContext): Promise<void> {
  const rows: [string, Data, string][] = [
    ['another grant_type before the rest', { grant_type: 'password', scope: 7 }, 'unsupported_grant_type'],
    ['an assertion that is no string before the scope', { grant_type: grantType, assertion: 7, scope: 'everything' }, 'invalid_request'],
    ['an unknown scope before what the assertion says', { grant_type: grantType, assertion: 'x', scope: 'everything' }, 'invalid_scope'],
  ]
  for (const [what, body, error] of rows) {
    await check(`${what}: ${error}`, ['TOKEN-64'], async () => {
      requireRefusal(await world.http.send({ method: 'POST', path: tokenPath, body: JSON.stringify(body) }), error)
    })
  }
}

async function checkOverrun({ check, world }: ScenarioContext): Promise<void> {
  await check('a body that is too large is an invalid_request', ['TOKEN-23', 'TOKEN-24', 'TOKEN-28'], async () => {
    const assertion = 'x'.repeat(17_000)
    const reply = await exchange(world.http, assertion)
    requireProblem(reply, 'payload-too-large')
    requireRefusal(reply, 'invalid_request', 413)
  })
  await check('a scope that is not a string is an invalid_request', ['TOKEN-23', 'TOKEN-24', 'TOKEN-25'], async () => {
    const body = JSON.stringify({ grant_type: grantType, assertion: 'x', scope: ['feed:read'] })
    requireRefusal(await world.http.send({ method: 'POST', path: tokenPath, body }), 'invalid_request')
  })
}

/** Applies to both token routes. */
async function checkUnreadable({ check, world }: ScenarioContext): Promise<void> {
  for (const path of [tokenPath, revokePath]) {
    const send = (body: string, headers = {}) => world.http.send({ method: 'POST', path, body, headers })
    const bodies: [string, string][] = [
      ['no JSON', '{"token":'],
      ['nothing', ''],
      ['a list', '[]'],
      ['a string', '"token"'],
      ['null', 'null'],
    ]
    for (const [what, body] of bodies) {
      await check(`a body that is ${what} is an invalid_request at ${path}`, clausesOfUnreadable, async () => {
        const reply = await send(body)
        requireProblem(reply, 'malformed-json')
        requireRefusal(reply, 'invalid_request')
      })
    }
    await check(`a form-encoded body is a 415 at ${path}`, clausesOfForm(path), async () => {
      const form = new URLSearchParams({ grant_type: grantType, assertion: 'x', token: 'x' }).toString()
      const reply = await send(form, { 'content-type': 'application/x-www-form-urlencoded' })
      requireProblem(reply, 'unsupported-media-type')
      requireRefusal(reply, 'invalid_request', 415)
    })
  }
}

async function checkRevocation({ check, world }: ScenarioContext): Promise<void> {
  const rows: [string, Data][] = [
    ['without a token', {}],
    ['with a token that is a number', { token: 7 }],
    ['with a token that is null', { token: null }],
    ['with a token of 5000 characters', { token: 'x'.repeat(5000) }],
    ['with a nul in its token', { token: 'a\0b' }],
    ['with other members', { token: 'x', token_type_hint: 'access_token', more: ['\0'] }],
  ]
  for (const [what, body] of rows) {
    await check(`an object ${what} is a 200 at /auth/revoke`, ['TOKEN-35'], async () => {
      const reply = await world.http.send({ method: 'POST', path: revokePath, body: JSON.stringify(body) })
      deepEqual(requireStatus(reply, 200).data, {})
    })
  }
}

async function checkLeeway({ check, world }: ScenarioContext): Promise<void> {
  const dan = await world.agent('dan')
  await check('an assertion that is valid in half a minute is accepted', ['TOKEN-63'], async () => {
    const claims = { ...claimsFor(dan, world.tokenAudience), nbf: Math.floor(Date.now() / 1000) + 30 }
    requireStatus(await exchange(world.http, await signAssertion(claims, dan.privateKey)), 200)
  })
}

async function checkAssertions({ check, world }: ScenarioContext): Promise<void> {
  const dan = await world.agent('dan')
  const bob = await world.agent('bob')
  const now = Math.floor(Date.now() / 1000)
  const changes: [string, Data][] = [
    ['that has expired', { iat: now - 290, exp: now - 10 }],
    ['that lives longer than five minutes', { exp: now + 600 }],
    ['issued more than a minute ahead', { iat: now + 240, exp: now + 500 }],
    ['that serves in more than a minute', { nbf: now + 240 }],
    ['without iat', { iat: nothing }],
    ['without exp', { exp: nothing }],
    ['without jti', { jti: nothing }],
    ['without aud', { aud: nothing }],
    ['without sub', { sub: nothing }],
    ['for another audience', { aud: `${world.publicUrl}/mcp` }],
    ['whose iss is not its sub', { iss: bob.agent_id }],
    ['whose sub is no UUID', { sub: 'dan' }],
    ['whose jti is empty', { jti: '' }],
    ['whose jti is a number', { jti: 7 }],
    ['whose jti has 257 characters', { jti: randomUUID().padEnd(257, 'x') }],
    ['whose jti has a control character', { jti: `${randomUUID()}\n` }],
    ['whose iat is a string', { iat: String(now) }],
  ]
  for (const [what, change] of changes) {
    await check(`an assertion ${what} is refused`, clausesOfAssertion(what), async () => {
      const claims = { ...claimsFor(dan, world.tokenAudience), ...change }
      requireRefusal(await exchange(world.http, await signAssertion(claims, dan.privateKey)), 'invalid_grant')
    })
  }
  const forgeries: [string, () => Promise<string> | string][] = [
    ['that is no JWT', () => 'x.y.z'],
    ['signed with HS256', () => signAssertion(claimsFor(dan, world.tokenAudience), randomBytes(32), 'HS256')],
    ['signed with PS384', () => signAssertion(claimsFor(dan, world.tokenAudience), dan.privateKey, 'PS384')],
    [
      'with the header parameter crit',
      () =>
        new SignJWT(claimsFor(dan, world.tokenAudience))
          .setProtectedHeader({ alg: 'PS256', crit: ['b64'], b64: true })
          .sign(dan.privateKey),
    ],
    ['without a signature', () => new UnsecuredJWT(claimsFor(dan, world.tokenAudience)).encode()],
    ['signed by another agent', () => signAssertion(claimsFor(dan, world.tokenAudience), bob.privateKey)],
  ]
  for (const [what, make] of forgeries) {
    await check(`an assertion ${what} is refused`, clausesOfAssertion(what), async () => {
      requireRefusal(await exchange(world.http, await make()), 'invalid_grant')
    })
  }
}

async function checkSameRefusal({ check, world }: ScenarioContext): Promise<void> {
  const [dan, bob] = [await world.agent('dan'), await world.agent('bob')]
  await check('wrong key, wrong audience and unknown agent have the same text', ['TOKEN-22'], async () => {
    const assertions = [
      await signAssertion(claimsFor(dan, world.tokenAudience), bob.privateKey),
      await signAssertion(claimsFor(dan, 'https://elsewhere.example'), dan.privateKey),
      await signAssertion({ ...claimsFor(dan, world.tokenAudience), sub: randomUUID() }, dan.privateKey),
    ]
    const replies = await Promise.all(assertions.map(assertion => exchange(world.http, assertion)))
    const texts = replies.map(reply => [reply.status, reply.data.error, reply.data.error_description, reply.data.detail])
    deepEqual(texts[1], texts[0])
    deepEqual(texts[2], texts[0])
  })
}

async function checkScopes({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const assert = () => signAssertion(claimsFor(ann, world.tokenAudience), ann.privateKey)
  await check('an omitted scope grants feed:read', ['TOKEN-6', 'TOKEN-4'], async () => {
    equal((await exchange(world.http, await assert())).as(tokenShapes.tokenGrant).scope, 'feed:read')
  })
  await check('the granted scope is returned', ['TOKEN-4', 'TOKEN-5'], async () => {
    const grant = (await exchange(world.http, await assert(), 'post:write feed:read')).as(tokenShapes.tokenGrant)
    deepEqual(grant.scope.split(' ').sort(), ['feed:read', 'post:write'])
  })
  await check('an unknown scope is refused', ['TOKEN-23', 'TOKEN-24', 'TOKEN-30'], async () => {
    requireRefusal(await exchange(world.http, await assert(), 'feed:read everything'), 'invalid_scope')
  })
  await check('two tokens of one agent differ', ['TOKEN-7'], async () => {
    notEqual(await world.newToken(ann, 'feed:read'), await world.newToken(ann, 'feed:read'))
  })
}

const metadata = z.looseObject({ scopes_supported: z.array(z.string()) })

async function checkMetadata({ check, world }: ScenarioContext): Promise<void> {
  await check('the metadata of issuer and resources list the scopes', ['TOKEN-55', 'TOKEN-61', 'TOKEN-60'], async () => {
    for (const name of ['authorization-server', 'protected-resource', 'protected-resource/mcp/readonly']) {
      const reply = requireStatus(await world.http.send({ path: `/.well-known/oauth-${name}` }), 200)
      equal(reply.type, 'application/json')
      deepEqual(reply.as(metadata).scopes_supported.sort(), allScopes.split(' ').sort(), name)
    }
  })
}

/** A problem with the members of RFC 6749, without a `code` (TOKEN-23, TOKEN-24). */
function requireRefusal(reply: Reply, error: string, status = 400): void {
  const body = requireStatus(reply, status).data
  equal(reply.type, 'application/problem+json')
  equal(body.error, error, reply.describe())
  match(String(body.error_description), /\S/)
  match(String(body.type), /\/errors\/[a-z-]+$/)
  ok(!('code' in body), reply.describe())
}
