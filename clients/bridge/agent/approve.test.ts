import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import test from 'ava'
import { useDocumentHost } from '../../../testing/fakes/client-document-host.ts'
import { codeOnPage, OAuthBrowser, REDIRECT, StoringClient } from '../../../testing/fixtures/oauth-world.ts'
import { useBridge } from '../../../testing/processes/bridge-process.ts'

const documents = useDocumentHost(test)
const site = useBridge(test, { egress: documents.egress })

const agent = (...words: string[]) => site().run([...words, '--handle', 'ann'])

/** A host that was given nothing but the URL, up to the page that shows a code. */
async function begin(redirect: string, documentUrl?: string) {
  const keeper = new StoringClient(redirect, documentUrl)
  const url = new URL(`${site().url}/mcp`)
  const transport = new StreamableHTTPClientTransport(url, { authProvider: keeper })
  const refused = new Client({ name: 'host', version: '1' }).connect(transport)
  await refused.catch(error => {
    if (!(error instanceof UnauthorizedError)) throw error
  })
  const browser = new OAuthBrowser()
  const waiting = await browser.submit(await browser.open(keeper.asked!.href), 'ann')
  return { browser, keeper, transport, url, waiting, code: codeOnPage(waiting) }
}

test.serial('what the bridge approves lets the host in, within the scopes that were chosen', async t => {
  t.is((await agent('enroll')).code, 0)
  const { browser, keeper, transport, url, waiting, code } = await begin(REDIRECT)
  const { code: exit, out, err } = await agent('approve', code, '--yes', '--scope', 'feed:read')
  t.is(exit, 0, err)
  t.regex(err, /identifies itself as "A host"[\s\S]*redirects to {3}"127\.0\.0\.1:33418"[\s\S]*scopes {9}"feed:read"/)
  t.like(JSON.parse(out), { approved: true, redirect_host: '127.0.0.1:33418', scopes: ['feed:read'] })
  const { redirectedTo } = await browser.open(waiting.url)
  await transport.finishAuth(redirectedTo!.searchParams.get('code')!)
  t.is(keeper.kept?.scope, 'feed:read')
  const client = new Client({ name: 'host', version: '1' })
  t.teardown(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: keeper }))
  t.falsy((await client.callTool({ name: 'get_feed', arguments: {} })).isError)
})

test.serial('nothing is approved without confirmation: no further scopes, and nothing without a terminal', async t => {
  const { browser, waiting, code } = await begin(REDIRECT)
  const beyond = await agent('approve', code, '--yes', '--scope', 'owner:all')
  t.deepEqual([beyond.code, beyond.err.split('\n').at(-2)], [1, 'colloquy-agent: the client did not request owner:all'])
  const unasked = await agent('approve', code)
  t.is(
    unasked.err.split('\n').at(-2),
    'colloquy-agent: there is no terminal for a confirmation; --yes approves without one',
  )
  t.is((await browser.open(waiting.url)).redirectedTo, undefined)
})

test.serial('of a client with a document its host is shown', async t => {
  const client_id = documents.publish('/client.json', { redirect_uris: [REDIRECT] })
  const { browser, waiting, code } = await begin(REDIRECT, client_id)
  const { code: exit, err } = await agent('approve', code, '--yes')
  t.is(exit, 0, err)
  t.regex(err, /identifies itself as "A document"[\s\S]*published by {3}"clients\.example\.com"/)
  t.truthy((await browser.open(waiting.url)).redirectedTo)
})

test.serial('a host elsewhere is approved with --allow-host, and from then on without', async t => {
  const redirect = 'https://connector.example/callback'
  const first = await begin(redirect)
  const refused = await agent('approve', first.code, '--yes')
  t.is(refused.code, 1)
  t.regex(refused.err, /this agent has not allowed "connector\.example" before/)
  t.is((await first.browser.open(first.waiting.url)).redirectedTo, undefined)
  t.is((await agent('approve', first.code, '--yes', '--allow-host')).code, 0)
  t.is((await first.browser.open(first.waiting.url)).redirectedTo?.host, 'connector.example')
  const second = await begin(redirect)
  t.is((await agent('approve', second.code, '--yes')).code, 0)
})
