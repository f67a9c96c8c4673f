import { createPublicKey, generateKeyPairSync, type JsonWebKey, verify } from 'node:crypto'
import test from 'ava'
import canonicalize from 'canonicalize'
import { SQL } from 'sql-template-strings'
import { DOCUMENT_HOST, useDocumentHost } from '../../testing/fakes/client-document-host.ts'
import { type OAuthAgent, useOAuth } from '../../testing/fixtures/oauth-world.ts'
import { type ExternalSender, newExternalSender } from '../../testing/values/external-sender.ts'

const host = useDocumentHost(test)
const world = useOAuth(test, { egress: host.egress })

const DIRECTORY = '/.well-known/http-message-signatures-directory'
const NOTHING = { code: -32_001, message: 'There is no such agent or task for this sender.' }
let now = Date.UTC(2026, 10, 21, 12)

function advance(ms: number) {
  now += ms
  world().advance(ms)
}

const setEnabled = (isOn: boolean) =>
  world().db.many(SQL`
    insert into setting (name, value, updated_at) values ('external_messages.enabled', to_jsonb(${isOn}::boolean), ${new Date(0)})
    on conflict (name) do update set value = excluded.value`)

const sender = newExternalSender(`https://${DOCUMENT_HOST}`)

test.serial.before(async () => {
  const publish = JSON.stringify(sender.directory)
  host.answer(DIRECTORY, response => response.writeHead(200, { 'content-type': 'application/json' }).end(publish))
  await setEnabled(true)
  advance(2_000)
})

interface Asked {
  params?: object
  by?: ExternalSender | null
  changed?: Parameters<ExternalSender['sign']>[3]
  headers?: Record<string, string | undefined>
}

const bodyOf = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })

async function post(handle: string, body: string, headers: Record<string, string | undefined>) {
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const response = await fetch(`${world().urls[0]}/a2a/${handle}`, { method: 'POST', body, headers: given })
  return { status: response.status, headers: response.headers, ...(await response.json()) }
}

function call(handle: string, method: string, { params = {}, by = sender, changed, headers = {} }: Asked = {}) {
  const body = bodyOf(method, params)
  const plain = { 'content-type': 'application/json', 'a2a-version': '1.0' }
  const signed = by ? by.sign(`${world().urls[0]}/a2a/${handle}`, body, new Date(now), changed) : plain
  return post(handle, body, { ...signed, ...headers })
}

let messages = 0
const message = (text: string, more: object = {}) => ({
  message: { messageId: `m${++messages}`, role: 'ROLE_USER', parts: [{ text }], ...more },
})

const say = (handle: string, text: string, asked: Asked = {}) =>
  call(handle, 'SendMessage', { params: message(text), ...asked })

async function enrollReachable(handle: string): Promise<OAuthAgent> {
  const agent = await world().enroll(handle)
  await world().send(agent, 'PUT', '/dm-availability', { accepts_external_messages: true })
  const { data } = await world().send(agent, 'GET', '/external-messages')
  if (!data.is_reachable) throw new Error(`${handle} is not reachable`)
  return agent
}

const received = async (agent: OAuthAgent) => (await world().send(agent, 'GET', '/external-messages')).data.messages

const refuses = (t: { like(one: object, other: object, message?: string): unknown }, answer: object, what: string) =>
  t.like(answer, { status: 200, id: 7, error: NOTHING }, what)

test.serial('a signed message is a task, which the reply of its agent completes', async t => {
  const ann = await enrollReachable('ann')
  const { result } = await say('ann', 'Can you <b>help</b>?')
  const { id, contextId } = result.task
  t.like(result.task, {
    status: { state: 'TASK_STATE_SUBMITTED' },
    history: [{ parts: [{ text: 'Can you <b>help</b>?' }] }],
  })
  t.is(result.task.artifacts, undefined)

  const [event] = await world().db.many<{ body: object }>(SQL`
    select body from outbox where recipient = ${ann.agent_id} union all select body from inbox where recipient = ${ann.agent_id}`)
  const data = { external_message_id: id, sender_origin: sender.origin }
  t.like(event?.body, { actor: { kind: 'platform' }, excerpt: '', data })
  t.like(await received(ann), [
    { id, sender_origin: sender.origin, content: 'Can you <b>help</b>?', state: 'submitted' },
  ])

  const path = `/external-messages/${id}/answer`
  for (const _ of [1, 2]) {
    t.deepEqual((await world().send(ann, 'POST', path, { content: 'Yes.' })).data, { id, state: 'completed' })
  }
  t.is((await world().send(ann, 'POST', path, { content: 'No.' })).slug, 'external-message-ended')
  const { result: task } = await call('ann', 'GetTask', { params: { id, historyLength: 0 } })
  t.like(task, { id, contextId, status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [{ parts: [{ text: 'Yes.' }] }] })
  t.is(task.history, undefined)
  const late = await call('ann', 'CancelTask', { params: { id } })
  t.like(late.error, { code: -32_002, data: [{ reason: 'TASK_NOT_CANCELABLE', domain: 'a2a-protocol.org' }] })
  const more = await say('ann', '', { params: message('and?', { taskId: id }) })
  t.is(more.error.code, -32_004)
})

test.serial('a repeated message is the same task, and a canceled one accepts no reply', async t => {
  const bea = await enrollReachable('bea')
  const params = message('once')
  const [one, other] = [await call('bea', 'SendMessage', { params }), await call('bea', 'SendMessage', { params })]
  t.deepEqual(one.result, other.result)
  t.is((await received(bea)).length, 1)
  const { id } = one.result.task
  for (const _ of [1, 2]) {
    t.is((await call('bea', 'CancelTask', { params: { id } })).result.status.state, 'TASK_STATE_CANCELED')
  }
  t.is(
    (await world().send(bea, 'POST', `/external-messages/${id}/answer`, { content: 'late' })).slug,
    'external-message-ended',
  )
})

test.serial('a faulty signature is answered like an agent that does not exist', async t => {
  await enrollReachable('cat')
  const other = newExternalSender(sender.origin)
  const { privateKey } = generateKeyPairSync('ed25519')
  const created = Math.floor(now / 1_000)
  const covered = ['@method', '@target-uri', 'content-digest', 'content-type', 'a2a-version']
  const cases: [what: string, asked: Asked][] = [
    ['unsigned', { by: null }],
    ['a key that is not published', { by: other }],
    ['another key below a known id', { changed: { privateKey } }],
    ['no directory', { changed: { origin: 'https://closed.example.com' } }],
    ['an inner address', { changed: { origin: 'https://inside.example.com' } }],
    ['an origin with a path', { changed: { origin: `${sender.origin}/path` } }],
    ['plain http', { changed: { origin: `http://${DOCUMENT_HOST}` } }],
    ['old', { changed: { created: created - 120, expires: created + 60 } }],
    ['long-lived', { changed: { expires: created + 3_600 } }],
    ['expired', { changed: { created: created - 60, expires: created - 1 } }],
    ['for another agent', { changed: { url: `${world().urls[0]}/a2a/dan` } }],
    ['signer not covered', { changed: { covered } }],
    ['another tag', { changed: { tag: 'other' } }],
    ['extensions not covered', { headers: { 'a2a-extensions': 'https://x.example' } }],
    ['another body', { headers: { 'content-digest': 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:' } }],
  ]
  for (const [what, asked] of cases) refuses(t, await say('cat', 'x', asked), what)
  const body = bodyOf('SendMessage', message('twice'))
  const signed = sender.sign(`${world().urls[0]}/a2a/cat`, body, new Date(now))
  t.truthy((await post('cat', body, signed)).result)
  refuses(t, await post('cat', body, signed), 'a replay')
  t.is((await say('cat', 'still fine')).error, undefined)
})

test.serial('an unreachable agent is answered like a missing one, and has no card', async t => {
  const card = async (handle: string) =>
    (await fetch(`${world().urls[0]}/a2a/${handle}/.well-known/agent-card.json`)).status
  await world().enroll('undecided')
  const [priv, closed, held] = [
    await enrollReachable('priv'),
    await enrollReachable('closed'),
    await enrollReachable('held'),
  ]
  const sent = (await say('priv', 'before')).result.task
  t.deepEqual(await Promise.all([priv, closed, held].map(({ handle }) => card(handle))), [200, 200, 200])
  await world().db.many(SQL`update agent set visibility = 'private' where id = ${priv.agent_id}`)
  await world().db.many(SQL`update agent_status set status = 4 where agent_id = ${held.agent_id}`)
  await world().send(closed, 'PUT', '/dm-availability', { accepts_agent_dms: false })
  for (const handle of ['nobody', 'undecided', 'priv', 'closed', 'held']) {
    refuses(t, await say(handle, 'x'), handle)
    refuses(t, await call(handle, 'GetTask', { params: { id: sent.id } }), handle)
    t.is(await card(handle), 404, handle)
  }
})

test.serial('a declined message is rejected, and a blocked origin finds nothing until it is unblocked', async t => {
  const eve = await enrollReachable('eve')
  const { id } = (await say('eve', 'buy this')).result.task
  const decline = (payload: object) => world().send(eve, 'POST', `/external-messages/${id}/answer`, payload)
  t.deepEqual((await decline({})).data, { id, state: 'rejected' })
  t.is((await call('eve', 'GetTask', { params: { id } })).result.status.state, 'TASK_STATE_REJECTED')
  await decline({ block_sender: true })
  refuses(t, await say('eve', 'again'), 'a message')
  refuses(t, await call('eve', 'GetTask', { params: { id } }), 'a task')
  t.like(await received(eve), [{ id, is_sender_blocked: true }])
  await decline({ block_sender: false })
  t.truthy((await say('eve', 'again')).result)
  const mallory = await enrollReachable('mallory')
  t.is((await world().send(mallory, 'POST', `/external-messages/${id}/answer`)).slug, 'not-found')
  refuses(t, await call('mallory', 'GetTask', { params: { id } }), 'a task of another agent')
})

test.serial('faults of a call itself are the same for every agent', async t => {
  await enrollReachable('fay')
  for (const handle of ['fay', 'nobody']) {
    const cases: [answer: Promise<{ error?: { code: number } }>, code: number][] = [
      [post(handle, '{"jsonrpc":', { 'content-type': 'application/json', 'a2a-version': '1.0' }), -32_700],
      [post(handle, '[]', { 'content-type': 'application/json', 'a2a-version': '1.0' }), -32_600],
      [call(handle, 'GetTask', { headers: { 'a2a-version': '0.3' } }), -32_009],
      [call(handle, 'GetTask', { headers: { 'content-type': 'text/plain' } }), -32_005],
      [call(handle, 'message/send'), -32_601],
      [call(handle, 'SendStreamingMessage', { params: message('x') }), -32_004],
      [call(handle, 'CreateTaskPushNotificationConfig'), -32_003],
      [call(handle, 'SendMessage', { params: { message: {} } }), -32_602],
      [call(handle, 'SendMessage', { params: message('', { parts: [{ raw: 'eA==' }] }) }), -32_005],
    ]
    for (const [answer, code] of cases) t.is((await answer).error?.code, code)
  }
})

test.serial("cards are signed by the server, contain the agent's key, and are cacheable", async t => {
  const gil = await enrollReachable('gil')
  const get = async (path: string) => await fetch(`${world().urls[0]}${path}`)
  const { keys } = (await (await get('/.well-known/records-jwks.json')).json()) as {
    keys: (JsonWebKey & { kid: string })[]
  }
  for (const path of ['/.well-known/agent-card.json', '/a2a/gil/.well-known/agent-card.json']) {
    const response = await get(path)
    t.regex(response.headers.get('cache-control') ?? '', /max-age=60/)
    t.truthy(response.headers.get('etag'))
    const { signatures, ...card } = (await response.json()) as Record<string, object[]>
    const [{ protected: header, signature }] = signatures as [{ protected: string; signature: string }]
    const { kid, alg, typ } = JSON.parse(Buffer.from(header, 'base64url').toString())
    t.deepEqual([alg, typ], ['EdDSA', 'JOSE'])
    const key = createPublicKey({ key: keys.find(one => one.kid === kid)!, format: 'jwk' })
    const input = `${header}.${Buffer.from(canonicalize(card)!).toString('base64url')}`
    t.true(verify(null, Buffer.from(input), key, Buffer.from(signature, 'base64url')))
  }
  const card = await (await get('/a2a/gil/.well-known/agent-card.json')).json()
  const [{ params }] = card.capabilities.extensions
  const { key_fingerprint } = (await world().send(gil, 'GET', '/agents/gil')).data
  t.like(params, { agent_id: gil.agent_id, key_version: 1 })
  t.is(params.key_fingerprint, key_fingerprint)
  const answer = await fetch(`${world().urls[0]}/a2a`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json', 'a2a-version': '1.0' } },
    body: bodyOf('SendMessage', message('who is here?')),
  })
  t.like(await answer.json(), { result: { message: { role: 'ROLE_AGENT' } } })
})

test.serial('an agent with a public service is reachable unless it opts out', async t => {
  const hal = await world().enroll('hal')
  const { id } = (await world().send(hal, 'POST', '/services', { handle: 'helps', name: 'Helps' })).data
  refuses(t, await say('hal', 'x'), 'a draft')
  await world().send(hal, 'POST', `/services/${id}/transitions`, { to: 'active' })
  t.truthy((await say('hal', 'x')).result)
  await world().send(hal, 'PUT', '/dm-availability', { accepts_external_messages: false })
  refuses(t, await say('hal', 'x'), 'it says no')
})

test.serial('while disabled, nothing exists', async t => {
  const ivy = await enrollReachable('ivy')
  await setEnabled(false)
  advance(2_000)
  refuses(t, await say('ivy', 'x'), 'a message')
  t.is((await fetch(`${world().urls[0]}/.well-known/agent-card.json`)).status, 404)
  t.is((await world().send(ivy, 'GET', '/external-messages')).slug, 'external-messages-disabled')
  await setEnabled(true)
  advance(2_000)
})
