import type { IncomingMessage } from 'node:http'
import { MessageChannel } from 'node:worker_threads'
import { type LimitUsage, RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { createByteBudget } from './limits/byte-budget.ts'

/** The default limit (HTTP-34). */
export const BODY_LIMIT = 512 * 1024

const LOOK_EVERY_MS = 1_000

const tooLarge = (limit: number) =>
  new Problem('payload-too-large', `The body must not exceed ${limit} bytes here.`, { limit_bytes: limit })

const tooSlow = () => new Problem('request-timeout', 'The body did not arrive in time.')

/** Size is checked before everything else, even if the path does not exist (ENV-86). */
export function requireSmall({ headers }: IncomingMessage, limit: number): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
}

/** A body that is being received. */
interface Arriving {
  address: string
  bytes: number
  since: number
  latest: number
  end(problem: Problem): void
}

/** Detaches its body in the end. */
interface BodyOwner {
  body: Buffer | undefined
}

export interface RequestBodies {
  /**
   * The whole body; `payload-too-large` as soon as it is known to exceed `limit` bytes (HTTP-34), and
   * `request-timeout` where it stalls, takes too long, or is the oldest of too much that arrives. `owner` is given it too.
   */
  read(request: IncomingMessage, limit: number, address: string, owner?: BodyOwner): Buffer | Promise<Buffer>
  /** Ends those that stall or take too long; happens every second. */
  sweep(): void
  stop(): void
}

/** `clock`: monotonic ms. */
export function createRequestBodies(
  limitUsage: Pick<LimitUsage, 'watch' | 'recordRejection'>,
  clock: () => number,
): RequestBodies {
  const arriving = createByteBudget<Arriving>(limitUsage, 'body_bytes', body => body.end(tooSlow()))
  const timer = setInterval(sweep, LOOK_EVERY_MS)
  timer.unref()

  function grow(body: Arriving, bytes: number): void {
    if (!arriving.grow(body, bytes)) return
    body.latest = clock()
    arriving.evictOldest('body_bytes_of_address', ({ address }) => address === body.address)
    arriving.evictOldest('body_bytes', () => true)
  }

  function sweep(): void {
    const now = clock()
    for (const body of arriving.items) {
      if (now - body.latest > RESOURCE_LIMITS.body_pause.limit) arriving.endOverLimit(body, 'body_pause')
      else if (now - body.since > RESOURCE_LIMITS.body_time.limit) arriving.endOverLimit(body, 'body_time')
    }
  }

  return {
    read(request, limit, address, owner) {
      requireSmall(request, limit)
      const encoding = request.headers['content-encoding']
      if (encoding !== undefined && encoding !== 'identity') {
        throw new Problem('unsupported-media-type', 'Send the body without Content-Encoding.')
      }
      if (isBodiless(request)) return EMPTY
      const since = clock()
      const body: Arriving = { address, bytes: 0, since, latest: since, end: () => {} }
      arriving.add(body)
      return collect(request, limit, body, { grow, leave: arriving.release, owner })
    },
    sweep,
    stop: () => clearInterval(timer),
  }
}

const EMPTY = Buffer.alloc(0)

const isBodiless = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0

interface Arrivals {
  grow(body: Arriving, bytes: number): void
  leave(body: Arriving): void
  owner: BodyOwner | undefined
}

/** Ends early where `body` is ended. */
function collect(
  request: IncomingMessage,
  limit: number,
  body: Arriving,
  { grow, leave, owner }: Arrivals,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const refuse = (problem: Problem) => {
      leave(body)
      chunks.splice(0).forEach(detachBuffer)
      reject(problem)
    }
    const left = () => refuse(new Problem('bad-request', 'The connection closed before the body was complete.'))
    body.end = problem => {
      request.removeAllListeners('data')
      request.pause()
      refuse(problem)
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) return body.end(tooLarge(limit))
      chunks.push(chunk)
      grow(body, chunk.length)
    })
    request.on('end', () => {
      leave(body)
      // None is left for a failure behind it: the client may go while the body is used.
      const whole = joined(chunks.splice(0))
      if (owner) owner.body = whole
      resolve(whole)
    })
    request.on('error', left)
    request.on('close', () => {
      if (!request.complete) left()
    })
  })
}

function joined(chunks: Buffer[]): Buffer {
  if (chunks.length === 1) return chunks[0]!
  const whole = Buffer.concat(chunks)
  chunks.forEach(detachBuffer)
  return whole
}

const { port1: closed } = new MessageChannel()
closed.close()

/** What is smaller lies in a pool with others, or is not worth it. */
const LARGE_BYTES = 16 * 1024

/**
 * Frees a buffer that is no longer needed, at once; it is empty afterwards. Left to V8, every 64 MB of them start a full
 * garbage collection (measured: six per second while large bodies arrive, each 20 ms of the event loop). Transferring
 * a buffer detaches it from its sender, even if the port is closed and the message is never delivered.
 */
export function detachBuffer({ buffer, byteLength }: Buffer): void {
  if (byteLength < LARGE_BYTES || buffer.byteLength !== byteLength || !(buffer instanceof ArrayBuffer)) return
  closed.postMessage(undefined, [buffer])
}
