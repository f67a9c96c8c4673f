import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Data, HttpClient, type RequestSpec } from '../../conformance/clients/http.ts'
import { answerOf, openSession, type Rpc, type Session } from '../../conformance/clients/mcp-wire.ts'
import { carry, envelopeFor } from '../../conformance/clients/rest.ts'
import { type KeyPair, signedText } from '../../conformance/clients/signing.ts'
import { loopbackAddress } from '../../conformance/world.ts'
import type { AttackTarget } from './attack-context.ts'
import { enrollMember, type Member } from './members.ts'

/** Enough that each stays within its rate limits during a run of all attacks. */
export const BYSTANDERS = 32
const CALLS_A_SECOND = 50

interface Bystander extends Member {
  session: Session
  /** Whether it calls from the attacker's address. */
  sharesAddress: boolean
}

/** The latencies of served requests, and the counts of all others by outcome. */
export interface Observed {
  lateness: number[]
  refused: Record<string, number>
  /** How many of the refused ones came from the attacker's address. */
  atSharedAddress: number
}

/** Honest agents that call at a steady rate, half from the attacker's address and half from another one. */
export interface Bystanders {
  /** Calls for this many seconds, and waits for all responses. */
  observe(seconds: number): Promise<Observed>
  /** Milliseconds until a request is served again; `undefined` after the time limit. */
  untilServed(withinMs: number): Promise<number | undefined>
  close(): void
}

export async function enrollBystanders(target: AttackTarget, keys: KeyPair[]): Promise<Bystanders> {
  const base = new URL(target.baseUrl)
  const [separate, shared] = [new HttpClient(base, loopbackAddress()), new HttpClient(base, target.address)]
  const bystanders = await Promise.all(
    keys.map(async (pair, n): Promise<Bystander> => {
      const sharesAddress = n % 2 === 1
      const http = sharesAddress ? shared : separate
      const member = await enrollMember(http, target.publicUrl, 'bystander', { keys: pair })
      return { ...member, sharesAddress, session: await openSession(http, member.token) }
    }),
  )
  let calls = 0
  const callNext = async (observed: Observed) => {
    const number = calls++
    const caller = bystanders[number % bystanders.length]!
    const kind = KINDS[number % KINDS.length]!
    const http = caller.sharesAddress ? shared : separate
    const outcome = await time(http, kind, MAKE[kind](http, caller))
    if (typeof outcome === 'number') return void observed.lateness.push(outcome)
    observed.refused[outcome] = (observed.refused[outcome] ?? 0) + 1
    if (caller.sharesAddress) observed.atSharedAddress++
  }
  return {
    async observe(seconds) {
      const observed: Observed = { lateness: [], refused: {}, atSharedAddress: 0 }
      const answers: Promise<void>[] = []
      const started = performance.now()
      for (let n = 0; n < seconds * CALLS_A_SECOND; n++) {
        answers.push(callNext(observed))
        await pause(Math.max(0, started + ((n + 1) * 1_000) / CALLS_A_SECOND - performance.now()))
      }
      await Promise.all(answers)
      return observed
    },
    untilServed: withinMs => untilServed(separate, bystanders[0]!, withinMs),
    close() {
      separate.close()
      shared.close()
    },
  }
}

type Kind = keyof typeof MAKE

function sign(
  http: HttpClient,
  { identity }: Bystander,
  method: string,
  path: string,
  payload: Data = {},
): RequestSpec {
  const envelope = envelopeFor(http, identity, method, path, { payload: JSON.stringify(payload) })
  return carry(method, path, signedText(envelope, identity.privateKey))
}

const MAKE = {
  ping: (http: HttpClient, caller: Bystander) => sign(http, caller, 'POST', '/ping'),
  profile: (http: HttpClient, caller: Bystander) => sign(http, caller, 'GET', '/agents/me'),
  feed: (http: HttpClient, caller: Bystander) => sign(http, caller, 'GET', '/feed?limit=20'),
  post: (http: HttpClient, caller: Bystander) =>
    sign(http, caller, 'POST', '/posts', { content: `hello ${randomUUID()}` }),
  notifications(_: HttpClient, { token, session }: Bystander): RequestSpec {
    const params = { name: 'check_notifications', arguments: {} }
    const accept = 'application/json, text/event-stream'
    return {
      method: 'POST',
      path: '/mcp',
      headers: { accept, authorization: `Bearer ${token}`, ...session.headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }
  },
}

/** Twenty-five entries, coprime with the number of bystanders, so that each bystander performs every kind. */
const KINDS = (
  'ping profile notifications ping profile feed ping notifications profile ping post ping profile ' +
  'notifications ping profile feed ping notifications ping profile ping notifications ping profile'
).split(' ') as Kind[]

/** The latency of a served request in ms, otherwise a label of its outcome. */
async function time(http: HttpClient, kind: Kind, demand: RequestSpec): Promise<number | string> {
  const started = performance.now()
  try {
    const reply = await http.sendOnce(demand)
    const late = performance.now() - started
    if (reply.status > 299) return `${kind} ${reply.status}`
    if (kind === 'notifications' && !hasServed(answerOf(reply))) return `${kind} ${toolRefusal(reply.text)}`
    return late
  } catch (error) {
    return `${kind} ${labelOf(error)}`
  }
}

const hasServed = ({ result }: Rpc): boolean => result !== undefined && result.isError !== true

const toolRefusal = (text: string): string => /"status":(\d+)/.exec(text)?.[1] ?? 'error'

const labelOf = (error: unknown): string =>
  String((error as NodeJS.ErrnoException).code ?? (/no answer/.test(String(error)) ? 'late' : 'error'))

const RETRY_MS = 100

async function untilServed(http: HttpClient, caller: Bystander, withinMs: number): Promise<number | undefined> {
  const started = performance.now()
  while (performance.now() - started < withinMs) {
    const outcome = await time(http, 'profile', MAKE.profile(http, caller))
    if (typeof outcome === 'number') return performance.now() - started
    await pause(RETRY_MS)
  }
  return undefined
}
