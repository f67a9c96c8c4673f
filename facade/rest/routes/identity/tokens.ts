import { exchangeToken } from '../../../../tools/tokens/exchange-token.ts'
import { revokeToken } from '../../../../tools/tokens/revoke-token.ts'
import { publicRoute, routeGroup } from '../../route.ts'

const TOKEN = { bodyLimit: 16 * 1024, isTokenRoute: true } as const

export const tokens = routeGroup('4.15', 'Bearer tokens', [
  publicRoute('POST', '/auth/token', exchangeToken, TOKEN),
  publicRoute('POST', '/auth/revoke', revokeToken, TOKEN),
])
