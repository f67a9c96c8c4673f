// Profiles signed requests: a sampled CPU profile of one server process under 48 concurrent requests, as text.
// `node scripts/measure/request-profile.mjs [ping|profile|post] [FOLDER]` prints self time by part of the server, the
// functions with the most self time, and the call tree with branches above LEAST_PERCENT. FOLDER is another, built
// checkout.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { enroll, freePort, signedEnvelope, startServer } from './measured-server.mjs'

const AGENTS = 64
const REQUESTS = 12_000
const WARM_UP = 3_000
const IN_FLIGHT = 48
const FUNCTIONS = 25
const LEAST_PERCENT = 1.5

const CALLS = {
  ping: n => ['POST', '/ping', {}, n],
  profile: n => ['GET', '/agents/me', {}, n],
  post: n => ['POST', '/posts', { content: `A post with the number ${n} of those that are measured here` }, n],
}
/**
 * Preloaded into the server: a request to a separate port starts the profiler, and the next one returns the profile.
 */
const PRELOAD = `
if (require('node:worker_threads').isMainThread) {
  const { Session } = require('node:inspector')
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: 200 })
  require('node:http').createServer(({ url }, response) =>
    session.post(url === '/start' ? 'Profiler.start' : 'Profiler.stop', (_, result) => response.end(JSON.stringify(result)))
  ).listen({ port: Number(process.env.PROFILE_PORT), host: '127.0.0.1', exclusive: true })
}
`

const [kind = 'ping', folder] = process.argv.slice(2)
const call = CALLS[kind]
const output = mkdtempSync(path.join(tmpdir(), 'request-profile-'))
const preload = path.join(output, 'preload.cjs')
writeFileSync(preload, PRELOAD)
const profilePort = await freePort()
const profiler = `http://127.0.0.1:${profilePort}`
const variables = { RATE_LIMITS: 'off', NODE_OPTIONS: `--require ${preload}`, PROFILE_PORT: `${profilePort}` }
const server = await startServer(variables, folder)
const connections = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT })
try {
  const agents = []
  for (let n = 0; n < AGENTS; n++) agents.push(await enroll(server.base, 'profile'))
  await fire(agents, WARM_UP)
  await fetch(`${profiler}/start`)
  const rate = await fire(agents, REQUESTS)
  const { profile } = await (await fetch(`${profiler}/stop`)).json()
  process.stdout.write(`${kind}: ${REQUESTS} requests, ${rate} a second\n`)
  print(profile)
} finally {
  connections.destroy()
  await server.stop()
  rmSync(output, { recursive: true })
}

/** Signs all requests in advance; returns how many were answered a second. */
async function fire(agents, count) {
  const waiting = Array.from({ length: count }, (_, n) => {
    const [method, route, payload] = call(`${n} of ${count}`)
    return [method, route, JSON.stringify(signedEnvelope(agents[n % AGENTS], method, route, payload))]
  })
  const since = performance.now()
  const client = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await ask(...next)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, client))
  return Math.round(count / ((performance.now() - since) / 1000))
}

function ask(method, route, envelope) {
  const inHeader = method === 'GET'
  const headers = inHeader ? { 'X-AUI-Signature': envelope } : { 'Content-Type': 'application/json' }
  const url = `${server.base}/api/v1/aui${route}`
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: connections }, response => {
      if (response.statusCode >= 300) reject(new Error(`${route}: ${response.statusCode}`))
      response.resume().once('end', resolve)
    })
    sent.once('error', reject)
    sent.end(inHeader ? undefined : envelope)
  })
}

/** Samples outside these count as the server's own time. */
function print({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map(node => [node.id, { ...node, self: 0, total: 0 }]))
  samples.forEach((id, at) => {
    byId.get(id).self += timeDeltas[at]
  })
  const idle = [...byId.values()].filter(isIdle).reduce((sum, { self }) => sum + self, 0)
  const busy = timeDeltas.reduce((sum, ms) => sum + ms, 0) - idle
  process.stdout.write(`${Math.round(busy / REQUESTS)} µs of the event loop for each\n\n`)
  const percent = time => ((100 * time) / busy).toFixed(1).padStart(5)
  const table = (title, entries, most) => {
    const sorted = [...entries].sort(([, a], [, b]) => b - a).slice(0, most)
    process.stdout.write(`${title}\n${sorted.map(([name, time]) => `${percent(time)} %  ${name}`).join('\n')}\n\n`)
  }
  const own = [...byId.values()].filter(node => !isIdle(node))
  table('Self time by part', sums(own, partOf), 30)
  table('Self time by function', sums(own, nameOf), FUNCTIONS)
  const root = byId.get(nodes[0].id)
  total(root, byId)
  process.stdout.write('Call tree\n')
  tree(root, byId, 0, (LEAST_PERCENT / 100) * busy, percent)
}

function sums(nodes, keyOf) {
  const all = new Map()
  for (const node of nodes) all.set(keyOf(node), (all.get(keyOf(node)) ?? 0) + node.self)
  return all
}

function isIdle({ callFrame: { functionName } }) {
  return functionName === '(idle)' || functionName === '(program)'
}

function placeOf({ callFrame: { url } }) {
  const [, product] = /\/dist\/(.*)$/.exec(url) ?? []
  if (product && !url.includes('/node_modules/')) return product
  const [, dependency] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  return dependency ? `node_modules/${dependency}` : url
}

/** The part of a frame: two folders of the product, a dependency, a module of Node, or V8. */
function partOf(node) {
  const place = placeOf(node)
  if (place === '') return node.callFrame.functionName
  return place.startsWith('node_modules/') || place.startsWith('node:')
    ? place
    : place.split('/').slice(0, 2).join('/').replace(/\.js$/, '')
}

function nameOf(node) {
  return `${node.callFrame.functionName || '(anonymous)'}  ${placeOf(node)}`
}

function total(node, byId) {
  node.total = node.self
  for (const child of node.children ?? []) node.total += total(byId.get(child), byId)
  return isIdle(node) ? 0 : node.total
}

function tree(node, byId, depth, least, percent) {
  const children = (node.children ?? []).map(id => byId.get(id)).sort((a, b) => b.total - a.total)
  for (const child of children) {
    if (child.total < least || isIdle(child)) continue
    process.stdout.write(`${percent(child.total)} %${'  '.repeat(depth + 1)}${nameOf(child)}\n`)
    tree(child, byId, depth + 1, least, percent)
  }
}
