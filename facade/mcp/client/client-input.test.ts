import test from 'ava'
import { openMcpWorld } from '../../../testing/fixtures/mcp-world.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { SUITE_ADDRESS, SUITE_FEATURE } from '../../../testing/mcp-suite/suite-feature.ts'

const database = useDatabase(test)
const addedFeatures = new Map([[SUITE_ADDRESS, SUITE_FEATURE]])
const path = SUITE_ADDRESS
const VERSION = '2026-07-28'

const FORMS = { elicitation: {} }
const accept = (content: object) => ({ action: 'accept', content })

type World = Awaited<ReturnType<typeof openMcpWorld>>

let world: World
/** Another process of the same server. */
let other: World
test.before(async () => {
  world = await openMcpWorld(database(), { addedFeatures })
  other = await openMcpWorld(database(), { addedFeatures })
})
test.after.always(async () => {
  await world.close()
  await other.close()
})

/** A call in a session, as the stream of its response. */
async function call(name: string, capabilities: object = FORMS, token?: string) {
  const bearer = token ?? (await (await world.agent(`caller-${agents++}`)).token())
  const headers = { 'Mcp-Session-Id': await world.openSession(bearer, { capabilities, path }) }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { message: 'Well?' } } }
  const accepting = { ...headers, Accept: 'application/json, text/event-stream' }
  const opened = await world.stream({ path, token: bearer, headers: accepting, body })
  const next = async () => JSON.parse((await opened.next())?.data ?? 'null')
  return { next, token: bearer, headers, body }
}
let agents = 0

const reply = (id: string, result: object) => ({ jsonrpc: '2.0', id, result })

test('a call in a session requests input on its stream, and continues with the answer, at whichever process it arrives', async t => {
  for (const [at, answer, text] of [
    [world, accept({ response: 'yes' }), '["accept",{"response":"yes"}]'],
    [other, { action: 'decline' }, '["decline",{}]'],
  ] as const) {
    const { next, token, headers } = await call('test_elicitation')
    const inputRequest = await next()
    t.like(inputRequest, { method: 'elicitation/create', params: { message: 'Well?' } })
    t.is((await at.send({ path, token, headers, body: reply(inputRequest.id, answer) })).status, 202)
    t.is((await next()).result.content[0].text, `User response: ${text}`)
  }
})

test('an answer of another session is ignored', async t => {
  const { next, token, headers } = await call('test_elicitation')
  const { id } = await next()
  const outsider = await (await world.agent('outsider')).token()
  const foreign = { 'Mcp-Session-Id': await world.openSession(outsider, { path }) }
  const own = { 'Mcp-Session-Id': await world.openSession(token, { path }) }
  const taken = reply(id, accept({ response: 'taken' }))
  t.is((await world.send({ path, token: outsider, headers: foreign, body: taken })).status, 202)
  t.is((await world.send({ path, token, headers: own, body: taken })).status, 202)
  t.is((await world.send({ path, token: outsider, headers, body: taken })).status, 404)
  await world.send({ path, token, headers, body: reply(id, accept({ response: 'mine' })) })
  t.regex((await next()).result.content[0].text, /mine/)
})

test('an error ends the call, and an answer has a size that every process can receive', async t => {
  const { next, token, headers } = await call('test_elicitation')
  const { id } = await next()
  const long = reply(id, accept({ response: 'x'.repeat(8_000) }))
  t.is((await world.send({ path, token, headers, body: long })).status, 413)
  await world.send({ path, token, headers, body: { jsonrpc: '2.0', id, error: { code: -1, message: 'no' } } })
  t.is((await next()).error.code, -32600)
})

test('a client without the capability gets no request', async t => {
  const { send } = world
  for (const [capabilities, accepts] of [
    [{ sampling: {} }, 'text/event-stream'],
    [{ elicitation: { url: {} } }, 'text/event-stream'],
    [FORMS, 'application/json'],
  ] as const) {
    const token = await (await world.agent(`mute-${agents++}`)).token()
    const headers = { 'Mcp-Session-Id': await world.openSession(token, { capabilities, path }), Accept: accepts }
    const params = { name: 'test_elicitation', arguments: { message: 'Well?' } }
    const { json } = await send({ path, token, headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } })
    t.like(json.error, { code: -32600, data: { requiredCapabilities: { elicitation: {} } } })
  }
})

/** A call of 2026-07-28, with what its client declares. */
async function modernCall(token: string, name: string, params: object = {}, declared: object = FORMS) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': declared,
  }
  return await world.modern(token, 'tools/call', { name, arguments: {}, _meta, ...params }, {}, path)
}

test('without a session the requests are the result, and the repeated call has the answers', async t => {
  const token = await (await world.agent('repeater')).token()
  const { result } = (await modernCall(token, 'test_input_required_result_multi_round')).json
  t.like(result, { resultType: 'input_required', inputRequests: { step1: { method: 'elicitation/create' } } })
  const again = { inputResponses: { step1: accept({ name: 'Ann' }) }, requestState: result.requestState }
  const second = (await modernCall(token, 'test_input_required_result_multi_round', again)).json.result
  const last = { inputResponses: { step2: accept({ color: 'blue' }) }, requestState: second.requestState }
  const third = (await modernCall(token, 'test_input_required_result_multi_round', last)).json.result
  t.is(third.content[0].text, 'Multi-round complete for Ann who likes blue')
})

test('a state that was changed, or is of another agent or request, is refused', async t => {
  const name = 'test_input_required_result_tampered_state'
  const [ann, bob] = await Promise.all(['ann', 'bob'].map(async handle => await (await world.agent(handle)).token()))
  const inputResponses = { confirm: accept({ ok: true }) }
  const { requestState } = (await modernCall(ann!, name)).json.result
  const codeOf = async (token: string, params: object, called = name) =>
    (await modernCall(token, called, { inputResponses, ...params })).json.error?.code
  t.is(await codeOf(ann!, { requestState }), undefined)
  t.is(await codeOf(bob!, { requestState }), -32602)
  t.is(await codeOf(ann!, { requestState, arguments: { more: 1 } }), -32602)
  t.is(await codeOf(ann!, { requestState }, 'test_input_required_result_request_state'), -32602)
  for (const changed of [`${requestState}x`, requestState.slice(1), '', '.', 'a.b', `${requestState}.`, 5, null]) {
    t.is(await codeOf(ann!, { requestState: changed }), -32602, String(changed))
  }
})

test('a call that requires an undeclared capability is 400, with what is missing', async t => {
  const token = await (await world.agent('undeclared')).token()
  const { status, json } = await modernCall(token, 'test_missing_capability')
  t.is(status, 400)
  t.like(json.error, { code: -32021, data: { requiredCapabilities: { sampling: {} } } })
})

test('an answer that is not an object is invalid, and so is a list of them', async t => {
  const token = await (await world.agent('sloppy')).token()
  const name = 'test_input_required_result_elicitation'
  const { json } = await modernCall(token, name, { inputResponses: { user_name: 5 } })
  t.is(json.result.resultType, 'input_required')
  for (const inputResponses of [null, [], 'x']) {
    t.is((await modernCall(token, name, { inputResponses })).json.error.code, -32602)
  }
})
