import { createDecipheriv, createHash } from 'node:crypto'
import type { Queryable } from '../storage/db/db.ts'
import { CannotDecrypt, decrypt, encrypt, encryptUnder } from '../storage/secrets/encrypted-values.ts'
import { deriveSecretKeys, type SecretKey, type SecretKeys } from '../storage/secrets/secret-keys.ts'
import { findWrappedKey, PERSON_KEY, replaceWrappedKey, storeWrappedKey } from '../storage/secrets/wrapped-keys.ts'
import { ConfigError } from './config/config-error.ts'
import type { InstallationSecrets } from './installation-secret.ts'
import { randomBytes } from './randomness.ts'

/**
 * Random keys, generated once per installation and stored encrypted with its secret: neither the database nor the
 * secret alone reveals them.
 */
export interface InstallationKeys {
  /** Signs cursors and other values that clients return. */
  secret: Buffer
  /** Derives the opaque ids of people (`tools/agents/opaque-user-id.ts`). */
  personKey: Buffer
}

const SIGNING_KEY = 'signatures'

export const toSecretError = (error: unknown): unknown =>
  error instanceof CannotDecrypt
    ? new ConfigError(
        'SECRET_KEY: does not match this database (default: DATA_DIR/secret); if the key is new, set ' +
          'SECRET_KEY_PREVIOUS to the previous one',
      )
    : error

export const secretKeysOf = ({ current, previous }: InstallationSecrets): SecretKeys =>
  deriveSecretKeys(current, previous, randomBytes)

export async function loadInstallationKeys(db: Queryable, secrets: InstallationSecrets): Promise<InstallationKeys> {
  const keys = secretKeysOf(secrets)
  await sealEarlierKey(db, secrets, keys)
  const personKey = await openKey(db, keys, PERSON_KEY)
  return { secret: await openKey(db, keys, SIGNING_KEY), personKey }
}

const contextOf = (name: string) => `wrapped_key ${name}`

async function openKey(db: Queryable, keys: SecretKeys, name: string): Promise<Buffer> {
  const stored = await storeWrappedKey(db, name, () => encrypt(db, keys, randomBytes(32), contextOf(name)))
  return decrypt(keys, stored, contextOf(name))
}

/** Nonce, tag and a 32-byte key: the format without a stored key id. */
const EARLIER = { nonce: 12, tag: 16, length: 60 }

async function sealEarlierKey(
  db: Queryable,
  { current, previous }: InstallationSecrets,
  keys: SecretKeys,
): Promise<void> {
  const wrapped = await findWrappedKey(db, PERSON_KEY)
  if (wrapped?.length !== EARLIER.length) return
  const reseal = async (secret: Buffer | undefined, key: SecretKey | undefined) => {
    const opened = secret && unwrapEarlier(secret, wrapped)
    if (!opened || !key) return false
    await replaceWrappedKey(db, PERSON_KEY, wrapped, encryptUnder(key, keys, opened, contextOf(PERSON_KEY)))
    return true
  }
  const isDone = (await reseal(current, keys.current)) || (await reseal(previous, keys.previous))
  if (!isDone) throw new CannotDecrypt('encrypted with another secret')
}

function unwrapEarlier(secret: Buffer, wrapped: Buffer): Buffer | undefined {
  const key = createHash('sha256').update(`wraps\0${PERSON_KEY}\0`).update(secret).digest()
  const decipher = createDecipheriv('aes-256-gcm', key, wrapped.subarray(0, EARLIER.nonce), {
    authTagLength: EARLIER.tag,
  })
  decipher.setAuthTag(wrapped.subarray(EARLIER.nonce, EARLIER.nonce + EARLIER.tag))
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(EARLIER.nonce + EARLIER.tag)), decipher.final()])
  } catch {
    return undefined
  }
}
