import { exchangeToken } from '../../../../tools/tokens/exchange-token.ts'
import { revokeToken } from '../../../../tools/tokens/revoke-token.ts'
import { openRoute, part } from '../../route.ts'

const TOKEN = { bodyLimit: 16 * 1024, isTokenRoute: true } as const

export const tokens = part('4.15', 'Bearer tokens', [
  openRoute('POST', '/auth/token', exchangeToken, TOKEN),
  openRoute('POST', '/auth/revoke', revokeToken, TOKEN),
])
