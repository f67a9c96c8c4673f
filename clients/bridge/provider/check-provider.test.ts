import { execFile } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { freePort } from '../../../conformance/stubs/free-port.ts'
import { BRIEF } from '../../../testing/brief-fields.ts'
import { agentCard, signPayload } from '../../../testing/fakes/agent-cards.ts'
import { createFakeProviders } from '../../../testing/fakes/fake-provider.ts'
import { BRIDGE } from '../../../testing/processes/bridge-process.ts'
import { startExample } from '../../../testing/processes/example-provider.ts'
import { newKeyPair } from '../../../testing/values/key-pairs.ts'
import { canonicalForms } from './card-forms.ts'
import { verifyCard } from './card-signature.ts'

const AGENT = 'a0000000-0000-7000-8000-000000000001'
const pair = newKeyPair()
const publicKey = createPublicKey(pair.publicKey)
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-check-'))
const keyFile = path.join(folder, 'agent.pem')
writeFileSync(keyFile, pair.privateKey)

const providers = createFakeProviders()
const caFile = path.join(folder, 'ca.pem')
writeFileSync(caFile, providers.authority.ca)
test.after.always(async () => {
  await providers.close()
  rmSync(folder, { recursive: true })
})

/** Its exit code, and what it says of each check. */
function check(words: readonly string[]): Promise<{ code: number; said: Record<string, string>; err: string }> {
  const env = { PATH: process.env.PATH ?? '', COLLOQUY_HOME: folder }
  return new Promise(resolve => {
    execFile(process.execPath, [...BRIEF, BRIDGE, 'check-provider', ...words], { env }, (error, out, err) => {
      const checks = [...out.matchAll(/^(\S+) +([a-z_]+(?: \([a-z_]+\))?)(?:\n {6}(.*))?$/gm)]
      const said = Object.fromEntries(
        checks.map(([, mark, name, words]) => [name!, words ? `${mark} ${words}` : mark!]),
      )
      resolve({ code: error ? Number(error.code) : 0, said, err })
    })
  })
}

const NEGATIVES = ['unsigned', 'wrong_key', 'changed_body', 'other_target', 'stale', 'replay', 'other_provider']
const negative = (name: string) => `challenge_negative (${name})`

test('of a provider that is ready everything is ok, as the broker sees it', async t => {
  const port = await freePort()
  const agent = { broker: `http://127.0.0.1:${port}`, agent_id: AGENT, privateKey: pair.privateKey }
  const provider = await startExample(t, 'typescript', agent)
  const { code, said } = await check([
    '--card-url',
    provider.cardUrl,
    '--serve-keys',
    String(port),
    '--key',
    keyFile,
    '--agent-id',
    AGENT,
    '--resolve',
    `${provider.host}=127.0.0.1:${provider.port}`,
    '--ca',
    provider.caFile,
  ])
  t.deepEqual(said, {
    card_fetch: 'ok',
    card_signature: 'ok signed in the form specification',
    ...Object.fromEntries(['interface', 'skill', 'broker_extension', 'safe_egress'].map(name => [name, 'ok'])),
    challenge_positive: 'ok',
    ...Object.fromEntries(NEGATIVES.map(name => [negative(name), 'ok'])),
  })
  t.is(code, 0)
})

const BASE = 'https://colloquy.example.org'
const EXTENSION = `${BASE}/a2a/ext/broker-signature/v1`

const NAMED = { uri: EXTENSION, required: true }

let named = 0
async function serveCard(t: ExecutionContext, change: (url: string) => object, base = BASE) {
  const provider = await providers.open(`c${named++}`)
  provider.setCard(change(provider.url))
  const place = ['--resolve', `${provider.host}=127.0.0.1:${provider.port}`, '--ca', caFile]
  t.teardown(() => provider.close())
  return await check([
    '--card-url',
    provider.cardUrl,
    '--key',
    keyFile,
    '--agent-id',
    AGENT,
    '--base-url',
    base,
    ...place,
  ])
}

const CARDS: [string, string, (url: string) => object, RegExp][] = [
  ['of A2A 0.3', 'card_fetch', url => agentCard(url, EXTENSION, { url, supportedInterfaces: [] }), /1\.0/],
  ['without skills', 'card_fetch', url => ({ ...agentCard(url, EXTENSION), skills: undefined }), /skills/],
  ['unsigned', 'card_signature', url => agentCard(url, EXTENSION), /sign it/],
  ['without the extension', 'broker_extension', url => agentCard(url, 'urn:other'), /broker-signature/],
  [
    'of another transport',
    'interface',
    url => agentCard(url, EXTENSION, { supportedInterfaces: [{ url }] }),
    /JSONRPC/,
  ],
  ['that wants credentials', 'interface', url => agentCard(url, EXTENSION, { securityRequirements: [{}] }), /remove/i],
  [
    'whose skill wants credentials',
    'skill',
    url => {
      const card = agentCard(url, EXTENSION)
      return { ...card, skills: (card.skills as object[]).map(skill => ({ ...skill, securityRequirements: [{}] })) }
    },
    /remove/i,
  ],
  ['with skills that are none', 'skill', url => agentCard(url, EXTENSION, { skills: [null, 1, 'a'] }), /declare/i],
  [
    'for another agent',
    'broker_extension',
    url =>
      agentCard(url, EXTENSION, { capabilities: { extensions: [{ ...NAMED, params: { provider_agent_id: 'x' } }] } }),
    /provider_agent_id/,
  ],
]
for (const [title, name, change, words] of CARDS) {
  test(`a fault of a card ${title} is reported with its fix`, async t => {
    const { code, said } = await serveCard(t, change)
    t.regex(said[name] ?? '', /^FAIL /)
    t.regex(said[name] ?? '', words)
    t.is(code, 1)
  })
}

test('without a broker of our own, a provider that checks nothing shows all the same', async t => {
  const { publicKey: brokerKey } = generateKeyPairSync('ed25519')
  const set = JSON.stringify({ keys: [{ ...brokerKey.export({ format: 'jwk' }), kid: 'k1' }] })
  const server = createServer((_, response) => response.end(set)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const extension = `${base}/a2a/ext/broker-signature/v1`
  const uri = { uri: extension, required: true, params: { provider_agent_id: AGENT } }
  const signed = async (url: string) => {
    const card = agentCard(url, extension, { capabilities: { extensions: [uri] } })
    return { ...card, signatures: [await signPayload([...canonicalForms(card)][0]!.text, pair.privateKey)] }
  }
  const provider = await providers.open('careless')
  provider.setCard(await signed(provider.url))
  const place = ['--resolve', `${provider.host}=127.0.0.1:${provider.port}`, '--ca', caFile]
  const { code, said } = await check(['--card-url', provider.cardUrl, '--key', keyFile, ...place])
  t.is(said.card_signature, 'ok signed in the form specification')
  t.regex(said.challenge_positive ?? '', /^- skipped/)
  t.regex(said[negative('unsigned')] ?? '', /^FAIL Reject requests without/)
  t.regex(said[negative('wrong_key')] ?? '', /^FAIL Verify the signature/)
  t.is(code, 1)
})

test('an address that the broker would not call is reported before any call', async t => {
  for (const [url, words] of [
    ['http://provider.example.com/card', /https/],
    ['https://127.0.0.1/card', /a host name/],
    ['https://provider.local/card', /public name/],
    ['https://provider.example.com:8443/card', /443/],
    ['https://user@provider.example.com/card', /user name/],
  ] as const) {
    const { code, said } = await check(['--card-url', url])
    t.regex(said.safe_egress ?? '', words)
    t.is(code, 1)
  }
})

test('a command that was not understood is misused', async t => {
  t.is((await check([])).code, 2)
  t.is((await check(['--card-url', 'https://a.example.com/', '--serve-keys', 'x'])).code, 2)
  t.is((await check(['--card-url', 'https://a.example.com/', '--resolve', 'x'])).code, 2)
})

test('a signature of each form and algorithm is verified, by the agent’s key alone', async t => {
  const schemes = { securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'x-key' } } } }
  const card = agentCard('https://p.example.com/a2a', EXTENSION, { ...schemes, name: 'Grüße', description: '' })
  const forms = [...canonicalForms(card)]
  t.true(forms.length > 2)
  for (const { form, text } of forms) {
    const signatures = [await signPayload(text, pair.privateKey)]
    t.deepEqual(verifyCard({ ...card, signatures }, publicKey), { form, text })
  }
  const [{ text = '' } = {}] = forms
  for (const alg of ['PS384', 'PS512', 'RS256', 'RS384', 'RS512']) {
    const signatures = [await signPayload(text, pair.privateKey, { alg })]
    t.deepEqual(verifyCard({ ...card, signatures }, publicKey), { form: 'specification', text })
  }
  const stranger = [await signPayload(text, newKeyPair().privateKey)]
  for (const signatures of [stranger, [{}], [null], [{ protected: 'e30', signature: 'AA' }], 'x']) {
    t.true('fault' in verifyCard({ ...card, signatures }, publicKey))
  }
})
