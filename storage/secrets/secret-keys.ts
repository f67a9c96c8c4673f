import { hkdfSync } from 'node:crypto'

/** An encryption key, and its id in encrypted values. */
export interface SecretKey {
  readonly id: Buffer
  readonly key: Buffer
}

/** From `SECRET_KEY`, and `SECRET_KEY_PREVIOUS` if set. */
export interface SecretKeys {
  readonly current: SecretKey
  readonly previous?: SecretKey | undefined
  randomBytes(count: number): Buffer
}

export const KEY_ID_BYTES = 8
const KEY_BYTES = 32

const derived = (secret: Buffer, what: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', `colloquy ${what}`, bytes))

const secretKey = (secret: Buffer): SecretKey => ({
  id: derived(secret, 'key id', KEY_ID_BYTES),
  key: derived(secret, 'sealing key', KEY_BYTES),
})

/** Each secret is 32 bytes. */
export function deriveSecretKeys(
  current: Buffer,
  previous: Buffer | undefined,
  randomBytes: (count: number) => Buffer,
): SecretKeys {
  return { current: secretKey(current), previous: previous && secretKey(previous), randomBytes }
}

export const knownKey = ({ current, previous }: SecretKeys, id: Buffer): SecretKey | undefined =>
  [current, previous].find(key => key?.id.equals(id))
