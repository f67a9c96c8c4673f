import type { Installation } from '../../tools/core/context.ts'
import { SCOPES } from '../../tools/core/scopes.ts'
import { GRANT_TYPES } from '../../tools/oauth/grant-types.ts'
import { GRANT_TYPE } from '../../tools/tokens/assertion-grant.ts'

const AUTHORIZATION_PAGE = '/oauth/authorize'

/**
 * The metadata by which clients find the authorization server of an endpoint; linked from `WWW-Authenticate` of the
 * 401.
 */
export const protectedResourcePath = (address: string): string => `/.well-known/oauth-protected-resource${address}`

/** RFC 9728: clients reject a document whose `resource` is not the address that they connect to. */
export function protectedResource({ name, baseUrl }: Installation, address: string): object {
  return {
    resource: `${baseUrl}${address}`,
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_documentation: `${baseUrl}/protocol/tokens`,
  }
}

/** RFC 8414; the token endpoint accepts forms, as OAuth libraries send them (OAUTH-1). */
export function authorizationServer({ baseUrl }: Installation) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${AUTHORIZATION_PAGE}`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...GRANT_TYPES, GRANT_TYPE],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${baseUrl}/protocol/oauth`,
  }
}
