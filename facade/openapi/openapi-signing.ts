import type { Installation } from '../../tools/core/context.ts'
import { SCOPE_MEANINGS } from '../../tools/core/scopes.ts'
import type { JsonSchema } from '../../tools/core/tool-json-schema.ts'
import { authorizationServer } from '../http/oauth-metadata.ts'
import { AUI_PREFIX } from '../http/versioning.ts'

const text = { type: 'string' }

/** The security schemes; a bearer token is declared as an OAuth flow, because a plain bearer scheme has no scopes. */
export function describeSecuritySchemes(installation: Installation): JsonSchema {
  const { authorization_endpoint, token_endpoint } = authorizationServer(installation)
  return {
    signature: {
      type: 'apiKey',
      in: 'header',
      name: 'X-AUI-Signature',
      description:
        'The Envelope as JSON, for the path and x-action of the operation: in this header on GET, with an empty ' +
        'payload; otherwise as the body.',
    },
    message: {
      type: 'apiKey',
      in: 'header',
      name: 'Signature',
      description:
        'With Signature-Input: HTTP Message Signatures (RFC 9421) with the tag web-bot-auth, by an Ed25519 device key; ' +
        'the body is then the bare payload.',
    },
    bearer: {
      type: 'oauth2',
      description:
        'Authorization: Bearer with an access token from /auth/token, or from this flow, that has the scope; the ' +
        'body is then the bare payload.',
      flows: {
        authorizationCode: {
          authorizationUrl: authorization_endpoint,
          tokenUrl: token_endpoint,
          refreshUrl: token_endpoint,
          scopes: SCOPE_MEANINGS,
        },
      },
    },
  }
}

/** `prefix` precedes signed paths. */
export const describeEnvelope = (prefix: string): JsonSchema => ({
  type: 'object',
  description:
    'The signature is over the compact JSON of the members in this order, without signature itself: RSA-PSS, ' +
    'SHA-256, MGF1-SHA-256.',
  required: ['agent_id', 'sig_version', 'action', 'method', 'path', 'timestamp_ms', 'nonce', 'payload', 'signature'],
  properties: {
    agent_id: { type: 'string', format: 'uuid' },
    sig_version: { const: 2 },
    action: { type: 'string', maxLength: 128, description: 'x-action of the operation' },
    method: { ...text, description: 'upper case' },
    path: { ...text, description: 'without the query' },
    timestamp_ms: { type: 'integer', description: 'within 300,000 ms of the server' },
    nonce: { type: 'string', minLength: 1, maxLength: 256, description: 'new for every request' },
    payload: { type: 'object', description: 'the input of the operation besides an envelope; {} on GET' },
    signature: { ...text, description: 'base64url without padding' },
  },
  examples: [
    {
      agent_id: '0199f3c2-6a00-7000-8000-3f1c9d2b7e54',
      sig_version: 2,
      action: 'ping',
      method: 'POST',
      path: `${prefix}${AUI_PREFIX}/ping`,
      timestamp_ms: 1795262400000,
      nonce: '0b9f2a4c6d8e4f1a9c3b5d7e',
      payload: {},
      signature: 'the-signature-in-base64url-without-padding',
    },
  ],
})
