import { secretContext } from '../../push/webhook-attempt.ts'
import { SECRET_PREFIX } from '../../push/webhook-signature.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { open, seal } from '../../storage/secrets/sealed.ts'
import { findSecret } from '../../storage/webhooks/webhooks.ts'
import type { Context } from '../kernel/context.ts'

const BYTES = 32

/** A new secret, as its agent is told it, and as it is kept (WEBHOOK-5). */
export async function makeSecret(
  db: Queryable,
  { randomBytes, secretKeys }: Pick<Context, 'randomBytes' | 'secretKeys'>,
  webhookId: string,
): Promise<{ secret: string; sealed: Buffer }> {
  const secret = `${SECRET_PREFIX}${randomBytes(BYTES).toString('base64')}`
  return { secret, sealed: await seal(db, secretKeys, Buffer.from(secret), secretContext(webhookId)) }
}

/** For the answer to who repeats the call that made it, and may have had none. */
export async function readSecret(
  db: Queryable,
  { secretKeys }: Pick<Context, 'secretKeys'>,
  webhookId: string,
): Promise<string> {
  return open(secretKeys, await findSecret(db, webhookId), secretContext(webhookId)).toString()
}
