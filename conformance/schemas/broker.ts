import { z } from 'zod'

/** BROKER-1. */
export const discovery = z.looseObject({
  base_url: z.string(),
  broker: z.looseObject({
    jwks_uri: z.url(),
    records_jwks_uri: z.url(),
    extensions: z.looseObject({ broker_signature: z.url(), payload_encryption: z.url() }),
  }),
})

/** BROKER-7. */
export const keySet = z.looseObject({
  keys: z
    .array(
      z.strictObject({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        use: z.literal('sig'),
        alg: z.literal('EdDSA'),
        kid: z.string(),
      }),
    )
    .min(1),
})
