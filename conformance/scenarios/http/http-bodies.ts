import { equal, match, ok } from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { sendBytes } from '../../clients/raw.ts'
import { callWithToken, carry, envelopeFor, prefix, signedDemand } from '../../clients/rest.ts'
import { signedText } from '../../clients/signing.ts'
import { tokenPath } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfBodyUnreadable = clausesBy({
  'an object with a key twice*': ['HTTP-29'],
  'no JSON': ['HTTP-28'],
  'a list': ['HTTP-28'],
  'a string': ['HTTP-28'],
  null: ['HTTP-28'],
  'two objects': ['HTTP-28'],
  'marked by a byte order mark': ['HTTP-28'],
})

const clausesOfBodySize = clausesBy({
  'a body of * bytes is read at enrollment, and one byte more is a 413': ['HTTP-35', 'HTTP-40'],
  'a body of * bytes is read at the other address of enrollment, and one byte more is a 413': ['HTTP-35', 'HTTP-40'],
  'a body of * bytes is read at key rotation, and one byte more is a 413': ['HTTP-36', 'HTTP-40'],
  'a body of * bytes is read at the exchange of tokens, and one byte more is a 413': ['HTTP-37', 'HTTP-40'],
  'a body of * bytes is read at the revocation of tokens, and one byte more is a 413': ['HTTP-37', 'HTTP-40'],
  'a body of * bytes is read at posts, and one byte more is a 413': ['HTTP-34', 'HTTP-40'],
  'a body of * bytes is read at MCP, and one byte more is a 413': ['HTTP-38', 'HTTP-40'],
  'a body of * bytes is read at a part of MCP, and one byte more is a 413': ['HTTP-38', 'HTTP-40'],
})

const enrollPath = `${prefix}/agents/enroll`
/** Longer than a patient server waits for a complete body. */
const longestWaitMs = 120_000

export const httpBodies = defineScenario('http: bodies', async context => {
  checkPatience(context)
  await checkTypes(context)
  await checkUnreadable(context)
  await checkEncodings(context)
  await checkNesting(context)
  await checkEmpty(context)
  await checkSizes(context)
  await checkLingering(context)
})

const sendWithToken = async ({ http }: World, token: string, path: string, body: string, headers: Data = {}) =>
  http.send({
    method: 'POST',
    path: prefix + path,
    headers: { authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
    body,
  })

async function checkTypes({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const token = await world.token(ann)
  for (const type of ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded', '']) {
    await check(`a body of type "${type}" is read as JSON`, ['HTTP-27'], async () => {
      const headers = { 'content-type': type }
      const signed = signedDemand(world.http, ann, 'POST', '/ping')
      requireStatus(await world.http.send({ ...signed, headers }), 200)
      const open = { method: 'POST', path: enrollPath, body: '{"handle":"-"}', headers }
      requireInvalid(await world.http.send(open), '/handle')
      const body = JSON.stringify({ content: world.text('typed') })
      requireStatus(await sendWithToken(world, token, '/posts', body, headers), 201)
    })
  }
}

async function checkUnreadable({ check, world }: ScenarioContext): Promise<void> {
  const token = await world.token(await world.agent('ann'))
  const rows: [string, string][] = [
    ['no JSON', '{"content":'],
    ['a list', '[]'],
    ['a string', '"content"'],
    ['null', 'null'],
    ['two objects', '{}{}'],
    ['marked by a byte order mark', '\ufeff{}'],
    ['an object with a key twice', '{"content":"a","content":"a"}'],
    ['an object with a key twice, once escaped', '{"handle":"a","h\\u0061ndle":"a"}'],
    ['an object with a key twice, deeper', '{"interests":[{"a":1,"a":1}]}'],
  ]
  for (const [what, body] of rows) {
    await check(`a body that is ${what} is malformed-json if no envelope is required`, clausesOfBodyUnreadable(what), async () => {
      requireProblem(await world.http.send({ method: 'POST', path: enrollPath, body }), 'malformed-json')
      requireProblem(await sendWithToken(world, token, '/posts', body), 'malformed-json')
    })
  }
}

async function checkEncodings({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  await check('a compressed body is a 415, at an open and at a signed route', ['HTTP-30'], async () => {
    const demand = signedDemand(world.http, ann, 'POST', '/ping')
    for (const encoding of ['gzip', 'br', 'unheard-of']) {
      const headers = { 'content-encoding': encoding }
      for (const one of [demand, { method: 'POST', path: enrollPath, body: '{}' }]) {
        const body = gzipSync(String(one.body))
        requireProblem(await world.http.send({ ...one, headers, body }), 'unsupported-media-type')
      }
    }
    requireStatus(await world.http.send({ ...demand, headers: { 'content-encoding': 'identity' } }), 200)
  })
  await check('sizes, route and method are checked before the encoding, and content after it', ['HTTP-59'], async () => {
    const send = (method: string, path: string, body: string) =>
      world.http.send({ method, path: prefix + path, headers: { 'content-encoding': 'gzip' }, body })
    requireProblem(await send('POST', '/posts', 'x'.repeat(524_289)), 'payload-too-large')
    requireProblem(await send('POST', '/agents/enroll', 'x'.repeat(32_769)), 'payload-too-large')
    requireProblem(await send('POST', '/no-such-route', 'x'), 'not-found')
    requireProblem(await send('PUT', '/ping', 'x'), 'method-not-allowed')
    for (const path of ['/posts', '/agents/enroll']) requireProblem(await send('POST', path, 'x'), 'unsupported-media-type')
  })
}

/** A payload of nested lists; the payload itself is the first level. */
const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

/** A payload with this number of values, counting the payload and its list. */
const crowded = (values: number) => `{"a":{"b":[${Array.from({ length: values - 3 }, () => '0').join()}]}}`

async function checkNesting({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const token = await world.token(ann)
  const ping = (payload: string): Promise<Reply> => {
    const envelope = envelopeFor(world.http, ann, 'POST', '/ping', { payload })
    return world.http.send(carry('POST', '/ping', signedText(envelope, ann.privateKey)))
  }
  const { handle } = await world.agent('bob')
  const bear = (payload: string) => sendWithToken(world, token, `/agents/${handle}/follow`, payload)
  const open = (body: string) => world.http.send({ method: 'POST', path: enrollPath, body })
  await check('JSON of 64 levels is accepted, and of 65 rejected, with any authentication', ['HTTP-31', 'HTTP-60', 'ENV-33'], async () => {
    requireStatus(await ping(nested(63)), 200)
    requireProblem(await ping(nested(64)), 'aui-signature-malformed')
    requireStatus(await bear(nested(64)), 200)
    requireProblem(await bear(nested(65)), 'malformed-json')
    requireProblem(await open(nested(64)), 'validation-error')
    requireProblem(await open(nested(65)), 'malformed-json')
  })
  await check('JSON of 9,900 values is accepted, and of more than 10,000 rejected', ['HTTP-32', 'HTTP-60'], async () => {
    requireStatus(await ping(crowded(9_900)), 200)
    requireProblem(await ping(crowded(10_001)), 'aui-signature-malformed')
    requireStatus(await bear(crowded(9_900)), 200)
    requireProblem(await bear(crowded(10_001)), 'malformed-json')
    requireProblem(await open(crowded(10_001)), 'malformed-json')
  })
  await check('a list of more than 1,000 items is a 422 that points at it, even if unknown', ['HTTP-54', 'HTTP-13'], async () => {
    const list = (items: number) => JSON.stringify({ a: Array.from({ length: items }, () => 0) })
    requireStatus(await ping(list(1_000)), 200)
    requireInvalid(await ping(list(1_001)), '/a')
    requireInvalid(await bear(list(1_001)), '/a')
  })
}

async function checkEmpty({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  await check('an empty body with a bearer token is an empty payload', ['HTTP-33'], async () => {
    const token = await world.token(ann)
    requireStatus(await callWithToken(world.http, token, 'POST', `/agents/${bob.handle}/follow`), 200)
    requireInvalid(await sendWithToken(world, token, '/posts', ''), '/content')
  })
}

async function checkSizes({ check, world }: ScenarioContext): Promise<void> {
  const rows: [string, string, number][] = [
    ['enrollment', enrollPath, 32_768],
    ['the other address of enrollment', '/api/v1/agents/enroll', 32_768],
    ['key rotation', `${prefix}/agents/me/keys/rotate`, 32_768],
    ['the exchange of tokens', tokenPath, 16_384],
    ['the revocation of tokens', tokenPath.replace(/token$/, 'revoke'), 16_384],
    ['posts', `${prefix}/posts`, 524_288],
    ['MCP', '/mcp', 786_432],
    ['a part of MCP', '/mcp/readonly', 786_432],
  ]
  const token = await world.token(await world.agent('ann'))
  for (const [what, path, limit] of rows) {
    await check(`a body of ${limit} bytes is read at ${what}, and one byte more is a 413`, clausesOfBodySize, async () => {
      const headers = path.startsWith('/mcp') ? { authorization: `Bearer ${token}` } : {}
      const send = (bytes: number) => world.http.send({ method: 'POST', path, headers, body: `{"a":"${'x'.repeat(bytes - 8)}"}` })
      const { status } = await send(limit)
      ok(status !== 413 && status < 500, `${limit} bytes are answered ${status}`)
      equal(requireProblem(await send(limit + 1), 'payload-too-large').limit_bytes, limit)
    })
  }
}

const largeBytes = 8_000_000

async function checkLingering({ check, world }: ScenarioContext): Promise<void> {
  await check('an error is readable after sending the whole body', ['HTTP-57'], async () => {
    for (const path of [`${prefix}/posts`, `${prefix}/nowhere`, '/mcp']) {
      const head = `POST ${world.http.prefix}${path} HTTP/1.1\r\nHost: ${world.http.base.host}\r\n`
      const type = `Content-Type: application/json\r\nContent-Length: ${largeBytes}\r\n\r\n`
      const { text, ended } = await sendBytes(world.http, head + type + 'x'.repeat(largeBytes), longestWaitMs)
      match(text.slice(0, 100), /^HTTP\/1\.1 4\d\d /, `no answer at ${path}`)
      ok(ended, `the connection stays open at ${path}`)
    }
  })
}

function checkPatience({ background }: ScenarioContext): void {
  background('a body that never ends is a 408', ['HTTP-43'], async world => {
    const head = `POST ${world.http.prefix}${enrollPath} HTTP/1.1\r\nHost: ${world.http.base.host}\r\n`
    const { text } = await sendBytes(world.http, `${head}Content-Length: 1000\r\n\r\n{"handle":`, longestWaitMs)
    match(text, /^HTTP\/1\.1 408 /)
    match(text, /\/errors\/request-timeout"/)
  })
}
