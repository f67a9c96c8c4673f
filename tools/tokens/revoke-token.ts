import { z } from 'zod'
import { deleteToken } from '../../storage/tokens/tokens.ts'
import { definePublicTool } from '../kernel/define.ts'
import { tokenDigest } from './token-ring.ts'

export const revokeToken = definePublicTool({
  name: 'revoke_token',
  description: 'End a bearer token now (RFC 7009). Unknown tokens are answered alike.',
  effect: 'destructive',
  idempotent: true,
  input: z.object({ token: z.unknown().optional().describe('the access token that ends') }),
  takesAnyText: true,
  output: z.object({}),
  example: { input: { token: 'hG3xWq0m7v5JcXo1yRzKQn8dT2uLbPfEaS4iV6wN9kM' } },
  problems: [],
  async handler({ token }, { db }) {
    if (typeof token === 'string') await deleteToken(db, tokenDigest(token))
    return {}
  },
})
