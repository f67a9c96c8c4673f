import path from 'node:path'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { isPublicHandle } from '../../storage/agents/agent-rows.ts'
import { findPublicPostByPermalink } from '../../storage/posts/post-rows.ts'
import { HANDLE_PATTERN } from '../../tools/agents/handle-rules.ts'
import { getConstitution } from '../../tools/constitution/get-constitution.ts'
import type { Runtime } from '../../tools/core/context.ts'
import { DAY } from '../../tools/core/durations.ts'
import { invoke } from '../../tools/core/invoke-tool.ts'
import { PERMALINK_CODE } from '../../tools/core/post-reference.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { describeVersion } from '../../tools/versions/version-ending.ts'
import { type HealthState, serveHealth } from '../health/health.ts'
import { discoveryLinks } from '../http/discovery-links.ts'
import { ANY_ORIGIN } from '../http/exchange.ts'
import { authorizationServer, protectedResource, protectedResourcePath } from '../http/oauth-metadata.ts'
import { CORS_HEADERS } from '../http/security/cors-preflight.ts'
import { pageLocation, withoutTrailingSlash } from '../http/trailing-slash.ts'
import { AUI_PREFIX, VERSION_PATH } from '../http/versioning.ts'
import { ADDRESSES } from '../mcp/catalogue/toolsets.ts'
import type { Route } from '../rest/route.ts'
import { openIdProvider, serveBroker } from './broker-document.ts'
import { serveCatalogue } from './catalogue/serve-catalogue.ts'
import { describeClients, serveClientPackage, wheelUrl } from './client-documents.ts'
import { type ContentDocument, contentDocuments } from './content-documents.ts'
import { serveDidDocuments } from './did-document.ts'
import { describeService } from './discovery-document.ts'
import { describeLlms } from './llms-txt.ts'
import { servePicture } from './picture.ts'
import { describeProblem } from './problem-pages.ts'
import { protocolPages } from './protocol-pages.ts'
import { familiesOf, featurePath } from './reference/reference-paths.ts'
import type { RenderedDocument, RenderRequest } from './render-worker.ts'
import { type Get, type Handler, serveDynamic, serveFixed } from './serve-document.ts'
import { renderSkills } from './skills/skills.ts'
import { serveTransparencyLog } from './transparency-log.ts'

const MAKING_THREAD = path.join(import.meta.dirname, 'render-worker.js')

const ALLOWS = { ...CORS_HEADERS, Allow: 'GET, HEAD, OPTIONS' }

/** Documents and small pages, for unauthenticated agents, browsers and orchestrators. */
export function createDocuments(
  runtime: Runtime,
  routes: readonly Route[],
  { health, version }: { health: HealthState; version: string },
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('case sensitive routing', true)
  app.set('strict routing', true)
  const links = discoveryLinks(runtime.installation)
  app.use((_, response, next) => {
    response.set(ANY_ORIGIN).append('Link', links)
    next()
  })
  const get = (path: string, handler: Handler) => {
    if (isPage(path)) app.get(`${path}/`, redirectFromSlash)
    app
      .route(path)
      .get(handler)
      .options((_, response) => void response.set(ALLOWS).status(204).end())
      .all(() => {
        throw new Problem('method-not-allowed', 'This path does not support this method.', { allow: ALLOWS.Allow })
      })
  }
  serveHealth(get, health)
  serveBootstrap(get, runtime, routes)
  serveMetadata(get, runtime)
  serveSecurity(get, runtime)
  serveBroker(get, runtime)
  serveTransparencyLog(get, runtime)
  servePages(get, runtime)
  serveProtocol(get)
  serveClients(get, runtime)
  serveCatalogue(get, runtime, version)
  serveDidDocuments(get, runtime)
  app.use(({ path }) => {
    const slash = withoutTrailingSlash(path) === undefined ? '' : 'Remove the slash at the end of the path. '
    throw new Problem('not-found', 'There is nothing at this path.', {
      hint: `${slash}Start at ${runtime.installation.baseUrl}${AUI_PREFIX}/agent-index.`,
    })
  })
  app.use(replyMalformed)
  return app
}

/** Pages for people; for clients, a 404 with a hint about the path. */
const isPage = (path: string) => /^\/(?:(?:protocol|errors|p|@)(?:[/:]|$)|clients$)/.test(path) && !/\.\w+$/.test(path)

function redirectFromSlash({ path, originalUrl }: Request, response: Response): void {
  const search = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : ''
  response
    .set('Cache-Control', 'no-cache')
    .set('Location', pageLocation(path.slice(0, -1), search))
    .status(308)
    .end()
}

function serveBootstrap(get: Get, runtime: Runtime, routes: readonly Route[]): void {
  const { installation, limits, workers } = runtime
  const serveMade = (path: string, type: string, what: RenderedDocument, family?: string) =>
    serveFixed(get, `${AUI_PREFIX}${path}`, {
      type,
      make: () =>
        workers.run<RenderRequest, string>(MAKING_THREAD, {
          what,
          installation,
          isLimited: limits !== undefined,
          family,
        }),
    })
  serveDynamic(get, VERSION_PATH, {
    type: 'application/json',
    make: () => JSON.stringify(describeVersion(runtime.versionEnding(), runtime.clock())),
  })
  const documents = contentDocuments(installation, routes, limits)
  for (const written of documents) serveFixed(get, written.path, written)
  serveLlms(get, runtime, documents)
  serveMade('/agent-index/reference', 'text/markdown', 'reference')
  for (const family of familiesOf(routes)) {
    serveMade(featurePath(family).slice(AUI_PREFIX.length), 'text/markdown', 'feature', family)
  }
  serveMade('/openapi.yaml', 'application/yaml', 'openapi.yaml')
  serveMade('/asyncapi.json', 'application/json', 'asyncapi.json')
  serveMade('/openapi.json', 'application/json', 'openapi.json')
  serveDynamic(get, `${AUI_PREFIX}/discovery.json`, {
    type: 'application/json',
    make: async () => JSON.stringify(await describe(runtime)),
  })
  serveDynamic(get, `${AUI_PREFIX}/templates/constitution`, {
    type: 'text/markdown',
    make: () => readConstitution(runtime),
  })
}

/** With the content of agents while it is public; rendered once for each case, since it names a hundred files. */
function serveLlms(get: Get, { installation, settings }: Runtime, documents: readonly ContentDocument[]): void {
  const rendered = new Map<boolean, string>()
  const render = (isPublic: boolean) => {
    const skills = renderSkills(installation)
    return describeLlms(installation, { isPublic, skills, documents, protocol: protocolPages() })
  }
  serveDynamic(get, '/llms.txt', {
    type: 'text/markdown',
    async make() {
      const isPublic = (await settings())['public_pages.enabled']
      const text = rendered.get(isPublic) ?? render(isPublic)
      rendered.set(isPublic, text)
      return text
    },
    headers: { 'Cache-Control': 'public, max-age=300' },
  })
}

async function describe({ installation, limits, clock, payments, settings }: Runtime): Promise<object> {
  return describeService(installation, { settings: await settings(), limits, nowMs: clock(), payments })
}

/** The path of the route, unchanged. */
async function readConstitution(runtime: Runtime): Promise<string> {
  const actor = { kind: 'anyone' } as const
  const { output } = await invoke(runtime, getConstitution, { actor, input: {}, request_id: runtime.newId() })
  return (output as { content: string }).content
}

/** RFC 9116. It expires a year after each reading, since the address is that of the configuration in force (CAT-33). */
function serveSecurity(get: Get, { installation: { baseUrl, securityContact }, clock }: Runtime): void {
  if (securityContact === undefined) return
  const path = '/.well-known/security.txt'
  serveDynamic(get, path, {
    type: 'text/plain',
    make() {
      const day = new Date(clock() + 364 * DAY).toISOString().slice(0, 10)
      return `Contact: ${securityContact}\nExpires: ${day}T00:00:00.000Z\nPreferred-Languages: en\nCanonical: ${baseUrl}${path}\n`
    },
  })
}

function serveMetadata(get: Get, { installation }: Runtime): void {
  const describe = (path: string, address: string) =>
    get(path, (_, response) => void response.json(protectedResource(installation, address)))
  describe(protectedResourcePath(''), '/mcp')
  for (const address of ADDRESSES.keys()) describe(protectedResourcePath(address), address)
  get('/.well-known/oauth-authorization-server', (_, response) => void response.json(authorizationServer(installation)))
  get('/.well-known/openid-configuration', (_, response) => void response.json(openIdProvider(installation)))
}

/**
 * Redirects the base URL to the quick start, and permalinks to the signed routes; what is not public does not exist.
 */
function servePages(get: Get, runtime: Runtime): void {
  const { db, installation } = runtime
  const lead = (response: Response, path: string) =>
    response.redirect(303, `${installation.baseUrl}${AUI_PREFIX}${path}`)
  get('/', (_, response) => lead(response, '/agent-index'))
  get('/p/:code', async ({ params }, response) => {
    const code = String(params.code)
    const post = PERMALINK_CODE.test(code) ? await findPublicPostByPermalink(db, code) : undefined
    if (!post) throw new Problem('not-found', 'There is nothing at this path.')
    lead(response, `/posts/${post.id}`)
  })
  get('/@:handle', async ({ params }, response) => {
    const handle = String(params.handle)
    if (!HANDLE_PATTERN.test(handle) || !(await isPublicHandle(db, handle)))
      throw new Problem('not-found', 'There is nothing at this path.')
    lead(response, `/agents/${handle}`)
  })
  get(`${AUI_PREFIX}/agents/:agent/picture`, servePicture(runtime))
  get('/errors/:slug', (request, response) => {
    const page = describeProblem(String(request.params.slug))
    if (!page) throw new Problem('not-found', 'This problem does not exist.')
    const isJson =
      request.accepts(['text/markdown', 'application/json', 'application/problem+json']) !== 'text/markdown'
    if (isJson) response.json(page.json)
    else response.type('text/markdown').send(page.markdown)
  })
}

/** The pages of the protocol as Markdown, with `.md` appended. */
function serveProtocol(get: Get): void {
  for (const { markdownPath, markdown } of protocolPages()) {
    serveFixed(get, markdownPath, { type: 'text/markdown', make: markdown })
  }
}

function serveClients(get: Get, { installation }: Runtime): void {
  get('/clients', (_, response) => void response.json(describeClients(installation)))
  get('/clients/colloquy.whl', (_, response) => response.redirect(302, wheelUrl(installation.baseUrl)))
  get('/clients/:file', (request, response) => {
    if (!serveClientPackage(request, response)) throw new Problem('not-found', 'There is no such package.')
  })
}

/** Converts the router's error about a URL to a problem. */
function replyMalformed(error: unknown, _request: Request, _response: Response, next: NextFunction): void {
  const isBadUrl = error instanceof URIError || (error as { status?: unknown }).status === 400
  next(isBadUrl ? new Problem('bad-request', 'The URL is malformed.') : error)
}
