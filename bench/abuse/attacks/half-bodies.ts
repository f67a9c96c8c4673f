import { prefix } from '../../../conformance/clients/rest.ts'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { cycle } from '../gallery.ts'
import { hold } from '../hold-connections.ts'
import { bare } from '../requests.ts'

const CONNECTIONS = 2_500
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Request heads that announce this many bytes: to /mcp with and without a token, and a post. */
async function heads(context: AttackContext, length: (bytes: number) => Record<string, string>): Promise<Buffer[]> {
  const { token } = await context.enroll('halver')
  const toMcp = (headers: Record<string, string>) =>
    bare(context, 'POST', '/mcp', { ...JSON_TYPE, ...length(700_000), ...headers })
  const toPosts = (headers: Record<string, string>) =>
    bare(context, 'POST', `${prefix}/posts`, { ...JSON_TYPE, ...length(500_000), ...headers })
  const [own, garbage] = [`Bearer ${token}`, `Bearer ${'x'.repeat(token.length)}`]
  return [
    toMcp({ Authorization: own }),
    toMcp({}),
    toMcp({ Authorization: garbage }),
    toMcp({ Authorization: own, Host: 'elsewhere.example' }),
    toMcp({ Authorization: own, Origin: 'https://elsewhere.example' }),
    toPosts({}),
    toPosts({ Authorization: own }),
    toPosts({ Authorization: garbage }),
  ]
}

const stalled: Attack = {
  name: 'half-bodies/stalled',
  description: `${CONNECTIONS} requests with half of a body of 700,000 or 500,000 bytes, and then nothing`,
  async prepare(context) {
    const half = Buffer.alloc(350_000, ' ')
    const all = await heads(context, bytes => ({ 'Content-Length': String(bytes) }))
    const next = cycle(all.map((head, n) => Buffer.concat([head, n < 5 ? half : half.subarray(0, 250_000)])))
    return attackRun => hold(context, attackRun, { connections: context.connections(CONNECTIONS), opening: next })
  },
}

const CHUNK = chunk(Buffer.alloc(32 * 1024, ' '))

function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

const dripping: Attack = {
  name: 'half-bodies/dripping',
  description: `${CONNECTIONS} half bodies that go on by a byte a second, or by chunks of 32 KB without end`,
  async prepare(context) {
    const half = Buffer.alloc(250_000, ' ')
    const measured = await heads(context, bytes => ({ 'Content-Length': String(bytes) }))
    const endless = await heads(context, () => ({ 'Transfer-Encoding': 'chunked' }))
    const [nextMeasured, nextEndless] = [
      cycle(measured.map(head => Buffer.concat([head, half]))),
      cycle(endless.map(head => Buffer.concat([head, CHUNK]))),
    ]
    const isEndless = (n: number) => n % 2 === 1
    return attackRun =>
      hold(context, attackRun, {
        connections: context.connections(CONNECTIONS),
        opening: n => (isEndless(n) ? nextEndless() : nextMeasured()),
        drip: n => (isEndless(n) ? CHUNK : Buffer.from(' ')),
      })
  },
}

const headsOnly: Attack = {
  name: 'half-bodies/heads',
  description: `${CONNECTIONS} heads that grow by a line a second and never end`,
  async prepare(context) {
    const [head] = bare(context, 'GET', `${prefix}/version`).toString('latin1').split('\r\n\r\n')
    return attackRun =>
      hold(context, attackRun, {
        connections: context.connections(CONNECTIONS),
        opening: () => Buffer.from(`${head}\r\n`),
        drip: () => Buffer.from(`X-Slow: ${'x'.repeat(100)}\r\n`),
      })
  },
}

export const halfBodies = [stalled, dripping, headsOnly]
