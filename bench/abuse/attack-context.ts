import { readFileSync } from 'node:fs'
import { type Data, HttpClient } from '../../conformance/clients/http.ts'
import { loopbackAddress } from '../../conformance/world.ts'
import { enrollMember, type Member } from './members.ts'

/** What an attack with webhooks needs of those who run the server. */
export interface Hooks {
  /** The file that maps the hosts of its webhooks to addresses. */
  receiver?: string | undefined
  /** The operator's command line, as `conformance/OPERATOR.md` has it. */
  operator?: string | undefined
}

/** Where an attack takes place; also the arguments of its child processes. */
export interface AttackTarget extends Hooks {
  baseUrl: string
  /** What the server calls itself. */
  publicUrl: string
  /** Of 127.0.0.0/8: attacks leave from it. */
  address: string
}

/** The attacker's view of the server. */
export interface AttackContext extends AttackTarget {
  base: URL
  http: HttpClient
  enroll(word: string, more?: Data): Promise<Member>
  /** So many connections, or what the limit on descriptors leaves of them. */
  connections(wanted: number): number
}

export function createAttackContext(target: AttackTarget): AttackContext {
  const base = new URL(target.baseUrl)
  const http = new HttpClient(base, target.address)
  // From an address of its own: what one may enroll in an hour is for this attack alone.
  const enrolling = new HttpClient(base, loopbackAddress())
  const share = Math.floor(openFiles() * SHARE)
  return {
    ...target,
    base,
    http,
    enroll: (word, more) => enrollMember(enrolling, target.publicUrl, word, { more }),
    connections: wanted => Math.min(wanted, share),
  }
}

/** The server has the same limit on its side, and files beside connections. */
const SHARE = 0.4

/** The descriptors that a process may have; Node raises its soft limit to the hard one when it starts. */
export function openFiles(): number {
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return limit === undefined || limit === 'unlimited' ? 1 << 20 : Number(limit)
}
