import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../../tools/core/problems/problem.ts'

/** A host without its port: a server may have several names, and several ports behind a proxy. */
const hostName = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')

/** Rejects requests that a page of another site makes a browser send (DNS rebinding, cross-site requests). */
export type OriginGuard = (headers: IncomingHttpHeaders) => void

/** `hosts` may include ports, which are ignored; an origin is allowed if it is listed or is the host's own. */
export function createOriginGuard(hosts: readonly string[], origins: readonly string[]): OriginGuard {
  const hostNames = new Set(hosts.map(hostName))
  const allowed = new Set(origins.map(origin => origin.toLowerCase()))
  return ({ host = '', origin }) => {
    if (!hostNames.has(hostName(host))) {
      throw new Problem('misdirected-request', 'This server does not serve the requested host.')
    }
    if (origin === undefined) return
    const requested = origin.toLowerCase()
    if (!allowed.has(requested) && requested.replace(/^https?:\/\//, '') !== host.toLowerCase()) {
      throw new Problem('origin-refused', 'Pages of this origin are not allowed to call the MCP endpoint.')
    }
  }
}
