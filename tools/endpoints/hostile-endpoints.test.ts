import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import test from 'ava'
import { createEgress } from '../../push/egress.ts'
import type { Destination } from '../../push/egress-lookup.ts'
import { agentCard } from '../../testing/fakes/agent-cards.ts'
import { createAuthority } from '../../testing/fakes/certificates.ts'
import { createWebhookReceiver, type RequestResponder } from '../../testing/fakes/webhook-receiver.ts'
import { signedCard } from '../../testing/fixtures/bound-services.ts'
import { type ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { extensionUris } from '../broker/extension-uris.ts'
import { createService } from '../services/create-service.ts'
import { bindServiceEndpoint } from './bind-service-endpoint.ts'

const authority = createAuthority()
const receivers: { close(): Promise<void> }[] = []

/** Names with the addresses they resolve to, at each lookup. */
const places = new Map<string, () => Destination[]>()
const egress = createEgress({
  monotonic: () => performance.now(),
  ca: authority.ca,
  lookup: async name => places.get(name)?.() ?? [],
  isAllowed: ({ port }) => port !== undefined,
})
const world = useTestWorld(test, { egress })
test.after.always(() => Promise.all([egress.close(), ...receivers.map(one => one.close())]))

const right = authority.issue('*.example.com')

/** A host with this responder. */
async function host(name: string, answer: RequestResponder, certificate = right): Promise<number> {
  const receiver = await createWebhookReceiver(certificate, answer)
  receivers.push(receiver)
  places.set(`${name}.example.com`, () => [{ address: '127.0.0.1', port: receiver.port }])
  return receiver.port
}

let services = 0

/** The failed checks of a card at that host. */
async function failedChecksAt(name: string): Promise<ToolOutcome[]> {
  const agent = await (ann ??= world().agent('ann'))
  const given = { handle: `s-${services++}`, name: 'S', invocation_modes: ['aui_task'] }
  const { id: service_id } = await world().call(createService, agent, given)
  const card_url = `https://${name}.example.com/card`
  const wanted = { service_id, card_url, skill_id: 'weave' }
  const { members } = await world().refusal(world().call(bindServiceEndpoint, agent, wanted))
  return (members.endpoint as ToolOutcome).control.checks.filter(
    ({ passed, code }: ToolOutcome) => !passed && code !== 'NOT_MADE',
  )
}

const failuresAt = async (name: string): Promise<string[]> =>
  (await failedChecksAt(name)).map(({ check, code }: ToolOutcome) => `${check} ${code}`)

let ann: ReturnType<ReturnType<typeof world>['agent']> | undefined

const json =
  (status: number, body: string, headers: object = {}): RequestResponder =>
  response =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

const drip: RequestResponder = response => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

const endless: RequestResponder = response => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

const HOSTS: [title: string, answer: RequestResponder, code: string][] = [
  ['a redirect to this machine', json(302, '', { location: 'https://127.0.0.1/card' }), 'PROVIDER_PROTOCOL_ERROR'],
  ['a body that drips', drip, 'PROVIDER_TIMEOUT'],
  ['ten megabytes', json(200, '{}', { 'content-length': 10_000_000 }), 'PROVIDER_RESPONSE_TOO_LARGE'],
  ['a body without end', endless, 'PROVIDER_RESPONSE_TOO_LARGE'],
  ['a compressed answer', json(200, '{}', { 'content-encoding': 'gzip' }), 'PROVIDER_PROTOCOL_ERROR'],
  ['a page', json(200, '<html>', { 'content-type': 'text/html' }), 'PROVIDER_PROTOCOL_ERROR'],
  ['no HTTP', response => void response.socket?.end('SSH-2.0-x\r\n\r\n'), 'PROVIDER_PROTOCOL_ERROR'],
  ['a reset', response => void response.destroy(), 'PROVIDER_UNREACHABLE'],
  ['nonsense', json(200, '{"name":'), 'CARD_MALFORMED'],
  ['a list nested without end', json(200, '['.repeat(200_000)), 'CARD_MALFORMED'],
]

HOSTS.forEach(([title, answer, code], at) => {
  test(`${title} instead of a card is refused: ${code}`, async t => {
    await host(`hostile-${at}`, answer)
    t.deepEqual(await failuresAt(`hostile-${at}`), [`card_fetch ${code}`])
  })
})

test('TLS faults are distinguished for the owner', async t => {
  await host('misnamed', json(200, '{}'), authority.issue('elsewhere.example.org'))
  await host('unknown', json(200, '{}'), createAuthority().issue('*.example.com'))
  await host('expired', json(200, '{}'), authority.issueExpired('expired.example.com'))
  const plain = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(plain, 'listening')
  t.teardown(() => plain.close())
  places.set('plain.example.com', () => [{ address: '127.0.0.1', port: (plain.address() as AddressInfo).port }])
  const old = createTlsServer({ ...right, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' })
  await once(old.on('tlsClientError', () => {}).listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => old.close())
  places.set('old.example.com', () => [{ address: '127.0.0.1', port: (old.address() as AddressInfo).port }])
  for (const [name, detail] of [
    ['misnamed', /for another name/],
    ['unknown', /intermediate certificates/],
    ['expired', /expired/],
    ['plain', /Serve HTTPS/],
    ['old', /TLS 1\.2/],
  ] as const) {
    const [{ check, code, detail: found } = {}] = await failedChecksAt(name)
    t.deepEqual([name, check, code], [name, 'card_fetch', 'PROVIDER_TLS_INVALID'])
    t.regex(String(found), detail)
  }
})

test('an internal name, a missing one, and one that resolves to both addresses are indistinguishable', async t => {
  places.set('inside.example.com', () => [{ address: '127.0.0.1' }])
  const port = await host('mixed', json(200, '{}'))
  places.set('mixed.example.com', () => [{ address: '127.0.0.1', port }, { address: '10.0.0.1' }])
  for (const name of ['inside', 'missing', 'mixed']) {
    t.deepEqual(await failuresAt(name), ['card_fetch PROVIDER_ADDRESS_FORBIDDEN'], name)
  }
})

test('a name that resolves to this machine the second time gets no second call', async t => {
  const agent = await (ann ??= world().agent('ann'))
  const { signature } = extensionUris(world().runtime.installation.baseUrl)
  const card = await signedCard(agentCard('https://turning.example.com/a2a', signature), agent.handle)
  let calls = 0
  const port = await host('turning', (response, request) => {
    calls++
    json(200, JSON.stringify(card))(response, request)
  })
  let lookups = 0
  places.set('turning.example.com', () => [lookups++ === 0 ? { address: '127.0.0.1', port } : { address: '127.0.0.1' }])
  t.deepEqual(await failuresAt('turning'), ['safe_egress PROVIDER_ADDRESS_FORBIDDEN'])
  t.is(calls, 1)
})

test('a signed card of 256 KiB is read, and a larger one is not', async t => {
  const agent = await (ann ??= world().agent('ann'))
  const long = async (characters: number) => {
    const card = agentCard('https://nowhere.example.com/a2a', 'urn:x', { description: 'x'.repeat(characters) })
    return JSON.stringify(await signedCard(card, agent.handle))
  }
  const rest = (await long(0)).length
  await host('large', json(200, await long(256 * 1024 - rest)))
  await host('larger', json(200, await long(256 * 1024 - rest + 1)))
  t.deepEqual(await failuresAt('large'), ['broker_extension BROKER_EXTENSION_MISSING'])
  t.deepEqual(await failuresAt('larger'), ['card_fetch PROVIDER_RESPONSE_TOO_LARGE'])
})
