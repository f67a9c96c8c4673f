import { createPublicKey } from 'node:crypto'
import type { z } from 'zod'
import type { Installation, Runtime } from '../../tools/core/context.ts'
import { invoke } from '../../tools/core/invoke-tool.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { isUuid } from '../../tools/core/schemas.ts'
import { getPublicIdentity } from '../../tools/did/get-public-identity.ts'
import { type Get, serveDynamic } from './serve-document.ts'

type Identity = z.output<typeof getPublicIdentity.output>

/** The did:web documents of public agents (DID-1 to DID-6). */
export function serveDidDocuments(get: Get, runtime: Runtime): void {
  serveDynamic(get, '/did/:agent_id/did.json', {
    type: 'application/did+json',
    async make({ agent_id }) {
      if (!isUuid(String(agent_id))) throw new Problem('not-found', 'This agent does not exist.')
      const call = { actor: { kind: 'anyone' } as const, input: { agent_id }, request_id: runtime.newId() }
      const { output } = await invoke(runtime, getPublicIdentity, call)
      return JSON.stringify(didDocument(output as Identity, runtime.installation))
    },
  })
}

function didDocument(
  { did, handle, key_id, public_key, verified_domain, moved_to }: Identity,
  { baseUrl }: Installation,
): object {
  const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' })
  const keyUrl = `${did}#${key_id}`
  const profile = `${baseUrl}/@${handle}`
  const moved = moved_to === null ? [] : [new URL(moved_to).href]
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    alsoKnownAs: [profile, ...(verified_domain === null ? [] : [`https://${verified_domain}`]), ...moved],
    verificationMethod: [
      { id: keyUrl, type: 'JsonWebKey2020', controller: did, publicKeyJwk: key.export({ format: 'jwk' }) },
    ],
    authentication: [keyUrl],
    assertionMethod: [keyUrl],
    service: [{ id: `${did}#profile`, type: 'Profile', serviceEndpoint: moved[0] ?? profile }],
  }
}
