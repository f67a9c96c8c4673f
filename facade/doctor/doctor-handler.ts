import type { ServerResponse } from 'node:http'
import type { Runtime } from '../../tools/core/context.ts'
import { clientAddressReader } from '../http/client-address.ts'
import { type HttpExchange, jsonReply } from '../http/exchange.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import { STREAM_HEAD } from '../http/streams/streams.ts'
import { DOCTOR_PATH, isDoctorProof, PROOF_HEADER } from './doctor-proof.ts'

/** Delay of the second event: a buffering proxy delays the first one as long. */
const STREAM_MS = 3_000

/** Properties of a request as received. */
export interface SeenRequest {
  peer: string
  /** The client it was attributed to. */
  client: string
  forwarded_for: string | null
  forwarded_proto: string | null
  host: string | null
  http_version: string
  now_ms: number
}

/**
 * Reports to `operator doctor`, which connects from outside, how its own request arrived; for others the path does not
 * exist.
 */
export function createDoctorHandler(runtime: Runtime, trustedProxies: readonly string[]): RequestHandler {
  const addressOf = clientAddressReader(trustedProxies)
  return {
    prefix: DOCTOR_PATH,
    tryHandle(exchange) {
      const { path, method, headers } = exchange
      const isStream = path === `${DOCTOR_PATH}/stream`
      if (method !== 'GET' || !(isStream || path === DOCTOR_PATH)) return undefined
      if (!isDoctorProof(runtime.secret, headers[PROOF_HEADER], runtime.clock())) return undefined
      exchange.route = isStream ? 'doctor stream' : 'doctor'
      return isStream ? stream(exchange.response) : Promise.resolve(reported(exchange, addressOf, runtime.clock()))
    },
    allowsAnyOrigin: () => undefined,
  }
}

function reported(
  { request, headers }: HttpExchange,
  addressOf: ReturnType<typeof clientAddressReader>,
  now_ms: number,
) {
  const seen: SeenRequest = {
    peer: request.socket.remoteAddress ?? '',
    client: addressOf(request),
    forwarded_for: [headers['x-forwarded-for'] ?? []].flat().join(', ') || null,
    forwarded_proto: [headers['x-forwarded-proto'] ?? []].flat()[0] ?? null,
    host: headers.host ?? null,
    http_version: request.httpVersion,
    now_ms,
  }
  return jsonReply(200, JSON.stringify(seen), { 'Cache-Control': 'no-store' })
}

/** Sent like other event streams. */
async function stream(response: ServerResponse): Promise<undefined> {
  response.writeHead(200, STREAM_HEAD)
  response.write('event: first\ndata: {}\n\n')
  const timer = setTimeout(() => response.end('event: last\ndata: {}\n\n'), STREAM_MS)
  response.once('close', () => clearTimeout(timer))
  return undefined
}
