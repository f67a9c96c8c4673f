import { runCounted } from '../admission/counted-part.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problems/problems.ts'

/** The message would be the first of its conversation, for which there must be room. */
export class Unbegun extends Problem {
  constructor() {
    super('rate-limited', 'This message would begin a conversation.')
  }
}

/**
 * Sends a message, which begins a conversation where there is room for one more (DM-62): `send` raises `Unbegun` where it
 * would begin one and may not. What begins none is judged by one statement alone.
 */
export async function sendWithinPartners<Sent>(
  context: Context,
  send: (mayBegin: boolean) => Promise<Sent>,
): Promise<Sent> {
  if (!context.limits) return await send(true)
  try {
    return await send(false)
  } catch (error) {
    if (!(error instanceof Unbegun)) throw error
    const counts = (refusal: Problem | undefined) => refusal === undefined
    return await runCounted(context, { bucket: 'dm_partners', counts }, () => send(true))
  }
}
