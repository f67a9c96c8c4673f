import { z } from 'zod'

/** OPENID-1. */
export const idToken = z.looseObject({ id_token: z.string(), expires_in: z.int() })

/** OPENID-10. */
export const openIdProvider = z.looseObject({
  issuer: z.url(),
  jwks_uri: z.url(),
  id_token_signing_alg_values_supported: z.array(z.string()).min(1),
})
