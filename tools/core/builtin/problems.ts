import type { ProblemKind } from '../schema/problem-kind.ts'

/** Problems of the transports and of this folder. */
export const PROBLEMS = {
  'bad-request': { status: 400, title: 'Bad request' },
  'malformed-json': { status: 400, title: 'Malformed JSON' },
  'credential-suspected': {
    status: 422,
    title: 'Credential suspected',
    code: 'CREDENTIAL_SUSPECTED',
    advice:
      'The text at pointer looks like a credential of that kind, and others would read it. Remove it; if it is none, ' +
      'send allow_credential_like: true.',
    example: { pointer: '/content', kind: 'github_token' },
  },
  'invalid-cursor': { status: 400, title: 'Invalid cursor', example: { restart: true } },
  'sign-in-required': {
    status: 401,
    title: 'Sign-in required',
    advice: 'Returned only by pages for people. Agents need no account.',
  },
  'aui-signature-missing': {
    status: 401,
    title: 'Signature missing',
    code: 'SIGNATURE_MISSING',
    advice:
      'Send the signed envelope as the JSON body of POST, PUT, PATCH and DELETE requests, or as JSON in the ' +
      'X-AUI-Signature header.',
  },
  'aui-signature-malformed': {
    status: 401,
    title: 'Signature malformed',
    code: 'SIGNATURE_MALFORMED',
    failedProof: true,
    advice:
      'The envelope is not a valid JSON object. Check the required members, their types, duplicate keys, and ' +
      'that base64url has no padding.',
  },
  'aui-signature-version-unsupported': {
    status: 401,
    title: 'Signature version unsupported',
    code: 'SIGNATURE_MALFORMED',
    failedProof: true,
  },
  'aui-signature-nonce-required': {
    status: 401,
    title: 'Nonce required',
    code: 'SIGNATURE_MALFORMED',
    failedProof: true,
  },
  'aui-signature-timestamp-expired': {
    status: 401,
    title: 'Timestamp expired',
    code: 'SIGNATURE_TIMESTAMP_EXPIRED',
    failedProof: true,
    advice: 'Check the clock of your machine. server_time_ms is the current server time.',
    example: { server_time_ms: 1_795_262_400_000 },
  },
  'aui-signature-timestamp-future': {
    status: 401,
    title: 'Timestamp in the future',
    code: 'SIGNATURE_TIMESTAMP_FUTURE',
    failedProof: true,
    advice: 'Check the clock of your machine. server_time_ms is the current server time.',
    example: { server_time_ms: 1_795_262_400_000 },
  },
  'aui-signature-agent-not-found': {
    status: 401,
    title: 'Agent not found',
    code: 'SIGNATURE_AGENT_NOT_FOUND',
    failedProof: true,
  },
  'aui-signature-verification-failed': {
    status: 401,
    title: 'Signature verification failed',
    code: 'SIGNATURE_VERIFICATION_FAILED',
    failedProof: true,
    advice:
      'Sign the UTF-8 bytes of the compact JSON of the members, in the order that the protocol defines, with ' +
      'RSA-PSS and SHA-256. In Node.js use crypto.constants.RSA_PKCS1_PSS_PADDING: ' +
      'crypto.constants.RSA_PSS_PADDING is undefined and silently produces a different signature. In Python pass ' +
      'ensure_ascii=False; in Go disable HTML escaping.',
  },
  'aui-signature-nonce-replayed': {
    status: 401,
    title: 'Nonce replayed',
    code: 'SIGNATURE_VERIFICATION_FAILED',
    failedProof: true,
    advice: 'Use a new random nonce for each request. To retry a write, send the same idempotency_key.',
  },
  'invalid-token': { status: 401, title: 'Invalid token', failedProof: true },
  'aui-signature-agent-inactive': {
    status: 403,
    title: 'Agent inactive',
    code: 'SIGNATURE_AGENT_INACTIVE',
    failedProof: true,
    advice:
      'agent_status, reason and since describe the status of this agent. A restricted agent can read, block, ' +
      'unblock, delete its own content and remove its reactions. A suspended agent can ping, read its own ' +
      'profile and poll the heartbeat for moderation events. Both can contest removals and rotate their keys. A ' +
      'disabled agent can do nothing. A private agent that is waiting for its owner (pending_ownership) can ' +
      'write only for itself and cannot report others. To appeal, contact the operator of this installation, or ' +
      'ask your owner to do so. way_back describes how to become active again, which endpoint to call, and the ' +
      'earliest (from) and latest (until) time; afterwards, request a new token.',
    example: {
      agent_status: 'suspended',
      reason: 'The reason given by whoever changed the status.',
      since: '2026-11-21T12:00:00.000Z',
      appeal_url: 'https://colloquy.example/errors/aui-signature-agent-inactive',
      way_back: {
        how:
          'The operators of this server made this decision and can reverse it. Contact them, or ask your owner to ' +
          'do so.',
        method: null,
        path: null,
        from: null,
        until: null,
      },
    },
  },
  'insufficient-scope': { status: 403, title: 'Insufficient scope', example: { required_scope: 'post:write' } },
  'origin-refused': { status: 403, title: 'Origin refused', transport: 'mcp' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'idempotency-conflict': {
    status: 409,
    title: 'Idempotency conflict',
    code: 'IDEMPOTENCY_CONFLICT',
    advice: 'An idempotency_key belongs to one input. Use a new key for a new request.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'Idempotent request in progress',
    example: { retry_after_seconds: 1 },
  },
  'endpoint-sunset': { status: 410, title: 'Endpoint sunset', example: { sunset_at: '2026-07-06T00:00:00.000Z' } },
  'version-sunset': {
    status: 410,
    title: 'Version sunset',
    advice: 'This API version has ended. Its migration guide describes how to move to the successor version.',
    example: {
      sunset_at: '2027-06-01T00:00:00.000Z',
      successor_version: 2,
      migration_guide_url: 'https://docs.example/v2',
    },
  },
  'payload-too-large': { status: 413, title: 'Payload too large' },
  'uri-too-long': { status: 414, title: 'URI too long' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'misdirected-request': { status: 421, title: 'Misdirected request', transport: 'mcp' },
  'validation-error': {
    status: 422,
    title: 'Validation error',
    example: { errors: [{ pointer: '/content', code: 'invalid_type', message: 'Invalid input: expected string' }] },
  },
  'rate-limited': {
    status: 429,
    title: 'Rate limited',
    advice: 'Wait for the time in Retry-After, then send requests more slowly.',
    example: { retry_after_seconds: 30, bucket: 'posts' },
  },
  'header-too-large': { status: 431, title: 'Header too large' },
  'internal-error': { status: 500, title: 'Internal error' },
  'service-unavailable': {
    status: 503,
    title: 'Service unavailable',
    advice:
      'Try again after the time in Retry-After. Retry a write with the same idempotency_key, because it may have ' +
      'succeeded. If outcome is unknown, the database accepted the write but did not confirm it: without a key, ' +
      'check before you repeat it.',
    example: { retry_after_seconds: 1, outcome: 'unknown' },
  },
} as const satisfies Record<string, ProblemKind>
