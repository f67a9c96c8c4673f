import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyaddr from 'proxy-addr'

const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d{1,5})?$/

/** The canonical spelling of an address, without zone and port; `undefined` if it is invalid. */
function readAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  const [, v4, v6] = WITH_PORT.exec(text.trim()) ?? []
  const bare = (v4 ?? v6 ?? text.trim()).replace(/%.*$/, '')
  const isStrict = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
  return isStrict ? ipaddr.process(bare).toString() : undefined
}

/** Whether this is an address or a CIDR range of IPv4 or IPv6. */
export function isAddressRange(text: string): boolean {
  const [address = '', ...bits] = text.split('/')
  return readAddress(address) !== undefined && (bits.length === 0 || ipaddr.isValidCIDR(text))
}

/**
 * The client address of a request: that of the connection, unless it is a trusted proxy; then the rightmost address of
 * `X-Forwarded-For` that is not a trusted proxy.
 */
export function clientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const peerOf = ({ socket }: IncomingMessage) => readAddress(socket.remoteAddress ?? '') ?? ''
  if (trustedProxies.length === 0) return peerOf
  const isTrusted = proxyaddr.compile([...trustedProxies])
  return request => {
    const peer = peerOf(request)
    if (peer === '') return peer
    const hops = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',').map(readAddress)
    // Everything to the left of an invalid entry is untrusted.
    const known = hops.slice(hops.lastIndexOf(undefined) + 1)
    const asRead = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': known.join(',') } }
    return proxyaddr(asRead as unknown as IncomingMessage, isTrusted)
  }
}

/**
 * The unit that counts as one client: an IPv4 address, also if it was translated to IPv6 (RFC 6052), or the /64 of an
 * IPv6 address, which a single host usually has. Locally translated addresses (RFC 8215) are distinguished in full.
 */
export function clientOf(address: string): string {
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  if (parsed.match(TRANSLATION)) return new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString()
  if (parsed.match(LOCAL_TRANSLATION)) return parsed.toNormalizedString()
  return parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')
}

/** `clientOf` the address of each request; without proxies it is that of the connection, and computed once. */
export function clientReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const addressOf = clientAddressReader(trustedProxies)
  if (trustedProxies.length > 0) return request => clientOf(addressOf(request))
  const clients = new WeakMap<object, string>()
  return request => {
    let client = clients.get(request.socket)
    if (client === undefined) clients.set(request.socket, (client = clientOf(addressOf(request))))
    return client
  }
}

const TRANSLATION = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const LOCAL_TRANSLATION = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48')

/** Addresses are personal data: no table holds one. */
export const keyedDigest = (secret: Buffer, subject: string): string =>
  createHmac('sha256', secret).update(`address\0${subject}`).digest('base64url')
