import { prefixOf } from '../protocol.ts'
import type { Clauses } from '../scenario.ts'

/** Which clauses must pass: those with the prefixes `of`, or all `but` those with some prefixes. */
type Scope = { of: string[] } | { but: string[]; without: RegExp }

const scopes = {
  all: { but: [], without: /^$/ },
  /** Signed and bearer REST; `without` lists what such a server need not answer. */
  core: { but: ['MCP'], without: /^\/mcp(\/|\?|$)/ },
  mcp: { of: ['MCP'] },
} satisfies Record<string, Scope>

export type ProfileName = keyof typeof scopes

export type Profile = {
  name: ProfileName
  counts: (clause: string) => boolean
  /** Whether a check that proves these clauses is run. */
  runs: (clauses: Clauses) => boolean
  /** Whether a request to this path below the base URL is outside the profile. */
  leaves: (path: string) => boolean
}

export const profileNames = Object.keys(scopes) as ProfileName[]

export function profileOf(name: ProfileName): Profile {
  const scope: Scope = scopes[name]
  if ('of' in scope) {
    const counts = (clause: string) => scope.of.includes(prefixOf(clause))
    return { name, counts, runs: clauses => clauses.some(counts), leaves: () => false }
  }
  const counts = (clause: string) => !scope.but.includes(prefixOf(clause))
  return { name, counts, runs: clauses => clauses.every(counts), leaves: path => scope.without.test(path) }
}
