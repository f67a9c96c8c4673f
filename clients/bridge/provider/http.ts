import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '../refusal.ts'

export interface Network {
  /** Overrides for names that do not resolve publicly yet. */
  resolved: ReadonlyMap<string, { address: string; port: number }>
  /** PEM, in addition to Node's authorities. */
  ca?: string | undefined
}

export interface Answer {
  status: number
  type: string
  encoding: string | undefined
  body: Buffer
}

interface Asked {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: Buffer
  maxBytes: number
}

const PATIENCE_MS = 10_000

/** Sends one request to the provider like the broker: redirects are not followed, and nothing is sent twice. */
export async function ask({ resolved, ca }: Network, { url, maxBytes, body, ...asked }: Asked): Promise<Answer> {
  const { hostname } = new URL(url)
  const place = resolved.get(hostname)
  const sent = request(url, {
    ...asked,
    headers: { ...asked.headers, 'accept-encoding': 'identity', ...(body && { 'content-length': body.length }) },
    signal: AbortSignal.timeout(PATIENCE_MS),
    agent: false,
    servername: hostname,
    ...(place && { lookup: pinned(place.address), port: place.port }),
    ...(ca === undefined ? {} : { ca }),
  })
  sent.end(body)
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { 'content-type': type = '', 'content-encoding': encoding } = response.headers
    const read = await buffer(atMost(response, maxBytes))
    return { status: response.statusCode ?? 0, type: type.split(';')[0]!.trim().toLowerCase(), encoding, body: read }
  } catch (error) {
    throw new Refusal(reasonOf(error))
  } finally {
    sent.destroy()
  }
}

const pinned =
  (address: string): LookupFunction =>
  (_name, { all }, answer) => {
    const family = isIPv6(address) ? 6 : 4
    if (all) answer(null, [{ address, family }])
    else answer(null, address, family)
  }

async function* atMost(response: AsyncIterable<Buffer>, bytes: number) {
  let read = 0
  for await (const part of response) {
    read += part.length
    if (read > bytes) throw new Refusal(`its response is larger than ${bytes} bytes`)
    yield part
  }
}

function reasonOf(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message: string }
  if (error instanceof Refusal) return message
  if (name === 'TimeoutError' || name === 'AbortError') return 'its response was not complete within 10 seconds'
  return `it could not be reached: ${code ?? message}`
}
