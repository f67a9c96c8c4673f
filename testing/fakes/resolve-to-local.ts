import { readFileSync } from 'node:fs'
import type { EgressParts } from '../../push/egress.ts'
import { createAddressPolicy } from '../../push/egress-address.ts'
import { type Destination, lookUpAddresses } from '../../push/egress-lookup.ts'

const RESOLVED = /^([a-z0-9.-]+)=(?:\[([0-9a-f:]+)\]|([0-9.]+)):(\d{1,5})$/i

/** Egress that resolves the names of `NAME=ADDRESS:PORT` to receivers on this machine, and all other names normally. */
export function egressTo(resolved: readonly string[], caFile: string | undefined): Partial<EgressParts> {
  const byName = new Map(resolved.map(readResolved))
  const here = new Set<Destination>(byName.values())
  const isPublic = createAddressPolicy()
  return {
    async lookup(hostname) {
      const known = byName.get(hostname)
      return known ? [known] : await lookUpAddresses(hostname)
    },
    isAllowed: destination => here.has(destination) || isPublic(destination.address),
    ...(caFile === undefined ? {} : { ca: readFileSync(caFile, 'utf8') }),
  }
}

function readResolved(text: string): [string, Destination] {
  const [, name, v6, v4, port] = RESOLVED.exec(text) ?? []
  if (!name || !port) throw new Error('--resolve requires NAME=ADDRESS:PORT')
  return [name.toLowerCase(), { address: v6 ?? v4 ?? '', port: Number(port) }]
}
