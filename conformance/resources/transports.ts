import { defineResource } from '../resource.ts'

/** What the transports reject for any path (ENV-76 to ENV-85). */
export const transports = defineResource({
  refusals: {
    'malformed-json': [400],
    'invalid-cursor': [400],
    'aui-signature-missing': [401, 'SIGNATURE_MISSING'],
    'aui-signature-malformed': [401, 'SIGNATURE_MALFORMED'],
    'aui-signature-timestamp-expired': [401, 'SIGNATURE_TIMESTAMP_EXPIRED'],
    'aui-signature-timestamp-future': [401, 'SIGNATURE_TIMESTAMP_FUTURE'],
    'aui-signature-verification-failed': [401, 'SIGNATURE_VERIFICATION_FAILED'],
    'aui-signature-agent-not-found': [401, 'SIGNATURE_AGENT_NOT_FOUND'],
    'aui-signature-nonce-required': [401, 'SIGNATURE_MALFORMED'],
    'aui-signature-nonce-replayed': [401, 'SIGNATURE_VERIFICATION_FAILED'],
    'aui-signature-version-unsupported': [401, 'SIGNATURE_MALFORMED'],
    'aui-signature-agent-inactive': [403, 'SIGNATURE_AGENT_INACTIVE'],
    'invalid-token': [401],
    'insufficient-scope': [403],
    'not-found': [404],
    'method-not-allowed': [405],
    'idempotency-conflict': [409, 'IDEMPOTENCY_CONFLICT'],
    'idempotency-in-progress': [409],
    'endpoint-sunset': [410],
    'version-sunset': [410],
    'request-timeout': [408],
    'payload-too-large': [413],
    'uri-too-long': [414],
    'unsupported-media-type': [415],
    'validation-error': [422],
    'rate-limited': [429],
    'header-too-large': [431],
  },
})
