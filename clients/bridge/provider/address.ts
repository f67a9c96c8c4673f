import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { Network } from './http.ts'

const RESERVED = 'localhost local internal lan home corp private test example invalid onion arpa alt'.split(' ')

const INSIDE = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '168.63.129.16/32',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', bits] = range.split('/')
  INSIDE.addSubnet(address, Number(bits), 'ipv4')
}
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
/** Global ranges that map to other addresses, or are not routed. */
const WITHIN_GLOBAL = new BlockList()
WITHIN_GLOBAL.addSubnet('2001::', 23, 'ipv6')
WITHIN_GLOBAL.addSubnet('2001:db8::', 32, 'ipv6')
WITHIN_GLOBAL.addSubnet('2002::', 16, 'ipv6')
const isPublicV6 = (address: string) => GLOBAL.check(address, 'ipv6') && !WITHIN_GLOBAL.check(address, 'ipv6')

/** Why the broker would not call a URL; undefined if it would. */
export async function addressFault(url: string, { resolved }: Network): Promise<string | undefined> {
  if (!/^https:\/\//.test(url) || !URL.canParse(url)) return 'Use an https:// URL.'
  if (url.includes('#')) return 'Remove # and what follows it.'
  const { hostname, port, username, password } = new URL(url)
  if (username || password) return 'Remove the user name and password.'
  if (port !== '') return 'Serve it on port 443, the only port that the broker calls.'
  if (isIP(hostname) || hostname.startsWith('[')) return 'Use a host name, not an IP address.'
  const last = hostname.split('.').at(-1) ?? ''
  if (!hostname.includes('.') || RESERVED.includes(last))
    return 'Use a public name: this one does not resolve from outside.'
  if (resolved.has(hostname)) return undefined
  const found = await lookup(hostname, { all: true }).catch(() => [])
  if (found.length === 0) return 'The name does not resolve: add it to the DNS, or use --resolve until then.'
  const isPublic = found.every(({ address, family }) =>
    family === 6 ? isPublicV6(address) : !INSIDE.check(address, 'ipv4'),
  )
  return isPublic
    ? undefined
    : 'The name resolves to an address that is not public. All of its addresses must be public.'
}
