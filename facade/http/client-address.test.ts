import type { IncomingMessage } from 'node:http'
import test from 'ava'
import { clientAddressReader, clientOf, isAddressRange } from './client-address.ts'

const from = (remoteAddress: string | undefined, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

test('a client is the rightmost address of X-Forwarded-For that is not a trusted proxy', t => {
  const proxies = ['10.0.0.0/8', '2001:db8:1::/48', '127.0.0.1']
  for (const [trusted, peer, forwarded, expected] of [
    [[], '203.0.113.7', undefined, '203.0.113.7'],
    [[], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [[], '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    [[], 'fe80::1%eth0', undefined, 'fe80::1'],
    [[], undefined, undefined, ''],
    [proxies, '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [proxies, '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [proxies, '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [proxies, '10.1.2.3', '1.2.3.4, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    [proxies, '10.1.2.3', '1.2.3.4, 198.51.100.1 ,127.0.0.1', '198.51.100.1'],
    [proxies, '2001:db8:1::5', '2001:db8:ffff::9', '2001:db8:ffff::9'],
    [proxies, '10.1.2.3', '10.4.4.4, 10.5.5.5', '10.4.4.4'],
    [proxies, '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
    [proxies, '10.1.2.3', '198.51.100.1:4711, 10.9.9.9:80', '198.51.100.1'],
    [proxies, '10.1.2.3', '[2001:db8:ffff::9]:4711', '2001:db8:ffff::9'],
    [proxies, '10.1.2.3', '198.51.100.1:port', '10.1.2.3'],
    [proxies, '10.1.2.3', '198.51.100.1, unknown, 10.9.9.9', '10.9.9.9'],
    [proxies, '10.1.2.3', '198.51.100.1, 3232235777', '10.1.2.3'],
    [proxies, '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
    [proxies, '10.1.2.3', '', '10.1.2.3'],
    [proxies, '10.1.2.3', undefined, '10.1.2.3'],
  ] as const) {
    t.is(clientAddressReader(trusted)(from(peer, forwarded)), expected, `${trusted} ${peer} ${forwarded}`)
  }
})

test('an IPv6 client is identified by its /64', t => {
  for (const [address, expected] of [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['64:ff9b::cb00:7108', '203.0.113.8'],
    ['64:ff9b:1:2::cb00:7108', '64:ff9b:1:2:0:0:cb00:7108'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4'],
  ] as const)
    t.is(clientOf(address), expected, address)
})

test('a trusted proxy is named by an address or a CIDR range', t => {
  for (const range of ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', 'fd00::/8', '2001:db8::/128'])
    t.true(isAddressRange(range), range)
  for (const range of ['', 'proxy', '10.0.0', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1'])
    t.false(isAddressRange(range), range)
})
