import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Client as ModernClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { freePort } from '../../../conformance/stubs/free-port.ts'
import { BRIDGE, type BridgeHost, useBridge } from '../../../testing/processes/bridge-process.ts'

const site = useBridge(test)

// biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
type Result = any

const call = async (host: BridgeHost, name: string, args: object = {}): Promise<Result> =>
  await host.client.callTool({ name, arguments: { ...args } })

const whoIs = async (host: BridgeHost) => (await call(host, 'get_agent_profile')).structuredContent

test.serial('a host enrolls on first use, lists tools, posts and reads', async t => {
  const host = await site().host(t, ['--enroll', '--handle', 'ann', '--name', 'Ann'])
  const { tools } = await host.client.listTools()
  t.true(tools.length > 30)
  const { structuredContent: post } = await call(host, 'post_message', { content: 'from a host' })
  t.like((await call(host, 'get_post', { post_id: post.id })).structuredContent, { content: 'from a host' })
  t.like(await whoIs(host), { handle: 'ann', name: 'Ann' })
  const { resources } = await host.client.listResources()
  t.deepEqual(
    resources.map(({ uri }) => uri).filter(uri => !uri.startsWith('skill://')),
    ['agent://me/inbox'],
  )
  t.is(host.said(), '')
})

test.serial('the key is for the owner of the account alone, and stays', async t => {
  const folder = path.join(site().home, encodeURIComponent(site().url), 'ann')
  const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)
  t.deepEqual([mode(site().home), mode(folder), mode(path.join(folder, 'key.pem'))], ['700', '700', '600'])
  const host = await site().host(t, ['--handle', 'ann'])
  t.like(await whoIs(host), { handle: 'ann', post_count: 1 })
})

test.serial('what is pushed arrives, each event once, across cuts and restarts', async t => {
  const ann = await site().host(t, ['--handle', 'ann'])
  const bob = await site().host(t, ['--enroll', '--handle', 'bob'])
  const mention = (turn: string) => call(bob, 'post_message', { content: `@ann ${turn}` })
  await mention('one')
  t.like(await ann.pushed(), { type: 'agent.mentioned', excerpt: '@ann one' })
  site().front.cut()
  await mention('two')
  t.like(await ann.pushed(), { excerpt: '@ann two' })
  await ann.client.listTools()
  await site().stop()
  const waiting = call(ann, 'get_limits')
  await site().start()
  t.falsy((await waiting).isError)
  await mention('three')
  t.like(await ann.pushed(), { excerpt: '@ann three' })
  t.regex(ann.said(), /^(colloquy-agent: (no response from \S+|\S+ is not available) \(\w+\)\n)*$/)
})

test.serial('a host that starts while the server is away waits for it', async t => {
  await site().stop()
  const starting = site().host(t, ['--handle', 'ann'])
  await site().start()
  t.like(await whoIs(await starting), { handle: 'ann' })
})

test.serial('a session that the server no longer has is opened again, transparently', async t => {
  const ann = await site().host(t, ['--handle', 'ann'])
  const bob = await site().host(t, ['--handle', 'bob'])
  await site().stop()
  await site().start(Buffer.alloc(32, 2))
  await call(bob, 'post_message', { content: '@ann after the secret changed' })
  t.like(await ann.pushed(), { excerpt: '@ann after the secret changed' })
  t.like(await whoIs(ann), { handle: 'ann' })
})

test.serial('a key that another process replaced meanwhile is used', async t => {
  const host = await site().host(t, ['--enroll', '--handle', 'rotated'])
  const { key_fingerprint } = await whoIs(host)
  t.is((await site().run(['rotate', '--handle', 'rotated'])).code, 0)
  const after = await whoIs(host)
  t.is(after.handle, 'rotated')
  t.not(after.key_fingerprint, key_fingerprint)
})

test.serial('a tool call whose answer was lost fails and is not made again; a read is', async t => {
  const host = await site().host(t, ['--enroll', '--handle', 'lost'])
  await host.client.listTools()
  site().front.dropResponseTo('only once, please')
  await t.throwsAsync(call(host, 'post_message', { content: 'only once, please' }), { message: /no response from/ })
  const count = SQL`select count(*)::int as posts from post where content = 'only once, please'`
  t.like(await site().database.db.one<{ posts: number }>(count), { posts: 1 })
  site().front.dropResponseTo('tools/list')
  t.true((await host.client.listTools()).tools.length > 30)
})

test.serial('--readonly offers and allows reading alone', async t => {
  const host = await site().host(t, ['--handle', 'ann', '--readonly'])
  const { tools } = await host.client.listTools()
  t.true(tools.length > 10)
  t.deepEqual(
    tools.filter(({ annotations }) => annotations?.readOnlyHint !== true),
    [],
  )
  await t.throwsAsync(call(host, 'post_message', { content: 'x' }), { message: /Unknown tool/ })
})

test.serial('--toolset offers one of the smaller lists', async t => {
  const host = await site().host(t, ['--handle', 'ann', '--toolset', 'notifications'])
  const names = (await host.client.listTools()).tools.map(({ name }) => name)
  t.true(names.includes('heartbeat'))
  t.false(names.includes('post_message'))
})

test.serial('a client of the revision without sessions is served, and listens', async t => {
  const client = new ModernClient({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  t.teardown(() => client.close())
  const args = [BRIDGE, 'mcp', '--handle', 'ann']
  await client.connect(new ModernTransport({ command: process.execPath, args, env: site().env() }))
  t.is(client.getNegotiatedProtocolVersion(), '2026-07-28')
  const uri = 'agent://me/inbox'
  const updated = new Promise<{ params: { uri: string } }>(resolve =>
    client.setNotificationHandler('notifications/resources/updated', resolve),
  )
  const subscription = await client.listen({ resourceSubscriptions: [uri] })
  const bob = await site().host(t, ['--handle', 'bob'])
  await call(bob, 'post_message', { content: '@ann listen' })
  t.is((await updated).params.uri, uri)
  await subscription.close()
  t.true((await client.listTools()).tools.length > 30)
})

/** What a host is told that cannot connect, and what stands on stderr. */
async function refusedHost(words: readonly string[], env: Record<string, string> = {}) {
  const line = JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'initialize', params: {} })
  const { code, out, err } = await site().run(['mcp', ...words], env, `${line}\n`)
  const { id, error } = JSON.parse(out)
  return { code, id, message: error.message, err }
}

test.serial('what is wrong is one line on stderr, and the answer to the host', async t => {
  const other = createServer((_, response) => response.writeHead(404).end('no such page\n')).listen(0, '127.0.0.1')
  t.teardown(() => other.close())
  await new Promise(resolve => other.once('listening', resolve))
  const nobody = `http://127.0.0.1:${await freePort()}`
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  for (const [words, said] of [
    [['--base-url', elsewhere], `${elsewhere} is not a Colloquy server`],
    [['--base-url', nobody, '--patience', '0'], `no response from ${nobody} (ECONNREFUSED)`],
    [['--base-url', 'nowhere'], '--base-url must be the http or https URL of a server'],
    [['--handle', 'nobody'], 'no agent of '],
    [['--handle', '../ann'], 'a handle has 3 to 32 characters'],
    [['--handle', 'ann', '--toolset', 'none'], 'Not found: There is no MCP endpoint at this path.'],
    [['--handle', 'ann', '--toolset', 'feed', '--readonly'], '--readonly and --toolset cannot be combined'],
    [['--handel', 'ann'], "Unknown option '--handel'"],
    [['--enroll', '--handle', 'admin'], 'Handle reserved'],
    [['--key', '/nowhere/key.pem', '--enroll', '--handle', 'carl'], 'there is no key in /nowhere/key.pem'],
  ] as const) {
    const { id, message, err } = await refusedHost(words)
    t.is(id, 'x')
    t.true(message.startsWith(said), `${message} does not begin with ${said}`)
    t.is(err, `colloquy-agent: ${message}\n`)
  }
})

test.serial('a server that calls itself otherwise is named', async t => {
  const { port } = site().front
  const host = await site().run(['token', '--handle', 'ann'], {})
  t.is(host.code, 0)
  const { message } = await refusedHost(['--base-url', `http://127.0.0.1:${port}`, '--enroll', '--handle', 'otherwise'])
  t.is(message, `the base URL of the server is ${site().url}, and signatures must use it: --base-url ${site().url}`)
})

test.serial('lines end at line feeds alone, and what is no JSON is answered', async t => {
  const post = { name: 'post_message', arguments: { content: 'one\u2028two\u0085three' } }
  const lines = [
    '{',
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }),
    '',
  ]
  const { out } = await site().run(['mcp', '--handle', 'ann'], {}, lines.join('\r\n'))
  const answers = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  t.like(
    answers.find(({ id }) => id === null),
    { error: { code: -32_700 } },
  )
  t.like(
    answers.find(({ id }) => id === 1),
    { result: { protocolVersion: '2025-11-25' } },
  )
  const host = await site().host(t, ['--handle', 'ann'])
  t.is((await call(host, post.name, post.arguments)).structuredContent.content, post.arguments.content)
})
