import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

const BLOCK = 512

/** The files of a compressed tar, whose checksums of headers it checks. */
export function filesOf(archive: Buffer): Map<string, Buffer> {
  const tar = gunzipSync(archive)
  const files = new Map<string, Buffer>()
  for (let at = 0; tar[at] !== 0; ) {
    const header = tar.subarray(at, at + BLOCK)
    const field = (from: number, to: number) => header.toString('latin1', from, to).replace(/[\0 ].*$/s, '')
    const summed = header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0)
    if (header.length < BLOCK || Number.parseInt(field(148, 156), 8) !== summed) throw new Error(`no tar at ${at}`)
    const size = Number.parseInt(field(124, 136), 8)
    const name = field(0, 100)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, tar.subarray(at + BLOCK, at + BLOCK + size))
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The records of one kind. */
export const recordsOf = (files: Map<string, Buffer>, kind: string): Record<string, unknown>[] =>
  [...files]
    .filter(([name]) => name.startsWith(`${kind}/`))
    .flatMap(([, bytes]) => bytes.toString().split('\n').slice(0, -1))
    .map(line => JSON.parse(line))

/** The payload of the manifest, if one of the keys signed it. */
export function manifestIn(files: Map<string, Buffer>, keys: readonly (JsonWebKey & { kid: string })[]): unknown {
  const [head = '', payload = '', signature = ''] = String(files.get('manifest.jws')).split('.')
  const { kid, typ, alg } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const jwk = keys.find(key => key.kid === kid)
  if (!jwk || typ !== 'colloquy-export+jwt' || alg !== 'EdDSA') throw new Error(`a header of ${typ} and ${alg}`)
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  if (!verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))) {
    throw new Error('the signature of the manifest is wrong')
  }
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}
