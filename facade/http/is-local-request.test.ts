import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import test from 'ava'
import { freePort } from '../../conformance/stubs/free-port.ts'
import { type Server, startServer } from '../../server/server.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { readSignInCodes } from '../../tools/accounts/read-sign-in-codes.ts'
import { invoke } from '../../tools/core/invoke-tool.ts'

const database = useDatabase(test)

let local: Server
/** A server as deployed: reachable at its base URL through a proxy. */
let published: Server
let publishedUrl: string

test.before(async () => {
  const port = await freePort()
  publishedUrl = `http://127.0.0.1:${port}`
  const options = { ...TEST_SERVER, database: database().plainAddress }
  local = await startServer(options)
  published = await startServer({ ...options, baseUrl: 'https://colloquy.example', port })
})

test.after.always(() => Promise.all([local?.close(), published?.close()]))

const HTML = { Accept: 'text/html' }

/** With a client that can set `Host`, unlike `fetch`. */
async function ask(url: string, path: string, headers: Record<string, string> = {}) {
  const [answer] = (await once(get(`${url}${path}`, { headers: { ...HTML, ...headers } }), 'response')) as [
    IncomingMessage,
  ]
  return { status: answer.statusCode, body: await text(answer) }
}

const LOCAL_ONLY = ['/internal/mailbox', '/internal/mailbox.json', '/metrics']

test('with a loopback base URL local requests are recognized, unless they show a proxy', async t => {
  for (const path of LOCAL_ONLY) {
    t.is((await ask(local.url, path)).status, 200, path)
    t.is((await ask(local.url, path, { Host: 'localhost' })).status, 200, path)
    for (const headers of [{ Host: 'colloquy.example' }, { 'X-Forwarded-Proto': 'https' }, { Via: '1.1 proxy' }]) {
      t.is((await ask(local.url, path, headers as Record<string, string>)).status, 404, JSON.stringify(headers))
    }
  }
})

// nginx since 1.29.7, a TLS terminator and `ssh -R` forward from loopback, without a header, for any name.
test('with a public base URL no request is local, however it looks', async t => {
  const fields = new URLSearchParams({ email: 'owner@people.test', to: '' })
  const headers = { ...HTML, 'Sec-Fetch-Site': 'same-origin' }
  const response = await fetch(`${publishedUrl}/internal/sign-in`, {
    ...{ method: 'POST', body: fields, headers },
    redirect: 'manual',
  })
  t.is(response.status, 303)
  const { body } = await ask(publishedUrl, '/internal/sign-in/code')
  t.regex(body, /colloquy operator mail codes/)
  t.notRegex(body, /internal\/mailbox/)
  for (const Host of [new URL(publishedUrl).host, 'localhost', '[::1]', 'colloquy.example']) {
    for (const path of LOCAL_ONLY) t.is((await ask(publishedUrl, path, { Host })).status, 404, `${Host}${path}`)
  }
  const call = { actor: { kind: 'operator' as const, name: 'op' }, input: {}, request_id: 'test' }
  t.like((await invoke(published.runtime, readSignInCodes, call)).output, { codes: [{ email: 'owner@people.test' }] })
})

test("readiness is public, and the doctor's report requires authentication", async t => {
  for (const url of [local.url, publishedUrl]) {
    const { status, body } = await ask(url, '/readyz', { Host: 'colloquy.example' })
    t.is(status, 200)
    t.deepEqual(Object.keys(JSON.parse(body)).sort(), ['clock_offset_ms', 'ready'])
    for (const path of ['/api/v1/aui/doctor', '/api/v1/aui/doctor/stream']) {
      t.is((await ask(url, path, { Host: 'localhost' })).status, 404)
    }
  }
})
