import { createHash } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { isIP, isIPv6 } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import type { Dispatcher, Pool } from 'undici'
import type { Destination } from './egress-lookup.ts'

export interface TlsEvidence {
  /** Of the certificate of the last handshake, in hex. */
  certificateDigest(): string | undefined
}

const IDLE_MS = 2_000
const CONNECT_MS = 5_000
const HEADER_BYTES = 16_384

interface PoolOptions {
  secureContext: SecureContext
  connections: number
  /** Factor for the timeout of connecting. */
  patience?: number | undefined
}

/** Connections to the checked address, under the requested name. */
export async function createPool(
  target: URL,
  { address, port }: Destination,
  { secureContext, connections, patience = 1 }: PoolOptions,
) {
  // Loaded when needed: it is a tenth of the memory of an idle server.
  const { buildConnector, Pool } = await import('undici')
  let digest: string | undefined
  const connector = buildConnector({
    timeout: CONNECT_MS * patience,
    keepAlive: false,
    autoSelectFamily: false,
    maxCachedSessions: 0,
    allowH2: false,
    // There is no SNI for an IP address.
    ...(isIP(target.hostname.replace(/^\[(.*)\]$/, '$1')) === 0 && { servername: target.hostname }),
    rejectUnauthorized: true,
    secureContext,
    lookup: pinned(address),
  })
  const pool = new Pool(target.origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: HEADER_BYTES,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    connect: (options, callback) =>
      connector(port === undefined ? options : { ...options, port: String(port) }, (...outcome) => {
        const [, socket] = outcome
        if (socket instanceof TLSSocket) digest = digestOf(socket)
        callback(...outcome)
      }),
  })
  return { pool, certificateDigest: () => digest }
}

/** Wraps the pool to report when a request has its connection and starts to be written. */
export function observingWrites(pool: Pool, writes: () => void): Dispatcher {
  return pool.compose(
    dispatch => (options, handler) =>
      dispatch(options, {
        onRequestStart(controller, context) {
          handler.onRequestStart?.(controller, context)
          if (!controller.aborted) writes()
        },
        onRequestUpgrade: (...upgraded) => handler.onRequestUpgrade?.(...upgraded),
        onResponseStart: (...started) => handler.onResponseStart?.(...started),
        onResponseData: (...data) => handler.onResponseData?.(...data),
        onResponseEnd: (...ended) => handler.onResponseEnd?.(...ended),
        onResponseError: (...failed) => handler.onResponseError?.(...failed),
      }),
  )
}

function digestOf(socket: TLSSocket): string {
  return createHash('sha256').update(socket.getPeerCertificate().raw).digest('hex')
}

/** Prevents a second lookup, whose result could differ. */
const pinned =
  (address: string): LookupFunction =>
  (_hostname, { all }, callback) => {
    const family = isIPv6(address) ? 6 : 4
    if (all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
