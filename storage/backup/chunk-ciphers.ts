import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { BackupRefused } from './backup-refused.ts'

/**
 * Encrypts the chunks of a file in sequence, and decrypts them in the same order: a chunk that was altered, removed,
 * moved, taken from another file, or falsely marked as last or not last does not decrypt.
 */
export interface ChunkCipher {
  seal(chunk: Buffer, isLast: boolean): Buffer
  open(encrypted: Buffer, isLast: boolean): Buffer
}

const altered = () => new BackupRefused('the file was altered: use another copy of it')

const DIGEST_BYTES = 32

/** A hash chain: each digest covers the chunk and the previous digest; the last is that of the whole file. */
export function createDigests(head: Buffer): ChunkCipher {
  let last = createHash('sha256').update(head).digest()
  const next = (chunk: Buffer, isLast: boolean) =>
    createHash('sha256')
      .update(last)
      .update(Buffer.of(Number(isLast)))
      .update(chunk)
      .digest()
  return {
    seal(chunk, isLast) {
      last = next(chunk, isLast)
      return Buffer.concat([last, chunk])
    },
    open(encrypted, isLast) {
      const chunk = encrypted.subarray(DIGEST_BYTES)
      last = next(chunk, isLast)
      if (!last.equals(encrypted.subarray(0, DIGEST_BYTES))) throw altered()
      return chunk
    },
  }
}

const CIPHER = 'aes-256-gcm'
const TAG_BYTES = 16

/** The nonce is the chunk counter with a flag for the last one; the key is unique to a file. */
export function createCiphers(head: Buffer, key: Buffer): ChunkCipher {
  const about = createHash('sha256').update(head).digest()
  let count = 0n
  const nonce = (isLast: boolean) => {
    const bytes = Buffer.alloc(12)
    bytes.writeBigUInt64BE(count++, 3)
    bytes[11] = Number(isLast)
    return bytes
  }
  return {
    seal(chunk, isLast) {
      const cipher = createCipheriv(CIPHER, key, nonce(isLast), { authTagLength: TAG_BYTES }).setAAD(about)
      const text = Buffer.concat([cipher.update(chunk), cipher.final()])
      return Buffer.concat([cipher.getAuthTag(), text])
    },
    open(encrypted, isLast) {
      const decipher = createDecipheriv(CIPHER, key, nonce(isLast), { authTagLength: TAG_BYTES }).setAAD(about)
      try {
        decipher.setAuthTag(encrypted.subarray(0, TAG_BYTES))
        return Buffer.concat([decipher.update(encrypted.subarray(TAG_BYTES)), decipher.final()])
      } catch {
        throw altered()
      }
    },
  }
}
