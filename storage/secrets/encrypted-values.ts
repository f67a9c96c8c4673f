import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Queryable } from '../db/db.ts'
import { KEY_ID_BYTES, knownKey, type SecretKey, type SecretKeys } from './secret-keys.ts'
import { lockSealingKeyId } from './wrapped-keys.ts'

/** A value that no key of this process can decrypt, or with another context. */
export class CannotDecrypt extends Error {}

const FORMAT = Buffer.of(1)
const HEAD_BYTES = FORMAT.length + KEY_ID_BYTES
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** The prefix of every value encrypted with the key. */
export const encryptedHead = ({ id }: SecretKey): Buffer => Buffer.concat([FORMAT, id])

/** The id of the key that encrypted a value. */
export const encryptionKeyIn = (encrypted: Buffer): Buffer => encrypted.subarray(FORMAT.length, HEAD_BYTES)

/**
 * Encrypts a secret for a table: format, key id, nonce, tag, ciphertext. Uses the database's current key, which is
 * locked until the transaction of `db` ends. `context` binds it to its owner, such as `webhook <id>`.
 */
export async function encrypt(db: Queryable, keys: SecretKeys, plaintext: Buffer, context: string): Promise<Buffer> {
  const id = await lockSealingKeyId(db)
  const key = id ? knownKey(keys, id) : keys.current
  if (!key) throw new CannotDecrypt('the database uses a key that this process does not have')
  return encryptUnder(key, keys, plaintext, context)
}

export function encryptUnder(key: SecretKey, keys: SecretKeys, plaintext: Buffer, context: string): Buffer {
  const nonce = keys.randomBytes(NONCE_BYTES)
  const head = encryptedHead(key)
  const cipher = createCipheriv(CIPHER, key.key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.concat([head, Buffer.from(context)]))
  const text = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([head, nonce, cipher.getAuthTag(), text])
}

/** Decrypts a value of this context; throws `CannotDecrypt` for anything else. */
export function decrypt(keys: SecretKeys, encrypted: Buffer, context: string): Buffer {
  const head = encrypted.subarray(0, HEAD_BYTES)
  const [nonce, tag, text] = [
    encrypted.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES),
    encrypted.subarray(HEAD_BYTES + NONCE_BYTES, HEAD_BYTES + NONCE_BYTES + TAG_BYTES),
    encrypted.subarray(HEAD_BYTES + NONCE_BYTES + TAG_BYTES),
  ]
  const key = head[0] === FORMAT[0] ? knownKey(keys, head.subarray(FORMAT.length)) : undefined
  if (!key || tag.length !== TAG_BYTES) throw new CannotDecrypt('encrypted with a key that this process does not have')
  const decipher = createDecipheriv(CIPHER, key.key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.concat([head, Buffer.from(context)]))
  decipher.setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(text), decipher.final()])
  } catch (error) {
    throw new CannotDecrypt('encrypted for another purpose', { cause: error })
  }
}
