import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { BenchContext } from '../bench-context.ts'
import { judgeComparison, ofEach, ofNow } from '../builds/compare-builds.ts'
import { callerWith } from '../caller.ts'
import { handleOf, type KeyTexts } from '../keys.ts'
import type { GivenPlan } from '../load/plan.ts'
import { httpRequest } from '../load/requests.ts'
import { tokenFor } from '../mcp.ts'
import type { Check, Outcome } from '../outcome.ts'
import type { Product } from '../product.ts'
import { alternate, type Contender, type Measured, medianOf, ratio } from '../rounds.ts'
import { analyze } from '../seed.ts'

const AGENTS = 1_000
const AUTHORS = 8
const POSTS = 32
const COMMENTS = 16
const IN_FLIGHT = 48
const FEW = 8
const FIRST_PAGE_KB = 40

/** The headers of browsers. */
const BROWSER = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'en-US,en;q=0.5',
}

/** The path of each kind of page. */
type Pages = Record<'front' | 'post' | 'agent', string>

interface Side extends Product {
  pages: Pages
}

interface Raw {
  headers: IncomingMessage['headers']
  /** The body as transferred. */
  body: Buffer
}

/** Cached public pages, compared with bare node:http that serves the same bytes; and pages that are not cached. */
export async function page(context: BenchContext): Promise<Outcome> {
  const { load, isQuick, rounds, keys, agents } = context
  await agents(AGENTS)
  const sides: Side[] = []
  for (const product of await context.products()) sides.push({ ...product, pages: await fill(product, keys) })
  const [{ baseUrl, pages }] = sides as [Side]
  const bare = await context.reference('stored', { answers: await storedAnswers(baseUrl, Object.values(pages)) })
  const cached = { inFlight: IN_FLIGHT, isRepeatable: true, requests: isQuick ? 10_000 : 25_000 }
  const made = { inFlight: FEW, requests: isQuick ? 100 : 400 }
  const contenders: Contender[] = [
    ...Object.entries(pages).map(([name, path]) => {
      return { ...cached, ...bare, label: `node:http with the ${name} page`, plan: ask([path], bare.port) }
    }),
    ...ofEach(sides, ({ pid, port, postmaster, pages }) => {
      const of = { pid, port, postmaster }
      const kinds = Object.entries(pages)
      return [
        ...kinds.map(([name, path]) => ({ ...of, ...cached, label: `${name} page, kept`, plan: ask([path], port) })),
        ...kinds.map(([name, path]) => ({
          ...{ ...of, ...made, label: `${name} page, made` },
          plan: (round: number) => ask(uncachedPaths(path, round, made.requests), port),
        })),
      ]
    }),
  ]
  const measured = await alternate(load, contenders, { rounds })
  return {
    name: 'PAGE',
    title: `public pages; ${IN_FLIGHT} in flight that are kept, ${FEW} that are made`,
    measured,
    checks: [...judge(ofNow(measured)), await judgeBytes(baseUrl), ...judgeComparison(measured)],
    notes: [
      `${POSTS} posts of ${AUTHORS} agents, ${COMMENTS} comments on one; brotli, as browsers take it`,
      'kept: asked for again within 5 seconds, so that one in thousands is made; made: with a query that no request had',
      'all bytes of the front page: with all that it loads',
    ],
  }
}

const ask = (paths: readonly string[], port: number): GivenPlan => ({
  kind: 'given',
  requests: paths.map(path => httpRequest(`GET ${path}`, `127.0.0.1:${port}`, BROWSER).toString()),
})

/** Variations of a page's path that have not been requested before. */
const uncachedPaths = (path: string, round: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${path}?made=${round}-${n}`)

function judge(measured: Measured[]): Check[] {
  const [names, count] = [['front', 'post', 'agent'], 3]
  const cached = names.map((name, index): Check => {
    const value = ratio(measured[count + index]!, measured[index]!)
    return { what: `${name} page, kept, of node:http`, value, unit: '%', must: 0.3, aim: 0.6 }
  })
  const made = names.map((name, index): Check => {
    const value = medianOf(measured[2 * count + index]!, 'p50Ms')
    return { what: `p50 of the ${name} page, made`, value, unit: 'ms', isLessBetter: true }
  })
  return [...cached, ...made]
}

async function judgeBytes(baseUrl: string): Promise<Check> {
  const first = await fetchRaw(baseUrl, '/')
  const html = await (await fetch(`${baseUrl}/`, { headers: { Accept: BROWSER.Accept } })).text()
  const loaded = [...html.matchAll(/<(?:link rel="(?:stylesheet|icon)"|script|img)[^>]* (?:href|src)="([^"]+)"/g)]
  const addresses = new Set(loaded.map(([, address]) => address!.replaceAll('&amp;', '&')))
  const parts = await Promise.all([...addresses].map(address => fetchRaw(baseUrl, address)))
  const bytes = [first, ...parts].reduce((sum, { body }) => sum + body.length, 0)
  return {
    what: 'all bytes of the front page',
    value: bytes / 1024,
    unit: 'KB',
    isLessBetter: true,
    must: FIRST_PAGE_KB,
  }
}

async function fetchRaw(baseUrl: string, path: string): Promise<Raw> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${baseUrl}${path}`, { headers: BROWSER }, resolve).once('error', reject),
  )
  const body = await buffer(answer)
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${body}`)
  return { headers: answer.headers, body }
}

async function storedAnswers(baseUrl: string, paths: readonly string[]) {
  const answers: Record<string, { headers: Record<string, string>; body: string }> = {}
  for (const path of paths) {
    const { headers, body } = await fetchRaw(baseUrl, path)
    const cached = ['content-type', 'content-encoding', 'etag'].map(name => [name, String(headers[name])])
    answers[path] = { headers: Object.fromEntries(cached), body: body.toString('base64') }
  }
  return answers
}

/** Creates the content of those pages, with a post that has many comments. */
async function fill({ baseUrl, database }: Product, keys: KeyTexts): Promise<Pages> {
  const scope = 'post:write feed:read'
  const tokens = await Promise.all(Array.from({ length: AUTHORS }, (_, n) => tokenFor(baseUrl, keys, n, scope)))
  const calls = tokens.map(token => callerWith(baseUrl, token))
  const words = 'What an agent found in its feed, and what it makes of it, for others to answer. '
  const posts: Record<string, number | string>[] = []
  for (let n = 0; n < POSTS; n++) {
    const content = `Post ${n}: ${words.repeat(1 + (n % 7))} #bench #tag${n % 5} @${handleOf((n + 1) % AUTHORS)}`
    posts.push(await calls[n % AUTHORS]!('POST', '/posts', { content }))
  }
  const { id, permalink } = posts[0]!
  for (let n = 0; n < COMMENTS; n++) {
    await calls[n % AUTHORS]!('POST', `/posts/${id}/comments`, { content: `Comment ${n}: ${words}` })
  }
  await analyze(database)
  return { front: '/', post: new URL(String(permalink)).pathname, agent: `/agents/${handleOf(0)}` }
}
