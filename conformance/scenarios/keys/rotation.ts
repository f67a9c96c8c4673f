import { deepEqual, equal, ok } from 'node:assert/strict'
import { within } from '../../assertions/deadline.ts'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { EventStream, openSession, type Rpc, request } from '../../clients/mcp-wire.ts'
import { oddKeys, smallKey } from '../../clients/odd-keys.ts'
import { callWithToken } from '../../clients/rest.ts'
import { fingerprint, generateKeys, type Identity, type KeyPair, signMessage } from '../../clients/signing.ts'
import { claimsFor, exchange, signAssertion } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import * as keyShapes from '../../schemas/keys.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { patienceMs } from '../../until.ts'
import type { World } from '../../world.ts'

const clausesOfPayload = clausesBy({
  'no key is a 422 that points at /public_key_pem': ['KEY-19'],
  'two keys is a 422 that points at /new_public_key_pem': ['KEY-18'],
  'a proof * is a 422 that points at /proof': ['KEY-35', 'KEY-36'],
})

const clausesOfRefused = clausesBy({
  'text that is not a key': ['KEY-1', 'KEY-10'],
  'two blocks': ['KEY-5', 'KEY-10'],
  'text around the block': ['KEY-1', 'KEY-5', 'KEY-10'],
  'a private key': ['KEY-6', 'KEY-10'],
  'a PKCS#1 block': ['KEY-5', 'KEY-10'],
  'an elliptic-curve key': ['KEY-4', 'KEY-10'],
  'an RSASSA-PSS key': ['KEY-4', 'KEY-10'],
  'an exponent of *': ['KEY-8', 'KEY-10'],
  'an even exponent': ['KEY-8', 'KEY-10'],
  'a key of 8,200 bits': ['KEY-9', 'KEY-10'],
  'a certificate’s label': ['KEY-1', 'KEY-10'],
  'an algorithm without its NULL': ['KEY-39', 'KEY-10'],
  'a length of more bytes than it needs': ['KEY-39', 'KEY-10'],
  'a truncated block': ['KEY-1', 'KEY-10'],
  'the key of another agent': ['KEY-15'],
  'the current key': ['KEY-15'],
  'the current key with other line breaks': ['KEY-14', 'KEY-2', 'KEY-15'],
})

const endMs = 5000

export const rotation = defineScenario('rotation', async context => {
  await checkReplaced(context)
  await checkFields(context)
  await checkTaken(context)
  await checkIdentifiers(context)
  await checkRevoked(context)
  await checkRaces(context)
})

const rotate = (world: World, agent: Identity, payload: Data, identifier = 'me'): Promise<Reply> =>
  world.call(agent, 'POST', `/agents/${identifier}/keys/rotate`, payload)

const withKeys = (agent: Identity, keys: KeyPair): Identity => ({ ...agent, ...keys })

const statement = (agent: Identity, keys: KeyPair) => `aui-key-rotation:v1:${agent.agent_id}:${fingerprint(keys.publicKey)}`

async function checkReplaced({ check, world }: ScenarioContext): Promise<void> {
  const old = await world.agent('rota')
  const keys = await generateKeys()
  const { public_key_pem } = keys
  const agent = withKeys(old, keys)
  await check('a rotation returns both fingerprints and its time', ['KEY-16', 'KEY-20', 'KEY-13', 'KEY-35'], async () => {
    const proof = signMessage(statement(old, keys), keys.privateKey)
    const body = requireStatus(await rotate(world, old, { public_key_pem, proof }), 200).as(keyShapes.rotation)
    equal(body.agent_id, old.agent_id)
    equal(body.key_fingerprint, fingerprint(keys.publicKey))
    equal(body.previous_key_fingerprint, fingerprint(old.publicKey))
  })
  await check('the new key signs, and ping and profile name it', ['ENV-44', 'ENV-105', 'KEY-16', 'KEY-21'], async () => {
    for (const reply of [await world.call(agent, 'POST', '/ping'), await world.call(agent, 'GET', '/agents/me')])
      equal(requireStatus(reply, 200).data.key_fingerprint, fingerprint(keys.publicKey))
  })
  await check('the old key is invalid, even for the same rotation', ['ENV-44', 'KEY-22'], async () => {
    for (let turn = 0; turn < 4; turn++) {
      requireProblem(await world.call(old, 'POST', '/ping'), 'aui-signature-verification-failed')
      requireProblem(await rotate(world, old, { public_key_pem }), 'aui-signature-verification-failed')
    }
  })
  await check('a bearer token cannot rotate', ['KEY-29', 'TOKEN-45', 'ROUTE-33'], async () => {
    const { public_key_pem: another } = await generateKeys()
    const token = await world.newToken(agent)
    const reply = await callWithToken(world.http, token, 'POST', '/agents/me/keys/rotate', { public_key_pem: another })
    requireProblem(reply, 'aui-signature-missing')
  })
  await check('new_public_key_pem is an alias', ['KEY-17', 'KEY-37'], async () => {
    const { public_key_pem: new_public_key_pem } = await generateKeys()
    requireStatus(await rotate(world, await world.newAgent('rotn'), { new_public_key_pem }), 200)
  })
}

/** An agent for several checks: after a rotation that was not refused, the next check has a new agent. */
function openKeeper(world: World, word: string) {
  let kept: Promise<Identity> | undefined
  const agent = () => {
    kept ??= world.newAgent(word)
    return kept
  }
  return {
    agent,
    async rotate(payload: Data): Promise<Reply> {
      const reply = await rotate(world, await agent(), payload)
      if (reply.status === 200) kept = undefined
      return reply
    },
  }
}

async function checkFields({ check, world }: ScenarioContext): Promise<void> {
  const keeper = openKeeper(world, 'rotb')
  const { public_key_pem } = await generateKeys()
  const others = await generateKeys()
  const sign = async (made: KeyPair, by: KeyPair) => signMessage(statement(await keeper.agent(), made), by.privateKey)
  const rows: [string, (keys: KeyPair) => Promise<Data> | Data, string][] = [
    ['no key', () => ({}), '/public_key_pem'],
    ['two keys', () => ({ new_public_key_pem: others.public_key_pem }), '/new_public_key_pem'],
    ['a proof by another key', async keys => ({ proof: await sign(keys, others) }), '/proof'],
    ['a proof over another key', async keys => ({ proof: await sign(others, keys) }), '/proof'],
    ['a proof that is no signature', () => ({ proof: 'AAAA' }), '/proof'],
  ]
  for (const [what, make, pointer] of rows) {
    await check(`${what} is a 422 that points at ${pointer}`, clausesOfPayload, async () => {
      // A new key: if it was accepted by mistake, it would be refused as a known key afterwards.
      const keys = await generateKeys()
      const key = what === 'no key' ? {} : { public_key_pem: keys.public_key_pem }
      requireInvalid(await keeper.rotate({ ...key, ...(await make(keys)) }), pointer)
    })
  }
  for (const [what, odd] of oddKeys(public_key_pem)) {
    await check(`${what} is refused as the new key`, clausesOfRefused(what), async () => {
      requireInvalid(await keeper.rotate({ public_key_pem: odd }), '/public_key_pem', 'invalid-public-key')
    })
  }
  await check('a new key of 1024 bits is too small', ['KEY-11'], async () => {
    requireProblem(await keeper.rotate({ public_key_pem: smallKey() }), 'key-too-small')
  })
  await check('after errors the key is unchanged', ['KEY-33'], async () => {
    const agent = await world.newAgent('rotk')
    const { public_key_pem: taken } = await world.agent('bob')
    for (const payload of [{}, { public_key_pem: smallKey() }, { public_key_pem, proof: 'AAAA' }, { public_key_pem: taken }]) {
      ok((await rotate(world, agent, payload)).status >= 400, `not refused: ${Object.keys(payload).join(', ') || 'nothing'}`)
      const { key_fingerprint } = requireStatus(await world.call(agent, 'POST', '/ping'), 200).data
      equal(key_fingerprint, fingerprint(agent.publicKey))
    }
  })
}

async function checkTaken({ check, world }: ScenarioContext): Promise<void> {
  const keeper = openKeeper(world, 'rotc')
  const bob = await world.agent('bob')
  const rows: [string, (own: string) => string][] = [
    ['the key of another agent', () => bob.public_key_pem],
    ['the current key', own => own],
    ['the current key with other line breaks', own => own.replaceAll('\n', '\r\n')],
  ]
  for (const [what, keyOf] of rows) {
    await check(`${what} is a 409`, clausesOfRefused(what), async () => {
      const public_key_pem = keyOf((await keeper.agent()).public_key_pem)
      requireProblem(await keeper.rotate({ public_key_pem }), 'public-key-taken')
    })
  }
  await check('a previous key is a 409, for its agent and for a new one', ['ENROLL-35', 'KEY-15'], async () => {
    const [agent, keys] = [await world.newAgent('rotd'), await generateKeys()]
    requireStatus(await rotate(world, agent, { public_key_pem: keys.public_key_pem }), 200)
    const { public_key_pem } = agent
    requireProblem(await rotate(world, withKeys(agent, keys), { public_key_pem }), 'public-key-taken')
    const body = { handle: world.handle('rotf'), name: 'Former', public_key_pem }
    requireProblem(await world.enroll(body), 'public-key-taken')
  })
}

async function checkIdentifiers({ check, world }: ScenarioContext): Promise<void> {
  const { public_key_pem } = await generateKeys()
  await check('rotating the key of another agent is a 403', ['HTTP-5', 'KEY-31'], async () => {
    const [agent, other] = [await world.newAgent('rote'), await world.newAgent('roto')]
    for (const identifier of [other.handle, other.agent_id])
      requireProblem(await rotate(world, agent, { public_key_pem }, identifier), 'not-own-agent')
    const { key_fingerprint } = requireStatus(await world.call(other, 'POST', '/ping'), 200).data
    equal(key_fingerprint, fingerprint(other.publicKey))
  })
  await check('an agent that does not exist is a 404', ['KEY-32'], async () => {
    const agent = await world.newAgent('rotm')
    requireProblem(await rotate(world, agent, { public_key_pem }, world.handle('nobody')), 'not-found')
  })
  await check("the caller's own handle and id are accepted", ['HTTP-5', 'KEY-30'], async () => {
    for (const by of ['handle', 'agent_id'] as const) {
      const [agent, next] = [await world.newAgent('rots'), await generateKeys()]
      requireStatus(await rotate(world, agent, { public_key_pem: next.public_key_pem }, agent[by]), 200)
    }
  })
}

const isClosing = ({ params }: Rpc) => (params?.data as Data | undefined)?.type === 'stream.closed'

const isRotation = ({ params }: Rpc) => (params?.data as Data | undefined)?.type === 'agent.key.rotated'

async function checkRevoked({ check, world }: ScenarioContext): Promise<void> {
  const old = await world.agent('rotg')
  const token = await world.newToken(old)
  const session = await openSession(world.http, token, '2025-11-25', true)
  const stream = await EventStream.open(session)
  const assertion = await signAssertion(claimsFor(old, world.tokenAudience), old.privateKey)
  const keys = await generateKeys()
  const { public_key_pem } = keys
  const answer = requireStatus(await rotate(world, old, { public_key_pem }), 200).as(keyShapes.rotation)
  await check('the tokens of the old key are 401, on REST and on MCP', ['KEY-25', 'TOKEN-37', 'TOKEN-47'], async () => {
    requireProblem(await callWithToken(world.http, token, 'GET', '/agents/me'), 'invalid-token')
    requireStatus(await request(session, 'ping'), 401)
  })
  await check('an assertion of the old key gets no token', ['KEY-22', 'TOKEN-11'], async () => {
    equal(requireStatus(await exchange(world.http, assertion), 400).data.error, 'invalid_grant')
  })
  await check('an open stream ends within five seconds, with a final event', ['KEY-27'], async () => {
    const next = () => stream.next(isClosing, patienceMs)
    ok(await within(world.http, endMs, 'the end', next), 'no final event')
    ok(await stream.hasEnded(patienceMs), 'the stream is still open')
  })
  const fresh = await world.newToken(withKeys(old, keys))
  await check('the sessions of the old key are 404 for a new token', ['KEY-26'], async () => {
    requireStatus(await request({ ...session, token: fresh }, 'ping'), 404)
  })
  await check('the agent is notified of the rotation', ['KEY-28'], async () => {
    const replayed = await EventStream.open(await openSession(world.http, fresh, '2025-11-25', true), '0')
    const received = await replayed.next(isRotation, patienceMs)
    replayed.close()
    const { agent_id: _, ...facts } = answer
    deepEqual(notificationShapes.event.parse(received?.message.params?.data).data, facts)
  })
}

async function checkRaces({ check, world }: ScenarioContext): Promise<void> {
  await check('eight writers with the old key write nothing once the rotation has returned', ['HTTP-51', 'KEY-23'], async () => {
    const old = await world.agent('roth')
    const keys = await generateKeys()
    const own = withKeys(old, keys)
    const writers = Array.from({ length: 8 }, () => writeUntilRefused(world, old))
    requireStatus(await rotate(world, old, { public_key_pem: keys.public_key_pem }), 200)
    const { post_count } = requireStatus(await world.call(own, 'GET', '/agents/me'), 200).as(agentShapes.ownProfile)
    const ends = await Promise.all(writers)
    for (const { refusal } of ends) requireProblem(refusal, 'aui-signature-verification-failed')
    const later = requireStatus(await world.call(own, 'GET', '/agents/me'), 200).as(agentShapes.ownProfile)
    equal(later.post_count, post_count)
    equal(
      ends.reduce((sum, { written }) => sum + written, 0),
      post_count,
    )
  })
  await check('of two concurrent rotations one succeeds, and the other changes nothing', ['KEY-24'], async () => {
    const agent = await world.agent('roti')
    const candidates = await Promise.all([generateKeys(), generateKeys()])
    const replies = await Promise.all(candidates.map(({ public_key_pem }) => rotate(world, agent, { public_key_pem })))
    deepEqual(replies.map(({ status }) => status).sort(), [200, 401])
    for (const [index, keys] of candidates.entries()) {
      equal((await world.call(withKeys(agent, keys), 'POST', '/ping')).status, replies[index]?.status)
    }
  })
}

async function writeUntilRefused(world: World, agent: Identity): Promise<{ written: number; refusal: Reply }> {
  for (let written = 0; ; written++) {
    const reply = await world.call(agent, 'POST', '/posts', { content: world.text('written in a race') })
    if (reply.status !== 201) return { written, refusal: reply }
  }
}
