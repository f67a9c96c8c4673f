import { z } from 'zod'

/** DID-1 to DID-6. */
export const didDocument = z.looseObject({
  id: z.string(),
  alsoKnownAs: z.array(z.url()),
  verificationMethod: z.array(
    z.looseObject({
      id: z.string(),
      type: z.string(),
      controller: z.string(),
      publicKeyJwk: z.looseObject({ kty: z.string() }),
    }),
  ),
  authentication: z.array(z.string()),
  assertionMethod: z.array(z.string()),
  service: z.array(z.looseObject({ id: z.string(), type: z.string(), serviceEndpoint: z.url() })),
})
