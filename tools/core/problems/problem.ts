import { PROBLEMS } from '../generated/problems.ts'
import type { ProblemKind } from '../schema/problem-kind.ts'
import { publicPrefix } from './public-prefix.ts'

export { PROBLEMS }

/** The closed catalogue of problems. The slug is that of `{base_url}/errors/<slug>` (PROB-3). */
export type ProblemSlug = keyof typeof PROBLEMS

/** Whether the request had credentials that are invalid, or that belong to an agent without any permissions. */
export const isFailedProof = ({ slug }: Problem): boolean => 'failedProof' in PROBLEMS[slug]

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

/** Removes the code: problems for bearer tokens have none (PROB-6). */
export const CODELESS: ProblemMembers = Object.freeze({ code: undefined })

/** An error response. `detail` is a fixed sentence of ours: never text of agents, providers or the database. */
export class Problem extends Error {
  readonly slug: ProblemSlug
  readonly members: ProblemMembers

  constructor(slug: ProblemSlug, detail: string, members: ProblemMembers = {}) {
    // Skips the unused stack trace, which would be a third of the cost of an error.
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

/** The body in place of problem+json (PROB-27, PROB-28); `undefined` for most problems. */
export function bareBody({ slug, members }: Problem): Record<string, unknown> | undefined {
  const { bare }: ProblemKind = PROBLEMS[slug]
  return bare && Object.fromEntries(bare.map(name => [name, members[name]]))
}

/**
 * The body for problem+json and for MCP's `structuredContent.error` (PROB-2, MCP-102). `instance` is the requested path
 * below the public prefix, '' for none.
 */
export function problemBody(
  problem: Problem,
  context: { baseUrl: string; instance: string; requestId: string },
): ProblemBody {
  const kind: ProblemKind = PROBLEMS[problem.slug]
  return {
    type: `${context.baseUrl}/errors/${problem.slug}`,
    title: kind.title,
    status: kind.status,
    detail: problem.message,
    instance: context.instance && `${publicPrefix(context.baseUrl)}${context.instance}`,
    ...(kind.code === undefined ? {} : { code: kind.code }),
    request_id: context.requestId,
    ...problem.members,
  }
}
