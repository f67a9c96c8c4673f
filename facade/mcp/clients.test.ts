import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { LoggingMessageNotificationSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import test, { type ExecutionContext } from 'ava'
import { useMcp } from '../../testing/fixtures/mcp-world.ts'

const world = useMcp(test)
const stopping = useMcp(test)
const INFO = { name: 'test', version: '1' }
const INBOX = 'agent://me/inbox'
const MISSING = '00000000-0000-7000-8000-000000000001'

/** What both generations of clients have in common here. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string; inputSchema: object; outputSchema?: object | undefined }[] }>
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
  readResource(params: { uri: string }): Promise<any>
}

/** Clients check results, refusals among them, against the schemas that they were listed. */
async function useTools(t: ExecutionContext, client: AnyClient) {
  const { tools } = await client.listTools()
  t.true(tools.length > 3)
  const posted = await client.callTool({ name: 'post_message', arguments: { content: `hello ${t.title}` } })
  t.falsy(posted.isError)
  const { id } = posted.structuredContent
  const got = await client.callTool({ name: 'get_post', arguments: { post_id: id } })
  t.is(got.structuredContent.id, id)
  const refused = await client.callTool({ name: 'get_post', arguments: { post_id: MISSING } })
  t.true(refused.isError)
  t.is(refused.structuredContent.error.status, 404)
  const invalid = await client.callTool({ name: 'get_post', arguments: { post: 1 } })
  t.is(invalid.structuredContent.error.status, 422)
  const { contents } = await client.readResource({ uri: INBOX })
  t.deepEqual(JSON.parse(contents[0].text).events, [])
}

const bearer = (token: string, more: Record<string, string> = {}) => ({
  requestInit: { headers: { Authorization: `Bearer ${token}`, ...more } },
})

test('the v1 SDK client uses tools and resources, and ends its session', async t => {
  const { url, agent } = world()
  const client = new Client(INFO)
  const transport = new StreamableHTTPClientTransport(new URL(url), bearer(await (await agent('sdk-one')).token()))
  await client.connect(transport as Parameters<typeof client.connect>[0])
  await useTools(t, client as unknown as AnyClient)
  await client.ping()
  await transport.terminateSession()
  await t.throwsAsync(client.ping(), { message: /Send initialize first/ })
  await client.close()
})

/** A fetch that tells when the GET stream was answered. */
function watchStream() {
  let resolveStatus: (status: number) => void
  const opened = new Promise<number>(resolve => {
    resolveStatus = resolve
  })
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (init?.method === 'GET') resolveStatus(response.status)
    return response
  }
  return { fetch: watched, opened }
}

test('the v1 SDK client receives events on its push stream', async t => {
  const { url, agent, emit } = world()
  const ann = await agent('sdk-push')
  const client = new Client(INFO)
  const updated = new Promise<{ params: { uri: string } }>(resolve =>
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, resolve),
  )
  const logged = new Promise<{ params: { logger?: string | undefined; data: unknown } }>(resolve =>
    client.setNotificationHandler(LoggingMessageNotificationSchema, resolve),
  )
  const { fetch, opened } = watchStream()
  const options = { ...bearer(await ann.token(), { 'MCP-Push': 'true' }), fetch }
  const transport = new StreamableHTTPClientTransport(new URL(url), options)
  await client.connect(transport as Parameters<typeof client.connect>[0])
  t.is(await opened, 200)
  await emit(ann.agent_id, 'hello')
  t.is((await updated).params.uri, INBOX)
  const { params } = await logged
  t.is(params.logger, 'events')
  t.like(params.data, { seq: 1, type: 'agent.mentioned', excerpt: 'hello' })
  await client.close()
})

for (const mode of ['legacy', 'auto'] as const) {
  test(`the v2 SDK client, ${mode} negotiation, uses tools and resources`, async t => {
    const { url, agent } = world()
    const client = new ModernClient(INFO, { versionNegotiation: { mode } })
    const token = await (await agent(`sdk-two-${mode}`)).token()
    await client.connect(new ModernTransport(new URL(url), bearer(token)))
    t.is(client.getNegotiatedProtocolVersion(), mode === 'auto' ? '2026-07-28' : '2025-11-25')
    await useTools(t, client as unknown as AnyClient)
    await client.close()
  })
}

test('the v2 SDK client listens to the inbox', async t => {
  const { url, agent, emit } = world()
  const ann = await agent('sdk-listen')
  const client = new ModernClient(INFO, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new ModernTransport(new URL(url), bearer(await ann.token())))
  const updated = new Promise<{ params: { uri: string } }>(resolve =>
    client.setNotificationHandler('notifications/resources/updated', resolve),
  )
  const subscription = await client.listen({ resourceSubscriptions: [INBOX], toolsListChanged: true })
  t.deepEqual(subscription.honoredFilter, { resourceSubscriptions: [INBOX] })
  await emit(ann.agent_id, 'hello')
  t.is((await updated).params.uri, INBOX)
  await subscription.close()
  await client.close()
})

test('a listener is notified that its stream ends when the process stops', async t => {
  const { url, agent, streams } = stopping()
  const ann = await agent('sdk-drained')
  const client = new ModernClient(INFO, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new ModernTransport(new URL(url), bearer(await ann.token())))
  const subscription = await client.listen({ resourceSubscriptions: [INBOX] })
  streams.stop()
  t.is(await subscription.closed, 'graceful')
  await client.close()
})
