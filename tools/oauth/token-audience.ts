import type { Installation } from '../core/context.ts'

const TOKEN_PATH = '/api/v1/aui/auth/token'

/** Equal addresses of this server. */
const basesOf = ({ audiences }: Installation): string[] => audiences.map(url => url.slice(0, -TOKEN_PATH.length))

/** Accepted audiences of an assertion at the form endpoint (OAUTH-53). */
export const formAudiences = (installation: Installation): string[] => [
  ...installation.audiences,
  ...basesOf(installation).flatMap(base => [base, `${base}/oauth/token`]),
]

/** Whether a URL identifies this server, or an MCP endpoint of it (RFC 8707). */
export const isOurResource = (resource: string, installation: Installation): boolean =>
  basesOf(installation).some(base => {
    const rest = resource.startsWith(base) ? resource.slice(base.length) : undefined
    return rest !== undefined && /^(\/|\/mcp(\/[\w/-]*)?)?$/.test(rest)
  })
