import type { Installation } from '../../tools/kernel/context.ts'
import { SCOPES } from '../../tools/kernel/scopes.ts'

const AUTH = '/api/v1/aui/auth'

/** The page that says in a sentence how to get a token; there is no code flow. */
const AUTHORIZATION_PAGE = '/oauth/authorize'

/** Where clients learn who issues tokens for the endpoint at an address; stands in the 401's `WWW-Authenticate`. */
export const protectedResourcePath = (address: string): string => `/.well-known/oauth-protected-resource${address}`

/** RFC 9728: clients refuse a document whose `resource` is not the address that they connect to. */
export function protectedResource({ name, baseUrl }: Installation, address: string): object {
  return {
    resource: `${baseUrl}${address}`,
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_documentation: `${baseUrl}${AUTHORIZATION_PAGE}`,
  }
}

/** RFC 8414; clients' parsers require `authorization_endpoint` and `response_types_supported` even without a code flow. */
export function authorizationServer({ baseUrl }: Installation): object {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${AUTHORIZATION_PAGE}`,
    token_endpoint: `${baseUrl}${AUTH}/token`,
    revocation_endpoint: `${baseUrl}${AUTH}/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: [],
    grant_types_supported: ['urn:ietf:params:oauth:grant-type:jwt-bearer'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    service_documentation: `${baseUrl}${AUTHORIZATION_PAGE}`,
  }
}
