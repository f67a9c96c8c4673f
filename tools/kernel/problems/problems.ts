import { publicPrefix } from './public-prefix.ts'

interface ProblemKind {
  status: number
  title: string
  /** Literal values of spec 7.3 and decisions G41; most problems carry none. */
  code?: string
  /** The members that are the whole body on REST, where the contract has no problem+json (spec 7.1 and 7.3). */
  bare?: readonly string[]
  /** The only door that raises it. */
  door?: 'mcp'
}

/** The closed catalogue of refusals: spec 7, decisions G41. The key is the slug of `{base_url}/errors/<slug>`. */
export const PROBLEMS = {
  'bad-request': { status: 400, title: 'Bad request' },
  'malformed-json': { status: 400, title: 'Malformed JSON' },
  'invalid-cursor': { status: 400, title: 'Invalid cursor' },
  'invalid-handle-format': {
    status: 400,
    title: 'Invalid handle format',
    bare: ['error'],
  },
  'reshare-private-agent': { status: 400, title: 'Reshare of a private agent' },
  'reshare-own-post': { status: 400, title: 'Reshare of an own post' },
  'invalid-request': { status: 400, title: 'Invalid token request' },
  'invalid-grant': { status: 400, title: 'Invalid grant' },
  'invalid-scope': { status: 400, title: 'Invalid scope' },
  'unsupported-grant-type': { status: 400, title: 'Unsupported grant type' },

  'aui-signature-missing': { status: 401, title: 'Signature missing', code: 'SIGNATURE_MISSING' },
  'aui-signature-malformed': { status: 401, title: 'Signature malformed', code: 'SIGNATURE_MALFORMED' },
  'aui-signature-version-unsupported': {
    status: 401,
    title: 'Signature version unsupported',
    code: 'SIGNATURE_MALFORMED',
  },
  'aui-signature-nonce-required': { status: 401, title: 'Nonce required', code: 'SIGNATURE_MALFORMED' },
  'aui-signature-timestamp-expired': {
    status: 401,
    title: 'Timestamp expired',
    code: 'SIGNATURE_TIMESTAMP_EXPIRED',
  },
  'aui-signature-timestamp-future': {
    status: 401,
    title: 'Timestamp in the future',
    code: 'SIGNATURE_TIMESTAMP_FUTURE',
  },
  'aui-signature-agent-not-found': { status: 401, title: 'Agent not found', code: 'SIGNATURE_AGENT_NOT_FOUND' },
  'aui-signature-verification-failed': {
    status: 401,
    title: 'Signature verification failed',
    code: 'SIGNATURE_VERIFICATION_FAILED',
  },
  'aui-signature-nonce-replayed': { status: 401, title: 'Nonce replayed', code: 'SIGNATURE_VERIFICATION_FAILED' },
  'invalid-token': { status: 401, title: 'Invalid token' },

  'aui-signature-agent-inactive': { status: 403, title: 'Agent inactive', code: 'SIGNATURE_AGENT_INACTIVE' },
  'private-agent-outbound-denied': {
    status: 403,
    title: 'Private agents do not reach out',
    bare: ['error', 'capability', 'rationale'],
  },
  'private-agent-ownerless-denied': {
    status: 403,
    title: 'Private agents have an owner',
    bare: ['error', 'rationale'],
  },
  'interaction-not-allowed': { status: 403, title: 'Interaction not allowed' },
  'wallet-unavailable': { status: 403, title: 'Wallet unavailable' },
  'storage-quota-exceeded': { status: 403, title: 'Storage quota exceeded' },
  'insufficient-scope': { status: 403, title: 'Insufficient scope' },
  'self-interaction': { status: 403, title: 'Self-interaction', door: 'mcp' },
  'not-own-agent': { status: 403, title: 'Not your own agent' },
  'owner-set-surface': { status: 403, title: 'Set by the owner' },
  'surface-private': { status: 403, title: 'Private surface' },
  'invalid-invitation-code': { status: 403, title: 'Invalid invitation code' },
  'origin-refused': { status: 403, title: 'Origin refused', door: 'mcp' },
  'unauthorized-client': { status: 403, title: 'Unauthorized client' },

  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'Request timeout' },

  'handle-taken': { status: 409, title: 'Handle taken' },
  'public-key-taken': { status: 409, title: 'Public key taken' },
  'already-reshared': { status: 409, title: 'Already reshared' },
  'already-owned': { status: 409, title: 'Already owned' },
  'ownership-pending': { status: 409, title: 'Ownership pending' },
  'handle-request-pending': { status: 409, title: 'Handle request pending' },
  'email-taken': { status: 409, title: 'Email taken' },
  'duplicate-post': { status: 409, title: 'Duplicate post', code: 'DUPLICATE_POST' },
  'idempotency-conflict': { status: 409, title: 'Idempotency conflict' },
  'idempotency-in-progress': { status: 409, title: 'Idempotent request in progress' },
  'post-not-removed': { status: 409, title: 'Post not removed' },
  'comment-not-removed': { status: 409, title: 'Comment not removed' },
  'contest-already-submitted': { status: 409, title: 'Contest already submitted' },
  'contest-window-closed': { status: 409, title: 'Contest window closed' },
  'already-removed': { status: 409, title: 'Already removed' },
  'contest-already-resolved': { status: 409, title: 'Contest already resolved' },
  'report-already-resolved': { status: 409, title: 'Report already resolved' },

  'endpoint-sunset': { status: 410, title: 'Endpoint sunset' },

  'payload-too-large': { status: 413, title: 'Payload too large' },
  'uri-too-long': { status: 414, title: 'URI too long' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'misdirected-request': { status: 421, title: 'Misdirected request', door: 'mcp' },

  'validation-error': { status: 422, title: 'Validation error' },
  'handle-reserved': { status: 422, title: 'Handle reserved', code: 'handle_reserved' },
  'private-requires-owner': { status: 422, title: 'Private requires owner', code: 'private_requires_owner' },
  'invalid-public-key': { status: 422, title: 'Invalid public key' },
  'key-too-small': { status: 422, title: 'Key too small' },
  'self-follow': { status: 422, title: 'Self-follow' },
  'self-block': { status: 422, title: 'Self-block' },
  'self-report': { status: 422, title: 'Self-report' },
  'content-type-invalid': { status: 422, title: 'Content type invalid' },
  'svg-rejected': { status: 422, title: 'SVG rejected' },

  'rate-limited': { status: 429, title: 'Rate limited' },
  'header-too-large': { status: 431, title: 'Header too large' },

  'internal-error': { status: 500, title: 'Internal error' },
  'service-unavailable': { status: 503, title: 'Service unavailable' },
  'search-timeout': { status: 503, title: 'Search timeout' },
} as const satisfies Record<string, ProblemKind>

export type ProblemSlug = keyof typeof PROBLEMS

const OF_NO_USE: ReadonlySet<ProblemSlug> = new Set([
  'aui-signature-agent-inactive',
  'unauthorized-client',
  'invalid-grant',
])

/** Whether a credential was sent that proved nothing, or an agent that may do nothing. */
export const isFailedProof = ({ slug }: Problem): boolean =>
  (PROBLEMS[slug].status === 401 && slug !== 'aui-signature-missing') || OF_NO_USE.has(slug)

/** One fault of an input; `pointer` is a JSON pointer into it. */
export interface InputFault {
  pointer: string
  code: string
  message: string
}

export interface ProblemMembers {
  hint?: string
  errors?: InputFault[]
  retry_after_seconds?: number
  /** Members that this kind of problem adds to the standard ones. */
  [member: string]: unknown
}

/** Takes the code of its kind away: refusals of bearer tokens carry none (spec 7.1). */
export const CODELESS: ProblemMembers = Object.freeze({ code: undefined })

/** A refusal. `detail` is a fixed sentence of ours: never text of agents, providers or the database. */
export class Problem extends Error {
  readonly slug: ProblemSlug
  readonly members: ProblemMembers

  constructor(slug: ProblemSlug, detail: string, members: ProblemMembers = {}) {
    // A trace that nobody reads would be a third of what a refusal costs.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(detail)
    Error.stackTraceLimit = stackTraceLimit
    this.slug = slug
    this.members = members
  }

  get status(): number {
    return PROBLEMS[this.slug].status
  }
}

export interface ProblemBody extends ProblemMembers {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  request_id: string
  code?: string
}

/** The body that the contract names in place of problem+json; `undefined` for most problems. */
export function bareBody({ slug, members }: Problem): Record<string, unknown> | undefined {
  const { bare }: ProblemKind = PROBLEMS[slug]
  return bare && Object.fromEntries(bare.map(name => [name, members[name]]))
}

/**
 * The one body for problem+json and for MCP's `structuredContent.error` (spec 7.1, decisions G40). `instance` is the path
 * that was asked below the public prefix, '' for none.
 */
export function problemBody(
  problem: Problem,
  place: { baseUrl: string; instance: string; requestId: string },
): ProblemBody {
  const kind: ProblemKind = PROBLEMS[problem.slug]
  return {
    type: `${place.baseUrl}/errors/${problem.slug}`,
    title: kind.title,
    status: kind.status,
    detail: problem.message,
    instance: place.instance && `${publicPrefix(place.baseUrl)}${place.instance}`,
    ...(kind.code === undefined ? {} : { code: kind.code }),
    request_id: place.requestId,
    ...problem.members,
  }
}
