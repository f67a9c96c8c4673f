import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { createAuthority } from '../testing/fakes/certificates.ts'
import { createWebhookReceiver, type RequestResponder } from '../testing/fakes/webhook-receiver.ts'
import { createEgress, type Egress, type EgressRequest } from './egress.ts'
import { createAddressPolicy } from './egress-address.ts'
import { EgressFailure } from './egress-failure.ts'
import type { Destination, Lookup } from './egress-lookup.ts'

const NAME = 'hooks.example.com'
const authority = createAuthority()
const certificate = authority.issue(NAME)

interface Given {
  answer?: RequestResponder
  certificate?: { key: string; cert: string }
  ca?: string
  lookup?: Lookup
  monotonic?: () => number
  turn?: () => Promise<void>
  turnsToConnect?: boolean
  isAllowed?: (destination: Destination) => boolean
}

const opened: { close(): Promise<void> }[] = []
test.after.always(() => Promise.all(opened.map(one => one.close())))

const isHere = ({ address }: Destination) => address === '127.0.0.1'

/** A receiver, and an egress that reaches it. */
async function connect({ answer, ca = authority.ca, monotonic = () => 0, ...given }: Given = {}) {
  const receiver = await createWebhookReceiver(given.certificate ?? certificate, answer)
  const lookup = given.lookup ?? (async () => [{ address: '127.0.0.1', port: receiver.port }])
  const { isAllowed = isHere, turn, turnsToConnect = false } = given
  const egress = createEgress({ monotonic, ca, isAllowed, lookup, turnsToConnect, ...(turn && { turn }) })
  opened.push(egress, receiver)
  return { receiver, egress }
}

const REQUEST = {
  url: `https://${NAME}/a?b=c`,
  method: 'GET',
  headers: {},
  timeoutMs: 100_000,
  maxBytes: 10_000,
} as const

const codeOf = (egress: Egress, request: Partial<EgressRequest> = {}) =>
  egress.send({ ...REQUEST, ...request }).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (error instanceof EgressFailure ? error.code : String(error)),
  )

const later: RequestResponder = () => {}

test("a request arrives with its name, at the checked address, and the responder's evidence is returned", async t => {
  const answer: RequestResponder = response => response.writeHead(201, { 'x-from': 'there' }).end('hello')
  const { egress, receiver } = await connect({ answer })
  const body = Buffer.from('{"a":"ü"}')
  const sent = { ...REQUEST, method: 'POST' as const, headers: { 'content-type': 'application/json' }, body }
  const { status, headers, ...rest } = await egress.send(sent)
  t.deepEqual([status, headers['x-from'], rest.body.toString(), rest.address], [201, 'there', 'hello', '127.0.0.1'])
  t.regex(rest.certificate_sha256 ?? '', /^[0-9a-f]{64}$/)
  const [request] = receiver.received
  t.is(request?.path, '/a?b=c')
  t.deepEqual(request?.body, body)
  t.like(request?.headers, { host: NAME, 'accept-encoding': 'identity', 'content-type': 'application/json' })
})

test("the time in the queue is not part of a call's time limit", async t => {
  const timeoutMs = 5_000
  const silent = await connect({ answer: later })
  const turn = async () => void t.is(await codeOf(silent.egress, { timeoutMs }), 'deadline')
  const { egress } = await connect({ turn })
  t.is(await codeOf(egress, { timeoutMs }), 'answered 204')
})

test('a queued call never starts if the egress was closed meanwhile', async t => {
  let begin = () => {}
  const turn = () => new Promise<void>(resolve => (begin = resolve))
  const { egress } = await connect({ turn, lookup: async () => t.fail() as never })
  const answer = codeOf(egress)
  await egress.close()
  begin()
  t.is(await answer, 'deadline')
})

test('a call with a free connection does not queue, and one without does', async t => {
  let turns = 0
  const turn = async () => void turns++
  const held: (() => void)[] = []
  const answer: RequestResponder = (response, { path }) => {
    if (path === '/held') held.push(() => response.end())
    else response.end()
  }
  const { egress } = await connect({ answer, turn, turnsToConnect: true })
  const url = `https://${NAME}/held`
  const first = codeOf(egress, { url })
  while (held.length < 1) await new Promise(setImmediate)
  const second = codeOf(egress, { url })
  while (held.length < 2) await new Promise(setImmediate)
  t.is(turns, 2)
  for (const end of held.splice(0)) end()
  await Promise.all([first, second])
  const third = codeOf(egress, { url })
  while (held.length < 1) await new Promise(setImmediate)
  held[0]?.()
  t.deepEqual([await third, turns], ['answered 200', 2])

  const paced = await connect({ turn })
  await codeOf(paced.egress)
  await codeOf(paced.egress)
  t.is(turns, 4)
})

const big = Buffer.alloc(64 * 1024)
const endless: RequestResponder = response => {
  response.writeHead(200)
  const more = () => {
    while (!response.destroyed && response.write(big));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}
const drip: RequestResponder = response => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 20)
  response.on('close', () => clearInterval(timer))
}
const bomb: RequestResponder = response =>
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)))

const ANSWERS: [string, RequestResponder, string, Partial<EgressRequest>?][] = [
  ['a redirect is followed nowhere', r => r.writeHead(302, { location: 'https://127.0.0.1/' }).end(), 'answered 302'],
  ['a reset', r => r.destroy(), 'reset'],
  ['no answer', later, 'deadline', { timeoutMs: 300 }],
  ['an endless body', endless, 'answer-too-large'],
  ['a long length', r => r.writeHead(200, { 'content-length': 10_000_000 }).write('x'), 'answer-too-large'],
  ['a body that drips', drip, 'deadline', { timeoutMs: 300 }],
  ['an encoded answer', bomb, 'answer-encoded'],
  ['headers of 20 kB', r => r.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end(), 'headers-too-large'],
  ['what is no HTTP', r => r.socket?.end('SSH-2.0-x\r\n\r\n'), 'answer-malformed'],
]

for (const [title, answer, code, request] of ANSWERS) {
  test(`${title}: ${code}`, async t => {
    const { egress } = await connect({ answer })
    t.is(await codeOf(egress, request), code)
  })
}

test('an endless body costs few bytes, whether it is read or dropped', async t => {
  const { egress, receiver } = await connect({ answer: endless })
  t.is(await codeOf(egress), 'answer-too-large')
  t.is(await codeOf(egress, { maxBytes: 'drop' }), 'answered 200')
  // Includes what the kernels of both ends buffer.
  t.true((await receiver.allClosed()) < 20_000_000)
})

for (const [title, answer] of [
  ['endless', endless],
  ['dripping', drip],
  ['encoded', bomb],
] as const) {
  test(`the status counts if the body is dropped: ${title}`, async t => {
    const { egress } = await connect({ answer })
    t.is(await codeOf(egress, { maxBytes: 'drop' }), 'answered 200')
  })
}

const UNTRUSTED: [title: string, given: Parameters<typeof connect>[0], code: string][] = [
  ['for another name', { certificate: authority.issue('other.example.com') }, 'certificate-name'],
  ['of an unknown authority', { ca: createAuthority().ca }, 'certificate-chain'],
  ['that has expired', { certificate: authority.issueExpired(NAME) }, 'certificate-expired'],
]

for (const [title, given, code] of UNTRUSTED) {
  test(`a certificate ${title} is refused before a byte is sent`, async t => {
    const { egress, receiver } = await connect(given)
    t.is(await codeOf(egress), code)
    t.is(receiver.received.length, 0)
  })
}

test('a name that resolves to this machine the second time is looked up again after a while, and refused', async t => {
  let now = 1_000
  let answer: Destination = { address: '93.184.215.14' }
  const isPublic = createAddressPolicy()
  const isAllowed = ({ address, port }: Destination) => port !== undefined || isPublic(address)
  const { egress, receiver } = await connect({ lookup: async () => [answer], monotonic: () => now, isAllowed })
  answer = { address: '127.0.0.1', port: receiver.port }
  for (const _ of [1, 2, 3, 4]) t.is(await codeOf(egress), 'answered 204')
  t.true(receiver.connections() < 4)
  answer = { address: '127.0.0.1' }
  t.is(await codeOf(egress), 'answered 204')
  now += 60_000
  t.is(await codeOf(egress), 'address-refused')
  t.is(receiver.received.length, 5)
})

test('connections to the 128 most recently used URLs are cached, and no idle ones', async t => {
  const asked: string[] = []
  const lookup: Lookup = async name => {
    asked.push(name)
    return [{ address: '127.0.0.1', port: receiver.port }]
  }
  const { egress, receiver } = await connect({ lookup, certificate: authority.issue('*.example.com') })
  const call = (n: number) => codeOf(egress, { url: `https://n${n}.example.com/` })
  for (let n = 0; n < 128; n++) t.is(await call(n), 'answered 204')
  for (const n of [0, 128, 0, 1]) await call(n)
  t.deepEqual(asked.slice(128), ['n128.example.com', 'n1.example.com'])
  await receiver.allClosed()
  t.is(receiver.received.length, 132)
})

/** An egress whose lookup of `held.example.com` waits, and calls to 128 other, missing hosts. */
async function connectHolding(answer: RequestResponder) {
  let release = () => {}
  const holding = new Promise<void>(resolve => {
    release = resolve
  })
  let asked = 0
  let crowd = () => {}
  const crowded = new Promise<void>(resolve => {
    crowd = resolve
  })
  const lookup: Lookup = async name => {
    if (name !== 'held.example.com') {
      if (++asked === 128) crowd()
      await crowded
      return []
    }
    await holding
    return [{ address: '127.0.0.1', port: receiver.port }]
  }
  const { egress, receiver } = await connect({ answer, lookup, certificate: authority.issue('*.example.com') })
  const call = (name: string) => codeOf(egress, { url: `https://${name}.example.com/` })
  const crowdOut = async () => new Set(await Promise.all(Array.from({ length: 128 }, (_, n) => call(`n${n}`))))
  return { egress, receiver, release, call, crowdOut }
}

test('a call whose lookup is in progress while 128 others start is sent nevertheless', async t => {
  const { release, call, crowdOut } = await connectHolding(response => response.writeHead(204).end())
  const held = call('held')
  t.deepEqual(await crowdOut(), new Set(['lookup-failed']))
  release()
  t.is(await held, 'answered 204')
  t.is(await call('held'), 'answered 204')
})

test('closing the egress aborts every call, also those whose URL was evicted from the cache', async t => {
  const { egress, receiver, release, call, crowdOut } = await connectHolding(() => {})
  release()
  const held = call('held')
  await receiver.until(1)
  await crowdOut()
  const again = call('held')
  await receiver.until(2)
  await egress.close()
  for (const one of [held, again]) t.is(await one, 'deadline')
})

test('a lookup that hangs ends with the call', async t => {
  const { egress } = await connect({ lookup: () => new Promise(() => {}) })
  t.is(await codeOf(egress, { timeoutMs: 200 }), 'deadline')
})

test('a closed port, and one without TLS, are distinct failures', async t => {
  const tcp = createTcpServer(socket =>
    socket
      .on('error', () => {})
      .resume()
      .end('hello'),
  ).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  const lookup = async () => [{ address: '127.0.0.1', port }]
  t.is(await codeOf((await connect({ lookup })).egress), 'tls-absent')
  await new Promise(resolve => tcp.close(resolve))
  t.is(await codeOf((await connect({ lookup })).egress), 'connect-refused')
})
