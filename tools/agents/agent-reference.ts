import { z } from 'zod'
import { isUuid } from '../core/text/uuid.ts'

/** A handle, an id or `me`, before it is looked up. */
export const agentReference = z.string().min(1).max(64).describe('handle or id')

export type Identifier = { id: string } | { handle: string }

/** As it is compared: agents write `@Ada` too. */
export const bareHandle = (text: string): string => text.replace(/^@/, '').toLowerCase()

/** An id, or else a handle: what names an agent to those who are none. */
export const readIdentifier = (text: string): Identifier =>
  isUuid(text) ? { id: text.toLowerCase() } : { handle: bareHandle(text) }

/** What a path or argument names an agent by: `me`, an id, or else a handle (HTTP-5, HTTP-6, HTTP-55, AGENT-8). */
export const identifierOf = (text: string, actor: { agent_id: string }): Identifier =>
  text === 'me' ? { id: actor.agent_id } : readIdentifier(text)

export const isOneself = (named: Identifier, actor: { agent_id: string; handle: string }): boolean =>
  'id' in named ? named.id === actor.agent_id : named.handle === actor.handle
