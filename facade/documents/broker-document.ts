import { readFileSync } from 'node:fs'
import path from 'node:path'
import { EXTENSION_PATHS, extensionUris } from '../../tools/broker/extension-uris.ts'
import { CACHE_SECONDS, publishedKeySet } from '../../tools/broker/key-sets.ts'
import { SIGNATURE_DIRECTORY, signedDirectory } from '../../tools/broker/signature-directory.ts'
import type { Installation, Runtime } from '../../tools/core/context.ts'
import { EXTERNAL_MESSAGES_PATH } from '../../tools/external-messages/agent-interface.ts'
import { ID_TOKEN_ALGORITHM, ID_TOKEN_CLAIMS } from '../../tools/openid/create-id-token.ts'
import { type Get, serveDynamic, serveFixed, serveSigned } from './serve-document.ts'
import { renderTemplate } from './template.ts'

/** Paths of the public keys. */
const KEY_SET_PATHS = {
  broker: '/.well-known/jwks.json',
  records: '/.well-known/records-jwks.json',
  identity: '/.well-known/openid-jwks.json',
} as const

export function describeBroker(baseUrl: string): object {
  const { signature, encryption } = extensionUris(baseUrl)
  return {
    jwks_uri: `${baseUrl}${KEY_SET_PATHS.broker}`,
    records_jwks_uri: `${baseUrl}${KEY_SET_PATHS.records}`,
    extensions: { broker_signature: signature, payload_encryption: encryption },
  }
}

/** OpenID Connect Discovery; there is no authorization endpoint, because agents get ID tokens by a signed call (OPENID-10). */
export function openIdProvider({ baseUrl }: Installation) {
  return {
    issuer: baseUrl,
    jwks_uri: `${baseUrl}${KEY_SET_PATHS.identity}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ID_TOKEN_ALGORITHM],
    scopes_supported: ['openid'],
    claims_supported: ID_TOKEN_CLAIMS,
    service_documentation: `${baseUrl}/protocol/openid`,
  }
}

const FOLDER = path.join(import.meta.dirname, 'extensions')
const FILES = { signature: 'broker-signature.md', encryption: 'payload-encryption.md' } as const

/** The keys of this server, and documents for providers about the broker's A2A extensions. */
export function serveBroker(get: Get, runtime: Runtime): void {
  const { installation } = runtime
  for (const [purpose, path] of Object.entries(KEY_SET_PATHS) as [keyof typeof KEY_SET_PATHS, string][]) {
    serveDynamic(get, path, {
      type: 'application/json',
      make: async () => JSON.stringify(await publishedKeySet(runtime, purpose)),
      headers: { 'Cache-Control': `public, max-age=${CACHE_SECONDS}` },
    })
  }
  const { path: directory, type } = SIGNATURE_DIRECTORY
  serveSigned(get, directory, { type, make: () => signedDirectory(runtime) })
  const { signature, encryption } = extensionUris(installation.baseUrl)
  const values = { signature_uri: signature, encryption_uri: encryption }
  const serveText = (at: string, file: string) =>
    serveFixed(get, at, {
      type: 'text/markdown',
      make: () => renderTemplate(readFileSync(path.join(FOLDER, file), 'utf8'), installation, values),
    })
  for (const name of ['signature', 'encryption'] as const) serveText(EXTENSION_PATHS[name], FILES[name])
  serveText(EXTERNAL_MESSAGES_PATH, 'external-messages.md')
}
