import { LimitReached } from '../../tools/admission/admit.ts'
import type { Runtime } from '../../tools/core/context.ts'
import { isFailedProof, type Problem } from '../../tools/core/problems/problem.ts'
import { toProblem } from '../../tools/core/problems/to-problem.ts'
import type { HttpExchange, HttpReply } from './exchange.ts'
import { problemReply } from './problem-json.ts'

export interface ErrorResponse {
  problem: Problem
  /** The error for every client except browsers. */
  reply: HttpReply
}

/** Builds the response to an error for every transport, and counts and logs it. */
export async function toErrorResponse(
  runtime: Runtime,
  exchange: HttpExchange,
  error: unknown,
): Promise<ErrorResponse> {
  const { request_id, path, method, route, resource, isOAuth, isTokenRoute, headers, limits } = exchange
  const log = runtime.log.child({ request_id })
  const reported = toProblem(error, log)
  const full = isFailedProof(reported)
    ? await limits.recordFailure().catch(broken => toProblem(broken, log))
    : undefined
  const problem = full ?? reported
  if (problem instanceof LimitReached) limits.report(problem.quotas)
  log.info({ ...limits.who(), method, route, status: problem.status, problem: problem.slug }, 'refused')
  const hasToken = headers.authorization !== undefined
  const reply = problemReply(problem, {
    baseUrl: runtime.installation.baseUrl,
    instance: path,
    requestId: request_id,
    isOAuth,
    isTokenRoute,
    resource: resource === undefined ? undefined : { address: resource, hasToken },
  })
  return { problem, reply }
}
