import { createHash, createPublicKey, type KeyObject, randomUUID, sign } from 'node:crypto'
import test from 'ava'
import { httpbis } from 'http-message-signatures'
import { SQL } from 'sql-template-strings'
import { additionOf, fingerprintOfKey } from '../../testing/fixtures/secondary-keys.ts'
import { PREFIX, type TwoServersAgent, useTwoServers } from '../../testing/processes/two-servers.ts'
import { newEd25519Key, newP256Key } from '../../testing/values/curve-keys.ts'
import type { TestKey } from '../../testing/values/test-signing.ts'

// Signed by a third-party client library, which shares no code with the server.

const two = useTwoServers(test)

const MINUTE = 60_000
const COVERED = ['@method', '@target-uri']

let agents = 0

/** An agent, which has added the key. */
async function agentWith(key: TestKey, terms: object = {}): Promise<TwoServersAgent> {
  const agent = await two().enroll(`signer-${agents++}`)
  const { identifier: _, ...payload } = additionOf(agent, key, terms)
  const { status } = await two().send(agent, 'POST', '/agents/me/keys', payload)
  if (status !== 201) throw new Error(`the key is not added: ${status}`)
  return agent
}

/** RFC 7638. */
function thumbprintOf(key: KeyObject): string {
  const jwk = key.export({ format: 'jwk' })
  const members = Object.fromEntries(
    ['crv', 'e', 'kty', 'n', 'x', 'y'].flatMap(name => (name in jwk ? [[name, jwk[name]]] : [])),
  )
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url')
}

interface Signed {
  key?: TestKey
  server?: number
  /** What is sent instead of what was signed. */
  sent?: { method?: string; path?: string; body?: string; headers?: Record<string, string | undefined> }
  covered?: string[]
  params?: Record<string, string | Date | null | undefined>
  paramNames?: string[]
  headers?: Record<string, string>
  name?: string
}

const digestOf = (body: string) => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

const algorithmOf = ({ asymmetricKeyType }: KeyObject) => (asymmetricKeyType === 'ed25519' ? null : 'sha256')

async function signedHeaders(method: string, path: string, body: string | undefined, signed: Signed) {
  const { key = newEd25519Key(), server = 0, covered, params = {}, name = 'sig1' } = signed
  const headers: Record<string, string> = { ...signed.headers }
  if (body !== undefined) headers['content-digest'] ??= digestOf(body)
  const now = two().now()
  const paramValues = {
    ...{ created: new Date(now), expires: new Date(now + MINUTE), nonce: randomUUID(), tag: 'web-bot-auth' },
    ...{ keyid: thumbprintOf(key.publicKey), alg: 'ed25519', ...params },
  }
  const signing = {
    id: paramValues.keyid,
    sign: async (base: Buffer) => sign(algorithmOf(key.privateKey), base, key.privateKey),
  }
  const fields = covered ?? (body === undefined ? COVERED : [...COVERED, 'content-digest'])
  const url = `${two().servers[server]!.url}${PREFIX}${path}`
  const of = { key: signing, name, fields, paramValues, params: signed.paramNames ?? Object.keys(paramValues) }
  return (await httpbis.signMessage(of as Parameters<typeof httpbis.signMessage>[0], { method, url, headers }))
    .headers as Record<string, string>
}

async function call(method: string, path: string, payload?: object, signed: Signed = {}) {
  const body = payload && JSON.stringify(payload)
  const headers = { ...(await signedHeaders(method, path, body, signed)), ...signed.sent?.headers }
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const url = `${two().servers[signed.server ?? 0]!.url}${PREFIX}${signed.sent?.path ?? path}`
  const response = await fetch(url, {
    method: signed.sent?.method ?? method,
    headers: given,
    ...(body !== undefined && { body: signed.sent?.body ?? body }),
  })
  const data = await response.json()
  return { status: response.status, data, slug: data.type?.split('/').at(-1) as string | undefined, headers: given }
}

test.serial('a message signature authenticates the agent, with the scopes of the key', async t => {
  const key = newEd25519Key()
  const agent = await agentWith(key, { scopes: ['post:write', 'feed:read'] })
  const posted = await call('POST', '/posts', { content: 'Signed by the platform.' }, { key })
  t.is(posted.status, 201, JSON.stringify(posted.data))
  const { id } = posted.data
  t.is((await call('POST', '/posts', { content: 'Elsewhere.' }, { key, server: 1 })).status, 201)
  const parts = ['@method', '@authority', '@path', '@query', 'content-digest', 'content-type']
  const typed = { key, covered: parts, headers: { 'content-type': 'application/json' } }
  t.is((await call('POST', '/posts', { content: 'By its parts.' }, typed)).status, 201)
  t.is((await call('GET', '/feed?limit=1', undefined, { key, covered: parts.slice(0, 4) })).status, 200)
  t.like((await call('POST', '/ping', {}, { key })).data, {
    agent_id: agent.agent_id,
    key_fingerprint: fingerprintOfKey(key),
  })
  t.is((await call('POST', '/agents/signer-0/follow', {}, { key })).slug, 'insufficient-scope')
  t.is(
    (await call('DELETE', `/agents/me/keys/${fingerprintOfKey(key)}`, undefined, { key })).slug,
    'primary-key-required',
  )
  t.is(
    (await call('POST', '/agents/me/keys/rotate', { public_key_pem: two().newKey().pem }, { key })).slug,
    'primary-key-required',
  )
  // The record contains the post without a proof, like one written with a bearer token.
  const acts = await two().db.many(SQL`select signer, signature from act_outbox where act_id = ${id}
    union all select signer, signature from public_act where act_id = ${id}`)
  t.deepEqual([...acts], [{ signer: null, signature: null }])
})

test.serial('a request is valid once, at whichever process, and within five minutes', async t => {
  const key = newEd25519Key()
  await agentWith(key)
  const nonce = randomUUID()
  t.is((await call('GET', '/feed', undefined, { key, params: { nonce } })).status, 200)
  for (const server of [0, 1]) {
    t.is(
      (await call('GET', '/feed', undefined, { key, server, params: { nonce } })).slug,
      'aui-signature-nonce-replayed',
    )
  }
  const at = (ms: number) => new Date(two().now() + ms)
  for (const [created, expires, slug] of [
    [at(-301_000), at(MINUTE), 'aui-signature-timestamp-expired'],
    [at(-MINUTE), at(-1_000), 'aui-signature-timestamp-expired'],
    [at(301_000), at(400_000), 'aui-signature-timestamp-future'],
    [at(-299_000), at(1_000), undefined],
    [at(299_000), at(400_000), undefined],
  ] as const) {
    t.is((await call('GET', '/feed', undefined, { key, params: { created, expires } })).slug, slug)
  }
})

test.serial('exactly what is signed is executed', async t => {
  const key = newEd25519Key()
  await agentWith(key)
  const payload = { content: 'As signed.' }
  const other = JSON.stringify({ content: 'As changed.' })
  const invalid = 'aui-signature-verification-failed'
  for (const sent of [
    { method: 'PATCH', path: '/agents/me' },
    { path: '/posts?dry_run=true' },
    { body: other },
    { body: other, headers: { 'content-digest': digestOf(other) } },
    { headers: { 'content-digest': undefined } },
    { headers: { 'content-digest': 'sha-512=:AAAA:' } },
  ]) {
    t.is((await call('POST', '/posts', payload, { key, sent })).slug, invalid, JSON.stringify(sent))
  }
  t.is((await call('GET', '/feed?limit=1', undefined, { key, sent: { path: '/feed?limit=2' } })).slug, invalid)
  for (const covered of [
    ['@method'],
    ['@target-uri', 'content-digest'],
    ['@method', '@target-uri'],
    ['@method', '@path', '@authority', 'content-digest'],
  ]) {
    t.is((await call('POST', '/posts', payload, { key, covered })).slug, 'aui-signature-malformed', covered.join())
  }
})

test.serial('only Ed25519 device keys can sign messages, until they are revoked', async t => {
  const [key, p256, recovery] = [newEd25519Key(), newP256Key(), newEd25519Key()]
  const agent = await agentWith(key)
  for (const [other, terms] of [
    [p256, {}],
    [recovery, { kind: 'recovery' }],
  ] as const) {
    const { identifier: _, ...payload } = additionOf(agent, other, terms)
    t.is((await two().send(agent, 'POST', '/agents/me/keys', payload)).status, 201)
  }
  const primary = { ...agent.key, publicKey: createPublicKey(agent.key.privateKey) }
  for (const other of [p256, recovery, primary, newEd25519Key()]) {
    t.is((await call('GET', '/feed', undefined, { key: other })).slug, 'aui-signature-verification-failed')
  }
  const keyid = thumbprintOf(key.publicKey)
  t.is(
    (await call('GET', '/feed', undefined, { key: recovery, params: { keyid } })).slug,
    'aui-signature-verification-failed',
  )
  t.is((await call('GET', '/feed', undefined, { key })).status, 200)
  t.is((await two().send(agent, 'DELETE', `/agents/me/keys/${fingerprintOfKey(key)}`)).status, 200)
  for (const server of [0, 1]) {
    t.is((await call('GET', '/feed', undefined, { key, server })).slug, 'aui-signature-verification-failed')
  }
})

test.serial('a signature of another form is refused, each with one problem', async t => {
  const key = newEd25519Key()
  await agentWith(key)
  const malformed = 'aui-signature-malformed'
  const names = ['created', 'expires', 'keyid', 'alg', 'tag', 'nonce']
  const without = (name: string) => ({ key, paramNames: names.filter(one => one !== name) })
  for (const [signed, slug] of [
    [{ key, params: { alg: 'rsa-pss-sha512' } }, malformed],
    [without('created'), malformed],
    [without('expires'), malformed],
    [without('keyid'), malformed],
    [without('nonce'), 'aui-signature-nonce-required'],
    [{ key, params: { nonce: '' } }, 'aui-signature-nonce-required'],
    [without('alg'), undefined],
    [without('tag'), 'aui-signature-missing'],
    [{ key, params: { tag: 'other' } }, 'aui-signature-missing'],
    [{ key, covered: [...COVERED, '@scheme'] }, malformed],
    [
      { key, headers: { 'x-any': '1' }, covered: [...COVERED, 'x-any'], sent: { headers: { 'x-any': undefined } } },
      malformed,
    ],
    [{ key, sent: { headers: { Signature: undefined } } }, malformed],
    [{ key, sent: { headers: { Signature: 'sig2=:AAAA:' } } }, malformed],
    [{ key, sent: { headers: { Signature: 'sig1=:AAAA:' } } }, 'aui-signature-verification-failed'],
    [{ key, sent: { headers: { 'Signature-Input': 'sig1=(;tag="web-bot-auth"' } } }, malformed],
  ] satisfies [Signed, string | undefined][]) {
    t.is((await call('GET', '/feed', undefined, signed)).slug, slug, JSON.stringify({ ...signed, key: undefined }))
  }
})

test.serial('one of several signatures may have the tag, and an envelope or a token takes precedence', async t => {
  const key = newEd25519Key()
  const agent = await agentWith(key)
  const another = { key: newEd25519Key(), name: 'proxy' }
  const proxied = await signedHeaders('GET', '/feed', undefined, { ...another, params: { tag: 'cdn', keyid: 'a b' } })
  t.is((await call('GET', '/feed', undefined, { key, headers: proxied })).status, 200)
  const twice = await signedHeaders('GET', '/feed', undefined, another)
  t.is((await call('GET', '/feed', undefined, { key, headers: twice })).slug, 'aui-signature-malformed')
  // A client's platform signs its requests, with a key of no agent.
  const { access_token } = (await two().exchange(agent)).data
  const borne = { headers: { Authorization: `Bearer ${access_token}` } }
  t.is((await call('GET', '/feed', undefined, { sent: borne })).status, 200)
  t.is(
    (await call('GET', '/feed', undefined, { sent: { headers: { Authorization: 'Bearer none' } } })).slug,
    'invalid-token',
  )
  const body = two().signAt(agent, '/ping', two().now())
  t.is((await call('POST', '/ping', {}, { sent: { body } })).status, 200)
})
