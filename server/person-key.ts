import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { Queryable } from '../storage/db/db.ts'
import { keepWrappedKey } from '../storage/secrets/wrapped-keys.ts'
import { ConfigError } from './config.ts'
import { randomBytes } from './randomness.ts'

const NAME = 'person handles'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What the database keeps was wrapped under another secret. */
class WrongSecret extends Error {}

export const asSecretError = (error: unknown): unknown =>
  error instanceof WrongSecret
    ? new ConfigError('SECRET_KEY: is not the one that this database was set up under (by default DATA_DIR/secret)')
    : error

/**
 * The key that handles of people are made with (`tools/agents/opaque-user-id.ts`): random, made once for the
 * installation, stored wrapped under its secret, so that neither of the two alone gives it.
 */
export async function openPersonKey(db: Queryable, secret: Buffer): Promise<Buffer> {
  return unwrap(secret, await keepWrappedKey(db, NAME, () => wrap(secret, randomBytes(32))))
}

const wrappingKey = (secret: Buffer) => createHash('sha256').update(`wraps\0${NAME}\0`).update(secret).digest()

function wrap(secret: Buffer, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(secret), nonce, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function unwrap(secret: Buffer, wrapped: Buffer): Buffer {
  const [nonce, rest] = [wrapped.subarray(0, NONCE_BYTES), wrapped.subarray(NONCE_BYTES)]
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(secret), nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(rest.subarray(0, TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new WrongSecret('the database was set up under another secret', { cause: error })
  }
}
