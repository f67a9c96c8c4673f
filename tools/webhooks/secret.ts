import { secretContext } from '../../push/webhook-attempt.ts'
import { SECRET_PREFIX } from '../../push/webhook-signature.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { seal } from '../../storage/secrets/sealed.ts'
import type { Context } from '../kernel/context.ts'

const BYTES = 32

/** A new secret, as its agent is told it once, and as it is kept (WEBHOOK-5). */
export async function makeSecret(
  db: Queryable,
  { randomBytes, secretKeys }: Pick<Context, 'randomBytes' | 'secretKeys'>,
  webhookId: string,
): Promise<{ secret: string; sealed: Buffer }> {
  const secret = `${SECRET_PREFIX}${randomBytes(BYTES).toString('base64')}`
  return { secret, sealed: await seal(db, secretKeys, Buffer.from(secret), secretContext(webhookId)) }
}
