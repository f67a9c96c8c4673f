import type { IncomingMessage } from 'node:http'
import type { Seen } from '../../facade/doctor/doctor-door.ts'
import { clientAddressReader } from '../../facade/http/client-address.ts'
import type { Config } from '../config/config.ts'
import { askAsSeen, askBase, CLAIMED_ADDRESS, countPieces } from './asking.ts'
import { change, codeOf, type Finding, fine, unknown } from './finding.ts'

/** Beyond what an answer takes on a slow way. */
const CLOCK_MS = 5_000

/** The base URL as anybody reaches it: whether there is this server, ready, and whose clock it goes by. */
export async function lookAtBase(baseUrl: string, now: () => number): Promise<Finding[]> {
  let ready: Awaited<ReturnType<typeof askBase>>
  try {
    ready = await askBase(baseUrl, '/readyz')
  } catch (error) {
    return [
      change(
        'base url',
        `${baseUrl} is not reached (${codeOf(error)}); start the server, or mend DNS, TLS or the proxy`,
      ),
    ]
  }
  const offset = offsetIn(ready.text)
  if (ready.status === 503 && offset !== undefined)
    return [change('base url', `${baseUrl} answers, and the server is not ready: see "database"`)]
  if (ready.status !== 200 || offset === undefined) {
    const told = `${baseUrl}/readyz is answered ${ready.status}, not by this server; let the proxy pass on everything below ${new URL(baseUrl).pathname}`
    return [change('base url', told)]
  }
  return [fine('base url', `${baseUrl} is reached, and ready`), clockOf(offset, Date.parse(ready.date ?? '') - now())]
}

function clockOf(serverMs: number, hereMs: number): Finding {
  if (Math.abs(serverMs) > CLOCK_MS)
    return change('clock', `the server's clock is ${seconds(serverMs)} off the database's; run a time service on both`)
  if (Math.abs(hereMs) > CLOCK_MS)
    return change('clock', `the clock here is ${seconds(hereMs)} off the server's; run a time service on both`)
  return fine('clock', 'the clocks of the server, its database and this machine agree')
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
export async function lookAtWay(
  config: Config,
  baseUrl: string,
  secret: Buffer,
  now: () => number,
): Promise<Finding[]> {
  try {
    const seen = (await askAsSeen(baseUrl, secret, now())) as Seen | undefined
    if (!seen) {
      const told =
        'the server does not know this installation; run it with the server’s DATABASE_URL or DATA_DIR, and SECRET_KEY'
      return [unknown('forwarded addresses', told)]
    }
    return [
      forwardedAddresses(seen, config.TRUSTED_PROXIES),
      hostOf(seen, baseUrl),
      schemeOf(seen, baseUrl),
      await streamingOf(baseUrl, secret, now()),
    ]
  } catch (error) {
    return [unknown('forwarded addresses', `not measured: ${codeOf(error)}`)]
  }
}

/** The measured chain: what was claimed, what proxies added, who connected. */
export function forwardedAddresses({ forwarded_for, peer, client }: Seen, trusted: readonly string[]): Finding {
  const check = 'forwarded addresses'
  const hops = (forwarded_for ?? '')
    .split(',')
    .map(hop => hop.trim())
    .filter(hop => hop !== '')
  const chain = [...hops, bare(peer)].join(' > ')
  const added = hops.filter(hop => hop !== CLAIMED_ADDRESS)
  if (client === CLAIMED_ADDRESS) {
    return added.length > 0
      ? unknown(
          check,
          `asked from the address of a proxy (${chain}): ask from elsewhere to see whom clients are taken for`,
        )
      : change(check, `anybody can claim any address (${chain}): let the outermost proxy set X-Forwarded-For itself`)
  }
  if (added.length === 0) return withoutAdded(check, chain, hops, trusted)
  if (isTrusted(peer, trusted)) return fine(check, `clients are told apart (${chain}); this one is taken for ${client}`)
  const wanted = [...trusted, bare(peer)].join(',')
  return change(check, `all clients are taken for ${bare(peer)} (${chain}): set TRUSTED_PROXIES=${wanted}`)
}

function withoutAdded(check: string, chain: string, hops: readonly string[], trusted: readonly string[]): Finding {
  if (hops.length > 0 && trusted.length === 0)
    return fine(check, `no proxy adds addresses; limits go by the connection (${chain})`)
  return change(check, `the proxy adds no address, so that all clients are one (${chain}): let it set X-Forwarded-For`)
}

const bare = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')

/** Whether it is believed: it would be, of an address that is nobody's. */
function isTrusted(peer: string, trusted: readonly string[]): boolean {
  const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': CLAIMED_ADDRESS } }
  return clientAddressReader(trusted)(request as unknown as IncomingMessage) === CLAIMED_ADDRESS
}

function hostOf({ host }: Seen, baseUrl: string): Finding {
  const wanted = new URL(baseUrl).host
  return host === wanted
    ? fine('host header', `the server is asked for as ${wanted}`)
    : change(
        'host header',
        `the server is asked for as ${host}, not ${wanted}: let the proxy pass on Host (MCP refuses others)`,
      )
}

function schemeOf({ forwarded_proto }: Seen, baseUrl: string): Finding {
  const wanted = new URL(baseUrl).protocol.slice(0, -1)
  if (forwarded_proto !== null && forwarded_proto !== wanted)
    return change('scheme', `the proxy was asked by ${forwarded_proto}, and BASE_URL says ${wanted}: let them agree`)
  return fine('scheme', `clients ask by ${wanted}`)
}

async function streamingOf(baseUrl: string, secret: Buffer, now: number): Promise<Finding> {
  const pieces = await countPieces(baseUrl, secret, now)
  if (pieces === undefined) return unknown('streaming', 'no stream was answered')
  return pieces > 1
    ? fine('streaming', 'events arrive as they are sent')
    : change('streaming', 'the proxy collects streams until they end: turn its buffering off (docs/tls.md)')
}
