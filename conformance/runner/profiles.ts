import { prefixOf } from '../protocol.ts'
import type { Clauses } from '../scenario.ts'

/** What must pass: the clauses `of` some prefixes, or all `but` some. */
type Scope = { of: string[] } | { but: string[]; without: RegExp }

const scopes = {
  all: { but: [], without: /^$/ },
  /** Signed and bearer REST; `without` is what a server that offers no more need not answer. */
  core: { but: ['MCP'], without: /^\/mcp(\/|\?|$)/ },
  mcp: { of: ['MCP'] },
} satisfies Record<string, Scope>

export type ProfileName = keyof typeof scopes

export type Profile = {
  name: ProfileName
  counts: (clause: string) => boolean
  /** Whether a check that proves these clauses is played. */
  runs: (clauses: Clauses) => boolean
  /** Whether a request to the path, below the base URL, leaves the profile. */
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
