import { runWithLimit } from '../admission/part-limit.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'

/** The message would start a conversation, which must be within the limit. */
export class NewConversation extends Problem {
  constructor() {
    super('rate-limited', 'This message would start a new conversation.')
  }
}

/**
 * Sends a message, and returns whether it started its conversation. Throws `NewConversation` if it would, and must not.
 */
type Send<Sent> = (mayBegin: boolean, notifyStarted: () => void) => Promise<Sent>

/**
 * Sends a message, which may start a conversation within the limit (DM-62). A message in an existing one is checked by
 * a single statement. If two processes start the same conversation, only the first counts.
 */
export async function sendWithinPartnerLimit<Sent>(context: Context, send: Send<Sent>): Promise<Sent> {
  let hasBegun = false
  const notifyStarted = () => {
    hasBegun = true
  }
  if (!context.limits) return await send(true, notifyStarted)
  const free = () => send(false, notifyStarted).catch(unlessUnbegun)
  const counting = { bucket: 'dm_partners', counts: () => hasBegun, free } as const
  return (await free()) ?? (await runWithLimit(context, counting, () => send(true, notifyStarted)))
}

function unlessUnbegun(error: unknown): undefined {
  if (!(error instanceof NewConversation)) throw error
}
