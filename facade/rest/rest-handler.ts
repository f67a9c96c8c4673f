import { Problem } from '../../tools/core/problems/problem.ts'
import { createEntities, entityReply } from '../http/entity.ts'
import type { HttpExchange, HttpReply } from '../http/exchange.ts'
import type { RequestHandler } from '../http/request-handler.ts'
import { preflight } from '../http/security/cors-preflight.ts'
import { slashHint, withoutTrailingSlash } from '../http/trailing-slash.ts'
import { createRouteFinder, dispatch, type RestDeps, type RouteMatch } from './dispatch.ts'
import { fullPath, type Route } from './route.ts'

/** Handles all routes; `publicPrefix` precedes the paths that clients sign. */
export function createRestHandler(deps: RestDeps, routes: readonly Route[], publicPrefix: string): RequestHandler {
  const router = createRouteFinder(routes)
  const documents = createEntities()

  async function serve(exchange: HttpExchange, match: RouteMatch): Promise<HttpReply | undefined> {
    exchange.route = match.route.path
    exchange.isOAuth = match.route.isOAuth
    exchange.isTokenRoute = match.route.isTokenRoute
    const reply = await dispatch(deps, exchange, match, `${publicPrefix}${exchange.path}`)
    return reply && match.route.isDocument
      ? await entityReply(exchange.headers, documents.entityOf(reply.body), reply)
      : reply
  }

  /** A known path with an unsupported method. */
  async function serveOther(exchange: HttpExchange, allowed: string[]): Promise<HttpReply | undefined> {
    const { path, limits } = exchange
    const { route } = router.find(allowed[0]!, path)!
    exchange.route = route.path
    exchange.isOAuth = route.isOAuth
    exchange.isTokenRoute = route.isTokenRoute
    const read = router.find('GET', path)
    const reply = preflight(exchange, allowed, {
      isBootstrap: read?.route.isBootstrap === true,
      isOAuth: route.isOAuth,
    })
    if (!reply) return await serve(exchange, read!)
    await limits.countAnonymous()
    return reply
  }

  /** A route with a trailing slash (HTTP-66). */
  function refuseSlash(exchange: HttpExchange): Promise<never> | undefined {
    const bare = withoutTrailingSlash(exchange.path)
    const [allowed] = bare === undefined ? [] : router.allowed(bare)
    if (bare === undefined || allowed === undefined) return undefined
    const { route } = router.find(allowed, bare)!
    return refuse(exchange, fullPath(route))
  }

  async function refuse(exchange: HttpExchange, path: string): Promise<never> {
    exchange.route = 'documents'
    await exchange.limits.countAnonymous()
    throw new Problem('not-found', 'There is nothing at this path.', { hint: slashHint(path) })
  }

  return {
    tryHandle(exchange) {
      const match = router.find(exchange.method, exchange.path)
      if (match) return serve(exchange, match)
      const allowed = router.allowed(exchange.path)
      return allowed.length === 0 ? refuseSlash(exchange) : serveOther(exchange, allowed)
    },
    allowsAnyOrigin(path) {
      const routes = router.allowed(path).map(method => router.find(method, path)!.route)
      return routes.length > 0 ? routes.some(({ isBootstrap, isOAuth }) => isBootstrap || isOAuth) : undefined
    },
  }
}
