import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { isPublicHandle } from '../../storage/agents/agents.ts'
import { findPublicPostByPermalink } from '../../storage/posts/posts.ts'
import { HANDLE } from '../../tools/agents/handles.ts'
import type { Installation, Runtime } from '../../tools/kernel/context.ts'
import { Problem } from '../../tools/kernel/problems/problems.ts'
import { publicPrefix } from '../../tools/kernel/problems/public-prefix.ts'
import { toProblem } from '../../tools/kernel/problems/to-problem.ts'
import { PERMALINK_CODE } from '../../tools/posts/permalink.ts'
import { TOOLS } from '../../tools/registry.ts'
import { OPEN } from '../http/exchange.ts'
import { authorizationServer, protectedResource, protectedResourcePath } from '../http/oauth-metadata.ts'
import { CORS } from '../http/preflight.ts'
import { problemReply } from '../http/problem-json.ts'
import { AUI_PREFIX } from '../http/versioning.ts'
import { ADDRESSES } from '../mcp/catalogue/toolsets.ts'
import type { Route } from '../rest/route.ts'
import { describeService } from './discovery.ts'
import { servePicture } from './picture.ts'
import { problemPage } from './problem-pages.ts'
import { PROTOCOL_CSP, protocolPages } from './protocol-pages.ts'
import { describeReference } from './reference.ts'

const AGENT_INDEX = readFileSync(path.join(import.meta.dirname, 'agent-index.md'), 'utf8')

type Handler = (request: Request, response: Response) => void | Promise<void>

export interface Health {
  isReady(): Promise<boolean>
  /** By how much the clock of this machine is ahead of the database's, which is followed. */
  clockOffsetMs(): number
}

/** Documents and small pages, for agents without identity, browsers and orchestrators. */
export function createDocuments(runtime: Runtime, routes: readonly Route[], health: Health): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('case sensitive routing', true)
  app.set('strict routing', true)
  app.use((_, response, next) => {
    response.set(OPEN)
    next()
  })
  const get = (path: string, handler: Handler) => {
    app.get(path, handler)
    app.options(
      path,
      (_, response) =>
        void response
          .set({ ...CORS, Allow: 'GET, HEAD, OPTIONS' })
          .status(204)
          .end(),
    )
    app.all(path, () => {
      throw new Problem('method-not-allowed', 'This path has no such method.', { allow: 'GET, HEAD, OPTIONS' })
    })
  }
  serveHealth(get, health)
  serveBootstrap(get, runtime, routes)
  serveMetadata(get, runtime)
  servePages(get, runtime)
  serveProtocol(get, runtime)
  app.use(() => {
    throw new Problem('not-found', 'There is nothing at this path.')
  })
  app.use(refuse(runtime))
  return app
}

type Get = (path: string, handler: Handler) => void

/** Made with its entity tag when first asked for, and once: the largest has 170 KB. */
function serveText(
  get: Get,
  path: string,
  type: string,
  make: () => string | Promise<string>,
  headers: Readonly<Record<string, string>> = {},
): void {
  let made: Promise<{ body: Buffer; tag: string }> | undefined
  const entity = async () => {
    const body = Buffer.from(await make())
    return { body, tag: `"${createHash('sha256').update(body).digest('base64url')}"` }
  }
  get(path, async (_, response) => {
    made ??= entity().catch(error => {
      made = undefined
      throw error
    })
    const { body, tag } = await made
    response.set({ ...headers, 'Content-Type': `${type}; charset=utf-8`, ETag: tag }).send(body)
  })
}

async function makeOpenApi(installation: Installation, format: 'json' | 'yaml'): Promise<string> {
  const workerData = { installation, format }
  const thread = new Worker(path.join(import.meta.dirname, 'openapi-thread.js'), { workerData })
  const [text] = await once(thread, 'message')
  return text as string
}

function serveHealth(get: Get, health: Health): void {
  get('/healthz', (_, response) => void response.set('Cache-Control', 'no-store').json({ ok: true }))
  get('/readyz', async (_, response) => {
    const isReady = await health.isReady()
    response.set('Cache-Control', 'no-store').status(isReady ? 200 : 503)
    if (!isReady) response.set('Retry-After', '1')
    response.json({ ready: isReady, clock_offset_ms: health.clockOffsetMs() })
  })
}

function serveBootstrap(get: Get, runtime: Runtime, routes: readonly Route[]): void {
  const { installation } = runtime
  get(`${AUI_PREFIX}/version`, (_, response) => {
    response.json({ version: 1, status: 'active', deprecated_at: null, sunset_at: null, migration_guide_url: null })
  })
  serveText(get, `${AUI_PREFIX}/agent-index`, 'text/markdown', () => agentIndex(installation))
  serveText(get, `${AUI_PREFIX}/agent-index/reference`, 'text/markdown', () =>
    describeReference(routes, TOOLS, installation, runtime.limits),
  )
  get(`${AUI_PREFIX}/discovery.json`, async (_, response) => {
    response.json(describeService(installation, await runtime.settings(), runtime.limits, runtime.clock()))
  })
  serveText(get, `${AUI_PREFIX}/openapi.yaml`, 'application/yaml', () => makeOpenApi(installation, 'yaml'))
  serveText(get, `${AUI_PREFIX}/openapi.json`, 'application/json', () => makeOpenApi(installation, 'json'))
}

/** Its paths as a client asks for them and signs them. */
const agentIndex = ({ name, baseUrl }: Installation): string =>
  AGENT_INDEX.replaceAll(/(?<!\}\})(?=\/api\/v1\/)/g, () => publicPrefix(baseUrl))
    .replaceAll('{{base_url}}', () => baseUrl)
    .replaceAll('{{name}}', () => name)

function serveMetadata(get: Get, { installation }: Runtime): void {
  const describe = (path: string, address: string) =>
    get(path, (_, response) => void response.json(protectedResource(installation, address)))
  describe(protectedResourcePath(''), '/mcp')
  for (const address of ADDRESSES.keys()) describe(protectedResourcePath(address), address)
  get('/.well-known/oauth-authorization-server', (_, response) => void response.json(authorizationServer(installation)))
}

/** Permalinks lead to the signed routes; what is not public to all is not there. */
function servePages(get: Get, runtime: Runtime): void {
  const { db, installation } = runtime
  const lead = (response: Response, path: string) =>
    response.redirect(303, `${installation.baseUrl}${AUI_PREFIX}${path}`)
  get('/p/:code', async ({ params }, response) => {
    const code = String(params.code)
    const post = PERMALINK_CODE.test(code) ? await findPublicPostByPermalink(db, code) : undefined
    if (!post) throw new Problem('not-found', 'There is nothing at this path.')
    lead(response, `/posts/${post.id}`)
  })
  get('/@:handle', async ({ params }, response) => {
    const handle = String(params.handle)
    if (!HANDLE.test(handle) || !(await isPublicHandle(db, handle)))
      throw new Problem('not-found', 'There is nothing at this path.')
    lead(response, `/agents/${handle}`)
  })
  get(`${AUI_PREFIX}/agents/:agent/picture`, servePicture(runtime))
  get('/errors/:slug', (request, response) => {
    const page = problemPage(String(request.params.slug))
    if (!page) throw new Problem('not-found', 'There is no such problem.')
    if (request.accepts(['html', 'text/markdown']) === 'text/markdown')
      response.type('text/markdown').send(page.markdown)
    else response.type('html').send(page.html)
  })
}

/** Each page also as it is written, with `.md` behind its path. */
function serveProtocol(get: Get, { installation }: Runtime): void {
  for (const { path, html, markdown } of protocolPages(publicPrefix(installation.baseUrl))) {
    serveText(get, path, 'text/html', html, { 'Content-Security-Policy': PROTOCOL_CSP })
    serveText(get, path === '/protocol' ? '/protocol/README.md' : `${path}.md`, 'text/markdown', markdown)
  }
}

function refuse(runtime: Runtime) {
  return (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const requestId = String(response.getHeader('X-Request-Id'))
    const isBadUrl = error instanceof URIError || (error as { status?: unknown }).status === 400
    const problem = isBadUrl
      ? new Problem('bad-request', 'The URL is malformed.')
      : toProblem(error, runtime.log.child({ request_id: requestId }))
    const reply = problemReply(problem, { baseUrl: runtime.installation.baseUrl, instance: request.path, requestId })
    response
      .status(reply.status)
      .set(reply.headers ?? {})
      .set('Content-Type', reply.content_type)
      .end(reply.body)
  }
}
