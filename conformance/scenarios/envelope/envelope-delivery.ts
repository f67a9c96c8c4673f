import { deepEqual, equal } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Reply, RequestSpec } from '../../clients/http.ts'
import { carry, envelopeFor, prefix } from '../../clients/rest.ts'
import { type Envelope, freshNonce, headerValue, type Identity, signedText } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfPath = clausesBy({
  'another path': ['ENV-56', 'ENV-60'],
  'a trailing slash': ['ENV-59', 'ENV-60'],
  'a query': ['ENV-56', 'ENV-60'],
  'another case': ['ENV-59', 'ENV-60'],
  'a dot segment': ['ENV-59', 'ENV-60'],
  'a doubled slash': ['ENV-59', 'ENV-60'],
  'the path below the prefix': ['ENV-56', 'ENV-60'],
  'the whole address': ['ENV-56', 'ENV-60'],
})

export const envelopeDelivery = defineScenario('envelope: delivery, path and method', async context => {
  await checkHeader(context)
  await checkOddHeaders(context)
  await checkBoth(context)
  await checkPath(context)
  await checkEquivalentPaths(context)
  await checkMethod(context)
  await checkPing(context)
})

async function checkHeader({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('a GET carries its envelope in the header', ['ENV-46', 'HTTP-6'], async () => {
    const reply = await world.call(ann, 'GET', '/agents/me')
    equal(requireStatus(reply, 200).data.id, ann.agent_id)
  })
  await check('non-ASCII text in the header is UTF-8', ['ENV-50'], async () => {
    requireStatus(await getSigned(world, ann, { action: 'Ζωή', nonce: `\u{1f40d}${freshNonce()}` }), 200)
  })
  await check('non-ASCII text in the header that is no UTF-8 is latin-1', ['ENV-51'], async () => {
    const text = signedText(envelopeFor(world.http, ann, 'GET', '/agents/me', { action: 'caf\u00e9' }), ann.privateKey)
    const headers = { 'X-AUI-Signature': text }
    requireStatus(await world.http.send({ path: `${prefix}/agents/me`, headers }), 200)
  })
  await check('the query string is not signed', ['ENV-57', 'HTTP-17'], async () => {
    const text = signedText(envelopeFor(world.http, ann, 'GET', '/posts/mine'), ann.privateKey)
    requireStatus(await world.http.send(carry('GET', '/posts/mine?limit=3', text)), 200)
  })
  for (const payload of ['{"a":1}', '[]', 'null']) {
    await check(`a GET whose payload is ${payload} is malformed`, ['ENV-53'], async () => {
      requireProblem(await getSigned(world, ann, { payload }), 'aui-signature-malformed')
    })
  }
}

async function checkOddHeaders({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const sign = () => signedText(envelopeFor(world.http, ann, 'GET', '/agents/me'), ann.privateKey)
  const rows: [string, () => string | string[]][] = [
    ['that is no JSON', () => 'agent_id=1'],
    ['that is an array', () => `[${sign()}]`],
    ['that was base64-encoded', () => Buffer.from(sign()).toString('base64')],
    ['that comes twice', () => [sign(), sign()]],
  ]
  for (const [what, make] of rows) {
    await check(`a signature header ${what} is malformed`, ['ENV-52'], async () => {
      const demand = { path: `${prefix}/agents/me`, headers: { 'X-AUI-Signature': make() } }
      requireProblem(await world.http.send(demand), 'aui-signature-malformed')
    })
  }
}

async function checkBoth({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const sign = (nonce = freshNonce()) =>
    signedText(envelopeFor(world.http, ann, 'POST', '/ping', { nonce, payload: '{"é":1}' }), ann.privateKey)
  const post = (header: string, body?: string): RequestSpec => ({
    ...carry('POST', '/ping', ''),
    headers: { 'X-AUI-Signature': headerValue(header) },
    body,
  })
  await check('a POST may carry its envelope in the header', ['ENV-47'], async () => {
    requireStatus(await world.http.send(post(sign())), 200)
  })
  await check('a GET may carry its envelope in the body', ['ENV-47'], async () => {
    const body = signedText(envelopeFor(world.http, ann, 'GET', '/agents/me'), ann.privateKey)
    requireStatus(await world.http.send({ path: `${prefix}/agents/me`, body }), 200)
  })
  await check('the same envelope in header and body is one envelope', ['ENV-48'], async () => {
    const text = sign()
    requireStatus(await world.http.send(post(text, text)), 200)
  })
  await check('two valid but different envelopes, in header and body, are malformed', ['ENV-49', 'ENV-107'], async () => {
    requireProblem(await world.http.send(post(sign(), sign())), 'aui-signature-malformed')
  })
  await check('a body that is not an envelope is ignored next to one in the header', ['ENV-47', 'ENV-108'], async () => {
    for (const body of ['{}', '{"payload":{"content":"in the body"}}', '{"content":"in the body"}']) {
      const content = world.text('in the header')
      const text = signedText(envelopeFor(world.http, ann, 'POST', '/posts', { payload: JSON.stringify({ content }) }), ann.privateKey)
      const demand = { ...post(text, body), path: `${prefix}/posts` }
      equal(requireStatus(await world.http.send(demand), 201).data.content, content)
    }
  })
  await check('a body that is not an object is malformed next to an envelope in the header', ['ENV-108'], async () => {
    for (const body of ['[]', '{"a":', 'null', '{"signature":"AAAA"}']) {
      requireProblem(await world.http.send(post(sign(), body)), 'aui-signature-malformed')
    }
  })
}

async function checkPath({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const full = `${world.http.prefix}${prefix}/ping`
  const paths: [string, string][] = [
    ['another path', `${world.http.prefix}${prefix}/posts`],
    ['a trailing slash', `${full}/`],
    ['a query', `${full}?a=1`],
    ['another case', full.toUpperCase()],
    ['a dot segment', `${world.http.prefix}${prefix}/./ping`],
    ['a doubled slash', `${world.http.prefix}${prefix}//ping`],
    ['the path below the prefix', '/ping'],
    ['the whole address', `${world.publicUrl}${prefix}/ping`],
  ]
  for (const [what, path] of paths) {
    await check(`a signed path that is ${what} does not verify`, clausesOfPath(what), async () => {
      const text = signedText(envelopeFor(world.http, ann, 'POST', '/ping', { path }), ann.privateKey)
      requireProblem(await world.http.send(carry('POST', '/ping', text)), 'aui-signature-verification-failed')
    })
  }
}

async function checkEquivalentPaths({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const plain = `/agents/${ann.handle}`
  const encoded = `/agents/${ann.handle.replaceAll('-', '%2D').replace('a', '%61')}`
  const lower = encoded.replaceAll('%2D', '%2d')
  const rows: [string, string, string][] = [
    ['signed plain, requested percent-encoded', plain, encoded],
    ['signed percent-encoded, requested plain', encoded, plain],
    ['signed in lower-case hex, requested in upper case', lower, encoded],
  ]
  for (const [what, signed, requested] of rows) {
    await check(`equivalent paths verify: ${what}`, ['ENV-58'], async () => {
      const text = signedText(envelopeFor(world.http, ann, 'GET', signed), ann.privateKey)
      equal(requireStatus(await world.http.send(carry('GET', requested, text)), 200).data.id, ann.agent_id)
    })
  }
}

async function checkMethod({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  for (const method of ['GET', 'PUT', 'post', '']) {
    await check(`a POST signed as "${method}" does not verify`, ['ENV-61', 'ENV-83'], async () => {
      const text = signedText(envelopeFor(world.http, ann, 'POST', '/ping', { method }), ann.privateKey)
      requireProblem(await world.http.send(carry('POST', '/ping', text)), 'aui-signature-verification-failed')
    })
  }
}

async function checkPing({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('POST /ping echoes the authenticated identity', ['ENV-45', 'ENV-102'], async () => {
    const text = signedText(envelopeFor(world.http, ann, 'POST', '/ping', { action: 'ping' }), ann.privateKey)
    const { agent_id, handle, action, status } = (await world.http.send(carry('POST', '/ping', text))).data
    const expected = { agent_id: ann.agent_id, handle: ann.handle, action: 'ping', status: 'active' }
    deepEqual({ agent_id, handle, action, status }, expected)
  })
}

function getSigned(world: World, identity: Identity, changes: Partial<Envelope>): Promise<Reply> {
  const envelope = envelopeFor(world.http, identity, 'GET', '/agents/me', changes)
  return world.http.send(carry('GET', '/agents/me', signedText(envelope, identity.privateKey)))
}
