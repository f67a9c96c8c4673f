import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An address in one spelling of it, without zone; `undefined` for what is none. */
function readAddress(text: string): string | undefined {
  const bare = text.replace(/%.*$/, '')
  const plain = MAPPED.exec(bare)?.[1] ?? bare
  return isIP(plain) > 0 ? plain : undefined
}

/** Whether this is an address or a CIDR range of IPv4 or IPv6. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/**
 * The address that a request comes from: that of the connection, unless it is a trusted proxy; then the rightmost of
 * `X-Forwarded-For` that is none.
 */
export function clientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return ({ socket, headers }) => {
    let address = readAddress(socket.remoteAddress ?? '') ?? ''
    if (trustedProxies.length === 0 || address === '') return address
    const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    while (isTrusted(address)) {
      const next = readAddress((hops.pop() ?? '').trim())
      if (next === undefined) break
      address = next
    }
    return address
  }
}

/** What is counted as one client: an IPv4 address, or the /64 of an IPv6 one, which a single host has to itself. */
export function clientOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // A dotted end fills two groups; it is never among the first four where nothing is left out.
  const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0)
  const filled = [...groups, ...Array<string>(Math.max(0, 8 - groups.length - width)).fill('0'), ...after]
  return filled
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
