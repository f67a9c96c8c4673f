import type { Runtime } from '../../tools/core/context.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import { entityReply } from '../http/entity.ts'
import type { ErrorResponse } from '../http/error-response.ts'
import { emptyReply, type HttpExchange, type HttpReply } from '../http/exchange.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import { pageLocation, withoutTrailingSlash } from '../http/trailing-slash.ts'
import type { PageRoute } from './define-page.ts'
import type { Sessions } from './page-context.ts'
import { IMMUTABLE } from './server/page-headers.ts'
import { createPageRouter, type PageMatch } from './server/page-router.ts'
import { preferredFormat, prefersHtml } from './server/prefers-html.ts'
import { createWebDispatcher } from './server/serve-web.ts'
import { findAsset } from './static-assets.ts'

/** Nobody is signed in. */
const NOBODY: Sessions = { visitorOf: async () => undefined, countUnread: async () => 0 }

export interface WebHandler extends RequestHandler {
  /** Renders an error as a page for browsers, at any path. */
  renderError(exchange: HttpExchange, refused: ErrorResponse): Promise<HttpReply | undefined>
}

/** Handles the public, account and admin pages. */
export function createWebHandler(
  runtime: Runtime,
  routes: readonly PageRoute[],
  sessions: Sessions = NOBODY,
): WebHandler {
  const router = createPageRouter(routes)
  const serving = createWebDispatcher(runtime, sessions)

  async function serve(exchange: HttpExchange, match: PageMatch): Promise<HttpReply> {
    exchange.route = match.route.path
    try {
      await exchange.limits.countAnonymous('pages', true)
      return await serving.serve(exchange, match)
    } catch (error) {
      return await serving.refuse(exchange, refusedAt(match, error), match.form)
    }
  }

  async function serveOther(exchange: HttpExchange, allowed: string[]): Promise<HttpReply> {
    exchange.route = 'pages'
    const error = new Problem('method-not-allowed', 'This page does not support this method.', {
      allow: allowed.join(', '),
    })
    await exchange.limits.countAnonymous('pages', true)
    return await serving.refuse(exchange, error, 'html')
  }

  /** Redirects a page path with a trailing slash (HTTP-67). */
  function redirectFromSlash(exchange: HttpExchange): Promise<HttpReply> | undefined {
    const { method, path, search, limits } = exchange
    const bare = withoutTrailingSlash(path)
    const isRead = method === 'GET' || method === 'HEAD'
    if (bare === undefined || !isRead || !router.find(method, bare)) return undefined
    exchange.route = 'pages'
    const reply = emptyReply(308, { Location: pageLocation(bare, search), 'Cache-Control': 'no-cache' })
    return Promise.resolve(limits.countAnonymous('pages', true)).then(() => reply)
  }

  const isOurs = (exchange: HttpExchange, { route: { shared }, form }: PageMatch) => {
    if (form !== 'html' || shared === undefined) return true
    return shared === 'entry' ? prefersHtml(exchange.headers.accept) : !isOfAgent(exchange)
  }

  return {
    tryHandle(exchange) {
      const { method, path } = exchange
      if (path.startsWith('/assets/')) return serveAsset(exchange)
      const match = router.find(method, path)
      if (match) return isOurs(exchange, match) ? serve(exchange, inWantedForm(exchange, match)) : undefined
      const allowed = router.allowed(path)
      const shared = router.find('GET', path)?.route.shared
      if (allowed.length > 0 && shared === undefined) return serveOther(exchange, allowed)
      return allowed.length > 0 ? undefined : redirectFromSlash(exchange)
    },
    async renderError(exchange, refused) {
      if (exchange.isOAuth || isOfAgent(exchange) || !prefersHtml(exchange.headers.accept)) return undefined
      return await serving.show(exchange, refused)
    },
    allowsAnyOrigin(path) {
      const match = router.find('GET', path)
      return match && match.route.shared === undefined ? match.form !== 'html' : undefined
    },
  }
}

/** Some HTTP libraries accept HTML by default. Credentials and JSON bodies identify clients that are not browsers. */
const isOfAgent = ({ path, headers }: HttpExchange): boolean =>
  path === '/mcp' ||
  path.startsWith('/mcp/') ||
  headers.authorization !== undefined ||
  headers['x-aui-signature'] !== undefined ||
  /^application\/([\w.-]+\+)?json/i.test(headers['content-type'] ?? '')

/** A malformed permalink returns the same error as an unknown one (DOC-56). */
function refusedAt({ route }: PageMatch, error: unknown): unknown {
  const isImpossible = route.shared === 'permalink' && error instanceof Problem && error.slug === 'validation-error'
  return isImpossible ? new Problem('not-found', 'There is nothing at this path.') : error
}

/** Serves public pages as JSON or Markdown to clients that prefer it, as with `.json` or `.md`. */
function inWantedForm({ headers }: HttpExchange, match: PageMatch): PageMatch {
  const { serves, shared } = match.route
  const isPage = serves.kind === 'page' || shared === 'permalink'
  const isNegotiable = match.form === 'html' && isPage && serves.audience === 'readers'
  const form = isNegotiable ? preferredFormat(headers.accept) : undefined
  const isServed = form === 'md' ? serves.kind === 'page' && serves.markdown !== undefined : form !== undefined
  return form && isServed ? { ...match, form } : match
}

/** Not rate limited, because browsers cache assets. */
function serveAsset(exchange: HttpExchange): Promise<HttpReply> | undefined {
  const { path, headers, method } = exchange
  const asset = method === 'GET' || method === 'HEAD' ? findAsset(path) : undefined
  if (!asset) return undefined
  exchange.route = 'assets'
  const { content_type, entity } = asset
  return entityReply(headers, entity, { content_type, headers: { 'Cache-Control': IMMUTABLE } })
}
