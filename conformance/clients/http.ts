import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { skip } from '../skip.ts'
import { Exchanges } from './recorded-exchanges.ts'

export type Data = Record<string, unknown>

export type RequestSpec = {
  method?: string
  /** Path below the base URL, including the query; sent byte for byte. */
  path: string
  headers?: http.OutgoingHttpHeaders
  body?: string | Buffer | undefined
}

/** Without a byte, and as a whole. */
const [silenceMs, answerMs] = [60_000, 120_000]
const longestAnswer = 32 * 1024 * 1024
/** A per-minute limit is waited for; an hourly one is reported. */
const longestPauseSeconds = 65
/** Of an unexpected answer. */
const mostFaults = 5

/** Error messages of a connection that the server had already closed. */
const CLOSED = ['ECONNRESET', 'EPIPE']

export class Reply {
  /** Why the server had no capacity for the request, although the client waited. */
  limitedFor?: string
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
    const value = this.#parse()
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new Error(`no object: ${this.describe()}`)
    }
    return value as Data
  }

  as<T>(shape: z.ZodType<T>): T {
    this.requireUnlimited()
    const parsed = shape.safeParse(this.#parse())
    if (!parsed.success) {
      const faults = parsed.error.issues.map(
        ({ path, message }) => `member ${path.join('.') || '(the whole)'}: ${message}`,
      )
      throw new Error([...faults.slice(0, mostFaults), `answered ${this.describe()}`].join('\n'))
    }
    return parsed.data
  }

  /** Ends the check if the server had no capacity. */
  requireUnlimited(): void {
    if (this.limitedFor) skip(this.limitedFor)
  }

  describe(): string {
    return `${this.status} ${this.text.slice(0, 600)}`
  }

  #parse(): unknown {
    try {
      return JSON.parse(this.text)
    } catch {
      throw new Error(`no JSON: ${this.describe()}`)
    }
  }
}

/** A request would have left the scope of the run. */
export class LeftProfile extends Error {}

/** Shared by all clients of a run. */
export type ClientOptions = {
  exchanges: Exchanges
  /** Why nothing may be sent to this path, if it may not. */
  forbid?: (path: string, method: string) => string | undefined
  /** Whether a rate limit refusal only says that the server limits requests. */
  isLimited?: boolean
  /** By how much the server's clock was moved. */
  clockOffsetMs?: number
  /** How long the run has waited for rate limits. */
  waitedMs?: number
  /** Called with a description before each such wait. */
  onWait?: (words: string) => void
}

/** A client of one server; its connections come from one address. */
export class HttpClient {
  readonly base: URL
  readonly prefix: string
  readonly localAddress: string | undefined
  readonly options: ClientOptions
  /** Once aborted, nothing more is sent and open connections end. */
  readonly signal: AbortSignal | undefined
  readonly #pool: http.Agent
  sent = 0

  constructor(
    base: URL,
    localAddress?: string,
    options: ClientOptions = { exchanges: new Exchanges() },
    signal?: AbortSignal,
  ) {
    this.base = base
    this.options = options
    this.signal = signal
    this.prefix = base.pathname.replace(/\/$/, '')
    this.localAddress = localAddress
    const secure = base.protocol === 'https:'
    this.#pool = secure ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true })
  }

  /** Waits up to three times if a limit requires a short wait. */
  async send(spec: RequestSpec): Promise<Reply> {
    let reply = await this.#exchange(spec)
    for (let turn = 0; turn < 3 && reply.status === 429; turn++) {
      const wait = Number(reply.headers['retry-after'])
      if (!(wait <= longestPauseSeconds)) break
      const ms = (wait + 0.2) * 1000
      this.options.onWait?.(`waiting ${wait} s, as ${spec.method ?? 'GET'} ${spec.path.split('?')[0]} asks for`)
      await pause(ms, undefined, this.signal ? { signal: this.signal } : {})
      this.options.waitedMs = (this.options.waitedMs ?? 0) + ms
      const next = await this.#exchange(spec)
      // A signed request that was refused for the agent's limit has already used its nonce.
      if (next.status === 401) break
      reply = next
    }
    if (reply.status === 429 && this.options.isLimited) {
      reply.limitedFor = `the server has no room for more such calls for ${reply.headers['retry-after']} s`
    }
    return reply
  }

  /** Sends once, so that a 429 is visible to the caller. */
  sendOnce(spec: RequestSpec): Promise<Reply> {
    return this.#exchange(spec)
  }

  /** Opens a response whose body is read as a stream. */
  async open(spec: RequestSpec): Promise<http.IncomingMessage> {
    const { request, noted } = this.#request(spec, false)
    const late = setTimeout(() => request.destroy(new Error(lateness(spec, silenceMs))), silenceMs)
    request.end(bytesOf(spec))
    try {
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      noted.answer({ status: response.statusCode ?? 0, headers: response.headers, bytes: '(read as it came)' })
      // The reader notices that the stream was closed.
      for (const end of [request, response]) end.on('error', () => {})
      return response
    } catch (error) {
      noted.fail(error as Error)
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  close(): void {
    this.#pool.destroy()
  }

  /** The time at the server, as far as it is known. */
  now(): number {
    return Date.now() + (this.options.clockOffsetMs ?? 0)
  }

  /** The address of a path below the base URL. */
  url(path: string): URL {
    return new URL(`${this.base.href.replace(/\/$/, '')}${path}`)
  }

  /** Throws if the path is outside the scope of the run. */
  require(path: string, method = 'GET'): void {
    const reason = this.options.forbid?.(path, method)
    if (reason) throw new LeftProfile(reason)
  }

  #request(spec: RequestSpec, pooled: boolean) {
    this.signal?.throwIfAborted()
    this.require(spec.path, spec.method)
    this.sent++
    const { request } = this.base.protocol === 'https:' ? https : http
    const host = this.localAddress ? '127.0.0.1' : this.base.hostname.replace(/^\[|\]$/g, '')
    const sent = {
      method: spec.method ?? 'GET',
      path: this.prefix + spec.path,
      headers: { host: this.base.host, ...withLength(spec) },
    }
    return {
      noted: this.options.exchanges.note({ ...sent, body: spec.body }),
      request: request({
        ...sent,
        host,
        port: this.base.port,
        agent: pooled ? this.#pool : false,
        ...(this.localAddress ? { localAddress: this.localAddress } : {}),
        ...(this.signal ? { signal: this.signal } : {}),
      }),
    }
  }

  async #exchange(spec: RequestSpec, mayPool = true): Promise<Reply> {
    const { request, noted } = this.#request(spec, mayPool && Buffer.byteLength(spec.body ?? '') < 10_000)
    try {
      const reply = await replyTo(request, spec)
      noted.answer(reply)
      return reply
    } catch (error) {
      noted.fail(error as Error)
      // A server may close a kept-alive connection just as it is reused; it has read nothing of the request then.
      if (request.reusedSocket && CLOSED.includes((error as NodeJS.ErrnoException).code ?? '')) {
        return this.#exchange(spec, false)
      }
      throw error
    }
  }
}

const lateness = ({ method = 'GET', path }: RequestSpec, ms: number) => `${method} ${path}: no answer within ${ms} ms`

/** Sends the request body, and reads the answer completely. */
function replyTo(request: http.ClientRequest, spec: RequestSpec): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(late)
      reject(error)
      request.destroy()
    }
    const late = setTimeout(() => fail(new Error(lateness(spec, answerMs))), answerMs)
    request.setTimeout(silenceMs, () => fail(new Error(lateness(spec, silenceMs))))
    let answered = false
    request.on('response', response => {
      answered = true
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > longestAnswer) fail(new Error(`${spec.path}: an answer of more than ${longestAnswer} bytes`))
        else chunks.push(chunk)
      })
      response.on('end', () => {
        clearTimeout(late)
        resolve(new Reply(response.statusCode ?? 0, response.headers, Buffer.concat(chunks)))
      })
      response.on('error', fail)
    })
    // A server may refuse a large body before reading it: the write fails, but the answer counts.
    request.on('error', error => {
      if (!answered) fail(error)
    })
    request.end(bytesOf(spec))
  })
}

/**
 * Bytes, because Node would write header and body in one encoding for a string body, and the header would become UTF-8.
 */
function bytesOf({ body }: RequestSpec): Buffer | undefined {
  return typeof body === 'string' ? Buffer.from(body) : body
}

function withLength(spec: RequestSpec): http.OutgoingHttpHeaders {
  if (spec.body === undefined) return spec.headers ?? {}
  return { 'content-type': 'application/json', 'content-length': Buffer.byteLength(spec.body), ...spec.headers }
}
