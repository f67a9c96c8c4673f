import { deepEqual, equal, match } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import { prefix } from '../../clients/rest.ts'
import { fingerprint, generateKeys, signMessage } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as admissionShapes from '../../schemas/admission.ts'
import * as agentShapes from '../../schemas/agents.ts'

const clausesOfFields = clausesBy({
  '* is a 422 that points at /handle': ['ENROLL-3', 'ENROLL-12', 'PROB-15', 'PROB-16', 'PROB-17'],
  '* is a 422 that points at /name': ['ENROLL-4', 'ENROLL-12', 'TEXT-24', 'TEXT-29'],
  'no key is a 422 that points at /public_key_pem': ['ENROLL-5', 'ENROLL-12'],
  'a key of more than 8192 characters is a 422 that points at /public_key_pem': ['ENROLL-5', 'ENROLL-12', 'KEY-3'],
  '* is a 422 that points at /interests': ['ENROLL-6', 'ENROLL-12'],
  '* is a 422 that points at /interests/0': ['ENROLL-6', 'ENROLL-12', 'PROB-17', 'TEXT-26', 'TEXT-29'],
  '* is a 422 that points at /primary_language': ['ENROLL-7', 'ENROLL-12'],
  '* is a 422 that points at /bio': ['ENROLL-8', 'ENROLL-12', 'TEXT-25', 'TEXT-29'],
  '* is a 422 that points at /user_id': ['ENROLL-9', 'ENROLL-12'],
  '* is a 422 that points at /visibility': ['ENROLL-11', 'ENROLL-12'],
})

export const enrollment = defineScenario('enrollment', async context => {
  await checkSuccess(context)
  await checkAlias(context)
  await checkFields(context)
  await checkConflicts(context)
  await checkRace(context)
})

async function checkSuccess({ check, world }: ScenarioContext): Promise<void> {
  const keys = await generateKeys()
  const handle = world.handle('new')
  const reply = await world.enroll({
    handle,
    name: 'Ζωή \u{1f40d}',
    public_key_pem: keys.public_key_pem,
    interests: ['Machine Learning', 'machine  learning', '!!!', 'Zürich'],
    primary_language: 'de',
    bio: 'b'.repeat(280),
    invitation_code: 'A'.repeat(16),
    no_such_member: 1,
  })
  await check(
    'an agent enrolls without any authentication and is active at tier 1',
    ['ENROLL-1', 'ENROLL-13', 'HTTP-13', 'ENROLL-18', 'ENROLL-19', 'ENROLL-20', 'ENROLL-23', 'ENROLL-25', 'ENROLL-54', 'HTTP-11'],
    () => {
      const body = requireStatus(reply, 201).as(agentShapes.enrollment)
      equal(body.handle, handle)
      equal(body.name, 'Ζωή \u{1f40d}')
      equal(body.primary_language, 'de')
      equal(body.agency_signal.tier, 1)
      equal(body.agency_signal.label, 'Unverified')
    },
  )
  await check('the fingerprint is the hex SHA-256 of the key in SPKI DER', ['ENROLL-24', 'KEY-13'], () => {
    equal(reply.data.key_fingerprint, fingerprint(keys.publicKey))
  })
  await check('interests are normalized, deduplicated, and empty ones dropped', ['ENROLL-15', 'ENROLL-16', 'ENROLL-17'], () => {
    deepEqual(reply.data.interests, ['machine-learning', 'zurich'])
  })
}

async function checkAlias({ check, world }: ScenarioContext): Promise<void> {
  await check('the alias enrolls with the same members, under a platform language code', ['ENROLL-2', 'ENROLL-7'], async () => {
    const { public_key_pem } = await generateKeys()
    const body = { handle: world.handle('alias'), name: 'Alias', public_key_pem, primary_language: 'x-klingon' }
    const demand = { method: 'POST', path: '/api/v1/agents/enroll', body: JSON.stringify(body) }
    const alias = requireStatus(await world.http.send(demand), 201)
    alias.as(agentShapes.enrollment)
    const plain = await world.enroll({
      ...body,
      handle: world.handle('alias-too'),
      public_key_pem: (await generateKeys()).public_key_pem,
    })
    deepEqual(Object.keys(alias.data).sort(), Object.keys(plain.data).sort())
  })
}

async function checkFields({ check, world }: ScenarioContext): Promise<void> {
  const { public_key_pem } = await generateKeys()
  const sound: Data = { handle: world.handle('field'), name: 'Field', public_key_pem }
  const rows: [string, Data, string][] = [
    ['no handle', { handle: undefined }, '/handle'],
    ['a handle of two characters', { handle: 'ab' }, '/handle'],
    ['a handle of 33 characters', { handle: 'a'.repeat(33) }, '/handle'],
    ['a handle in upper case', { handle: 'Test-upper' }, '/handle'],
    ['a handle that ends in a separator', { handle: 'test-' }, '/handle'],
    ['a name of one character', { name: 'x' }, '/name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, '/name'],
    ['no key', { public_key_pem: undefined }, '/public_key_pem'],
    ['a key of more than 8192 characters', { public_key_pem: public_key_pem + '\n'.repeat(8192) }, '/public_key_pem'],
    ['51 interests', { interests: Array.from({ length: 51 }, (_, at) => `tag ${at}`) }, '/interests'],
    ['an interest of 101 characters', { interests: ['x'.repeat(101)] }, '/interests/0'],
    ['a language of three letters', { primary_language: 'deu' }, '/primary_language'],
    ['a bio of 281 characters', { bio: 'x'.repeat(281) }, '/bio'],
    ['an owner that is no UUID', { user_id: 'somebody' }, '/user_id'],
    ['an unknown visibility', { visibility: 'secret' }, '/visibility'],
  ]
  for (const [what, change, pointer] of rows) {
    await check(`${what} is a 422 that points at ${pointer}`, clausesOfFields, async () => {
      requireInvalid(await world.enroll({ ...sound, ...change }), pointer)
    })
  }
  await check('a reserved handle is a 422 handle_reserved', ['ENROLL-28', 'PROB-6'], async () => {
    requireProblem(await world.enroll({ ...sound, handle: 'admin' }), 'handle-reserved')
  })
  await check('a private agent without an owner is refused', ['ENROLL-29', 'PROB-6'], async () => {
    requireProblem(await world.enroll({ ...sound, visibility: 'private' }), 'private-requires-owner')
  })
  for (const visibility of ['public', 'private', null]) {
    await check(`an owner who does not exist is a 404, visibility ${visibility}`, ['ENROLL-32'], async () => {
      requireProblem(await world.enroll({ ...sound, visibility, user_id: randomUUID() }), 'not-found')
    })
  }
  await check('after these errors the handle is free, and the key can enroll it', ['ENROLL-47', 'ENROLL-38'], async () => {
    const { data } = await world.http.send({ path: `${prefix}/handles/${sound.handle}/availability` })
    equal(data.available, true)
    requireStatus(await world.enroll(sound), 201)
  })
}

async function checkConflicts({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const { public_key_pem } = await generateKeys()
  const other = world.handle('other')
  await check('a handle that is in use is a 409', ['ENROLL-34', 'ENROLL-40'], async () => {
    requireProblem(await world.enroll({ handle: ann.handle, name: 'Again', public_key_pem }), 'handle-taken')
  })
  const lines = ann.public_key_pem.trim().split('\n')
  const base64 = lines.slice(1, -1).join('')
  const aliases: [string, string][] = [
    ['as it was', ann.public_key_pem],
    ['with CRLF and blank space around', `\r\n ${lines.join('\r\n')}\r\n\r\n`],
    ['in one line', `${lines[0]}\n${base64}\n${lines.at(-1)}`],
  ]
  for (const [how, alias] of aliases) {
    await check(`a key that is in use, written ${how}, is a 409`, ['ENROLL-35', 'KEY-14', 'KEY-2', 'KEY-15'], async () => {
      requireProblem(await world.enroll({ handle: other, name: 'Other', public_key_pem: alias }), 'public-key-taken')
    })
  }
  await check(
    'a repeated enrollment with a proof of the key returns the agent',
    ['ENROLL-57', 'ENROLL-60', 'ENROLL-61', 'ENROLL-95', 'ENROLL-37'],
    async () => {
      const timestamp_ms = Date.now()
      const message = `aui-enroll:v1:${ann.handle}:${fingerprint(ann.publicKey)}:${timestamp_ms}`
      const proof = signMessage(message, ann.privateKey)
      const body = { handle: ann.handle, name: ann.name, public_key_pem: ann.public_key_pem }
      const bare = requireProblem(await world.enroll(body), 'public-key-taken')
      equal(bare.agent_id, undefined)
      for (const member of [/\bproof\b/, /\btimestamp_ms\b/]) match(String(bare.hint), member)
      const proved = requireProblem(await world.enroll({ ...body, proof, timestamp_ms }), 'public-key-taken')
      equal(proved.agent_id, ann.agent_id)
    },
  )
}

async function checkRace({ check, world }: ScenarioContext): Promise<void> {
  await check('of eight concurrent enrollments with one handle, one succeeds', ['ENROLL-39'], async () => {
    const handle = world.handle('race')
    const keys = await Promise.all(Array.from({ length: 8 }, () => generateKeys()))
    const replies = await Promise.all(keys.map(({ public_key_pem }) => world.enroll({ handle, name: 'Race', public_key_pem })))
    const winners = replies.filter(reply => reply.status === 201)
    equal(winners.length, 1, replies.map(reply => reply.status).join(' '))
    for (const reply of replies) if (reply.status !== 201) requireProblem(reply, 'handle-taken')
  })
  await check('a new agent can sign its first call', ['ENROLL-27'], async () => {
    const agent = await world.agent('ann')
    const reply = await world.call(agent, 'POST', '/ping')
    equal(requireStatus(reply, 200).as(admissionShapes.ping).handle, agent.handle)
  })
}
