import { z } from 'zod'
import { secretContext } from '../../push/webhook-attempt.ts'
import { SECRET_PREFIX } from '../../push/webhook-signature.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { decrypt, encrypt } from '../../storage/secrets/encrypted-values.ts'
import { findSecret } from '../../storage/webhooks/webhook-rows.ts'
import type { Context } from '../core/context.ts'
import { digest16 } from '../core/text/digest.ts'

const BYTES = 32

/** As it is answered, then and to repeats. */
export const recalledSecret = z.string().nullable().describe('null in a repeated response if it was replaced since')

/** A new secret, as its agent is told it, as it is kept (WEBHOOK-5), and what it is known again by. */
export async function makeSecret(
  db: Queryable,
  { randomBytes, secretKeys }: Pick<Context, 'randomBytes' | 'secretKeys'>,
  webhookId: string,
): Promise<{ secret: string; sealed: Buffer; mark: string }> {
  const secret = `${SECRET_PREFIX}${randomBytes(BYTES).toString('base64')}`
  const sealed = await encrypt(db, secretKeys, Buffer.from(secret), secretContext(webhookId))
  return { secret, sealed, mark: markOf(secret) }
}

/**
 * For the answer to who repeats the call that made it, and may have had none; `null` where the webhook has another by
 * now, which that call never showed (WEBHOOK-18).
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

/** Of 32 random bytes it tells nothing. */
const markOf = (secret: string) => digest16('webhook secret', secret)
