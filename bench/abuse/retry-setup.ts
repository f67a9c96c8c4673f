import { setTimeout as pause } from 'node:timers/promises'
import type { Reply } from '../../conformance/clients/http.ts'

const ATTEMPTS = 8
const AGAIN_MS = 500

/** Sends a request of the preparation; retries while the server is unavailable, and throws on any other error. */
export async function withRetries(send: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await send()
    if (reply.status < 300) return reply
    if (reply.status < 500 || attempt === ATTEMPTS) throw new Error(reply.describe())
    await pause(AGAIN_MS * attempt)
  }
}
