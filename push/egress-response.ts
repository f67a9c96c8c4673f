import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { EgressFailure } from './egress-failure.ts'

export interface EgressResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** Evidence of who responded. */
  address: string
  certificate_sha256: string | undefined
}

const DROPPED_BYTES = 4_096
const DROPPED_MS = 2_000

export async function readEgressResponse(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  maxBytes: number | 'drop',
) {
  // If we abort it ourselves, nobody handles the error.
  body.on('error', () => {})
  if (maxBytes === 'drop') {
    await drop(body)
    return { status, headers, body: Buffer.alloc(0) }
  }
  try {
    const { 'content-encoding': coding, 'content-length': length } = headers
    if (coding !== undefined && coding !== 'identity') throw new EgressFailure('answer-encoded')
    if (Number(length) > maxBytes) throw new EgressFailure('answer-too-large')
    return { status, headers, body: await readAtMost(body, maxBytes) }
  } catch (error) {
    body.destroy()
    throw error
  }
}

async function readAtMost(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) throw new EgressFailure('answer-too-large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Reads a short body to its end, so that the connection can be reused; does not wait for a longer or slower one. */
async function drop(body: Dispatcher.ResponseData['body']): Promise<void> {
  const timer = setTimeout(() => body.destroy(), DROPPED_MS)
  try {
    await body.dump({ limit: DROPPED_BYTES })
  } catch {
    body.destroy()
  } finally {
    clearTimeout(timer)
  }
}
