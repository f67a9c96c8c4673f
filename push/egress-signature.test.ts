import { createHash, generateKeyPairSync } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { createAuthority } from '../testing/fakes/certificates.ts'
import { isSignedBy } from '../testing/fakes/verified-signature.ts'
import { createWebhookReceiver } from '../testing/fakes/webhook-receiver.ts'
import { createEgress } from './egress.ts'
import { createCallSigner } from './egress-signature.ts'

const NAME = 'hooks.example.com'
const authority = createAuthority()
const certificate = authority.issue(NAME)
const NOW = Date.parse('2026-11-29T12:00:00.000Z')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const JWK = { ...publicKey.export({ format: 'jwk' }), kid: 'one' }
const BODY = Buffer.from('{"text":"Grüße"}')

interface Given {
  baseUrl?: string
  key?: Parameters<typeof createCallSigner>[0]['key']
}

function openSigner({ baseUrl = 'https://colloquy.example', key }: Given = {}) {
  const warned: string[] = []
  const sign = createCallSigner({
    baseUrl,
    key: key ?? (async () => ({ id: 'one', privateKey })),
    clock: () => NOW,
    randomBytes: count => Buffer.alloc(count, 7),
    log: { warn: (_: object, text?: string) => void warned.push(text ?? '') } as never,
  })
  return { sign, warned }
}

/** What a receiver gets of a call through the egress. */
async function received(t: ExecutionContext, method: 'GET' | 'POST', given: Given = {}) {
  const receiver = await createWebhookReceiver(certificate)
  const lookup = async () => [{ address: '127.0.0.1', port: receiver.port }]
  const { sign } = openSigner(given)
  const egress = createEgress({ monotonic: () => 0, ca: authority.ca, isAllowed: () => true, lookup, sign })
  t.teardown(() => Promise.all([egress.close(), receiver.close()]))
  const url = `https://${NAME}/a?b=c`
  const body = method === 'POST' ? { body: BODY } : {}
  await egress.send({ url, method, headers: { 'x-own': '1' }, ...body, timeoutMs: 100_000, maxBytes: 'drop' })
  const headers = receiver.received[0]!.headers as Record<string, string>
  return { method, url, headers }
}

test('another implementation of RFC 9421 verifies every kind of call, and nothing but what was sent', async t => {
  for (const method of ['GET', 'POST'] as const) {
    const request = await received(t, method)
    const holds = (changed: object = {}) =>
      isSignedBy({ request: { ...request, ...changed } }, JWK, 'web-bot-auth').catch(() => false)
    t.true(await holds(), method)
    t.is(request.headers['x-own'], '1')
    t.false(await holds({ method: 'PUT' }))
    t.false(await holds({ url: `https://${NAME}/a` }))
    t.false(await holds({ url: 'https://other.example.com/a?b=c' }))
    for (const name of ['signature-agent', ...(method === 'POST' ? ['content-digest'] : [])]) {
      const changed = request.headers[name]!.replace(/example|:$/, 'sample')
      t.false(await holds({ headers: { ...request.headers, [name]: changed } }), name)
    }
  }
})

test('a call has its key directory, its time, and the digest of its body if there is one', async t => {
  const { headers } = await received(t, 'POST')
  t.is(headers['signature-agent'], 'sig1="https://colloquy.example"')
  t.is(headers['content-digest'], `sha-256=:${createHash('sha256').update(BODY).digest('base64')}:`)
  const seconds = NOW / 1_000
  const rest = `;created=${seconds};expires=${seconds + 60};nonce="BwcHBwcHBwcHBwcHBwcHBw";keyid="one";alg="ed25519";tag="web-bot-auth"`
  const covered = '"@method" "@authority" "@target-uri"'
  t.is(headers['signature-input'], `sig1=(${covered} "content-digest" "signature-agent";key="sig1")${rest}`)
  const fetched = await received(t, 'GET')
  t.is(fetched.headers['signature-input'], `sig1=(${covered} "signature-agent";key="sig1")${rest}`)
  t.false('content-digest' in fetched.headers)
})

test('with a path prefix the directory is named as a key set, since the root of the origin is not ours', async t => {
  const request = await received(t, 'GET', { baseUrl: 'https://example.org/colloquy' })
  const url = 'https://example.org/colloquy/.well-known/http-message-signatures-directory'
  t.is(request.headers['signature-agent'], `sig1="${url}";type=jwks_uri`)
  t.true(await isSignedBy({ request }, JWK, 'web-bot-auth'))
})

test('a call is signed only if its receiver can fetch the key', async t => {
  const signed = async (baseUrl: string, address: string) => {
    const target = new URL('https://there.example.com/')
    return 'signature' in (await openSigner({ baseUrl }).sign({ target, method: 'GET', body: undefined, address }))
  }
  for (const address of ['93.184.215.14', '2606:4700::1111', '127.0.0.1', '::1']) {
    const isHere = address === '127.0.0.1' || address === '::1'
    t.true(await signed('https://colloquy.example', address), address)
    t.false(await signed('http://colloquy.example', address), address)
    for (const local of ['http://localhost:3000', 'http://127.0.0.1:3000', 'https://[::1]:3000']) {
      t.is(await signed(local, address), isHere, `${local} ${address}`)
    }
  }
})

test('a call does not wait for an unavailable database: it is sent unsigned, which is logged', async t => {
  const { sign, warned } = openSigner({ key: () => Promise.reject(new Error('gone')) })
  const call = { target: new URL('https://there.example.com/'), method: 'GET', body: undefined, address: '1.1.1.1' }
  t.deepEqual([await sign(call), warned], [{}, ['a call is sent unsigned']])
})
