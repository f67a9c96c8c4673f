import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

const requirements = z.looseObject({
  scheme: z.string(),
  network: z.string().regex(/^eip155:\d+$/),
  amount: z.string().regex(/^\d+$/),
  asset: address,
  payTo: address,
  maxTimeoutSeconds: z.int().positive(),
  extra: z.object({ name: z.string(), version: z.string() }),
})

export const paymentRequired = z.looseObject({
  x402Version: z.int(),
  error: z.string(),
  resource: z.looseObject({ url: z.url() }),
  accepts: z.tuple([requirements]),
})

export type Requirements = z.infer<typeof requirements>
export type PaymentRequired = z.infer<typeof paymentRequired>
