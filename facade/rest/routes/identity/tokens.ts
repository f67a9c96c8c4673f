import { createIdToken } from '../../../../tools/openid/create-id-token.ts'
import { exchangeToken } from '../../../../tools/tokens/exchange-token.ts'
import { revokeToken } from '../../../../tools/tokens/revoke-token.ts'
import { publicRoute, route, routeGroup } from '../../route.ts'

const TOKEN = { bodyLimit: 16 * 1024, isTokenRoute: true } as const

export const tokens = routeGroup('4.15', 'Bearer tokens', [
  publicRoute('POST', '/auth/token', exchangeToken, TOKEN),
  publicRoute('POST', '/auth/revoke', revokeToken, TOKEN),
  route('POST', '/auth/id-token', createIdToken, { action: 'auth.id_token.create' }),
])
