import type { IncomingMessage } from 'node:http'
import type { SeenRequest } from '../../facade/doctor/doctor-handler.ts'
import { clientAddressReader } from '../../facade/http/client-address.ts'
import type { Config } from '../config/config.ts'
import { changeNeeded, codeOf, type DoctorFinding, okFinding, unknownFinding } from './finding.ts'
import { CLAIMED_ADDRESS, countPieces, fetchBaseUrl, fetchProxyView } from './url-probe.ts'

/** Longer than a response takes on a slow network. */
const CLOCK_MS = 5_000

/** The base URL as anybody reaches it: whether there is this server, ready, and whose clock it goes by. */
export async function checkBaseUrl(baseUrl: string, now: () => number): Promise<DoctorFinding[]> {
  let ready: Awaited<ReturnType<typeof fetchBaseUrl>>
  try {
    ready = await fetchBaseUrl(baseUrl, '/readyz')
  } catch (error) {
    return [
      changeNeeded(
        'base url',
        `${baseUrl} is not reachable (${codeOf(error)}); start the server, or fix DNS, TLS or the proxy`,
      ),
    ]
  }
  const offset = offsetIn(ready.text)
  if (ready.status === 503 && offset !== undefined)
    return [changeNeeded('base url', `${baseUrl} responds, but the server is not ready: see "database"`)]
  if (ready.status !== 200 || offset === undefined) {
    const detail =
      `${baseUrl}/readyz returns ${ready.status}, not from this server; let the proxy forward everything below ` +
      `${new URL(baseUrl).pathname}`
    return [changeNeeded('base url', detail)]
  }
  return [
    okFinding('base url', `${baseUrl} is reachable and ready`),
    clockOf(offset, Date.parse(ready.date ?? '') - now()),
  ]
}

function clockOf(serverMs: number, hereMs: number): DoctorFinding {
  if (Math.abs(serverMs) > CLOCK_MS)
    return changeNeeded(
      'clock',
      `the server's clock differs from the database's by ${seconds(serverMs)}; run a time service on both`,
    )
  if (Math.abs(hereMs) > CLOCK_MS)
    return changeNeeded(
      'clock',
      `this machine's clock differs from the server's by ${seconds(hereMs)}; run a time service on both`,
    )
  return okFinding('clock', 'the clocks of the server, its database and this machine match')
}

const seconds = (ms: number) => `${Math.round(Math.abs(ms) / 1000)} s`

function offsetIn(text: string): number | undefined {
  try {
    const { clock_offset_ms } = JSON.parse(text)
    return typeof clock_offset_ms === 'number' ? clock_offset_ms : undefined
  } catch {
    return undefined
  }
}

/** How a request comes in behind what stands in front. */
export async function checkProxy(
  config: Config,
  baseUrl: string,
  secret: Buffer,
  now: () => number,
): Promise<DoctorFinding[]> {
  try {
    const seen = (await fetchProxyView(baseUrl, secret, now())) as SeenRequest | undefined
    if (!seen) {
      const detail =
        'the server does not know this installation; run it with the server’s DATABASE_URL or DATA_DIR, and SECRET_KEY'
      return [unknownFinding('forwarded addresses', detail)]
    }
    return [
      forwardedAddresses(seen, config.TRUSTED_PROXIES),
      hostOf(seen, baseUrl),
      schemeOf(seen, baseUrl),
      await streamingOf(baseUrl, secret, now()),
    ]
  } catch (error) {
    return [unknownFinding('forwarded addresses', `not measured: ${codeOf(error)}`)]
  }
}

/** The measured chain: what was claimed, what proxies added, who connected. */
export function forwardedAddresses(
  { forwarded_for, peer, client }: SeenRequest,
  trusted: readonly string[],
): DoctorFinding {
  const check = 'forwarded addresses'
  const hops = (forwarded_for ?? '')
    .split(',')
    .map(hop => hop.trim())
    .filter(hop => hop !== '')
  const chain = [...hops, bare(peer)].join(' > ')
  const added = hops.filter(hop => hop !== CLAIMED_ADDRESS)
  if (client === CLAIMED_ADDRESS) {
    return added.length > 0
      ? unknownFinding(
          check,
          `requested from the address of a proxy (${chain}): run this from elsewhere to see how clients are identified`,
        )
      : changeNeeded(
          check,
          `clients can claim any address (${chain}): let the outermost proxy set X-Forwarded-For itself`,
        )
  }
  if (added.length === 0) return withoutAdded(check, chain, hops, trusted)
  if (isTrusted(peer, trusted))
    return okFinding(check, `clients are distinguished by address (${chain}); this one is identified as ${client}`)
  const wanted = [...trusted, bare(peer)].join(',')
  return changeNeeded(check, `all clients are identified as ${bare(peer)} (${chain}): set TRUSTED_PROXIES=${wanted}`)
}

function withoutAdded(
  check: string,
  chain: string,
  hops: readonly string[],
  trusted: readonly string[],
): DoctorFinding {
  if (hops.length > 0 && trusted.length === 0)
    return okFinding(check, `no proxy adds addresses; limits use the address of the connection (${chain})`)
  return changeNeeded(
    check,
    `the proxy adds no address, so all clients share one address (${chain}): let it set X-Forwarded-For`,
  )
}

const bare = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')

/** Whether it is believed: it would be, of an address that is nobody's. */
function isTrusted(peer: string, trusted: readonly string[]): boolean {
  const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': CLAIMED_ADDRESS } }
  return clientAddressReader(trusted)(request as unknown as IncomingMessage) === CLAIMED_ADDRESS
}

function hostOf({ host }: SeenRequest, baseUrl: string): DoctorFinding {
  const wanted = new URL(baseUrl).host
  return host === wanted
    ? okFinding('host header', `the server receives requests for ${wanted}`)
    : changeNeeded(
        'host header',
        `the server receives requests for ${host}, not ${wanted}: let the proxy forward the Host header (MCP ` +
          'rejects others)',
      )
}

function schemeOf({ forwarded_proto }: SeenRequest, baseUrl: string): DoctorFinding {
  const wanted = new URL(baseUrl).protocol.slice(0, -1)
  if (forwarded_proto !== null && forwarded_proto !== wanted)
    return changeNeeded('scheme', `the proxy received ${forwarded_proto}, but BASE_URL uses ${wanted}: make them match`)
  return okFinding('scheme', `clients use ${wanted}`)
}

async function streamingOf(baseUrl: string, secret: Buffer, now: number): Promise<DoctorFinding> {
  const pieces = await countPieces(baseUrl, secret, now)
  if (pieces === undefined) return unknownFinding('streaming', 'no stream was opened')
  return pieces > 1
    ? okFinding('streaming', 'events arrive without delay')
    : changeNeeded('streaming', 'the proxy buffers streams until they end: disable its buffering (docs/tls.md)')
}
