import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { AgentCard, generateAgentCardSignature } from '@a2a-js/sdk'
import { agentCardHandler } from '@a2a-js/sdk/server/express'
import test from 'ava'
import canonicalize from 'canonicalize'
import express from 'express'
import { agentCard, type CardJson, signPayload } from '../../../testing/fakes/agent-cards.ts'
import { newKeyPair } from '../../../testing/values/key-pairs.ts'
import { canonicalForms } from './canonical-forms.ts'
import { verifyCard } from './card-signature.ts'
import { findInterface, readCard, readServedCard } from './read-card.ts'

const pair = newKeyPair()
const [publicKey, privateKey] = [createPublicKey(pair.publicKey), createPrivateKey(pair.privateKey)]
const stranger = newKeyPair()

const HEADER = { alg: 'PS256', kid: 'key-1', typ: 'JOSE' }
const SCHEMES = { key: { apiKeySecurityScheme: { location: 'header', name: 'x-key' } } }

const card = (changes: CardJson = {}) => agentCard('https://weaver.example.com/a2a', 'urn:broker', changes)

/**
 * A card for which the forms differ: empty required members, explicit defaults, security schemes and non-ASCII text.
 */
const telling = (changes: CardJson = {}) =>
  card({
    description: '',
    documentationUrl: '',
    securitySchemes: SCHEMES,
    defaultOutputModes: [],
    supportedInterfaces: [
      { url: 'https://weaver.example.com/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
    ],
    capabilities: {
      streaming: false,
      pushNotifications: true,
      extensions: [
        { uri: 'urn:broker', required: true, description: '' },
        { uri: 'urn:other', required: false, params: { on: false, none: null, empty: [], n: 0 } },
      ],
    },
    skills: [{ id: 'weave', name: 'Wève 𝄞', description: 'Weaves.', tags: [], examples: [] }],
    ...changes,
  })

const verified = async (served: CardJson, key = publicKey) => {
  const outcome = await verifyCard(served, key)
  return typeof outcome === 'string' ? outcome : outcome.form
}

const textOf = (served: CardJson, form: string) => [...canonicalForms(served)].find(one => one.form === form)!.text

test('a card that the SDK signs as read verifies in the form of the SDK', async t => {
  const signed = await generateAgentCardSignature(privateKey, HEADER)(telling() as never)
  t.is(await verified(signed as unknown as CardJson), 'sdk')
})

test('a card that the SDK signs as built has no security schemes in the signed text', async t => {
  const built = AgentCard.fromJSON(telling())
  const { signatures } = await generateAgentCardSignature(privateKey, HEADER)(built)
  const served = { ...telling(), signatures }
  t.is(await verified(served), 'sdk-instance')
  const outcome = await verifyCard(served, publicKey)
  t.false(typeof outcome === 'string' || outcome.canonical.includes('apiKeySecurityScheme'))
})

test('a card that the SDK serves with defaults verifies as the one that it signed', async t => {
  const { securitySchemes: _, ...plain } = telling()
  const signed = await generateAgentCardSignature(privateKey, HEADER)(AgentCard.fromJSON(plain))
  t.is(await verified(JSON.parse(JSON.stringify(signed))), 'sdk')
})

test("the specification's form retains required members and explicit values, and no other defaults", async t => {
  const expected = canonicalize({
    ...card({ description: '', documentationUrl: '', securitySchemes: SCHEMES, defaultOutputModes: [] }),
    capabilities: {
      streaming: false,
      pushNotifications: true,
      extensions: [
        { uri: 'urn:broker', required: true },
        { uri: 'urn:other', params: { on: false, none: null, empty: [], n: 0 } },
      ],
    },
    skills: [{ id: 'weave', name: 'Wève 𝄞', description: 'Weaves.', tags: [] }],
  })!
  t.is(textOf(telling(), 'specification'), expected)
  t.is(await verified({ ...telling(), signatures: [await signPayload(expected, privateKey)] }), 'specification')
})

test('a card signed as served verifies, including members that A2A does not define', async t => {
  const served = telling({ 'x-own': 1, provider: null })
  const signatures = [await signPayload(canonicalize(served)!, privateKey)]
  t.is(await verified({ ...served, signatures }), 'raw')
})

const PYTHON = `
import base64, json, sys
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
given = json.load(sys.stdin)
key = serialization.load_pem_private_key(given['key'].encode(), None)
b64 = lambda data: base64.urlsafe_b64encode(data).rstrip(b'=')
def clean(value):
    if isinstance(value, dict):
        return {k: c for k, v in value.items() if (c := clean(v)) is not None} or None
    if isinstance(value, list):
        return [c for v in value if (c := clean(v)) is not None] or None
    return None if value == '' else value
payload = json.dumps(clean(given['card']), separators=(',', ':'), sort_keys=True)
head = b64(json.dumps({'alg': 'PS256', 'kid': 'py', 'typ': 'JOSE'}).encode())
pss = padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=32)
signature = key.sign(head + b'.' + b64(payload.encode()), pss, hashes.SHA256())
print(json.dumps({'protected': head.decode(), 'signature': b64(signature).decode()}))
`

const hasPython = () => {
  try {
    execFileSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const isThere = hasPython()
const withPython = isThere ? test : test.skip

withPython(
  `a card signed by Python, which escapes letters, verifies${isThere ? '' : ' (skipped: no python3 with cryptography)'}`,
  async t => {
    const plain = card({ name: 'Wève 𝄞\u007f' })
    const input = JSON.stringify({ card: plain, key: pair.privateKey })
    const signature = JSON.parse(execFileSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' }))
    t.is(await verified({ ...plain, signatures: [signature] }), 'sdk-ascii')
  },
)

test('every RSA algorithm of the list verifies, and no other', async t => {
  const text = textOf(card(), 'specification')
  for (const alg of ['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512']) {
    t.is(
      await verified({ ...card(), signatures: [await signPayload(text, privateKey, { alg })] }),
      'specification',
      alg,
    )
  }
  const [protectedHeader, payload] = [{ alg: 'none' }, text].map(part =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'),
  )
  for (const entry of [
    { protected: protectedHeader, signature: payload },
    { protected: protectedHeader, signature: '' },
  ]) {
    t.is(await verified({ ...card(), signatures: [entry] }), 'CARD_JWS_INVALID')
  }
})

test('a card without a signature is unsigned, and one by another key is invalid, whatever key it names', async t => {
  for (const signatures of [undefined, null, [], 'x', {}]) {
    t.is(await verified({ ...card(), signatures }), 'CARD_UNSIGNED')
  }
  const text = textOf(card(), 'specification')
  const jwk = createPublicKey(stranger.publicKey).export({ format: 'jwk' })
  const named = { alg: 'PS256', kid: 'key-1', jwk, jku: 'https://stranger.example.com/keys' }
  const forged = await signPayload(text, stranger.privateKey, named as never)
  t.is(await verified({ ...card(), signatures: [forged] }), 'CARD_JWS_INVALID')
  t.is(await verified({ ...card(), signatures: [{ ...forged, header: { jwk } }] }), 'CARD_JWS_INVALID')
})

test('one signature by the enrolled key among others suffices, but the ninth is not checked', async t => {
  const text = textOf(card(), 'specification')
  const ours = await signPayload(text, privateKey)
  const theirs = await signPayload(text, stranger.privateKey)
  const junk = [null, 7, {}, { protected: '*', signature: '*' }, theirs, theirs, theirs]
  t.is(await verified({ ...card(), signatures: [...junk, ours] }), 'specification')
  t.is(await verified({ ...card(), signatures: [...junk, theirs, ours] }), 'CARD_JWS_INVALID')
})

test('a changed word makes the signature invalid, and an unsigned member is not used', async t => {
  const text = textOf(card(), 'specification')
  const signatures = [await signPayload(text, privateKey, { alg: 'PS256' })]
  t.is(await verified({ ...card({ name: 'Spider' }), signatures }), 'CARD_JWS_INVALID')
  const outcome = await verifyCard({ ...card({ 'x-price': 'free' }), signatures }, publicKey)
  if (typeof outcome === 'string') return t.fail(outcome)
  t.deepEqual([outcome.canonical, outcome.kid, outcome.hasType], [text, null, false])
  t.is(readCard(outcome.canonical).skills[0]?.id, 'weave')
})

const served = (value: unknown) =>
  readServedCard(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))
const without = (name: string) => Object.fromEntries(Object.entries(card()).filter(([key]) => key !== name))

/** The members that SDKs add to those of 1.0. */
const LEGACY = {
  url: 'https://weaver.example.com/a2a',
  protocolVersion: '0.3.0',
  preferredTransport: 'JSONRPC',
  additionalInterfaces: [{ url: 'https://weaver.example.com/a2a', transport: 'JSONRPC' }],
  supportsAuthenticatedExtendedCard: false,
  security: [{ key: [] }],
}

const BODIES: [title: string, body: unknown, fault: string, detail: RegExp][] = [
  ['no JSON', '{', 'CARD_MALFORMED', /not a single valid JSON object/],
  ['a list', '[]', 'CARD_MALFORMED', /not a single valid JSON object/],
  ['a member twice', '{"name":"a","name":"b"}', 'CARD_MALFORMED', /not a single valid JSON object/],
  ['half of a character', '{"name":"\\ud800"}', 'CARD_MALFORMED', /not a single valid JSON object/],
  ['what no text can hold', '{"name":"\\u0000"}', 'CARD_MALFORMED', /not a single valid JSON object/],
  ['a card of 0.3 by its url', { ...LEGACY, protocolVersion: undefined }, 'CARD_VERSION_UNSUPPORTED', /0\.3/],
  ['a card of 0.3 by its version', { ...LEGACY, url: undefined }, 'CARD_VERSION_UNSUPPORTED', /0\.3/],
  [
    'a card of 0.3 in the shape of 1.0',
    card({ ...LEGACY, supportedInterfaces: [] }),
    'CARD_VERSION_UNSUPPORTED',
    /0\.3/,
  ],
  [
    'a card of 0.3 with interfaces of 0.3',
    card({
      url: 'https://a.example',
      supportedInterfaces: [{ url: 'https://a.example', protocolBinding: 'JSONRPC', protocolVersion: '0.3.0' }],
    }),
    'CARD_VERSION_UNSUPPORTED',
    /0\.3/,
  ],
  ['a card of both that lacks skills', { ...without('skills'), ...LEGACY, skills: null }, 'CARD_MALFORMED', /skills/],
  ['a name of a number', card({ name: 7 }), 'CARD_MALFORMED', /at \/name\./],
  ['a skill without form', card({ skills: [card().name] }), 'CARD_MALFORMED', /at \/skills\/0\./],
  ...['name', 'description', 'version', 'supportedInterfaces', 'capabilities', 'skills', 'defaultInputModes'].map(
    (name): [string, unknown, string, RegExp] => [`no ${name}`, without(name), 'CARD_MALFORMED', new RegExp(name)],
  ),
]

for (const [title, body, fault, detail] of BODIES) {
  test(`${title} is refused as a card`, t => {
    const read = served(body)
    if ('card' in read) return t.fail()
    t.is<string, string>(read.fault, fault)
    t.regex(read.detail, detail)
  })
}

test('a card of 1.0 may have members of 0.3, null values and a byte order mark', t => {
  const [one] = card().supportedInterfaces as CardJson[]
  const nulls = { securityRequirements: null, provider: null, supportedInterfaces: [{ ...one, tenant: null }] }
  for (const body of [telling(), card({ ...LEGACY, ...nulls }), `\ufeff${JSON.stringify(card())}`]) {
    const read = served(body)
    if (!('card' in read)) return t.fail(read.detail)
    t.is(findInterface(read.card)?.url, 'https://weaver.example.com/a2a')
  }
})

test('signed members of 0.3 are verified unchanged, and unsigned ones have no effect', async t => {
  const dual = card(LEGACY)
  const whole = [await signPayload(canonicalize(dual)!, privateKey)]
  t.is(await verified({ ...dual, signatures: whole }), 'raw')
  t.is(await verified({ ...dual, url: 'https://elsewhere.example', signatures: whole }), 'CARD_JWS_INVALID')
  const own = [await signPayload(canonicalize({ ...card(), 'x-own': 1 })!, privateKey)]
  t.is(await verified({ ...dual, 'x-own': 1, signatures: own }), 'raw-without-legacy')
})

const OPTIONAL = { uri: 'urn:other', required: false }
const BROKER = { uri: 'urn:broker', required: true }
const declaring = (capabilities: object) => card({ capabilities, 'x-own': { on: false, none: [''] } })
const FLAGGED = { ...declaring({ streaming: false, extensions: [BROKER, OPTIONAL] }), ...LEGACY, documentationUrl: '' }
const PLAIN = { ...declaring({ extensions: [BROKER, { uri: 'urn:other' }] }), ...LEGACY }
const { 'x-own': _, ...KNOWN } = declaring({ streaming: false, extensions: [BROKER, OPTIONAL] })

/** The signed form of `FLAGGED`. */
const SIGNED_FORMS: [form: string, signed: CardJson][] = [
  ['sdk-without-false', card({ capabilities: { extensions: [BROKER, { uri: 'urn:other' }] } })],
  ['sdk-with-false', KNOWN],
  [
    'compact',
    {
      ...declaring({ streaming: false, extensions: [BROKER, OPTIONAL] }),
      ...LEGACY,
      security: undefined,
      'x-own': { on: false },
    },
  ],
  [
    'compact-without-false',
    { ...PLAIN, supportsAuthenticatedExtendedCard: undefined, security: undefined, 'x-own': undefined },
  ],
  [
    'without-defaults',
    { ...PLAIN, supportsAuthenticatedExtendedCard: undefined, security: [{}], 'x-own': { none: [''] } },
  ],
]

for (const [form, signed] of SIGNED_FORMS) {
  test(`a card signed in the form ${form} verifies, and only signed members are used`, async t => {
    const text = canonicalize(JSON.parse(JSON.stringify(signed)))!
    const outcome = await verifyCard({ ...FLAGGED, signatures: [await signPayload(text, privateKey)] }, publicKey)
    if (typeof outcome === 'string') return t.fail(outcome)
    t.deepEqual([outcome.form, outcome.canonical], [form, text])
    t.is(findInterface(readCard(text))?.url, 'https://weaver.example.com/a2a')
  })
}

const SERVED_BY_SDK: [title: string, legacyCompat: boolean, version?: string][] = [
  ['1.0 alone', false],
  ['both, asked for 1.0', true, '1.0'],
  ['both, asked for none', true],
]

for (const [title, enabled, version] of SERVED_BY_SDK) {
  test(`a card that the SDK signs and serves verifies: ${title}`, async t => {
    const { supportedInterfaces } = telling() as { supportedInterfaces: CardJson[] }
    const legacy = { ...supportedInterfaces[0], protocolVersion: '0.3' }
    const built = AgentCard.fromJSON(telling({ supportedInterfaces: [legacy, ...supportedInterfaces] }))
    const signed = await generateAgentCardSignature(privateKey, HEADER)(built)
    const app = express().use(agentCardHandler({ agentCardProvider: async () => signed, legacyCompat: { enabled } }))
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const answer = await fetch(url, { headers: version ? { 'a2a-version': version } : {} })
    const read = readServedCard(Buffer.from(await answer.arrayBuffer()))
    if (!('card' in read)) return t.fail(read.detail)
    const outcome = await verifyCard(read.served, publicKey)
    t.true(typeof outcome !== 'string', String(outcome))
  })
}
