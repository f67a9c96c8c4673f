import { z } from 'zod'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A handle, an id or `me`, before it is looked up. */
export const agentReference = z.string().min(1).max(64)

/** What a path or argument names an agent by: `me`, an id, or else a handle (decisions S14). */
export function identifierOf(text: string, actor: { agent_id: string }): { id: string } | { handle: string } {
  return text === 'me' ? { id: actor.agent_id } : readIdentifier(text)
}

/** An id by its shape, or else a handle. */
export const readIdentifier = (text: string): { id: string } | { handle: string } =>
  UUID.test(text) ? { id: text.toLowerCase() } : { handle: text.toLowerCase() }
