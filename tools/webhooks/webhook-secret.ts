import { z } from 'zod'
import { secretContext } from '../../push/webhooks/webhook-attempt.ts'
import { SECRET_PREFIX } from '../../push/webhooks/webhook-signature.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { decrypt, encrypt } from '../../storage/secrets/encrypted-values.ts'
import { findSecret } from '../../storage/webhooks/webhook-rows.ts'
import type { Context } from '../core/context.ts'
import { digest16 } from '../core/text/digest.ts'

const BYTES = 32

/** For the response, originally and for replays. */
export const recalledSecret = z.string().nullable().describe('null in a repeated response if it was replaced since')

/** A new secret: for the agent, encrypted for storage (WEBHOOK-5), and its digest for replays. */
export async function makeSecret(
  db: Queryable,
  { randomBytes, secretKeys }: Pick<Context, 'randomBytes' | 'secretKeys'>,
  webhookId: string,
): Promise<{ secret: string; encrypted: Buffer; mark: string }> {
  const secret = `${SECRET_PREFIX}${randomBytes(BYTES).toString('base64')}`
  const encrypted = await encrypt(db, secretKeys, Buffer.from(secret), secretContext(webhookId))
  return { secret, encrypted, mark: markOf(secret) }
}

/**
 * The secret for a replay, whose original response may have been lost; `null` if the webhook has another one by now
 * (WEBHOOK-18).
 */
export async function recallSecret(
  db: Queryable,
  { secretKeys }: Pick<Context, 'secretKeys'>,
  webhookId: string,
  mark: string | undefined,
): Promise<string | null> {
  const secret = decrypt(secretKeys, await findSecret(db, webhookId), secretContext(webhookId)).toString()
  return markOf(secret) === mark ? secret : null
}

/** A digest of 32 random bytes reveals nothing. */
const markOf = (secret: string) => digest16('webhook secret', secret)
