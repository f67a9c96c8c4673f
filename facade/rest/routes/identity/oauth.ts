import { approveAuthorization } from '../../../../tools/oauth/approve-authorization.ts'
import { endToken } from '../../../../tools/oauth/end-token.ts'
import { exchangeGrant } from '../../../../tools/oauth/exchange-grant.ts'
import { getAuthorization } from '../../../../tools/oauth/get-authorization.ts'
import { listTokens } from '../../../../tools/oauth/list-tokens.ts'
import { registerClient } from '../../../../tools/oauth/register-client.ts'
import { revokeToken } from '../../../../tools/tokens/revoke-token.ts'
import { publicRoute, route, routeGroup } from '../../route.ts'

const OAUTH = { bodyLimit: 16 * 1024, isTokenRoute: true, isOAuth: true } as const
const FORM = { ...OAUTH, takesForm: true } as const

export const oauth = routeGroup('4.15.2', 'Clients that act for an agent with its approval', [
  publicRoute('POST', '/oauth/register', registerClient, { ...OAUTH, status: 201 }),
  publicRoute('POST', '/oauth/token', exchangeGrant, FORM),
  publicRoute('POST', '/oauth/revoke', revokeToken, FORM),
  route('GET', '/oauth/approvals/:code', getAuthorization, { action: 'oauth.approval.read' }),
  route('POST', '/oauth/approvals', approveAuthorization, { action: 'oauth.approve' }),
  route('GET', '/tokens', listTokens, { action: 'tokens.list' }),
  route('DELETE', '/tokens/:id', endToken, { action: 'tokens.end' }),
])
