import { z } from 'zod'
import type { Installation } from '../core/context.ts'
import { isUuid } from '../core/schemas.ts'

/** A handle, an id, `me` or the URL of a profile, not yet resolved. */
export const agentReference = z.string().min(1).max(255).describe('handle or id')

/** The same for operators and people, without URLs. */
export const handleOrId = z.string().min(1).max(64).describe('handle or id')

export type Identifier = { id: string } | { handle: string }

/** Normalized for comparison: agents write `@Ada` too. */
export const bareHandle = (text: string): string => text.replace(/^@/, '').toLowerCase()

/** An id, or else a handle, for callers that are not agents. */
export const readIdentifier = (text: string): Identifier =>
  isUuid(text) ? { id: text.toLowerCase() } : { handle: bareHandle(text) }

interface ReferenceContext {
  actor: { agent_id: string }
  installation: Pick<Installation, 'baseUrl'>
}

/**
 * An agent in a path or argument: `me`, an id, the URL of a profile here, or else a handle (HTTP-5, HTTP-6, HTTP-55,
 * AGENT-8, AGENT-9).
 */
export const identifierOf = (text: string, { actor, installation }: ReferenceContext): Identifier =>
  text === 'me' ? { id: actor.agent_id } : readIdentifier(handleInUrl(text, installation) ?? text)

function handleInUrl(text: string, { baseUrl }: Pick<Installation, 'baseUrl'>): string | undefined {
  if (!text.startsWith(`${baseUrl}/`)) return undefined
  return /^\/(?:@|agents\/)([^/?#]+)$/.exec(text.slice(baseUrl.length))?.[1]
}

export const isOneself = (named: Identifier, actor: { agent_id: string; handle: string }): boolean =>
  'id' in named ? named.id === actor.agent_id : named.handle === actor.handle
