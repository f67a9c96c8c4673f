import { createServer, type Server } from 'node:http'
import type { Runtime } from '../../tools/core/context.ts'
import { SAFE_HEADERS } from '../../tools/core/network/safe-headers.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { toProblem } from '../../tools/core/problems/to-problem.ts'
import { type HttpReply, onDisconnect } from '../http/exchange.ts'
import { isLocalRequest } from '../http/is-local-request.ts'
import { problemReply } from '../http/problem-json.ts'
import { BODY_LIMIT, requireSmall } from '../http/request-body.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import type { Metrics } from './metrics.ts'

export const METRICS_PATH = '/metrics'

/** On the main port, only for this machine: for others the path does not exist. */
export const createMetricsHandler = ({ scheduler, installation }: Runtime, metrics: Metrics): RequestHandler => ({
  tryHandle(exchange) {
    const { path, method, request, limits } = exchange
    if (path !== METRICS_PATH || (method !== 'GET' && method !== 'HEAD')) return undefined
    if (!isLocalRequest(request, installation)) return undefined
    requireSmall(request, BODY_LIMIT)
    exchange.route = 'metrics'
    return scheduler.run(limits.schedule, () => metricsReply(metrics), {
      name: exchange.route,
      onDisconnect: onDisconnect(request.socket),
    })
  },
  allowsAnyOrigin: () => undefined,
})

async function metricsReply(metrics: Metrics): Promise<HttpReply> {
  const { content_type, body } = await metrics.render()
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body, content_type }
}

/** Serves only the metrics, to everyone who can reach the port. */
export function createMetricsServer(
  metrics: Metrics,
  runtime: Pick<Runtime, 'installation' | 'log' | 'newId'>,
): Server {
  const { installation, log, newId } = runtime
  return createServer({ requestTimeout: 30_000 }, async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const refuse = (error: unknown) =>
      problemReply(toProblem(error, log), { baseUrl: installation.baseUrl, instance: path, requestId: newId() })
    const { status, headers, content_type, body } = await handle(metrics, request.method, path).catch(refuse)
    response.writeHead(status, {
      ...SAFE_HEADERS,
      ...headers,
      'Content-Type': content_type,
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
}

async function handle(metrics: Metrics, method: string | undefined, path: string): Promise<HttpReply> {
  if (path === METRICS_PATH && (method === 'GET' || method === 'HEAD')) return await metricsReply(metrics)
  throw new Problem('not-found', 'There is nothing at this path.')
}
