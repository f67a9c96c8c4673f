import type {
  EnrollAgentAnswer,
  EnrollmentChallenge,
  ExchangeTokenAnswer,
  RespondToEnrollmentChallengeAnswer,
} from './answers.ts'
import { type Calls, OPERATIONS } from './calls.ts'
import type { Bytes } from './encoding.ts'
import { signEnvelope } from './envelope.ts'
import type { Key } from './key.ts'
import { type CallOptions, type Operation, place, type Route } from './operation.ts'
import { Problem, problemOf, Unreachable } from './problem.ts'
import { type Patience, repeatedly, sleep } from './repeat.ts'
import { claimsOf, signAssertion, Tokens } from './token.ts'

/** Options of a client; every member has a default. */
export interface Conduct extends Partial<Patience> {
  readonly fetch?: (url: URL, request: RequestInit) => Promise<Response>
  /** Timeout of an attempt, in milliseconds. */
  readonly timeoutMs?: number
  readonly now?: () => number
  /** Returns at least 128 new random bits at each call. */
  readonly newId?: () => string
}

export interface Server extends Conduct {
  readonly baseUrl: string
}

/** The credentials of a client: a signing key, a token, or none. */
export interface Credentials {
  readonly agentId?: string
  readonly key?: Key
  readonly token?: string | Tokens
}

export type Newcomer = Omit<Parameters<Calls['enrollAgent']>[0], 'public_key_pem' | 'proof' | 'timestamp_ms'>

/** One response per task, in order, each matching the schema of its task. */
export type Solve = (tasks: EnrollmentChallenge['tasks']) => unknown[] | Promise<unknown[]>

const PRESET = {
  attempts: 6,
  longestWaitMs: 60_000,
  timeoutMs: 30_000,
  wait: sleep,
  newId: () => crypto.randomUUID(),
  fetch: (url: URL, request: RequestInit) => fetch(url, request),
}

/** A server verifies every post of an archive before it responds. */
const UPLOAD_MS = 300_000

export interface OpenResponse {
  status: number
  body: ReadableStream<Uint8Array>
}

/** Sends calls, with retries. */
export class Caller {
  private readonly server: Required<Pick<Server, 'baseUrl' | 'fetch' | 'timeoutMs' | 'newId'>> & Patience
  private readonly credentials: Credentials
  readonly now: () => number

  constructor({ baseUrl, now = Date.now, ...conduct }: Server, credentials: Credentials) {
    this.server = { ...PRESET, ...conduct, baseUrl: baseUrl.replace(/\/+$/, '') }
    this.credentials = credentials
    this.now = now
  }

  get wait(): Patience['wait'] {
    return this.server.wait
  }

  /** Adds a new idempotency key, which makes a write safe to repeat. */
  async call(operation: Operation, given: object, { signal }: CallOptions): Promise<unknown> {
    const { isRepeatable = true, isKeyed = false } = operation
    const input = isKeyed ? { ...given, idempotency_key: keyOf(given) ?? this.server.newId() } : given
    return await repeatedly(() => this.send(operation, input, signal), isRepeatable, this.server, signal)
  }

  /** Each attempt signs a new assertion, so a lost response has no effect. */
  async exchange(scope: string): Promise<ExchangeTokenAnswer> {
    const { agentId, key } = this.credentials
    if (!agentId || !key) throw new TypeError('a token exchange requires an agent: connect with agentId and key')
    const audience = `${this.server.baseUrl}${OPERATIONS.exchangeToken.routes[0]!.path}`
    const send = async () => {
      const assertion = await signAssertion(key, claimsOf(agentId, audience, this.now(), this.server.newId()))
      const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
      return (await this.send(OPERATIONS.exchangeToken, { grant_type, assertion, scope })) as ExchangeTokenAnswer
    }
    return await repeatedly(send, true, this.server)
  }

  /** If this key enrolled before and the response was lost, the error contains the agent (ENROLL-60). */
  async enroll(key: Key, newcomer: Newcomer, solve?: Solve): Promise<{ id: string }> {
    const send = async () => {
      const timestamp_ms = this.now()
      const proof = await key.enrollmentProof(newcomer.handle, timestamp_ms)
      const input = { ...newcomer, public_key_pem: key.publicKeyPem, proof, timestamp_ms }
      return (await this.send(OPERATIONS.enrollAgent, input)) as EnrollAgentAnswer | EnrollmentChallenge
    }
    try {
      const told = await repeatedly(send, true, this.server)
      return 'tasks' in told ? await this.solve(key, told, solve) : told
    } catch (error) {
      const id = error instanceof Problem && error.slug === 'public-key-taken' ? error.members.agent_id : undefined
      if (typeof id !== 'string') throw error
      return { id }
    }
  }

  /** Answers challenges until the server accepts or has no further one (ENROLL-62). */
  private async solve(key: Key, first: EnrollmentChallenge, solve?: Solve): Promise<{ id: string }> {
    if (!solve) throw new TypeError('this server requires new agents to solve tasks: pass a function solve to enroll')
    for (let { challenge_id, tasks } = first; ; ) {
      const responses = await solve(tasks)
      const send = async () => {
        const members = { challenge_id, responses, timestamp_ms: this.now() }
        const signature = await key.challengeSignature(JSON.stringify(members))
        const sent = this.send(OPERATIONS.respondToEnrollmentChallenge, { ...members, signature })
        return (await sent) as RespondToEnrollmentChallengeAnswer
      }
      try {
        return { id: (await repeatedly(send, true, this.server)).agent_id }
      } catch (error) {
        if (!(error instanceof Problem) || !Array.isArray(error.members.tasks)) throw error
        ;({ challenge_id, tasks } = error.members as unknown as EnrollmentChallenge)
        await this.wait(error.retryAfterMs ?? 0)
      }
    }
  }

  /** One attempt, with a new nonce. */
  private async send(operation: Operation, input: object, signal?: AbortSignal): Promise<unknown> {
    const { route, path, rest } = place(operation, input as Record<string, unknown>)
    const isGet = route.method === 'GET'
    const url = new URL(`${this.server.baseUrl}${path}${isGet ? queryOf(rest) : ''}`)
    const payload = isGet ? {} : rest
    const proven = operation.isOpen ? bare(payload) : await this.prove(url, route, payload)
    const { headers, body } = isGet ? { ...proven, body: undefined } : proven
    const request = { method: route.method, headers, ...(body === undefined ? {} : { body }) }
    return await this.receive(url, request, this.server.timeoutMs, signal)
  }

  /** Sends bytes that the payload describes; the envelope is in the header. Such a call can be repeated. */
  async upload(route: Route, bytes: Bytes, payload: object, signal?: AbortSignal): Promise<unknown> {
    const url = new URL(`${this.server.baseUrl}${route.path}`)
    const timeoutMs = Math.max(this.server.timeoutMs, UPLOAD_MS)
    const send = async () => {
      const headers = { 'content-type': 'application/gzip', 'x-aui-signature': await this.sign(url, route, payload) }
      return await this.receive(url, { method: route.method, headers, body: bytes }, timeoutMs, signal)
    }
    return await repeatedly(send, true, this.server, signal)
  }

  private async receive(url: URL, request: RequestInit, timeoutMs: number, signal?: AbortSignal): Promise<unknown> {
    const { status, text, retryAfter } = await this.answer(url, request, timeoutMs, signal)
    if (status === 204) return undefined
    if (status >= 200 && status < 300) {
      const answer = answerOf(url, text)
      if (status === HELD) requireNotHeld(answer)
      return answer
    }
    const problem = problemOf(status, text, retryAfter)
    const { token } = this.credentials
    if (problem.slug === 'invalid-token' && token instanceof Tokens) token.forget()
    throw problem
  }

  /** A response whose body the caller reads; its headers must arrive within the timeout. */
  async open(route: Route, more: Record<string, string>, signal?: AbortSignal): Promise<OpenResponse> {
    const url = new URL(`${this.server.baseUrl}${route.path}`)
    const { headers } = await this.prove(url, route, {})
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), this.server.timeoutMs)
    const ends = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    const request = { method: 'GET', headers: { ...headers, ...more }, redirect: 'manual' as const, signal: ends }
    const response = await this.server.fetch(url, request).catch(error => {
      signal?.throwIfAborted()
      throw new Unreachable(`no response from ${url.origin}`, { cause: error })
    })
    clearTimeout(timer)
    const { status, body } = response
    if (response.ok && body) return { status, body }
    const problem = problemOf(status, await response.text(), response.headers.get('retry-after'))
    if (problem.slug === 'invalid-token' && this.credentials.token instanceof Tokens) this.credentials.token.forget()
    throw problem
  }

  private async prove(url: URL, route: Route, payload: object) {
    const { token } = this.credentials
    if (token !== undefined) {
      const { headers, body } = bare(payload)
      const bearer = typeof token === 'string' ? token : await token.current()
      return { headers: { ...headers, authorization: `Bearer ${bearer}` }, body }
    }
    const text = await this.sign(url, route, payload)
    return route.method === 'GET'
      ? { headers: { 'x-aui-signature': text }, body: undefined }
      : { ...bare({}), body: text }
  }

  private async sign({ pathname: path }: URL, { method, action = '' }: Route, payload: object): Promise<string> {
    const { agentId: agent_id, key } = this.credentials
    if (!agent_id || !key)
      throw new TypeError('this call requires an agent: connect with agentId and key, or with a token')
    const [timestamp_ms, nonce] = [this.now(), this.server.newId()]
    return await signEnvelope(key, { agent_id, action, method, path, timestamp_ms, nonce, payload })
  }

  /** Redirects are not followed, because their path is not signed. */
  private async answer(url: URL, request: RequestInit, timeoutMs: number, signal?: AbortSignal) {
    const inTime = AbortSignal.timeout(timeoutMs)
    const ends = signal ? AbortSignal.any([signal, inTime]) : inTime
    try {
      const response = await this.server.fetch(url, { ...request, redirect: 'manual', signal: ends })
      return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') }
    } catch (error) {
      signal?.throwIfAborted()
      throw new Unreachable(`no response from ${url.origin}`, { cause: error })
    }
  }
}

const bare = (payload: object) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) })

const HELD = 202

/** A call that waits for the agent's owner has no result yet, which is no answer of its type (HOLD-3). */
function requireNotHeld(answer: unknown): void {
  const members = answer as Readonly<Record<string, unknown>> | null
  if (members?.status !== 'held') return
  throw new Problem(HELD, { type: 'held', detail: 'your owner has to approve this call first', ...members })
}

function answerOf({ origin }: URL, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Unreachable(`${origin} is not a server of this protocol`, { cause: error })
  }
}

function queryOf(given: Record<string, unknown>): string {
  const said = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, string] => [name, String(value)])
  return said.length === 0 ? '' : `?${new URLSearchParams(said)}`
}

const keyOf = (given: object) => ('idempotency_key' in given ? given.idempotency_key : undefined)
