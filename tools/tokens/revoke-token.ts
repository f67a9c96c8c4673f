import { z } from 'zod'
import { endGrant } from '../../storage/oauth/oauth-grants.ts'
import { deleteToken } from '../../storage/tokens/agent-tokens.ts'
import { definePublicTool } from '../core/define-tool.ts'
import { familyDigest } from './refresh-token.ts'
import { tokenDigest } from './token-ring.ts'

export const revokeToken = definePublicTool({
  name: 'revoke_token',
  description:
    "Revoke a bearer token (RFC 7009). A client's access or refresh token revokes its whole grant. Unknown " +
    'tokens get the same response.',
  effect: 'destructive',
  idempotent: true,
  input: z.object({ token: z.unknown().optional().describe('the access token to revoke') }),
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
