import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import test from 'ava'
import { compactDecrypt, exportJWK } from 'jose'
import {
  agentMessage,
  createFakeProviders,
  type ProviderOptions,
  type ProviderReply,
} from '../../testing/fakes/fake-provider.ts'
import { createEgress, type EgressParts } from '../egress.ts'
import { type BrokerCall, createBroker } from './a2a.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const EXTENSION = 'https://colloquy.test/a2a/ext/broker-signature/v1'
const ENCRYPTION = 'https://colloquy.test/a2a/ext/payload-encryption/v1'
const keys = async () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] })
const verifying = { keys, clock: () => NOW }

const providers = createFakeProviders()
const egress = createEgress({ monotonic: () => performance.now(), ...providers.egress })
const broker = createBroker({
  egress,
  clock: () => NOW,
  newId: randomUUID,
  randomBytes,
  key: async () => ({ id: 'one', privateKey }),
  extensions: { signature: EXTENSION, encryption: ENCRYPTION },
})
test.after.always(async () => {
  await egress.close()
  await providers.close()
})

const AGENT = 'a0000000-0000-7000-8000-000000000001'
const TASK = 'b0000000-0000-7000-8000-000000000001'
const FACTS = { broker_task_id: TASK, offer_revision_id: 'c1', skill_id: 'translate', contract_hash: 'sha256:00' }
const MESSAGE = { messageId: TASK, contextId: TASK, parts: [{ text: 'hello' }, { data: { a: 1 } }] }

let named = 0
const open = (options: ProviderOptions = {}) => providers.open(`p${named++}`, { agentId: AGENT, verifying, ...options })

const callTo = (url: string, more: Partial<BrokerCall> = {}): BrokerCall => ({
  interface: { url, tenant: null, encryptionJwk: null },
  provider_agent_id: AGENT,
  service_id: 's1',
  facts: FACTS,
  // For hangs only: providers of these tests respond as fast as the machine permits.
  timeoutMs: 100_000,
  ...more,
})

test('a message starts a task, which is polled, cancelled, and found by its context', async t => {
  const provider = await open()
  const call = callTo(provider.url)
  const sent = await broker.sendMessage(call, MESSAGE)
  t.is(sent.kind, 'task')
  const [, task] = [...provider.tasks][0]!
  provider.updateTask(TASK, {
    state: 'TASK_STATE_COMPLETED',
    artifacts: [{ artifactId: 'a', name: 'out', parts: [{ text: 'hallo', mediaType: 'text/plain' }] }],
  })
  const found = await broker.getTask(call, task.id)
  t.like(found, { kind: 'task', task: { id: task.id, contextId: TASK, status: { state: 'TASK_STATE_COMPLETED' } } })
  t.like(found, { task: { artifacts: [{ name: 'out', parts: [{ text: 'hallo' }] }] } })
  t.like(await broker.cancelTask(call, task.id), { kind: 'error', code: -32002 })
  t.like(await broker.listTasks(call, TASK), { kind: 'tasks', tasks: [{ id: task.id }] })
  t.deepEqual(await broker.listTasks(call, 'another'), { kind: 'tasks', tasks: [] })
  t.like(await broker.getTask(call, 'none'), { kind: 'error', code: -32001, message: 'Task not found' })
})

test('a message has its purpose and its recipient, and does not wait', async t => {
  const provider = await open()
  const target = { url: provider.url, tenant: 'acme', encryptionJwk: null }
  await broker.sendMessage(callTo(provider.url, { interface: target }), {
    ...MESSAGE,
    acceptedOutputModes: ['text/plain'],
  })
  await broker.getTask({ interface: target }, 'x')
  const [send, get] = provider.calls
  t.deepEqual(send?.params, {
    tenant: 'acme',
    message: {
      ...MESSAGE,
      role: 'ROLE_USER',
      extensions: [EXTENSION],
      metadata: {
        [EXTENSION]: { ...FACTS, provider_agent_id: AGENT, service_id: 's1', issued_at: '2026-11-21T12:00:00.000Z' },
      },
    },
    configuration: { returnImmediately: true, acceptedOutputModes: ['text/plain'] },
    metadata: { provider_agent_id: AGENT, service_id: 's1' },
  })
  t.deepEqual(get?.params, { tenant: 'acme', id: 'x', historyLength: 0 })
  t.like(send?.headers, { 'a2a-version': '1.0', 'a2a-extensions': EXTENSION, 'content-type': 'application/json' })
})

test('data for which a provider declares a key is encrypted for it, with its key id', async t => {
  const provider = await open()
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encryptionJwk = { ...(await exportJWK(pair.publicKey)), kid: 'enc-1', use: 'enc' }
  const call = callTo(provider.url, { interface: { url: provider.url, tenant: null, encryptionJwk } })
  t.is((await broker.sendMessage(call, MESSAGE)).kind, 'task')
  const { params, headers, body } = provider.calls[0]!
  t.false(body.includes('hello'))
  t.is(headers['a2a-extensions'], `${EXTENSION},${ENCRYPTION}`)
  const [part] = params.message.parts
  t.is(part.mediaType, 'application/jose')
  const { plaintext, protectedHeader } = await compactDecrypt(part.data.jwe, pair.privateKey)
  t.deepEqual(JSON.parse(Buffer.from(plaintext).toString()), { parts: MESSAGE.parts })
  const named = { broker_task_id: TASK, provider_agent_id: AGENT }
  t.deepEqual(protectedHeader as object, { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'enc-1', ...named })
})

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)])
const completed = (artifacts: unknown) => ({ id: 't', status: { state: 'TASK_STATE_COMPLETED' }, artifacts })
const artifact = (parts: unknown, name = 'n') => ({ artifactId: 'a', name, parts })
const rpc =
  (text: string): ProviderReply =>
  response =>
    response.end(text)
const withId =
  (result: string): ProviderReply =>
  (response, { id }) =>
    response.end(`{"jsonrpc":"2.0","id":"${id}","result":${result}}`)

const ANSWERS: [string, ProviderReply, object][] = [
  ['an error', { error: { code: -32004, message: 'no' } }, { kind: 'error', code: -32004, message: 'no' }],
  ['a refusal', { status: 401 }, { kind: 'status', status: 401 }],
  ['a redirect', r => r.writeHead(302, { location: 'https://127.0.0.1/' }).end(), { kind: 'status', status: 302 }],
  ['no JSON', rpc('<html>'), { kind: 'malformed', detail: 'The response is not JSON.' }],
  ['no UTF-8', r => r.end(Buffer.of(0x22, 0xff, 0x22)), { kind: 'malformed', detail: 'The response is not UTF-8.' }],
  ['no JSON-RPC', rpc('{"id":"t"}'), { kind: 'malformed' }],
  ['the id of another call', rpc('{"jsonrpc":"2.0","id":"x","result":{"id":"t"}}'), { kind: 'malformed' }],
  [
    'an error without an id',
    rpc('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}'),
    { code: -32700 },
  ],
  ['no task', { result: { status: 1 } }, { kind: 'malformed' }],
  ['a long id', { result: { ...completed([]), id: 'x'.repeat(257) } }, { kind: 'malformed' }],
  ['artifacts that are no list', { result: completed('x') }, { kind: 'malformed' }],
  ['201 artifacts', { result: completed(Array(201).fill(artifact([]))) }, { kind: 'too_large' }],
  ['1,001 parts', { result: completed([artifact(Array(1_001).fill({ data: 1 }))]) }, { kind: 'too_large' }],
  ['10 MB', r => r.writeHead(200).end(Buffer.alloc(10_000_000, 0x20)), { kind: 'too_large' }],
  ['65 deep', { result: completed([artifact([{ data: deep(60) }])]) }, { kind: 'too_large' }],
  ['a million brackets', rpc('['.repeat(1_000_000)), { kind: 'too_large' }],
  ['a compressed answer', r => r.writeHead(200, { 'content-encoding': 'gzip' }).end('x'), { kind: 'malformed' }],
  ['no HTTP', r => void r.socket?.end('SSH-2.0-x\r\n\r\n'), { kind: 'malformed' }],
  ['a reset', r => void r.destroy(), { kind: 'unknown', code: 'reset' }],
  ['an unknown state', { result: { id: 't', status: { state: 'DREAMING' } } }, { kind: 'task' }],
  ['200 artifacts', { result: completed(Array(200).fill(artifact(Array(64).fill({ text: 'a' })))) }, { kind: 'task' }],
  ['a part of two kinds', { result: completed([artifact([{ text: 'a', data: 1 }])]) }, { kind: 'task' }],
  [
    'a status without message',
    { result: { ...completed(null), status: { state: 'S', message: 'x' } } },
    { kind: 'task' },
  ],
]
for (const [title, reply, expected] of ANSWERS) {
  test(`a response is classified: ${title}`, async t => {
    const provider = await open()
    provider.replyTo('GetTask', () => reply)
    t.like(await broker.getTask(callTo(provider.url), 't'), expected)
  })
}

test('characters that PostgreSQL does not store are removed from all texts and names', async t => {
  const provider = await open()
  const data = '{"a\\u0000b":["x\\ud800y","\\ud83d\\ude00","\\\\u0000"]}'
  provider.replyTo('GetTask', () =>
    withId(`{"id":"t","status":{"state":"S\\u0000"},"artifacts":[{"artifactId":"a","parts":[{"data":${data}}]}]}`),
  )
  const outcome = await broker.getTask(callTo(provider.url), 't')
  t.like(outcome, { task: { status: { state: 'S' } } })
  const task = outcome.kind === 'task' ? outcome.task : undefined
  t.deepEqual(task?.artifacts[0]?.parts[0]?.data, { ab: ['xy', '😀', '\\u0000'] })
})

test('a message may be answered by a message', async t => {
  const provider = await open()
  provider.replyTo('SendMessage', () => ({ result: { message: agentMessage([{ text: 'done' }]) } }))
  t.like(await broker.sendMessage(callTo(provider.url), MESSAGE), {
    kind: 'message',
    message: { parts: [{ text: 'done' }] },
  })
})

test('a failure before the first byte can be retried; a later one may have arrived', async t => {
  const provider = await open()
  const failure = (url: string) => broker.sendMessage(callTo(url), MESSAGE)
  t.deepEqual(await failure('https://nowhere.example.com/'), { kind: 'not_sent', code: 'lookup-failed' })
  t.deepEqual(await failure('https://127.0.0.1/'), { kind: 'not_sent', code: 'url-is-address' })
  t.deepEqual(await failure('no url'), { kind: 'not_sent', code: 'url-malformed' })
  await provider.close()
  t.deepEqual(await failure(provider.url), { kind: 'not_sent', code: 'connect-refused' })
})

function openAnother(parts: Partial<EgressParts>) {
  const out = createEgress({ monotonic: () => performance.now(), ...parts })
  const other = createBroker({
    egress: out,
    clock: () => NOW,
    newId: randomUUID,
    randomBytes,
    key: async () => ({ id: 'one', privateKey }),
    extensions: { signature: EXTENSION, encryption: ENCRYPTION },
  })
  return { out, other }
}

test('a call that is aborted while its provider works may have arrived', async t => {
  const provider = await open()
  provider.replyTo('SendMessage', () => () => {})
  const { out, other } = openAnother(providers.egress)
  const sent = other.sendMessage(callTo(provider.url), MESSAGE)
  await provider.until(1)
  await out.close()
  t.deepEqual(await sent, { kind: 'unknown', code: 'deadline' })
})

test('a call that is aborted in its handshake has written nothing', async t => {
  const silent = createServer(socket => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
  t.teardown(() => silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { out, other } = openAnother({ isAllowed: () => true, lookup: async () => [{ address: '127.0.0.1', port }] })
  const sent = other.sendMessage(callTo('https://p.example.com/'), MESSAGE)
  await once(silent, 'connection')
  await out.close()
  t.is((await sent).kind, 'not_sent')
})

test('four concurrent calls go to a host, others wait, and a waiting one can be cancelled', async t => {
  const provider = await open()
  const gates = Array.from({ length: 5 }, () => {
    let open = () => {}
    const opened = new Promise<void>(resolve => (open = resolve))
    return { open, opened }
  })
  let [underWay, most, arrived] = [0, 0, 0]
  let isFull = () => {}
  const full = new Promise<void>(resolve => (isFull = resolve))
  provider.replyTo('GetTask', async ({ params }) => {
    most = Math.max(most, ++underWay)
    if (most === 4) isFull()
    await gates[arrived++]?.opened
    underWay--
    return { result: { ...completed([]), id: params.id } }
  })
  const call = callTo(provider.url)
  const calls = ['1', '2', '3', '4'].map(id => broker.getTask(call, id))
  const gaveUp = new AbortController()
  const hopeless = broker.getTask({ ...call, signal: gaveUp.signal }, '5')
  const patient = broker.getTask(call, '6')
  await full
  gaveUp.abort()
  t.deepEqual(await hopeless, { kind: 'not_sent', code: 'deadline' })
  gates[0]?.open()
  await provider.until(5)
  for (const { open } of gates) open()
  const all = await Promise.all([...calls, patient])
  t.true(all.every(({ kind }) => kind === 'task'))
  t.deepEqual(provider.calls.map(({ params }) => params.id).sort(), ['1', '2', '3', '4', '6'])
  t.is(most, 4)
})

const PROBED = { skill_id: 'translate', provider_agent_id: AGENT, service_id: 's1' }

test('a careful provider answers the signed probe and refuses every other', async t => {
  const provider = await open()
  const target = { ...PROBED, interface: callTo(provider.url).interface }
  const signed = await broker.probe(target, 'signed')
  t.like(signed.outcome, { kind: 'message', message: { parts: [{ data: { probe: signed.probe } }] } })
  t.regex(signed.answerer?.certificate_sha256 ?? '', /^[0-9a-f]{64}$/)
  for (const kind of ['unsigned', 'wrong_key', 'changed_body', 'other_target', 'stale', 'other_provider'] as const) {
    const { outcome, probe } = await broker.probe(target, kind)
    t.like([kind, outcome], [kind, { kind: 'status', status: 401 }])
    t.not(probe, signed.probe)
  }
  t.like((await broker.probeAgain(target, signed)).outcome, { kind: 'status', status: 401 })
  t.is(provider.tasks.size, 0)
  t.is(new Set(provider.calls.map(({ params }) => params.message.messageId)).size, 7)
})

test('each probe detects a provider that verifies no signature', async t => {
  const provider = await providers.open('careless', {})
  const target = { ...PROBED, interface: callTo(provider.url).interface }
  for (const kind of ['unsigned', 'wrong_key', 'changed_body', 'other_target', 'stale', 'other_provider'] as const) {
    t.is((await broker.probe(target, kind)).outcome.kind, 'message')
  }
})
