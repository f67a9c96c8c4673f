import { z } from 'zod'
import { deleteToken } from '../../storage/tokens.ts'
import { definePublicTool } from '../define.ts'
import { tokenDigest } from './token-ring.ts'

export const revokeToken = definePublicTool({
  name: 'revoke_token',
  description: 'End a bearer token now (RFC 7009). Unknown tokens are answered alike.',
  effect: 'destructive',
  idempotent: true,
  input: z.object({ token: z.string().max(4096) }),
  output: z.object({}),
  problems: [],
  async handler({ token }, { db }) {
    await deleteToken(db, tokenDigest(token))
    return {}
  },
})
