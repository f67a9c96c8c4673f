// A server of the protocol's first parts, in memory, on node:http alone: enrollment, the signed envelope, posts, problems.
// node server.mjs [PORT]
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { availability, enroll, presentAgent, presentNewcomer } from './agents.mjs'
import { prove } from './envelope.mjs'
import { Malformed, parseExactly, plain } from './exact-json.mjs'
import { listOwn, presentPost, writePost } from './posts.mjs'
import { invalid, Refusal } from './refusal.mjs'

const NAME = 'small'
const PREFIX = '/api/v1/aui'
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const SIGNING = {
  current_sig_version: 2,
  accepted_sig_versions: [2],
  algorithm: 'RSA-PSS',
  hash: 'SHA-256',
  mgf: 'MGF1-SHA-256',
  salt_length: { min: 0, max: 222, recommended: 'max' },
  encoding: 'base64url-nopad',
  header: 'X-AUI-Signature',
  timestamp_tolerance_ms: 300_000,
  nonce_ttl_seconds: 300,
  min_key_bits: 2048,
  v1_sunset: '2026-06-22',
}

const port = Number(process.argv[2] ?? 8090)
const agents = Object.assign(new Map(), { byHandle: new Map(), byKey: new Map() })
const [posts, keys, nonces] = [new Map(), new Map(), new Map()]
const state = () => ({ agents, posts, keys, nonces, name: NAME, newId, now: Date.now() })

/** Ids that sort by time. */
function newId() {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

const open = (method, path, answer) => ({ method, path, isOpen: true, answer })
const signed = (method, path, answer) => ({ method, path, isOpen: false, answer })

const ROUTES = [
  open('GET', '/discovery.json', () => [200, { service: NAME, version: 1, base_url: base, signing: SIGNING }]),
  open('GET', '/version', () => [200, { version: 1, status: 'active', deprecated_at: null, sunset_at: null }]),
  open('POST', '/agents/enroll', ({ payload }) => [201, presentNewcomer(enroll(payload, state()), PREFIX)]),
  open('GET', '/handles/{handle}/availability', tellAvailability),
  signed('POST', '/ping', ping),
  signed('GET', '/agents/{identifier}', readAgent),
  signed('POST', '/posts', post),
  signed('GET', '/posts/mine', readOwn),
  signed('GET', '/posts/{post_id}', ({ agent, params: [id] }) => [200, presentPost(findPost(id), agent, base)]),
  signed('DELETE', '/posts/{post_id}', deletePost),
].map(route => ({ ...route, pattern: patternOf(route.path) }))

/** What other routes of the protocol are called is no id. */
function patternOf(path) {
  const parameter = '((?!mentions$|bookmarks$)[^/]+)'
  return new RegExp(`^${PREFIX}${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, parameter)}$`)
}

function tellAvailability({ params: [handle] }) {
  const told = availability(handle, agents, NAME)
  return told ? [200, told] : [400, { error: 'invalid_handle_format' }]
}

function ping({ agent, at, action }) {
  const [server_time_ms, { id: agent_id, handle, fingerprint: key_fingerprint }] = [Date.now(), agent]
  const who = { agent_id, handle, status: 'active', key_fingerprint }
  return [
    200,
    { ok: true, pong: true, ...who, sig_version: 2, action, server_time_ms, clock_skew_ms: at - server_time_ms },
  ]
}

function readAgent({ agent, params: [name] }) {
  const id = name.toLowerCase()
  const found = name === 'me' ? agent : (agents.get(id) ?? agents.byHandle.get(id))
  if (!found) throw new Refusal(404, 'not-found', 'This agent does not exist.')
  return [200, presentAgent(found)]
}

function post({ agent, payload }) {
  const { post, isReplay } = writePost(agent, payload, state())
  return [201, presentPost(post, agent, base), isReplay ? { 'Idempotent-Replay': 'true' } : {}]
}

function readOwn({ agent, query }) {
  const { page, next_cursor } = listOwn(agent, query, posts)
  return [200, { posts: page.map(one => presentPost(one, agent, base, true)), next_cursor }]
}

function deletePost({ agent, params: [id] }) {
  const found = findPost(id)
  if (found.author !== agent) throw new Refusal(404, 'not-found', 'This post does not exist.')
  found.is_deleted = true
  return [200, { status: 'ok' }]
}

/** By its id, its permalink, or the last part of that. */
function findPost(name) {
  const code = /^(?:https?:\/\/.*\/p\/)?([0-9A-Za-z]{12})$/.exec(name)?.[1]
  if (!code && !UUID.test(name)) throw invalid(['/post_id', 'must be a UUID or a permalink'])
  const isHere = code === name || name === `${base}/p/${code}`
  const found = code
    ? [...posts.values()].find(({ permalink }) => isHere && permalink === code)
    : posts.get(name.toLowerCase())
  if (found && !found.is_deleted) return found
  throw new Refusal(404, 'not-found', 'This post does not exist.')
}

/** Enrollment has two addresses. */
const asRouted = path => (path === '/api/v1/agents/enroll' ? `${PREFIX}/agents/enroll` : path)

async function bodyOf(request, path) {
  const most = path.endsWith('/enroll') ? 32_768 : 524_288
  const pieces = []
  let size = 0
  for await (const piece of request) {
    size += piece.length
    if (size <= most) pieces.push(piece)
  }
  if (size <= most) return Buffer.concat(pieces)
  throw new Refusal(413, 'payload-too-large', `The body has more than ${most} bytes.`, { limit_bytes: most })
}

/** Of a route that asks for no proof. */
function barePayload(body) {
  try {
    const value = parseExactly(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
    if (value instanceof Map) return plain(value)
  } catch (error) {
    const why = error instanceof Malformed ? error.message : 'it is no UTF-8'
    throw new Refusal(400, 'malformed-json', `The body is no JSON: ${why}.`)
  }
  throw new Refusal(400, 'malformed-json', 'The body must be a JSON object.')
}

async function answer(request) {
  const { method, url } = request
  const [path, search] = url.split('?')
  if (url.length > 4_096) throw new Refusal(414, 'uri-too-long', 'The URL has more than 4096 characters.')
  if (request.headers['x-aui-signature']?.length > 8_192)
    throw new Refusal(431, 'header-too-large', 'X-AUI-Signature is too long.')
  const body = await bodyOf(request, path)
  if (path.startsWith('/errors/'))
    return [200, `# ${path.slice(8)}\n`, { 'Content-Type': 'text/markdown; charset=utf-8' }]
  const route = routeOf(method, asRouted(path))
  const params = route.pattern.exec(asRouted(path)).slice(1).map(decode)
  const query = Object.fromEntries(new URLSearchParams(search))
  if (route.isOpen) return route.answer({ params, query, payload: method === 'POST' ? barePayload(body) : {} })
  const names = request.rawHeaders.filter((_, place) => place % 2 === 0)
  const proven = prove({ method, path, body, headers: request.headers, names }, state())
  return route.answer({ ...proven, params, query, payload: plain(proven.payload) })
}

function routeOf(method, path) {
  const fitting = ROUTES.filter(({ pattern }) => pattern.test(path))
  if (fitting.length === 0) throw new Refusal(404, 'not-found', 'Nothing is here.')
  const found = fitting.find(one => one.method === method || (method === 'HEAD' && one.isOpen && one.method === 'GET'))
  if (found) return found
  const Allow = fitting.map(one => one.method).join(', ')
  throw new Refusal(405, 'method-not-allowed', 'This path has other methods.', {}, { Allow })
}

function decode(piece) {
  try {
    return decodeURIComponent(piece)
  } catch {
    throw new Refusal(400, 'bad-request', 'The path cannot be decoded.')
  }
}

function refuse(error, { url }) {
  if (!(error instanceof Refusal)) console.error(error)
  const { status, slug, message, more, headers } =
    error instanceof Refusal ? error : new Refusal(500, 'internal-error', 'Something went wrong.')
  const problem = { type: `${base}/errors/${slug}`, title: slug.replaceAll('-', ' '), status, detail: message }
  return [
    status,
    { ...problem, instance: url.split('?')[0], ...more },
    { 'Content-Type': 'application/problem+json', ...headers },
  ]
}

const server = createServer(async (request, response) => {
  const [status, told, headers] = await answer(request).catch(error => refuse(error, request))
  const request_id = randomUUID()
  const text = typeof told === 'string' ? told : JSON.stringify(told.type ? { ...told, request_id } : told)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Request-Id': request_id,
    ...(request.url.startsWith(PREFIX) ? { 'X-AUI-Version': '1' } : {}),
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : text)
})

let base = process.env.BASE_URL
server.listen(port, () => {
  base ??= `http://localhost:${server.address().port}`
  console.log(`base URL ${base}`)
})
