import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Egress } from './egress.ts'

// C2SP tlog-witness and tlog-cosignature: a witness signs the checkpoint of a log whose growth it has verified.

export interface Witness {
  name: string
  /** Below which is its `/add-checkpoint`. */
  url: string
  publicKey: KeyObject
}

export interface CheckpointUpdate {
  /** The size that the witness verified last. */
  old: number
  /** That the log of the checkpoint continues it. */
  proof: readonly Buffer[]
  note: string
}

export type WitnessReply = { cosignature: string } | { size: number } | undefined

const TIMEOUT_MS = 10_000
const RESPONSE_BYTES = 16 * 1024
const ID_BYTES = 4
const TIME_BYTES = 8
const SIGNATURE_BYTES = 64
/** The algorithm: Ed25519 over a checkpoint with a time. */
const COSIGNATURE = Buffer.of(4)

export const rawPublicKey = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')

/** Of C2SP signed-note: the first bytes of the SHA-256 over the name, a line feed, the algorithm and the public key. */
export const noteKeyId = (name: string, algorithm: Buffer, publicKey: KeyObject): Buffer =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.from(`${name}\n`), algorithm, rawPublicKey(publicKey)]))
    .digest()
    .subarray(0, ID_BYTES)

/** `VERIFIER_KEY URL`; `undefined`: the key is malformed, or not of a cosigner with Ed25519. */
export function readWitness(text: string): Witness | undefined {
  const [, name = '', id, encoded = '', url = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44}) +(https?:\/\/\S+?)\/?$/.exec(text) ?? []
  const key = Buffer.from(encoded, 'base64')
  if (key[0] !== COSIGNATURE[0] || !URL.canParse(url)) return undefined
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  return noteKeyId(name, COSIGNATURE, publicKey).toString('hex') === id ? { name, url, publicKey } : undefined
}

/** The line by which the witness signs the checkpoint, or the size that it knows; `undefined`: it does neither. */
export async function addCheckpoint(
  egress: Egress,
  witness: Witness,
  { old, proof, note }: CheckpointUpdate,
): Promise<WitnessReply> {
  const lines = [`old ${old}`, ...proof.map(hash => hash.toString('base64')), '', note]
  const response = await egress
    .send({
      url: `${witness.url}/add-checkpoint`,
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: Buffer.from(lines.join('\n')),
      timeoutMs: TIMEOUT_MS,
      maxBytes: RESPONSE_BYTES,
      mayBeLocal: true,
    })
    .catch(() => undefined)
  const text = response?.body.toString() ?? ''
  if (response?.status === 409 && /^\d{1,15}\n$/.test(text)) return { size: Number(text) }
  const cosignature =
    response?.status === 200 ? text.split('\n').find(line => isCosignature(line, witness, note)) : undefined
  return cosignature === undefined ? undefined : { cosignature }
}

function isCosignature(line: string, { name, publicKey }: Witness, note: string): boolean {
  const start = `— ${name} `
  const bytes = Buffer.from(line.startsWith(start) ? line.slice(start.length) : '', 'base64')
  if (bytes.length !== ID_BYTES + TIME_BYTES + SIGNATURE_BYTES) return false
  if (!bytes.subarray(0, ID_BYTES).equals(noteKeyId(name, COSIGNATURE, publicKey))) return false
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1)
  const signed = Buffer.from(`cosignature/v1\ntime ${bytes.readBigUInt64BE(ID_BYTES)}\n${text}`)
  return verify(null, signed, publicKey, bytes.subarray(ID_BYTES + TIME_BYTES))
}
