import { equal } from 'node:assert/strict'
import { constants, randomUUID, sign } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Reply } from '../../clients/http.ts'
import { carry, envelopeFor } from '../../clients/rest.ts'
import { canonicalMessage, type Identity, signedText, signMessage, withSignature } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfMalformed = clausesBy({
  agent_id: ['ENV-1', 'ENV-55', 'ENV-77'],
  action: ['ENV-2', 'ENV-77'],
  method: ['ENV-3', 'ENV-77'],
  path: ['ENV-4', 'ENV-77'],
  timestamp_ms: ['ENV-5', 'ENV-77'],
  payload: ['ENV-7', 'ENV-77'],
  signature: ['ENV-8', 'ENV-55', 'ENV-77'],
  'an envelope without agent_id': ['ENV-1', 'ENV-55', 'ENV-77'],
  'an envelope without action': ['ENV-2', 'ENV-77'],
  'an envelope without method': ['ENV-3', 'ENV-77'],
  'an envelope without path': ['ENV-4', 'ENV-77'],
  'an envelope without timestamp_ms': ['ENV-5', 'ENV-77'],
  'an envelope without payload': ['ENV-7', 'ENV-77'],
  'an envelope without signature': ['ENV-8', 'ENV-55', 'ENV-77'],
  'an agent_id that is no UUID': ['ENV-1', 'ENV-77'],
  'an action *': ['ENV-2', 'ENV-77'],
  'a timestamp *': ['ENV-5', 'ENV-77'],
  'a payload *': ['ENV-7', 'ENV-77'],
  'a method that is no string': ['ENV-3', 'ENV-77'],
  'a signature that is no string': ['ENV-8', 'ENV-77'],
})

const clausesOfVersion = clausesBy({
  'no sig_version': ['ENV-12', 'ENV-15', 'ENV-78'],
  'sig_version 1': ['ENV-12', 'ENV-15', 'ENV-78'],
  'sig_version 3': ['ENV-11', 'ENV-78'],
  'sig_version 2.0': ['ENV-11', 'ENV-78'],
  'sig_version "2"': ['ENV-11', 'ENV-78'],
  'sig_version null': ['ENV-11', 'ENV-78'],
  'an envelope of version 1, signed as version 1,': ['ENV-15', 'ENV-78'],
})

const clausesOfVerification = clausesBy({
  'PKCS#1 v1.5': ['ENV-38', 'ENV-42', 'ENV-83'],
  'SHA-*': ['ENV-38', 'ENV-42', 'ENV-83'],
  'the key of another agent': ['ENV-42', 'ENV-83'],
  'a byte too *': ['ENV-41', 'ENV-83'],
  'another message': ['ENV-42', 'ENV-83'],
  zeros: ['ENV-42', 'ENV-83'],
  ones: ['ENV-42', 'ENV-83'],
})

const members = ['agent_id', 'action', 'method', 'path', 'timestamp_ms', 'payload', 'signature']

export const envelopeShape = defineScenario('envelope: shape and signature', async context => {
  await checkMissing(context)
  await checkMembers(context)
  await checkVersions(context)
  await checkNonces(context)
  await checkEncodings(context)
  await checkSignatures(context)
})

async function checkMissing({ check, world }: ScenarioContext): Promise<void> {
  const rows: [string, string | undefined][] = [
    ['no body', undefined],
    ['an empty object', '{}'],
    ['a bare payload', '{"payload":{"content":"x"}}'],
  ]
  for (const [what, body] of rows) {
    await check(`${what} is a missing signature`, ['ENV-54', 'ENV-76'], async () => {
      requireProblem(await world.http.send({ ...carry('POST', '/ping', ''), body }), 'aui-signature-missing')
    })
  }
  await check('a GET without the header is a missing signature', ['ENV-54', 'ENV-76'], async () => {
    requireProblem(await world.http.send({ path: carry('GET', '/agents/me', '').path }), 'aui-signature-missing')
  })
}

async function checkMembers({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  for (const member of members) {
    await check(`an envelope without ${member} is malformed`, clausesOfMalformed(member), async () => {
      requireProblem(await pingWith(world, ann, { [member]: undefined }), 'aui-signature-malformed')
    })
  }
  const rows: [string, Record<string, unknown>][] = [
    ['an agent_id that is no UUID', { agent_id: 'ann' }],
    ['an action that is no string', { action: 1 }],
    ['an action of 129 characters', { action: 'a'.repeat(129) }],
    ['an action with a line break', { action: 'ping\n' }],
    ['an action with a nul', { action: 'pi\0ng' }],
    ['a timestamp in a string', { timestamp_ms: String(Date.now()) }],
    ['a timestamp with a fraction', { timestamp_ms: Date.now() + 0.5 }],
    ['a payload that is an array', { payload: [] }],
    ['a payload that is null', { payload: null }],
    ['a method that is no string', { method: null }],
    ['a signature that is no string', { signature: 1 }],
  ]
  for (const [what, change] of rows) {
    await check(`${what} is malformed`, clausesOfMalformed(what), async () => {
      requireProblem(await pingWith(world, ann, change), 'aui-signature-malformed')
    })
  }
  await check('a timestamp written with an exponent is malformed', ['ENV-5', 'ENV-77'], async () => {
    const text = signedText(envelopeFor(world.http, ann, 'POST', '/ping'), ann.privateKey)
    const odd = text.replace(/"timestamp_ms":(\d)(\d+)/, '"timestamp_ms":$1.$2e12')
    requireProblem(await world.http.send(carry('POST', '/ping', odd)), 'aui-signature-malformed')
  })
  await check('any action of up to 128 characters is accepted', ['ENV-2', 'ENV-10'], async () => {
    requireStatus(await pingWith(world, ann, { action: 'é'.repeat(128) }), 200)
  })
  await check('an empty action is accepted', ['ENV-2', 'ENV-10', 'ENV-102'], async () => {
    equal(requireStatus(await pingWith(world, ann, { action: '' }), 200).data.action, '')
  })
}

async function checkVersions({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const tokens: [string, string | undefined][] = [
    ['no sig_version', undefined],
    ['sig_version 1', '1'],
    ['sig_version 3', '3'],
    ['sig_version 2.0', '2.0'],
    ['sig_version "2"', '"2"'],
    ['sig_version null', 'null'],
  ]
  for (const [what, token] of tokens) {
    await check(`${what} is unsupported`, clausesOfVersion(what), async () => {
      const message = canonicalMessage(envelopeFor(world.http, ann, 'POST', '/ping'))
      const changed = message.replace('"sig_version":2,', token === undefined ? '' : `"sig_version":${token},`)
      const body = withSignature(changed, signMessage(changed, ann.privateKey))
      requireProblem(await world.http.send(carry('POST', '/ping', body)), 'aui-signature-version-unsupported')
    })
  }
  await check('an envelope of version 1, signed as version 1, is unsupported', ['ENV-15', 'ENV-78'], async () => {
    const fields = { agent_id: ann.agent_id, action: 'ping', timestamp_ms: Date.now(), payload: {} }
    const message = JSON.stringify(fields)
    const body = withSignature(message, signMessage(message, ann.privateKey))
    requireProblem(await world.http.send(carry('POST', '/ping', body)), 'aui-signature-version-unsupported')
  })
}

async function checkNonces({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const rows: [string, unknown][] = [
    ['no nonce', undefined],
    ['an empty nonce', ''],
    ['a nonce that is a number', 12345],
    ['a nonce of 257 characters', randomUUID().padEnd(257, 'x')],
    ['a nonce with a control character', `${randomUUID()}\n`],
  ]
  for (const [what, nonce] of rows) {
    await check(`${what} is refused as required`, ['ENV-6', 'ENV-79'], async () => {
      requireProblem(await pingWith(world, ann, { nonce }), 'aui-signature-nonce-required')
    })
  }
  await check('a nonce of 256 code points outside the basic plane is accepted', ['ENV-6'], async () => {
    requireStatus(await pingWith(world, ann, { nonce: randomUUID() + '\u{1f40d}'.repeat(220) }), 200)
  })
}

async function checkEncodings({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const rows: [string, (signature: string) => string][] = [
    ['with padding', signature => `${signature}==`],
    ['in standard base64', signature => Buffer.from(signature, 'base64url').toString('base64').replace(/=+$/, '')],
    ['with a blank', signature => `${signature.slice(0, 9)} ${signature.slice(9)}`],
    ['with a line break at its end', signature => `${signature}\n`],
    ['with stray bits in its last character', signature => signature.slice(0, -1) + nextLetter(signature.at(-1)!)],
    ['that is empty', () => ''],
  ]
  for (const [what, encode] of rows) {
    await check(`a signature ${what} is malformed`, ['ENV-40', 'ENV-77'], async () => {
      const reply = await pingSigned(world, ann, message => encode(signWithSymbols(message, ann)))
      requireProblem(reply, 'aui-signature-malformed')
    })
  }
}

async function checkSignatures({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const bob = await world.agent('bob')
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, key: ann.privateKey }
  const rows: [string, (message: Buffer) => Buffer][] = [
    ['PKCS#1 v1.5', message => sign('sha256', message, ann.privateKey)],
    ['SHA-512', message => sign('sha512', message, pss)],
    ['SHA-1', message => sign('sha1', message, pss)],
    ['the key of another agent', message => sign('sha256', message, { ...pss, key: bob.privateKey })],
    ['a byte too few', message => sign('sha256', message, pss).subarray(1)],
    ['a byte too many', message => Buffer.concat([sign('sha256', message, pss), Buffer.from([0])])],
    ['another message', () => sign('sha256', Buffer.from('another'), pss)],
    ['zeros', () => Buffer.alloc(256)],
    ['ones', () => Buffer.alloc(256, 0xff)],
  ]
  for (const [what, make] of rows) {
    await check(`a signature made with ${what} fails`, clausesOfVerification(what), async () => {
      const reply = await pingSigned(world, ann, message => make(Buffer.from(message)).toString('base64url'))
      requireProblem(reply, 'aui-signature-verification-failed')
    })
  }
  const tampered: [string, Record<string, unknown>][] = [
    ['action', { action: 'other' }],
    ['nonce', { nonce: randomUUID() }],
    ['payload', { payload: { a: 1 } }],
    ['timestamp_ms', { timestamp_ms: Date.now() - 1000 }],
    ['agent_id', { agent_id: bob.agent_id }],
  ]
  for (const [member, change] of tampered) {
    await check(`a ${member} changed after signing fails`, ['ENV-16', 'ENV-43', 'ENV-83'], async () => {
      const text = signedText(envelopeFor(world.http, ann, 'POST', '/ping'), ann.privateKey)
      const body = JSON.stringify({ ...JSON.parse(text), ...change })
      requireProblem(await world.http.send(carry('POST', '/ping', body)), 'aui-signature-verification-failed')
    })
  }
}

/** A ping whose members are changed before signing; `undefined` leaves one out. */
function pingWith(world: World, identity: Identity, change: Record<string, unknown>): Promise<Reply> {
  const fields = { ...JSON.parse(canonicalMessage(envelopeFor(world.http, identity, 'POST', '/ping'))), ...change }
  const message = JSON.stringify({ ...fields, signature: undefined })
  const signature = 'signature' in change ? change.signature : signMessage(message, identity.privateKey)
  return world.http.send(carry('POST', '/ping', JSON.stringify({ ...fields, signature })))
}

/** A ping with a signature made by `make`. */
function pingSigned(world: World, identity: Identity, make: (message: string) => string): Promise<Reply> {
  const message = canonicalMessage(envelopeFor(world.http, identity, 'POST', '/ping'))
  return world.http.send(carry('POST', '/ping', withSignature(message, make(message))))
}

/** A signature whose text has characters in which the two base64 alphabets differ. */
function signWithSymbols(message: string, identity: Identity): string {
  const signature = signMessage(message, identity.privateKey)
  return /[-_]/.test(signature) ? signature : signWithSymbols(message, identity)
}

/** The last of 342 characters carries four bits that do not belong to the 256 bytes. */
function nextLetter(letter: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[alphabet.indexOf(letter) + 1]!
}
