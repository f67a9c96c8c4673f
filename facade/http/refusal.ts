import { LimitReached } from '../../tools/admission/admission.ts'
import type { Runtime } from '../../tools/kernel/context.ts'
import { isFailedProof, type Problem } from '../../tools/kernel/problems/problems.ts'
import { toProblem } from '../../tools/kernel/problems/to-problem.ts'
import type { Exchange, Reply } from './exchange.ts'
import { problemReply } from './problem-json.ts'

export interface Refused {
  problem: Problem
  /** As everybody is told of it but browsers. */
  reply: Reply
}

/** What answers an error, at every door; it is counted and logged as a refusal. */
export async function refusalOf(runtime: Runtime, exchange: Exchange, error: unknown): Promise<Refused> {
  const { request_id, path, method, route, resource, isOAuth, isTokenRoute, headers, limits } = exchange
  const log = runtime.log.child({ request_id })
  const told = toProblem(error, log)
  const full = isFailedProof(told) ? await limits.failed().catch(broken => toProblem(broken, log)) : undefined
  const problem = full ?? told
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
