import test from 'ava'
import { hasVectors, readVectorFiles } from '../testing/values/vectors.ts'
import { createEgress } from './egress.ts'
import { createAddressPolicy } from './egress-address.ts'
import { EgressFailure } from './egress-failure.ts'
import { readTarget } from './egress-url.ts'

const PORTS = [443]

function refusalOf(url: string): string {
  try {
    return readTarget(url, PORTS).href
  } catch (error) {
    return (error as EgressFailure).code
  }
}

const REFUSED: Record<string, string[]> = {
  'url-not-https': [
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    '',
    'hooks.example.com',
    'https:hooks.example.com',
    'https:\\\\hooks.example.com',
    'https:/hooks.example.com',
    ' https://hooks.example.com',
    'HTTPS://hooks.example.com',
  ],
  'url-too-long': [`https://hooks.example.com/${'x'.repeat(2_048)}`],
  'url-characters': [
    'https://hooks.example.com\\@x.com/',
    'https://hooks.example.com/a b',
    'https://hooks.example.com/\n',
    'https://hooks.\texample.com',
    'https://hooks.example.com\u0000/',
    'https://hooks.example\u00a0.com/',
    'https://hooks.example\u200b.com/',
    'https://hooks.example.com/\ud800',
  ],
  'url-fragment': ['https://hooks.example.com/#x', 'https://hooks.example.com/#', 'https://hooks.example.com#@x.com'],
  'url-malformed': ['https://', 'https://[', 'https://a..%00.com', 'https://example.com:99999/'],
  'url-userinfo': [
    'https://me@example.com/',
    'https://me:pw@example.com/',
    'https://@example.com/',
    'https://:@example.com',
  ],
  'url-port': ['https://example.com:80/', 'https://example.com:8443/', 'https://example.com:0/'],
  'url-is-address': [
    'https://127.0.0.1/',
    'https://1.1.1.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:1.1.1.1]/',
    'https://127.1/',
    'https://１２７.0.0.1/',
    'https://127。0。0。1/',
    'https://127%2e0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://127.0.0.1./',
  ],
  'url-host': [
    'https://server/',
    'https://example.com./',
    'https://exa_mple.com/',
    'https://-a.example.com/',
    `https://${'a'.repeat(64)}.example.com/`,
    `https://${'a.'.repeat(127)}com/`,
  ],
  'url-reserved-name': 'localhost local internal lan home corp private test example invalid onion arpa alt'
    .split(' ')
    .flatMap(name => [`https://hooks.${name}/`, `https://${name}/`, `https://HOOKS.${name.toUpperCase()}/`]),
}

test('a URL with a public name and HTTPS is allowed, any other has its own refusal', t => {
  for (const [code, urls] of Object.entries(REFUSED)) for (const url of urls) t.is(refusalOf(url), code, url)
  for (const url of [
    'https://hooks.example.com/',
    'https://example.com/a?b=c%20d',
    'https://xn--bcher-kva.example.com/x',
  ]) {
    t.is(refusalOf(url), url)
  }
  t.is(refusalOf('https://BÜCHER.example.com:443'), 'https://xn--bcher-kva.example.com/')
  t.is(readTarget('https://example.com:8443/', [443, 8443]).port, '8443')
})

test('if this machine may be called, only by its own names, and nothing else is allowed', t => {
  const here = ['http://localhost:9000/in', 'http://127.0.0.1/', 'https://127.8.8.8:1/', 'http://[::1]:9000/']
  for (const url of here) {
    t.is(readTarget(url, PORTS, true).href, url)
    t.true(['url-not-https', 'url-is-address', 'url-port'].includes(refusalOf(url)), url)
  }
  t.is(readTarget('http://2130706433/', PORTS, true).hostname, '127.0.0.1')
  const elsewhere = {
    'url-not-https': ['http://example.com/', 'http://10.0.0.1/', 'http://127.0.0.1.example.com/', 'http://0.0.0.0/'],
    'url-is-address': ['https://10.0.0.1/', 'https://[::ffff:127.0.0.1]/', 'https://169.254.169.254/'],
    'url-userinfo': ['http://me@localhost/', 'http://localhost@example.com/'],
    'url-fragment': ['http://localhost/#x'],
    'url-reserved-name': ['https://hooks.localhost/', 'https://server.local/'],
  }
  for (const [code, urls] of Object.entries(elsewhere)) {
    for (const url of urls) t.is(t.throws<EgressFailure>(() => readTarget(url, PORTS, true))?.code as string, code, url)
  }
})

test('a name that resolves to this machine is refused even if its own names are not', async t => {
  const egress = createEgress({ monotonic: () => 0, takesLocal: true, lookup: async () => [{ address: '127.0.0.1' }] })
  const local = { mayBeLocal: true }
  t.is((await egress.judge('http://localhost:1/', local)).href, 'http://localhost:1/')
  const refusals = [
    egress.judge('https://hooks.example.com/', local),
    egress.judge('http://localhost:1/'),
    egress.judge('https://127.0.0.1/'),
  ]
  const codes = await Promise.all(refusals.map(one => one.catch(({ code }: EgressFailure) => code)))
  t.deepEqual(codes, ['address-refused', 'url-not-https', 'url-is-address'])
})

const ADDRESSES: [boolean, string[]][] = [
  [true, ['1.1.1.1', '93.184.215.14', '2606:4700::1111', '2a00:1450:4001:830::200e', '168.63.129.17']],
  [
    false,
    [
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '192.0.0.1',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.0.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '168.63.129.16',
      '192.31.196.1',
      '192.52.193.1',
      '192.175.48.1',
      '::',
      '::1',
      '::7f00:1',
      '::ffff:127.0.0.1',
      '::ffff:1.1.1.1',
      '64:ff9b::1.1.1.1',
      '64:ff9b:1::1',
      '100::1',
      '100:0:0:1::1',
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '3fff::1',
      '4000::1',
      '5f00::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'fe80::1%eth0',
      '2606:4700::1111%1',
      'fec0::1',
      'ff02::1',
      '2606:4700::5efe:7f00:1',
      '2606:4700::200:5efe:7f00:1',
      '',
      'x',
      '1.1.1',
      '0x1.1.1.1',
      '01.1.1.1',
      '2130706433',
    ],
  ],
]

test('an address is public, and any notation or embedding of a private one is not', t => {
  const isPublic = createAddressPolicy()
  for (const [expected, addresses] of ADDRESSES) for (const one of addresses) t.is(isPublic(one), expected, one)
  const here = createAddressPolicy(['93.184.0.0/16', '2606:4700::/32', '1.1.1.1'])
  for (const one of ['93.184.215.14', '2606:4700::1111', '1.1.1.1']) t.false(here(one), one)
  t.true(here('1.0.0.1'))
})

const judge = (addresses: string[]) => (url: string) =>
  createEgress({ monotonic: () => 0, lookup: async () => addresses.map(address => ({ address })) })
    .judge(url)
    .then(
      () => 'taken',
      (error: EgressFailure) => error.code,
    )

const collected = hasVectors('ssrf') ? test : test.skip
collected('no URL of the collected attacks is taken, whatever its scheme, where its name leads inside', async t => {
  const [urls] = readVectorFiles('ssrf').filter(({ name }) => name === 'urls.txt')
  const lines = urls!.bytes.toString('utf8').split('\n').filter(Boolean)
  t.true(lines.length > 70)
  for (const line of lines) {
    for (const url of [line, line.replace(/^[a-z]+:\/\//, 'https://')])
      t.not(await judge(['127.0.0.1'])(url), 'taken', url)
  }
})

test('one private address refuses the whole name', async t => {
  const url = 'https://hooks.example.com/'
  t.is(await judge(['1.1.1.1'])(url), 'taken')
  t.is(await judge(['1.1.1.1', '2606:4700::1111'])(url), 'taken')
  for (const bad of ['127.0.0.1', '::1', '10.0.0.1']) {
    t.is(await judge(['1.1.1.1', bad])(url), 'address-refused')
    t.is(await judge([bad, '1.1.1.1'])(url), 'address-refused')
  }
  t.is(await judge([])(url), 'lookup-failed')
})

test('failures have our own codes, and so does a failed lookup', async t => {
  const egress = createEgress({ monotonic: () => 0, lookup: () => Promise.reject(new Error('SERVFAIL')) })
  const error = await t.throwsAsync(egress.judge('https://hooks.example.com/'), { instanceOf: EgressFailure })
  t.is(error.code, 'lookup-failed')
})
