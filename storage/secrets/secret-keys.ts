import { hkdfSync } from 'node:crypto'

/** What seals, and the id that sealed values name it by. */
export interface SecretKey {
  readonly id: Buffer
  readonly key: Buffer
}

/** Of `SECRET_KEY`, and of `SECRET_KEY_PREVIOUS` where there is one. */
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
