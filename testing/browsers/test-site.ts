import type { TestFn } from 'ava'
import { type Server, type ServerOptions, startServer } from '../../server/server.ts'
import { createReverseProxy, type ReverseProxy } from '../fakes/reverse-proxy.ts'
import { useDatabase } from '../fixtures/test-database.ts'
import { createTestWorld, type TestWorld } from '../fixtures/test-world.ts'
import { TEST_SERVER } from '../processes/server-options.ts'
import { momentIds } from '../values/moment-ids.ts'

/** A server for browser tests, with the world behind it, whose clock is injected. */
export interface TestSite {
  /** Includes the path prefix, if there is one. */
  url: string
  world: TestWorld
  server: Server
  ask(path: string, accept?: string, init?: RequestInit): Promise<Response>
}

/** The `Accept` header of Firefox for a page. */
export const HTML_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

interface SiteOptions extends Partial<ServerOptions> {
  /** The path prefix of a reverse proxy that does not strip it. */
  prefix?: string
  /** Fills the database before the first request. */
  populate?(world: TestWorld): Promise<void>
}

export function useTestSite(test: TestFn, { prefix, populate, ...options }: SiteOptions = {}): () => TestSite {
  const database = useDatabase(test)
  const opened: { close(): Promise<void> }[] = []
  let site: TestSite | undefined
  test.before(async () => {
    const world: TestWorld = createTestWorld(database().db, { newId: momentIds(() => world.runtime.clock()) })
    await populate?.(world)
    const proxy = prefix === undefined ? undefined : await createReverseProxy(prefix, 'keeping')
    const serverOptions = { ...TEST_SERVER, clock: world.runtime.clock, database: database().plainAddress, ...options }
    const server = await startServer({ ...serverOptions, ...(proxy && behind(proxy, prefix!)) })
    opened.push(server, ...(proxy ? [proxy] : []))
    const { url } = server
    const ask: TestSite['ask'] = (path, accept = HTML_ACCEPT, init = {}) =>
      fetch(`${url}${path}`, { redirect: 'manual', ...init, headers: { Accept: accept, ...init.headers } })
    site = { url, world, server, ask }
  })
  test.after.always(async () => {
    for (const one of opened) await one.close()
  })
  return () => site!
}

const behind = ({ origin, port }: ReverseProxy, prefix: string) => ({ port, baseUrl: `${origin}${prefix}` })
