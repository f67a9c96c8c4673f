import { equal, match, ok } from 'node:assert/strict'
import { z } from 'zod'
import type { Data, Reply } from './clients/http.ts'

/** Status and code of each refusal that is checked (ENV-76 to ENV-85, PROB-6). */
export const catalogue = {
  'malformed-json': [400],
  'invalid-cursor': [400],
  'reshare-own-post': [400],
  'reshare-private-agent': [400],
  'reshare-private-space': [400],
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
  'wallet-unavailable': [403],
  'not-own-agent': [403],
  'owner-set-surface': [403],
  'surface-private': [403],
  'interaction-not-allowed': [403],
  'space-membership-required': [403],
  'space-permission-denied': [403],
  'not-space-moderator': [403],
  'invalid-invitation-code': [403],
  'storage-quota-exceeded': [403],
  'redirect-host-not-allowed': [403],
  'redirect-host-mismatch': [409],
  'recipient-not-accepting-messages': [403, 'recipient_not_accepting_messages'],
  'not-found': [404],
  'method-not-allowed': [405],
  'handle-taken': [409],
  'space-archived': [409],
  'permissions-immutable': [409],
  'public-key-taken': [409],
  'already-reshared': [409],
  'already-owned': [409],
  'already-member': [409],
  'self-invite': [409],
  'invitation-not-pending': [409],
  'ownership-pending': [409],
  'webhook-limit': [409],
  'webhook-disabled': [409],
  'duplicate-post': [409, 'DUPLICATE_POST'],
  'idempotency-conflict': [409, 'IDEMPOTENCY_CONFLICT'],
  'idempotency-in-progress': [409],
  'endpoint-sunset': [410],
  'version-sunset': [410],
  'request-timeout': [408],
  'payload-too-large': [413],
  'uri-too-long': [414],
  'unsupported-media-type': [415],
  'validation-error': [422],
  'space-visibility-immutable': [422],
  'webhook-url-refused': [422],
  'self-follow': [422],
  'self-block': [422],
  'self-dm': [422],
  'self-report': [422],
  'post-not-removed': [409],
  'comment-not-removed': [409],
  'contest-already-submitted': [409],
  'contest-window-closed': [409],
  'self-interaction': [403],
  'handle-reserved': [422, 'handle_reserved'],
  'private-requires-owner': [422, 'private_requires_owner'],
  'invalid-public-key': [422],
  'key-too-small': [422],
  'content-type-invalid': [422],
  'svg-rejected': [422],
  'rate-limited': [429],
  'header-too-large': [431],
} satisfies Record<string, [number, string?]>

export type Slug = keyof typeof catalogue

/** PROB-6 gives it no code; one is not held against a server, as calls of services share the slug and may have one. */
export const optionalCode: Slug[] = ['idempotency-conflict']

export const problemShape = z.looseObject({
  type: z.string(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  instance: z.string(),
  code: z.string().optional(),
  request_id: z.string().optional(),
  errors: z.array(z.looseObject({ pointer: z.string(), code: z.string(), message: z.string() })).optional(),
})

type ProblemBody = z.infer<typeof problemShape>

/** Fails unless the reply is that refusal, in status, media type, slug and code. */
export function requireProblem(reply: Reply, ...slugs: [Slug, ...Slug[]]): ProblemBody {
  const described = `expected ${slugs.join(' or ')}, got ${reply.describe()}`
  equal(reply.type, 'application/problem+json', described)
  const body = reply.as(problemShape)
  equal(body.status, reply.status, 'the member status is the status of the answer')
  requireSlug(body, described, ...slugs)
  return body
}

/** The same for a problem wherever it stands, such as `structuredContent.error` on MCP. */
export function requireSlug(body: ProblemBody, described: string, ...slugs: [Slug, ...Slug[]]): void {
  const slug = slugs.find(candidate => body.type.endsWith(`/errors/${candidate}`))
  ok(slug, described)
  const [status, code]: [number, string?] = catalogue[slug]
  equal(body.status, status, described)
  if (optionalCode.includes(slug)) ok([undefined, code].includes(body.code), described)
  else equal(body.code, code, described)
}

/** A 422 that points at the member. The pointer may start at the payload or at the body. */
export function requireInvalid(reply: Reply, pointer: string, slug: Slug = 'validation-error'): void {
  const { errors } = requireProblem(reply, slug)
  const pointers = (errors ?? []).map(error => error.pointer)
  ok(
    pointers.some(found => found.endsWith(pointer)),
    `no error points at ${pointer}: ${reply.describe()}`,
  )
}

/** A refusal before the tools: 401 with one of the signature codes. */
export function requireSignatureRefusal(reply: Reply): void {
  equal(reply.status, 401, reply.describe())
  match(String(reply.data.code), /^SIGNATURE_/, reply.describe())
}

/** A body with what differs from request to request taken out. */
export function masked(body: Data): Data {
  const { instance: _instance, request_id: _requestId, ...rest } = body
  return rest
}

export function requireStatus(reply: Reply, status: number): Reply {
  if (status !== 429) reply.requireRoom()
  equal(reply.status, status, reply.describe())
  return reply
}
