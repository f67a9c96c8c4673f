import { z } from 'zod'
import { definePublicTool } from '../core/define-tool.ts'
import { exchangeAssertion, GRANT_TYPE, grantedToken } from '../tokens/assertion-grant.ts'
import { requireText, tokenProblem } from '../tokens/token-problem.ts'
import { redeemCode } from './code-grant.ts'
import { refreshGrant } from './refresh-grant.ts'
import { formAudiences } from './token-audience.ts'

const any = z.unknown().optional()

export const exchangeGrant = definePublicTool({
  name: 'exchange_grant',
  description: "Get tokens for a code that an agent approved, a refresh token, or a JWT signed with the agent's key.",
  effect: 'write',
  limit: 'tokens',
  input: z.object({
    grant_type: any.describe('authorization_code, refresh_token or the JWT bearer grant'),
    client_id: any.describe('as registered, or its URL; not with an assertion'),
    resource: any.describe('URL of the MCP endpoint'),
    scope: any.describe('space-separated, from the granted scopes'),
    code: any.describe('as returned to the browser'),
    redirect_uri: any.describe('where the code was returned'),
    code_verifier: any.describe('of the code_challenge'),
    refresh_token: any.describe('the latest one'),
    assertion: any.describe('a JWT signed with the key of the agent'),
  }),
  takesAnyText: true,
  output: grantedToken.extend({ refresh_token: z.string().optional() }),
  example: {
    input: {
      grant_type: 'authorization_code',
      client_id: '0199f3c2-6a00-7000-8000-3f1c9d2b7e54',
      code: 'nR2vXq8sT4mKbW7eJcYpL0aHgZdF5uQi9oVxE3wPrN6',
      redirect_uri: 'http://127.0.0.1:33418/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
  },
  problems: [
    'invalid-request',
    'unsupported-grant-type',
    'invalid-scope',
    'invalid-grant',
    'invalid-target',
    'invalid-client',
    'unauthorized-client',
    'rate-limited',
  ],
  async handler(given, context) {
    switch (requireText(given, 'grant_type')) {
      case 'authorization_code':
        return await redeemCode(given, context)
      case 'refresh_token':
        return await refreshGrant(given, context)
      case GRANT_TYPE:
        return await exchangeAssertion(given, context, formAudiences(context.installation))
      default:
        throw tokenProblem('unsupported-grant-type', 'This server does not support this grant_type.')
    }
  },
})
