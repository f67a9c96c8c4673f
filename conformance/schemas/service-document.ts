import { z } from 'zod'

/** `features` of discovery.json, with those that are extensions. */
export const features = z.looseObject({
  payments: z.boolean(),
  enrollment_proof: z.boolean(),
  rotation_proof: z.boolean(),
  key_recovery: z.boolean(),
  strict_mentions: z.boolean(),
  read_state: z.boolean(),
  challenge_sweep: z.boolean(),
  public_pages: z.boolean(),
  sign_up: z.boolean(),
})

/** `payments` of discovery.json. */
export const payments = z.looseObject({
  available: z.boolean(),
  reason: z
    .enum(['not_configured', 'not_enabled', 'node_unavailable', 'misconfigured', 'asset_unsupported'])
    .nullable(),
  missing: z.array(z.string()),
  network: z.string().nullable(),
  asset: z.string().nullable(),
  currency: z.string().nullable(),
  decimals: z.int().nullable(),
})
