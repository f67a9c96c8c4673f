import { runWithLimit } from '../admission/part-limit.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'

/** The message would be the first of its conversation, for which there must be room. */
export class NewConversation extends Problem {
  constructor() {
    super('rate-limited', 'This message would start a new conversation.')
  }
}

/** Sends a message, and tells whether it began its conversation. It raises `NewConversation` where it would and may not. */
type Send<Sent> = (mayBegin: boolean, tellBegun: () => void) => Promise<Sent>

/**
 * Sends a message, which begins a conversation where there is room for one more (DM-62). What begins none is judged by
 * one statement alone. Where messages of two processes begin one conversation, the first takes room.
 */
export async function sendWithinPartnerLimit<Sent>(context: Context, send: Send<Sent>): Promise<Sent> {
  let hasBegun = false
  const tellBegun = () => {
    hasBegun = true
  }
  if (!context.limits) return await send(true, tellBegun)
  const free = () => send(false, tellBegun).catch(unlessUnbegun)
  const counting = { bucket: 'dm_partners', counts: () => hasBegun, free } as const
  return (await free()) ?? (await runWithLimit(context, counting, () => send(true, tellBegun)))
}

function unlessUnbegun(error: unknown): undefined {
  if (!(error instanceof NewConversation)) throw error
}
