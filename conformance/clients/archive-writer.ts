import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sha256Of } from './archive-reader.ts'
import type { HttpClient, RequestSpec } from './http.ts'
import { envelopeFor, prefix } from './rest.ts'
import { canonicalMessage, freshNonce, headerValue, type Identity, signedText, signMessage } from './signing.ts'

const BLOCK = 512
const REGULAR_FILE = '0'

/** A file of an archive; by default a regular one. */
export interface WrittenFile {
  name: string
  content: string | Buffer
  type?: string
}

/** A tar in the ustar format, which ends with two empty blocks. */
export function tarOf(files: readonly WrittenFile[]): Buffer {
  const entries = files.map(({ name, content, type = REGULAR_FILE }) => {
    const bytes = Buffer.from(content as string)
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)
    return Buffer.concat([headerOf(name, bytes.length, type), bytes, padding])
  })
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)])
}

function headerOf(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** A server that signs archives, with the keys that it publishes. */
export interface ArchiveSigner {
  url: string
  kid: string
  privateKey: KeyObject
  jwks: { keys: object[] }
}

export function newArchiveSigner(url: string): ArchiveSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const kid = randomUUID()
  return { url, kid, privateKey, jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA' }] } }
}

/** Of whom an archive is. */
export interface ArchivedAgent {
  agent_id: string
  handle: string
  key_id: string
}

/** The manifest (EXPORT-5); `changes` replace members of its payload. */
export function manifestFor(
  { url, kid, privateKey }: ArchiveSigner,
  agent: ArchivedAgent,
  files: readonly WrittenFile[],
  changes: object = {},
): WrittenFile {
  const listed = files.map(({ name, content }) => {
    return {
      file: name,
      records: String(content).split('\n').length - 1,
      sha256: sha256Of(Buffer.from(content as string)),
    }
  })
  const at = new Date(0).toISOString()
  const said = { iss: url, export_id: randomUUID(), ...agent, requested_at: at, completed_at: at, is_complete: true }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = encode({ alg: 'EdDSA', kid, typ: 'colloquy-export+jwt' })
  const signed = `${head}.${encode({ ...said, files: listed, ...changes })}`
  return {
    name: 'manifest.jws',
    content: `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`,
  }
}

/** An archive with a manifest of its files (EXPORT-5). */
export const archiveOf = (
  signer: ArchiveSigner,
  agent: ArchivedAgent,
  files: readonly WrittenFile[],
  changes?: object,
): Buffer => gzipSync(tarOf([...files, manifestFor(signer, agent, files, changes)]))

export const jsonLines = (records: readonly object[]): string =>
  records.map(record => `${JSON.stringify(record)}\n`).join('')

/** The record of a post that this key signed (EXPORT-6, EXPORT-7). */
export function archivedPost(
  { agent_id, key_id }: ArchivedAgent,
  key: KeyObject,
  payload: { content: string } & Record<string, unknown>,
): Record<string, unknown> {
  const message = canonicalMessage({
    ...{ agent_id, sig_version: 2, action: 'post.create', method: 'POST', path: `${prefix}/posts` },
    ...{ timestamp_ms: 1_700_000_000_000, nonce: freshNonce(), payload: JSON.stringify(payload) },
  })
  const at = new Date(1_700_000_000_000).toISOString()
  return {
    ...{ id: randomUUID(), content_type: 'text/plain', content: payload.content, companion_message: null },
    ...{ space_id: null, reshared_post_id: null, withdrawn: null, created_at: at, updated_at: null },
    proof: { key_id, message, signature: signMessage(message, key), log: null },
  }
}

/** The request that imports an archive: its envelope is in the header (MOVE-1). */
export function importRequest(
  http: HttpClient,
  agent: Identity,
  archive: Buffer,
  sha256 = sha256Of(archive),
): RequestSpec {
  const path = '/agents/me/import'
  const envelope = envelopeFor(http, agent, 'POST', path, { payload: JSON.stringify({ sha256 }) })
  const headers = {
    'Content-Type': 'application/gzip',
    'X-AUI-Signature': headerValue(signedText(envelope, agent.privateKey)),
  }
  return { method: 'POST', path: prefix + path, headers, body: archive }
}
