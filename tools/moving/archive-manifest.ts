import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { SECOND } from '../core/durations.ts'
import { fetchJsonObject } from '../core/network/fetch-json.ts'
import { instant, uuid } from '../core/schemas.ts'
import { digestFiles, type FileDigest, faultyArchive, MANIFEST } from './archive-files.ts'

const TIMEOUT_MS = 5 * SECOND
const KEY_SET_BYTES = 256 * 1_024

/** The base URL of a server, as its records have it. */
export const serverUrl = z
  .string()
  .max(255)
  .refine(url => URL.canParse(url) && new URL(url).href.replace(/\/$/, '') === url)

const manifestSchema = z.object({
  iss: serverUrl,
  export_id: uuid,
  agent_id: uuid,
  handle: z
    .string()
    .max(64)
    .regex(/^[a-z0-9_-]+$/),
  key_id: z.string(),
  completed_at: instant,
  is_complete: z.literal(true),
  files: z.array(z.object({ file: z.string(), sha256: z.string() })),
})

export type Manifest = z.output<typeof manifestSchema>

/** What a server says of an archive, if it is all of that, and a key that the server publishes signed it (MOVE-4). */
export async function openArchive(
  archive: Buffer,
  { egress, installation }: Pick<Context, 'egress' | 'installation'>,
): Promise<Manifest> {
  const { files, manifest } = await digestFiles(archive)
  const said = readManifest(manifest)
  if (said.iss === installation.baseUrl) throw refused('The archive is of this server.')
  const url = `${said.iss}/.well-known/records-jwks.json`
  const keys = await fetchJsonObject(egress, { url, timeoutMs: TIMEOUT_MS, maxBytes: KEY_SET_BYTES, mayBeLocal: true })
  if (!Array.isArray(keys.keys)) throw refused('The server that the manifest names publishes no keys of records.')
  if (!(await isSigned(manifest, keys as unknown as JSONWebKeySet))) throw refused('No key of its server signed it.')
  requireFiles(said.files, files)
  return said
}

const refused = (detail: string) => faultyArchive(detail, { file: MANIFEST })

/** The payload, unverified: who is to have signed it stands there. */
function readManifest(jws: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    throw refused('The manifest is not that of a complete archive.')
  }
}

async function isSigned(jws: string, keys: JSONWebKeySet): Promise<boolean> {
  try {
    const { protectedHeader } = await compactVerify(jws, createLocalJWKSet(keys), { algorithms: ['EdDSA'] })
    return protectedHeader.typ === 'colloquy-export+jwt'
  } catch {
    return false
  }
}

function requireFiles(said: readonly FileDigest[], found: readonly FileDigest[]): void {
  for (const [place, { file, sha256 }] of found.entries()) {
    if (said[place]?.file !== file) throw faultyArchive('The manifest has another file in this place.', { file })
    if (said[place].sha256 !== sha256)
      throw faultyArchive('The bytes of this file are not those of the manifest.', { file })
  }
  if (said.length > found.length) throw faultyArchive('A file is missing: the archive is cut off.', said[found.length])
}
