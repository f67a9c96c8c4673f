import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { BackupRefused } from './backup-refused.ts'

const MAKING =
  'create a private key with openssl genpkey -algorithm X25519, and its public key with openssl pkey -pubout'

/** A recipient's X25519 key in PEM. */
export const readRecipient = (pem: string): KeyObject => readKey(pem, createPublicKey, 'public')
export const readOpener = (pem: string): KeyObject => readKey(pem, createPrivateKey, 'private')

function readKey(pem: string, read: (pem: string) => KeyObject, kind: string): KeyObject {
  try {
    const key = read(pem)
    // A private key would be accepted as its public one.
    if (key.asymmetricKeyType === 'x25519' && pem.includes(`BEGIN ${kind.toUpperCase()} KEY`)) return key
  } catch {
    // Reported like a key of another kind.
  }
  throw new BackupRefused(`the key is not a ${kind} X25519 key in PEM; ${MAKING}`)
}

/** The header of an encrypted file. */
export interface Addressed {
  /** The beginning of the SHA-256 of the public key, in hex. */
  recipient: string
  /** The ephemeral public key of this file, SPKI in base64url. */
  ephemeral: string
}

const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

const nameOf = (publicKey: KeyObject): string => createHash('sha256').update(spki(publicKey)).digest('hex').slice(0, 16)

function agree(privateKey: KeyObject, publicKey: KeyObject, { recipient, ephemeral }: Addressed): Buffer {
  const shared = diffieHellman({ privateKey, publicKey })
  return Buffer.from(hkdfSync('sha256', shared, `${recipient} ${ephemeral}`, 'colloquy backup 1', 32))
}

/** A key for one file, and the ephemeral key from which the recipient derives it. */
export function addressTo(recipient: KeyObject): { key: Buffer; addressed: Addressed } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const addressed = { recipient: nameOf(recipient), ephemeral: spki(publicKey).toString('base64url') }
  return { key: agree(privateKey, recipient, addressed), addressed }
}

export function findFileKey(opener: KeyObject, addressed: Addressed): Buffer {
  if (nameOf(createPublicKey(opener)) !== addressed.recipient)
    throw new BackupRefused(`the file is encrypted to another key, whose public key begins with ${addressed.recipient}`)
  try {
    const der = Buffer.from(addressed.ephemeral, 'base64url')
    return agree(opener, createPublicKey({ key: der, format: 'der', type: 'spki' }), addressed)
  } catch (cause) {
    throw new BackupRefused('the file was altered: the key in its header is invalid', { cause })
  }
}
