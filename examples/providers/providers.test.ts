import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { createBroker } from '../../push/broker/a2a.ts'
import { signRequest } from '../../push/broker/signature.ts'
import { createEgress } from '../../push/egress.ts'
import { endedExample, type Language, startExample } from '../../testing/processes/example-provider.ts'
import { newKeyPair } from '../../testing/values/key-pairs.ts'

const isThere = (() => {
  try {
    execFileSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const AGENT = 'a0000000-0000-7000-8000-000000000001'

/** A server that publishes the broker's key, and the requests that it received. */
async function publishKey(t: ExecutionContext) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keySet = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] }
  const asked: unknown[] = []
  const publishing = createServer((request, response) => {
    asked.push(request.url)
    response.end(JSON.stringify(keySet))
  }).listen(0, '127.0.0.1')
  await once(publishing, 'listening')
  t.teardown(() => {
    publishing.closeAllConnections()
    publishing.close()
  })
  const base = `http://127.0.0.1:${(publishing.address() as AddressInfo).port}`
  return { privateKey, asked, base }
}

/** The example in that language, and a broker that it believes. */
async function meet(t: ExecutionContext, language: Language) {
  const { privateKey, asked, base } = await publishKey(t)
  const agent = { broker: base, agent_id: AGENT, privateKey: newKeyPair().privateKey }
  const provider = await startExample(t, language, agent)
  const egress = createEgress({ monotonic: () => performance.now(), ...provider.egress })
  t.teardown(() => egress.close())
  const broker = createBroker({
    ...{ egress, clock: () => Date.now(), newId: randomUUID, randomBytes },
    key: async () => ({ id: 'one', privateKey }),
    extensions: {
      signature: `${base}/a2a/ext/broker-signature/v1`,
      encryption: `${base}/a2a/ext/payload-encryption/v1`,
    },
  })
  const target = { interface: { url: provider.url, tenant: null, encryptionJwk: null }, timeoutMs: 60_000 }
  const send = (text: string) => {
    const id = randomUUID()
    const facts = { broker_task_id: id, offer_revision_id: null, skill_id: 'count-words', contract_hash: null }
    const call = { ...target, provider_agent_id: AGENT, service_id: 's', facts }
    return broker.sendMessage(call, { messageId: id, contextId: id, parts: [{ text }] })
  }
  /** A signed call, whatever its body is. */
  const post = async (text: string, changed = {}) => {
    const body = Buffer.from(text)
    const headers = {
      'content-type': 'application/json',
      'a2a-version': '1.0',
      'a2a-extensions': `${base}/a2a/ext/broker-signature/v1`,
      ...changed,
    }
    const at = { now: new Date(), nonce: randomBytes(16) }
    const proof = signRequest({ url: provider.url, body, headers }, { id: 'one', privateKey }, at)
    const call = { url: provider.url, method: 'POST', timeoutMs: 60_000, maxBytes: 65_536 } as const
    const answer = await egress.send({ ...call, body, headers: { ...headers, ...proof } })
    return { status: answer.status, body: JSON.parse(answer.body.toString()) }
  }
  const extension = `${base}/a2a/ext/broker-signature/v1`
  /** The response to a signed call of that method. */
  const call = async (method: string, params: object, changed = {}) => {
    const { body } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), changed)
    return body
  }
  const say = (text: string, more: object = {}) => {
    const metadata = { [extension]: { provider_agent_id: AGENT } }
    const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }], metadata, ...more }
    return call('SendMessage', { message })
  }
  const getCard = (headers = {}) =>
    egress.send({ url: provider.cardUrl, method: 'GET', timeoutMs: 60_000, maxBytes: 65_536, headers })
  return { broker, target, send, asked, post, call, say, getCard, extension }
}

for (const language of ['typescript', 'python'] as const) {
  const isRun = language === 'typescript' || isThere
  const run = isRun ? test : test.skip
  const note = isRun ? '' : ' (skipped: no python3 with cryptography)'

  run(
    `the provider in ${language} runs its skill, requires a text, and rejects one that is too long${note}`,
    async t => {
      const { send, broker, target } = await meet(t, language)
      const done = await send('one two three')
      t.like(done, { kind: 'task', task: { status: { state: 'TASK_STATE_COMPLETED' } } })
      t.like(done, { task: { artifacts: [{ name: 'count', parts: [{ data: { words: 3 } }] }] } })
      const { id = '', contextId = '' } = done.kind === 'task' ? done.task : {}
      t.like(await broker.getTask(target, id), { kind: 'task', task: { id } })
      t.like(await broker.listTasks(target, contextId), { kind: 'tasks', tasks: [{ id }] })
      t.like(await broker.cancelTask(target, id), { kind: 'error', code: -32002 })
      t.like(await send(' '), { task: { status: { state: 'TASK_STATE_INPUT_REQUIRED' } } })
      const refused = await send('x'.repeat(2_001))
      t.like(refused, { task: { status: { state: 'TASK_STATE_REJECTED' } } })
      const told = refused.kind === 'task' ? refused.task.status.message?.parts[0]?.text : undefined
      t.is(told, 'I count up to 2,000 characters.')
    },
  )

  run(
    `the provider in ${language} answers the probe, rejects all that it must, and fetches the keys once${note}`,
    async t => {
      const { broker, target, asked } = await meet(t, language)
      const probed = { ...target, provider_agent_id: AGENT, service_id: 's', skill_id: 'count-words' }
      const signed = await broker.probe(probed, 'signed')
      t.like(signed.outcome, { kind: 'message', message: { parts: [{ data: { probe: signed.probe } }] } })
      for (const kind of [
        'unsigned',
        'wrong_key',
        'changed_body',
        'other_target',
        'stale',
        'other_provider',
      ] as const) {
        t.like([kind, (await broker.probe(probed, kind)).outcome], [kind, { kind: 'status', status: 401 }])
      }
      t.like((await broker.probeAgain(probed, signed)).outcome, { kind: 'status', status: 401 })
      t.deepEqual(asked, ['/.well-known/jwks.json'])
    },
  )

  run(`the provider in ${language} answers what is no call, and a message without a context${note}`, async t => {
    const { post, extension } = await meet(t, language)
    const broken = await post('{"jsonrpc":')
    t.is(broken.body.error.code, -32700)
    for (const text of ['null', '[]', '"x"', '{}', '{"jsonrpc":"2.0","id":1,"method":"GetTask"}']) {
      const { status, body } = await post(text)
      t.true(status < 500 && body.error !== undefined, text)
    }
    const message = {
      ...{ messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'one two' }] },
      metadata: { [extension]: { provider_agent_id: AGENT } },
    }
    const sent = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }))
    t.like(sent.body.result.task, { status: { state: 'TASK_STATE_COMPLETED' } })
    t.truthy(sent.body.result.task.contextId)
  })

  run(`the provider in ${language} refuses as A2A 1.0 requires, with the reason${note}`, async t => {
    const { call, say, post } = await meet(t, language)
    const { task: done } = (await say('one two')).result
    const { task: open } = (await say(' ')).result
    t.is(open.status.state, 'TASK_STATE_INPUT_REQUIRED')
    const raw = { parts: [{ raw: 'dGNr', mediaType: 'application/x-unknown' }] }
    const cases: [response: Promise<{ error?: object }>, code: number, reason: string][] = [
      [call('GetTask', { id: 'none' }), -32_001, 'TASK_NOT_FOUND'],
      [call('CancelTask', { id: 'none' }), -32_001, 'TASK_NOT_FOUND'],
      [say('more', { taskId: 'none' }), -32_001, 'TASK_NOT_FOUND'],
      [call('CancelTask', { id: done.id }), -32_002, 'TASK_NOT_CANCELABLE'],
      [say('more', { taskId: done.id }), -32_004, 'UNSUPPORTED_OPERATION'],
      [say('', raw), -32_005, 'CONTENT_TYPE_NOT_SUPPORTED'],
      [call('GetTask', { id: done.id }, { 'content-type': 'text/plain' }), -32_005, 'CONTENT_TYPE_NOT_SUPPORTED'],
      [call('GetTask', { id: done.id }, { 'a2a-version': '99.0' }), -32_009, 'VERSION_NOT_SUPPORTED'],
      [call('ListTaskPushNotificationConfigs', { taskId: done.id }), -32_003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
    ]
    for (const [response, code, reason] of cases) {
      const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' }
      t.like(await response, { error: { code, data: [info] } }, reason)
    }
    t.truthy((await say('more', { taskId: open.id, contextId: 'another' })).error)
    const other = await post('{}', { 'a2a-extensions': 'x', 'a2a-version': '' })
    t.truthy(other.body.error)
  })

  run(`the provider in ${language} continues a task, cancels one, and lists a page of them${note}`, async t => {
    const { call, say } = await meet(t, language)
    const { task: open } = (await say(' ')).result
    const { task: other } = (await say(' ')).result
    const continued = await say('one two', { taskId: open.id })
    t.like(continued.result.task, { id: open.id, contextId: open.contextId, status: { state: 'TASK_STATE_COMPLETED' } })
    t.is((await call('CancelTask', { id: other.id })).result.status.state, 'TASK_STATE_CANCELED')
    t.deepEqual((await call('GetTask', { id: open.id, historyLength: 0 })).result.history ?? [], [])
    t.is((await call('GetTask', { id: open.id, historyLength: 1 })).result.history.length, 1)
    const { result: page } = await call('ListTasks', { pageSize: 1 })
    t.like(page, { tasks: [{ id: other.id }], pageSize: 1, totalSize: 2 })
    t.is(page.tasks[0].artifacts, undefined)
    const { result: next } = await call('ListTasks', { pageSize: 1, pageToken: page.nextPageToken })
    t.like(next, { tasks: [{ id: open.id }], nextPageToken: '' })
  })

  run(`the provider in ${language} lets its card be cached${note}`, async t => {
    const { getCard } = await meet(t, language)
    const { status, headers } = await getCard()
    t.is(status, 200)
    t.regex(String(headers['cache-control']), /max-age=\d+/)
    t.truthy(headers['last-modified'])
    t.is((await getCard({ 'if-none-match': String(headers.etag) })).status, 304)
  })

  run(`the provider in ${language} says what its environment lacks${note}`, t => {
    const all = {
      BROKER: 'https://b.example',
      PUBLIC_URL: 'https://p.example/a2a',
      AGENT_ID: AGENT,
      AGENT_KEY: '/none',
    }
    const cases: [env: Record<string, string>, says: RegExp][] = [
      [{}, /BROKER, PUBLIC_URL, AGENT_ID, AGENT_KEY/],
      [{ ...all, AGENT_ID: '' }, /^set AGENT_ID in/],
      [all, /AGENT_KEY must be a readable file/],
      [{ ...all, TLS_KEY: '/none' }, /both of TLS_KEY and TLS_CERT/],
    ]
    for (const [env, says] of cases) {
      const { status, stderr } = endedExample(language, env)
      t.is(status, 1)
      t.regex(stderr, says)
      t.is(stderr.trim().split('\n').length, 1, 'one line')
    }
  })
}
