import { LimitReached } from '../../tools/admission/admission.ts'
import type { Runtime } from '../../tools/kernel/context.ts'
import { isFailedProof } from '../../tools/kernel/problems/problems.ts'
import { toProblem } from '../../tools/kernel/problems/to-problem.ts'
import type { Exchange, Reply } from './exchange.ts'
import { problemReply } from './problem-json.ts'

/** What answers an error, at every door; it is counted and logged as a refusal. */
export function refusalOf(runtime: Runtime, exchange: Exchange, error: unknown): Reply {
  const { request_id, path, method, route, resource, headers, limits } = exchange
  const log = runtime.log.child({ request_id })
  const problem = toProblem(error, log)
  if (problem instanceof LimitReached) limits.report(problem.quotas)
  if (isFailedProof(problem)) limits.failed()
  log.info({ ...limits.who(), method, route, status: problem.status, problem: problem.slug }, 'refused')
  const hasToken = headers.authorization !== undefined
  return problemReply(problem, {
    baseUrl: runtime.installation.baseUrl,
    instance: path,
    requestId: request_id,
    resource: resource === undefined ? undefined : { address: resource, hasToken },
  })
}
