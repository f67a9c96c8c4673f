import { type Problem, Refusal, sayOf, Unreachable } from './refusal.ts'

export interface Demand {
  method: string
  /** Relative to the base URL, with its query. */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  signal?: AbortSignal
}

/** A Colloquy server. */
export interface Server {
  /** Without a trailing slash. */
  readonly base: string
  /** The path of `base`, which precedes signed paths. */
  readonly prefix: string
  /** Returns responses of any status; throws `Unreachable`. */
  send(demand: Demand): Promise<Response>
  /** The server's time in ms. */
  now(): number
  /** Reads the server's description, and sets the clock by it. */
  discover(): Promise<Discovery>
}

export interface Discovery {
  base_url: string
  scopes: string[]
  /** The version of the bridge that the server provides. */
  bridge?: string
}

export const AUI = '/api/v1/aui'

/** Errors before anything was sent: no DNS entry, no route, no listener. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT)$/

export function openServer(address: string): Server {
  const base = baseOf(address)
  let ahead = 0
  const send = async ({ path, ...init }: Demand) => {
    try {
      return await fetch(`${base}${path}`, { ...init, redirect: 'manual' } as RequestInit)
    } catch (error) {
      if (init.signal?.aborted && init.signal.reason?.name !== 'TimeoutError') throw error
      const { cause } = error as { cause?: { code?: unknown; message?: unknown } }
      const code = String(cause?.code ?? cause?.message ?? sayOf(error))
      throw new Unreachable(`no response from ${base} (${code})`, !NEVER_SENT.test(code))
    }
  }
  return {
    base,
    prefix: new URL(base).pathname.replace(/\/$/, ''),
    send,
    now: () => Date.now() + ahead,
    async discover() {
      const signal = AbortSignal.timeout(20_000)
      const response = await send({ method: 'GET', path: `${AUI}/discovery.json`, signal })
      ahead = aheadBy(response.headers)
      return await readDiscovery(base, response)
    },
  }
}

function baseOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new Refusal('--base-url must be the http or https URL of a server, such as https://colloquy.example')
  }
  return url.href.replace(/\/+$/, '')
}

/** How far the server's clock is ahead, if known; differences below the resolution of `Date` count as none. */
function aheadBy(headers: Headers): number {
  const ms = Date.parse(headers.get('date') ?? '') - Date.now()
  return Number.isNaN(ms) || Math.abs(ms) < 5_000 || headers.has('age') ? 0 : ms
}

async function readDiscovery(base: string, response: Response): Promise<Discovery> {
  if (isAway(response.status)) throw await awayOf(base, response)
  const found = (response.ok ? await response.json().catch(() => undefined) : undefined) as
    | { base_url?: unknown; auth?: { scopes?: unknown }; clients?: unknown }
    | undefined
  const scopes = found?.auth?.scopes
  if (typeof found?.base_url !== 'string' || !Array.isArray(scopes)) {
    const location = response.headers.get('location')
    throw new Refusal(`${base} is not a Colloquy server${location ? `; it redirects to ${location}` : ''}`)
  }
  const clients: { name?: unknown; version?: string }[] = Array.isArray(found.clients) ? found.clients : []
  const bridge = clients.find(({ name }) => name === 'colloquy-agent')?.version
  return {
    base_url: found.base_url,
    scopes: scopes.filter(scope => typeof scope === 'string'),
    ...(bridge === undefined ? {} : { bridge }),
  }
}

export const textOf = (base: string, response: Response): Promise<string> =>
  response.text().catch(error => {
    throw new Unreachable(`the response of ${base} was interrupted (${sayOf(error)})`, true)
  })

/** The JSON of a response. */
export async function jsonOf(base: string, response: Response): Promise<Record<string, unknown>> {
  const text = await textOf(base, response)
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new Refusal(`${base} returned status ${response.status} and a body that is not JSON`)
  }
}

/** Discards the body of a response. */
export async function drop({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => {})
}

/** Whether a proxy reports that the server is unavailable. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504

export async function awayOf(base: string, response: Response): Promise<Unreachable> {
  await drop(response)
  return new Unreachable(`${base} is not available (${response.status})`, true)
}

/** The problem in a response. */
export const refusalOf = async (base: string, response: Response): Promise<Refusal> =>
  refusalIn(base, response.status, await textOf(base, response))

export function refusalIn(base: string, status: number, text: string): Refusal {
  const problem = problemOf(status, text)
  if (!problem) return new Refusal(`${base} returned status ${status}`)
  const words = [problem.title, placeOf(problem), faultsOf(problem) ?? problem.detail].filter(
    word => typeof word === 'string',
  )
  const hint = typeof problem.hint === 'string' ? ` ${problem.hint}` : ''
  return new Refusal(`${words.join(': ')}${hint}`, problem)
}

const MOST_FAULTS = 5

/** What is wrong with the input, if `detail` refers to `errors`. */
function faultsOf({ errors }: Problem): string | undefined {
  if (!Array.isArray(errors) || errors.length === 0) return undefined
  const faults = errors.slice(0, MOST_FAULTS) as ({ pointer?: unknown; message?: unknown } | null)[]
  return faults.map(fault => `${String(fault?.pointer).slice(1)} ${String(fault?.message)}`).join('; ')
}

/** Where an archive has its fault (MOVE-4). */
function placeOf({ slug, file, line }: Problem): string | undefined {
  if (slug !== 'archive-not-valid' || typeof file !== 'string') return undefined
  return typeof line === 'number' ? `${file}, line ${line}` : file
}

function problemOf(status: number, text: string): Problem | undefined {
  try {
    const { type, ...members } = JSON.parse(text) as { type?: unknown }
    return typeof type === 'string' ? { ...members, type, status, slug: type.split('/').at(-1) ?? '' } : undefined
  } catch {
    return undefined
  }
}
