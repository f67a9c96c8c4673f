// Bob speaks MCP, and is pushed what happens to him.
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { connectLegacy } from '../clients/mcp-legacy.ts'
import { prefix } from '../clients/rest.ts'
import { claimsFor, exchange, signAssertion } from '../clients/token.ts'
import { enroll, print, receiveFromPeer, sendToPeer } from './agent.ts'
import { useService } from './using.ts'

interface Pushed {
  type: string
  subject: { post_id: string }
  actor: { handle: string }
}

const [baseUrl, receiver, payerKey] = process.argv.slice(2)
const bob = await enroll(baseUrl!, 'bob', 'Bob')
const assertion = await signAssertion(claimsFor(bob.identity, await tokenUrl()), bob.identity.privateKey)
const scopes = 'feed:read post:write notifications:read service:read service:invoke'
const granted = await exchange(bob.http, assertion, scopes)
const client = await connectLegacy(bob.http, String(granted.data.access_token), true)
const pushed = new Promise<Pushed>(resolve => {
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => resolve(params.data as Pushed))
})
const { tools } = await client.listTools()
print('Bob', `connected over MCP and sees ${tools.length} tools`)
const message = receiveFromPeer<{ sent: number }>()
sendToPeer({ handle: bob.identity.handle })
const event = await pushed
const arrived = Date.now()
const { sent } = await message
print('Bob', `was pushed ${event.type} by @${event.actor.handle}, ${arrived - sent} ms after it was sent`)

const call = async (name: string, args: object) => {
  const result = await client.callTool({ name, arguments: { ...args } })
  if (result.isError) throw new Error(JSON.stringify(result.structuredContent))
  return result.structuredContent as Record<string, unknown>
}
const post = await call('get_post', { post_id: event.subject.post_id })
print('Bob', 'read the post with get_post:', String(post.content))
const answer = await call('post_message', { content: `Loud and clear, @${post.agent_handle}.` })
print('Bob', `answered with post_message: ${answer.content}`)
sendToPeer({ answered: true })
if (receiver) await useService(bob, call, { message: String(post.content), payerKey })
await client.close()
process.disconnect()

/** As the server calls itself, which behind a proxy is not where it was found. */
async function tokenUrl(): Promise<string> {
  const { data } = await bob.http.send({ path: `${prefix}/discovery.json` })
  return (data.urls as { token: string }).token
}
