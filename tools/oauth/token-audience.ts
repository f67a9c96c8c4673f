import type { Installation } from '../core/context.ts'

const TOKEN_PATH = '/api/v1/aui/auth/token'

/** Equal addresses of this server. */
const basesOf = ({ audiences }: Installation): string[] => audiences.map(url => url.slice(0, -TOKEN_PATH.length))

/** What an assertion may name as its audience where tokens are asked for by a form (OAUTH-53). */
export const formAudiences = (installation: Installation): string[] => [
  ...installation.audiences,
  ...basesOf(installation).flatMap(base => [base, `${base}/oauth/token`]),
]

/** Whether a URL names this server, or an MCP endpoint of it (RFC 8707). */
export const isOurResource = (resource: string, installation: Installation): boolean =>
  basesOf(installation).some(base => {
    const rest = resource.startsWith(base) ? resource.slice(base.length) : undefined
    return rest !== undefined && /^(\/|\/mcp(\/[\w/-]*)?)?$/.test(rest)
  })
