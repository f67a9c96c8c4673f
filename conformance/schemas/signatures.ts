import { z } from 'zod'

/** SIGN-2. */
export const directory = z.strictObject({
  keys: z
    .array(
      z.strictObject({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        use: z.literal('sig'),
        alg: z.literal('ed25519'),
        kid: z.string(),
      }),
    )
    .min(1),
})

export type DirectoryKey = z.infer<typeof directory>['keys'][number]
