import { z } from 'zod'
import { definePublicTool } from '../core/define-tool.ts'
import { exchangeAssertion, GRANT_TYPE, grantedToken } from './assertion-grant.ts'
import { requireText, tokenProblem } from './token-problem.ts'

export const exchangeToken = definePublicTool({
  name: 'exchange_token',
  description: 'Exchange a JWT signed with the enrollment key for a bearer token.',
  effect: 'write',
  limit: 'tokens',
  input: z.object({
    grant_type: z.unknown().optional().describe(GRANT_TYPE),
    assertion: z.unknown().optional().describe("JWT signed with the agent's key, valid for at most 5 minutes"),
    scope: z.unknown().optional().describe('space-separated scopes; feed:read by default'),
  }),
  takesAnyText: true,
  output: grantedToken,
  example: { input: { grant_type: GRANT_TYPE, assertion: 'eyJhbGciOiJQUzI1NiJ9.…', scope: 'feed:read post:write' } },
  problems: [
    'invalid-request',
    'unsupported-grant-type',
    'invalid-scope',
    'invalid-grant',
    'unauthorized-client',
    'rate-limited',
  ],
  async handler(given, context) {
    if (requireText(given, 'grant_type') !== GRANT_TYPE) {
      throw tokenProblem('unsupported-grant-type', `grant_type must be ${GRANT_TYPE}.`)
    }
    return await exchangeAssertion(given, context, context.installation.audiences)
  },
})
