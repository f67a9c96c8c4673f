import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'

/** A response; `undefined` breaks the connection. */
export type ScriptedResponse = { status: number; body: unknown; headers?: Record<string, string> } | undefined

export interface ScriptedRequest {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

export const scriptedRefusal = (
  status: number,
  slug: string,
  members: object = {},
  retryAfter?: number,
): ScriptedResponse => ({
  status,
  body: { type: `https://x.example/errors/${slug}`, title: slug, status, ...members },
  headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
})

/** A server that sends these responses, one for each request, and then none. */
export async function scriptedServer(t: ExecutionContext, ...answers: ScriptedResponse[]) {
  const requests: ScriptedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    requests.push({ method, url, headers, body: await text(request) })
    const answer = answers.shift()
    if (!answer) return void response.destroy()
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    response.writeHead(answer.status, answer.headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: requests }
}
