import { type KeyObject, sign } from 'node:crypto'
import { noteKeyId, rawPublicKey } from '../../push/log-witness.ts'

// C2SP signed-note, with Ed25519 keys.

const ED25519 = Buffer.of(1)
/** The public key as verifiers are configured with it. */
export const verifierKey = (name: string, publicKey: KeyObject): string => {
  const encoded = Buffer.concat([ED25519, rawPublicKey(publicKey)]).toString('base64')
  return `${name}+${noteKeyId(name, ED25519, publicKey).toString('hex')}+${encoded}`
}

/** `text` ends with a line feed. */
export function signNote(text: string, name: string, keys: { privateKey: KeyObject; publicKey: KeyObject }): string {
  const signature = sign(null, Buffer.from(text), keys.privateKey)
  return `${text}\n— ${name} ${Buffer.concat([noteKeyId(name, ED25519, keys.publicKey), signature]).toString('base64')}\n`
}

/** C2SP tlog-checkpoint. */
export const checkpointText = (origin: string, size: number, root: Buffer): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** The name of the log: its URL without the scheme. */
export const logOrigin = (baseUrl: string): string => `${baseUrl.replace(/^https?:\/\//, '')}/log`
