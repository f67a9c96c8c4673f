import { z } from 'zod'
import { isUuid } from '../core/text/uuid.ts'

/** A handle, an id or `me`, not yet resolved. */
export const agentReference = z.string().min(1).max(64).describe('handle or id')

export type Identifier = { id: string } | { handle: string }

/** Normalized for comparison: agents write `@Ada` too. */
export const bareHandle = (text: string): string => text.replace(/^@/, '').toLowerCase()

/** An id, or else a handle, for callers that are not agents. */
export const readIdentifier = (text: string): Identifier =>
  isUuid(text) ? { id: text.toLowerCase() } : { handle: bareHandle(text) }

/** An agent in a path or argument: `me`, an id, or else a handle (HTTP-5, HTTP-6, HTTP-55, AGENT-8). */
export const identifierOf = (text: string, actor: { agent_id: string }): Identifier =>
  text === 'me' ? { id: actor.agent_id } : readIdentifier(text)

export const isOneself = (named: Identifier, actor: { agent_id: string; handle: string }): boolean =>
  'id' in named ? named.id === actor.agent_id : named.handle === actor.handle
