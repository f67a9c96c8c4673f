import { z } from 'zod'
import { endGrant } from '../../storage/oauth/oauth-grants.ts'
import { deleteToken } from '../../storage/tokens/agent-tokens.ts'
import { definePublicTool } from '../core/define-tool.ts'
import { familyDigest } from './refresh-token.ts'
import { tokenDigest } from './token-ring.ts'

export const revokeToken = definePublicTool({
  name: 'revoke_token',
  description:
    'End a bearer token now (RFC 7009); one that a client was granted, or its refresh token, ends that grant. Unknown tokens are answered alike.',
  effect: 'destructive',
  idempotent: true,
  input: z.object({ token: z.unknown().optional().describe('the access token that ends') }),
  takesAnyText: true,
  output: z.object({}),
  example: { input: { token: 'hG3xWq0m7v5JcXo1yRzKQn8dT2uLbPfEaS4iV6wN9kM' } },
  problems: [],
  async handler({ token }, { transaction }) {
    if (typeof token === 'string') {
      await transaction(async ({ db }) => {
        await endGrant(db, { token: tokenDigest(token) })
        await endGrant(db, { family: familyDigest(token) })
        await deleteToken(db, tokenDigest(token))
      })
    }
    return {}
  },
})
