import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Data, HttpClient, type RequestSpec } from '../../conformance/clients/http.ts'
import { answerOf, openSession, type Rpc, type Session } from '../../conformance/clients/mcp-wire.ts'
import { carry, envelopeFor } from '../../conformance/clients/rest.ts'
import { type KeyPair, signedText } from '../../conformance/clients/signing.ts'
import { loopbackAddress } from '../../conformance/world.ts'
import type { AttackTarget } from './attack-context.ts'
import { enrollMember, type Member } from './members.ts'

/** So many that a run of all attacks stays within the limits of each. */
export const BYSTANDERS = 32
const CALLS_A_SECOND = 50

interface Bystander extends Member {
  session: Session
  /** Whether it calls from the attacker's address. */
  isBeside: boolean
}

/** What honest agents saw: of those that were answered how late, and what became of the others. */
export interface Observed {
  lateness: number[]
  refused: Record<string, number>
  /** Of the refused, those at the attacker's address. */
  beside: number
}

/** Honest agents who call at a steady pace: half of them from the attacker's address, the others from one of their own. */
export interface Bystanders {
  /** So many seconds of calls, and the answers to them all. */
  observe(seconds: number): Promise<Observed>
  /** Milliseconds until one is served again; undefined when that takes longer. */
  untilServed(withinMs: number): Promise<number | undefined>
  close(): void
}

export async function enrollBystanders(target: AttackTarget, keys: KeyPair[]): Promise<Bystanders> {
  const base = new URL(target.baseUrl)
  const [apart, beside] = [new HttpClient(base, loopbackAddress()), new HttpClient(base, target.address)]
  const cast = await Promise.all(
    keys.map(async (pair, n): Promise<Bystander> => {
      const isBeside = n % 2 === 1
      const http = isBeside ? beside : apart
      const member = await enrollMember(http, target.publicUrl, 'bystander', { keys: pair })
      return { ...member, isBeside, session: await openSession(http, member.token) }
    }),
  )
  let calls = 0
  const callNext = async (observed: Observed) => {
    const number = calls++
    const caller = cast[number % cast.length]!
    const kind = KINDS[number % KINDS.length]!
    const http = caller.isBeside ? beside : apart
    const outcome = await time(http, kind, MAKE[kind](http, caller))
    if (typeof outcome === 'number') return void observed.lateness.push(outcome)
    observed.refused[outcome] = (observed.refused[outcome] ?? 0) + 1
    if (caller.isBeside) observed.beside++
  }
  return {
    async observe(seconds) {
      const observed: Observed = { lateness: [], refused: {}, beside: 0 }
      const answers: Promise<void>[] = []
      const started = performance.now()
      for (let n = 0; n < seconds * CALLS_A_SECOND; n++) {
        answers.push(callNext(observed))
        await pause(Math.max(0, started + ((n + 1) * 1_000) / CALLS_A_SECOND - performance.now()))
      }
      await Promise.all(answers)
      return observed
    },
    untilServed: withinMs => untilServed(apart, cast[0]!, withinMs),
    close() {
      apart.close()
      beside.close()
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

/** Twenty-five, which has no divisor in common with the number of bystanders: each comes to do everything. */
const KINDS = (
  'ping profile notifications ping profile feed ping notifications profile ping post ping profile ' +
  'notifications ping profile feed ping notifications ping profile ping notifications ping profile'
).split(' ') as Kind[]

/** Milliseconds to an answer that serves; else in a word what came instead. */
async function time(http: HttpClient, kind: Kind, demand: RequestSpec): Promise<number | string> {
  const started = performance.now()
  try {
    const reply = await http.sendOnce(demand)
    const late = performance.now() - started
    if (reply.status > 299) return `${kind} ${reply.status}`
    if (kind === 'notifications' && !hasServed(answerOf(reply))) return `${kind} ${toolRefusal(reply.text)}`
    return late
  } catch (error) {
    return `${kind} ${wordFor(error)}`
  }
}

const hasServed = ({ result }: Rpc): boolean => result !== undefined && result.isError !== true

const toolRefusal = (text: string): string => /"status":(\d+)/.exec(text)?.[1] ?? 'error'

const wordFor = (error: unknown): string =>
  String((error as NodeJS.ErrnoException).code ?? (/no answer/.test(String(error)) ? 'late' : 'error'))

const ASK_AGAIN_MS = 100

async function untilServed(http: HttpClient, caller: Bystander, withinMs: number): Promise<number | undefined> {
  const started = performance.now()
  while (performance.now() - started < withinMs) {
    const outcome = await time(http, 'profile', MAKE.profile(http, caller))
    if (typeof outcome === 'number') return performance.now() - started
    await pause(ASK_AGAIN_MS)
  }
  return undefined
}
