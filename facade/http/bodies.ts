import type { IncomingMessage } from 'node:http'
import { Problem } from '../../tools/kernel/problems/problems.ts'
import { BUDGETS, type BudgetName, type BudgetUse } from '../../tools/kernel/turns/budgets.ts'

/** Where nothing else is said (decisions G44). */
export const BODY_LIMIT = 512 * 1024

const LOOK_EVERY_MS = 1_000

const tooLarge = (limit: number) =>
  new Problem('payload-too-large', `The body may have at most ${limit} bytes here.`, { limit_bytes: limit })

const tooSlow = () => new Problem('request-timeout', 'The body did not arrive in time.')

/** Size comes before everything else, also where there is nothing (decisions S5). */
export function requireSmall({ headers }: IncomingMessage, limit: number): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
}

/** A body that is still arriving. */
interface Arriving {
  address: string
  bytes: number
  since: number
  latest: number
  end(problem: Problem): void
}

export interface Bodies {
  /**
   * The whole body; `payload-too-large` as soon as it is known to exceed `limit` bytes (decisions G44), and
   * `request-timeout` where it stalls, takes too long, or is the oldest of too much that arrives.
   */
  read(request: IncomingMessage, limit: number, address: string): Promise<Buffer>
  /** Ends those that stall or take too long; happens every second. */
  sweep(): void
  stop(): void
}

/** `clock`: ms that only ever grow. */
export function openBodies(budgets: Pick<BudgetUse, 'watch' | 'overdraw'>, clock = () => performance.now()): Bodies {
  const arrivals = openArrivals(budgets, clock)
  const timer = setInterval(arrivals.sweep, LOOK_EVERY_MS)
  timer.unref()
  return {
    async read(request, limit, address) {
      const encoding = request.headers['content-encoding']
      if (encoding !== undefined && encoding !== 'identity') {
        throw new Problem('unsupported-media-type', 'Send the body without Content-Encoding.')
      }
      requireSmall(request, limit)
      if (isBodiless(request)) return EMPTY
      return await new Promise((resolve, reject) => {
        const body = arrivals.add(address, problem => {
          request.removeAllListeners('data')
          request.pause()
          reject(problem)
        })
        collect(request, limit, bytes => arrivals.grow(body, bytes))
          .then(resolve, reject)
          .finally(() => arrivals.leave(body))
      })
    },
    sweep: arrivals.sweep,
    stop: () => clearInterval(timer),
  }
}

/** The bodies that are arriving, in the order in which they began. */
function openArrivals({ watch, overdraw }: Pick<BudgetUse, 'watch' | 'overdraw'>, clock: () => number) {
  const arriving = new Set<Arriving>()
  let total = 0
  watch('body_bytes', () => total)

  function leave(body: Arriving): void {
    if (arriving.delete(body)) total -= body.bytes
  }

  function refuse(body: Arriving, budget: BudgetName): void {
    overdraw(budget)
    leave(body)
    body.end(tooSlow())
  }

  /** Ends the oldest of those that are meant, if they have more than the budget. */
  function bound(budget: 'body_bytes' | 'body_bytes_of_address', isMeant: (body: Arriving) => boolean): void {
    const { limit } = BUDGETS[budget]
    if (total <= limit) return
    const meant = [...arriving].filter(isMeant)
    if (meant.reduce((sum, { bytes }) => sum + bytes, 0) > limit) refuse(meant[0]!, budget)
  }

  return {
    leave,
    add(address: string, end: Arriving['end']): Arriving {
      const now = clock()
      const body = { address, bytes: 0, since: now, latest: now, end }
      arriving.add(body)
      return body
    },
    grow(body: Arriving, bytes: number): void {
      if (!arriving.has(body)) return
      body.bytes += bytes
      body.latest = clock()
      total += bytes
      bound('body_bytes_of_address', ({ address }) => address === body.address)
      bound('body_bytes', () => true)
    },
    sweep(): void {
      const now = clock()
      for (const body of arriving) {
        if (now - body.latest > BUDGETS.body_pause.limit) refuse(body, 'body_pause')
        else if (now - body.since > BUDGETS.body_time.limit) refuse(body, 'body_time')
      }
    },
  }
}

const EMPTY = Buffer.alloc(0)

const isBodiless = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0

function collect(request: IncomingMessage, limit: number, grow: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const left = () => reject(new Problem('bad-request', 'The connection closed before the body was complete.'))
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) {
        request.removeAllListeners('data')
        request.pause()
        reject(tooLarge(limit))
        return
      }
      chunks.push(chunk)
      grow(chunk.length)
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.on('error', left)
    request.on('close', () => {
      if (!request.complete) left()
    })
  })
}
