import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** The metadata address of a large cloud, in a public range. */
const CLOUD_PLATFORM = '168.63.129.16'

/**
 * Classifies addresses: allowed are public ones outside the operator's denied networks, given as CIDR ranges or
 * addresses.
 */
export function createAddressPolicy(refused: readonly string[] = []): (address: string) => boolean {
  const networks = refused.map(readNetwork)
  return address => {
    if (!isIP(address) || address.includes('%')) return false
    const parsed = ipaddr.parse(address)
    return isGlobal(parsed) && !networks.some(network => network[0].kind() === parsed.kind() && parsed.match(network))
  }
}

export const isNetwork = (text: string): boolean =>
  text.includes('/') ? ipaddr.isValidCIDR(text) : isIP(text) !== 0 && !text.includes('%')

function readNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

export const isLoopbackAddress = (address: string): boolean => ipaddr.parse(address).range() === 'loopback'

/** The network of a single host: an IPv4 address, or the /64 of an IPv6 one. */
export function hostNetwork(address: string): string {
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')
}

/** An IPv4-mapped IPv6 address is rejected, not unwrapped. */
function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return address.toString() !== CLOUD_PLATFORM
  const [, , , , u = 0, isatap = 0] = address.parts
  return address.match(GLOBAL_IPV6) && !((u === 0 || u === 0x200) && isatap === 0x5efe)
}
