import { readFileSync } from 'node:fs'
import { type Data, HttpClient } from '../../conformance/clients/http.ts'
import { loopbackAddress } from '../../conformance/world.ts'
import { enrollMember, type Member } from './members.ts'

/** What attacks with webhooks require of the server's operator. */
export interface Hooks {
  /** The file that maps webhook hosts to addresses. */
  receiver?: string | undefined
  /** The operator command of `conformance/OPERATOR.md`. */
  operator?: string | undefined
}

/** The target of an attack; also the arguments of the attacker process. */
export interface AttackTarget extends Hooks {
  baseUrl: string
  /** The server's own base URL. */
  publicUrl: string
  /** A loopback address (127.0.0.0/8), the source of attacks. */
  address: string
}

/** What an attack uses to send requests. */
export interface AttackContext extends AttackTarget {
  base: URL
  http: HttpClient
  enroll(name: string, more?: Data): Promise<Member>
  /** The wanted number of connections, or fewer if the limit on file descriptors requires it. */
  connections(wanted: number): number
}

export function createAttackContext(target: AttackTarget): AttackContext {
  const base = new URL(target.baseUrl)
  const http = new HttpClient(base, target.address)
  // From a separate address, so that the hourly limit on enrollments counts for this attack alone.
  const enrolling = new HttpClient(base, loopbackAddress())
  const share = Math.floor(openFiles() * SHARE)
  return {
    ...target,
    base,
    http,
    enroll: (name, more) => enrollMember(enrolling, target.publicUrl, name, { more }),
    connections: wanted => Math.min(wanted, share),
  }
}

/** The server has the same limit for its side of the connections, and opens files too. */
const SHARE = 0.4

/** The limit on file descriptors of this process; Node raises its soft limit to the hard one at start. */
export function openFiles(): number {
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return limit === undefined || limit === 'unlimited' ? 1 << 20 : Number(limit)
}
