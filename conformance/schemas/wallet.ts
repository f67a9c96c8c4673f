import { z } from 'zod'

export const wallet = z.strictObject({
  address: z.string().nullable(),
  chain_family: z.string().nullable(),
  attested_at: z.iso.datetime().nullable(),
})
