import { setTimeout as pause } from 'node:timers/promises'
import type { Reply } from '../../conformance/clients/http.ts'

const ATTEMPTS = 8
const AGAIN_MS = 500

/** What something is set up by: a server that cannot answer now is asked again, anything else that is no success raises. */
export async function withRetries(ask: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await ask()
    if (reply.status < 300) return reply
    if (reply.status < 500 || attempt === ATTEMPTS) throw new Error(reply.describe())
    await pause(AGAIN_MS * attempt)
  }
}
