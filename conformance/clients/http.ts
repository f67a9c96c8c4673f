import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { Exchanges } from './exchanges.ts'

export type Data = Record<string, unknown>

export type Demand = {
  method?: string
  /** Path below the base URL, with its query; sent byte for byte. */
  path: string
  headers?: http.OutgoingHttpHeaders
  body?: string | Buffer | undefined
}

const answerTimeoutMs = 20_000
/** A per-minute allowance that ran out is waited for; an hourly one is reported. */
const longestPauseSeconds = 65

export class Reply {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly bytes: Buffer

  constructor(status: number, headers: http.IncomingHttpHeaders, bytes: Buffer) {
    this.status = status
    this.headers = headers
    this.bytes = bytes
  }

  get text(): string {
    return this.bytes.toString('utf8')
  }

  get type(): string {
    return (this.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  }

  get data(): Data {
    const value: unknown = JSON.parse(this.text)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error(`no object: ${this.text}`)
    return value as Data
  }

  as<T>(shape: z.ZodType<T>): T {
    const parsed = shape.safeParse(JSON.parse(this.text))
    if (!parsed.success) throw new Error(`${this.describe()} does not fit: ${parsed.error.message}`)
    return parsed.data
  }

  describe(): string {
    return `${this.status} ${this.text.slice(0, 600)}`
  }
}

/** A request was about to leave what the run is about. */
export class LeftProfile extends Error {}

/** What all doors of a run share. */
export type Manners = {
  exchanges: Exchanges
  /** Why nothing may be sent to a path, where it may not. */
  forbid?: (path: string) => string | undefined
  /** By how much the server's clock was moved. */
  clockOffsetMs?: number
}

/** One client of one server: its connections leave from one address. */
export class Door {
  readonly base: URL
  readonly prefix: string
  readonly localAddress: string | undefined
  readonly manners: Manners
  readonly #pool: http.Agent
  sent = 0

  constructor(base: URL, localAddress?: string, manners: Manners = { exchanges: new Exchanges() }) {
    this.base = base
    this.manners = manners
    this.prefix = base.pathname.replace(/\/$/, '')
    this.localAddress = localAddress
    const secure = base.protocol === 'https:'
    this.#pool = secure ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true })
  }

  async send(demand: Demand): Promise<Reply> {
    const reply = await this.#exchange(demand)
    const wait = Number(reply.headers['retry-after'])
    if (reply.status !== 429 || !(wait <= longestPauseSeconds)) return reply
    await pause((wait + 0.2) * 1000)
    const second = await this.#exchange(demand)
    // Refused for its agent's allowance, a signed request had used its nonce up already.
    return second.status === 401 ? reply : second
  }

  /** Sends once, so that a 429 is seen. */
  sendOnce(demand: Demand): Promise<Reply> {
    return this.#exchange(demand)
  }

  /** Opens a response whose body is read as it comes. */
  async open(demand: Demand): Promise<http.IncomingMessage> {
    const { request, noted } = this.#request(demand, false)
    request.end(bytesOf(demand))
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    noted.answer({ status: response.statusCode ?? 0, headers: response.headers, bytes: '(read as it came)' })
    return response
  }

  close(): void {
    this.#pool.destroy()
  }

  /** The time at the server, as far as it is known. */
  now(): number {
    return Date.now() + (this.manners.clockOffsetMs ?? 0)
  }

  /** The address of a path below the base URL. */
  url(path: string): URL {
    return new URL(`${this.base.href.replace(/\/$/, '')}${path}`)
  }

  /** Throws where the run has no business at the path. */
  require(path: string): void {
    const reason = this.manners.forbid?.(path)
    if (reason) throw new LeftProfile(reason)
  }

  #request(demand: Demand, pooled: boolean) {
    this.require(demand.path)
    this.sent++
    const { request } = this.base.protocol === 'https:' ? https : http
    const host = this.localAddress ? '127.0.0.1' : this.base.hostname.replace(/^\[|\]$/g, '')
    const sent = {
      method: demand.method ?? 'GET',
      path: this.prefix + demand.path,
      headers: { host: this.base.host, ...withLength(demand) },
    }
    return {
      noted: this.manners.exchanges.note({ ...sent, body: demand.body }),
      request: request({
        ...sent,
        host,
        port: this.base.port,
        agent: pooled ? this.#pool : false,
        ...(this.localAddress ? { localAddress: this.localAddress } : {}),
      }),
    }
  }

  #exchange(demand: Demand): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const { request, noted } = this.#request(demand, Buffer.byteLength(demand.body ?? '') < 10_000)
      const late = `${demand.method ?? 'GET'} ${demand.path}: no answer within ${answerTimeoutMs} ms`
      request.setTimeout(answerTimeoutMs, () => request.destroy(new Error(late)))
      let answered = false
      request.on('response', response => {
        answered = true
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        response.on('end', () => {
          const reply = new Reply(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))
          noted.answer(reply)
          resolve(reply)
        })
        response.on('error', reject)
      })
      // A server may refuse a large body before it has read it: the write fails, the answer counts.
      request.on('error', error => {
        if (answered) return
        noted.fail(error)
        reject(error)
      })
      request.end(bytesOf(demand))
    })
  }
}

/** Bytes, since Node writes header and body in one encoding where the body is a string: the header would be UTF-8. */
function bytesOf({ body }: Demand): Buffer | undefined {
  return typeof body === 'string' ? Buffer.from(body) : body
}

function withLength(demand: Demand): http.OutgoingHttpHeaders {
  if (demand.body === undefined) return demand.headers ?? {}
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(demand.body), ...demand.headers }
}
