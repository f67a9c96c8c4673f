import { z } from 'zod'

export const tokenGrant = z.looseObject({
  access_token: z.string().min(20),
  token_type: z.literal('Bearer'),
  expires_in: z.literal(3600),
  scope: z.string(),
})
