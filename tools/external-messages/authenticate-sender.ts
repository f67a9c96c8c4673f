import { useSenderNonce } from '../../storage/external-messages/external-messages.ts'
import type { Runtime } from '../core/context.ts'
import { MINUTE, SECOND } from '../core/durations.ts'
import { digest16 } from '../core/text/digest.ts'
import { createSenderKeys } from './sender-keys.ts'
import { isSignedWith, readSenderSignature, type SenderCall } from './sender-signature.ts'

/** The origin that proved a call to be its own and new; `undefined` for whatever reason it did not (EXT-3, EXT-4). */
export type AuthenticateSender = (call: SenderCall) => Promise<string | undefined>

/** Nonces outlive their signatures by this, so that clocks may differ. */
const MARGIN_MS = MINUTE

export function createSenderAuthentication(
  runtime: Pick<Runtime, 'db' | 'egress' | 'clock' | 'limitUsage'>,
): AuthenticateSender {
  const { db, clock } = runtime
  const keys = createSenderKeys(runtime)
  return async call => {
    const claimed = readSenderSignature(call, new Date(clock()))
    if (!claimed) return undefined
    const { origin, key_id, nonce, expires_s } = claimed
    const key = await keys.find(origin, key_id)
    if (!key || !isSignedWith(claimed, key)) return undefined
    const digest = digest16('external', origin, nonce)
    const isNew = await useSenderNonce(db, { digest, expires_at: new Date(expires_s * SECOND + MARGIN_MS) })
    return isNew ? origin : undefined
  }
}
