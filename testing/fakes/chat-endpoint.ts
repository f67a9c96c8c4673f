import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The response to a request; `undefined` for none. */
export type ChatReply = { status?: number; body: string } | undefined

export interface ChatEndpoint {
  url: string
  /** Produces responses; assign it to change them. */
  reply: (prompt: string) => ChatReply
  /** The requests received. */
  requests: { path: string; key: string | undefined; model: string; prompt: string }[]
  close(): Promise<void>
}

/** A response body in the format of OpenAI's chat completions. */
export const completion = (content: string): string =>
  JSON.stringify({
    id: 'c1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content } }],
  })

/** A local chat completions endpoint. */
export async function openChatEndpoint(): Promise<ChatEndpoint> {
  const endpoint: ChatEndpoint = { url: '', reply: () => undefined, requests: [], close }
  const server = createServer(async (request, response) => {
    const { model, messages } = JSON.parse(await text(request))
    const prompt = messages.at(-1).content
    endpoint.requests.push({ path: request.url!, key: request.headers.authorization, model, prompt })
    const reply = endpoint.reply(prompt)
    if (reply) response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(reply.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  async function close(): Promise<void> {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return endpoint
}
