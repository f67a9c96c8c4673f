import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { v7 } from 'uuid'
import { ROUTES } from './facade/agent/routes.ts'
import { createDocuments } from './facade/documents/bootstrap.ts'
import { answerBrokenRequests, drain } from './facade/http/connections.ts'
import { createListener } from './facade/http/listener.ts'
import { openOutbox } from './push/outbox.ts'
import { openBatches } from './storage/batch.ts'
import { type Db, type DbAddress, type DbOptions, openDb } from './storage/db.ts'
import type { Installation, Runtime } from './tools/context.ts'
import { openKeyRing } from './tools/identity/key-ring.ts'
import { openTokenRing } from './tools/identity/token-ring.ts'
import { openJobs } from './tools/jobs.ts'
import { openMcpEndpoint } from './tools/mcp/endpoint.ts'
import { TOOLS } from './tools/registry.ts'
import { retentionJobs } from './tools/retention.job.ts'

export interface ServerOptions {
  host: string
  port: number
  baseUrl?: string | undefined
  name: string
  rateLimits: boolean
  secret: Buffer
  database: DbAddress
  log: Logger
  clock?: () => number
  newId?: () => string
}

export interface Server {
  url: string
  runtime: Runtime
  close(): Promise<void>
}

const REQUESTS_IN_FIVE_MINUTES = 600

/** Pools by what they wait for: hot statements never queue behind slow ones. */
function openPools(database: DbAddress) {
  const open = (options: DbOptions) => openDb(database, options)
  return {
    db: open({ name: 'main', max: 6, statementTimeoutMs: 5_000 }),
    batchDb: open({ name: 'batch', max: 4, statementTimeoutMs: 5_000, isHot: true }),
    slowDb: open({ name: 'slow', max: 3, statementTimeoutMs: 10_000, maxWaiting: 200 }),
    admissionDb: open({ name: 'admission', max: 2, statementTimeoutMs: 5_000, isHot: true, durable: false }),
    drainDb: open({ name: 'drain', max: 2, statementTimeoutMs: 30_000 }),
  }
}

/** Starts one server process: pools, keys, tokens, admission, push, http and jobs. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { database, log, secret } = options
  const clock = options.clock ?? Date.now
  const newId = options.newId ?? v7
  const pools = openPools(database)
  const { db, slowDb, drainDb } = pools
  const outbox = openOutbox({ db, drainDb, clock, log })
  const http = createServer({
    maxHeaderSize: 32 * 1024,
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
  })
  await outbox.start()
  const address = await listen(http, options)
  const installation = describeInstallation(options, address.port)
  const batch = openBatches(pools.batchDb)
  const runtime: Runtime = {
    installation,
    db,
    slowDb,
    batch,
    admissionBatch: openBatches(pools.admissionDb),
    keys: openKeyRing(batch),
    tokens: openTokenRing(batch),
    secret,
    requestQuota: options.rateLimits ? REQUESTS_IN_FIVE_MINUTES : 0,
    clock,
    newId,
    wakeOutbox: () => outbox.wake(),
    log,
  }
  const jobs = openJobs({ db: slowDb, clock, holder: newId(), log }, retentionJobs)
  const doors = openDoors(http, runtime, outbox, options, address.port)
  jobs.start()
  return {
    url: installation.baseUrl,
    runtime,
    async close() {
      doors.stopAccepting()
      await drain(http)
      await jobs.stop()
      await outbox.stop()
      await Promise.all(Object.values(pools).map(pool => pool.close()))
    },
  }
}

function openDoors(
  http: HttpServer,
  runtime: Runtime,
  outbox: ReturnType<typeof openOutbox>,
  options: ServerOptions,
  port: number,
) {
  const { baseUrl } = runtime.installation
  const { host, pathname } = new URL(baseUrl)
  const allowedHosts = [...new Set([host, ...localHosts(port), `${options.host}:${port}`])]
  const mcp = openMcpEndpoint({
    runtime,
    tools: TOOLS,
    outbox,
    allowedHosts,
    allowedOrigins: [new URL(baseUrl).origin],
  })
  let isStopping = false
  const health = { isReady: async () => !isStopping && (await isAnswering(runtime.db)) }
  const documents = createDocuments(runtime, ROUTES, health)
  const publicPrefix = pathname === '/' ? '' : pathname
  http.on('request', createListener({ runtime, mcp, documents, publicPrefix }))
  answerBrokenRequests(http, baseUrl)
  return {
    stopAccepting() {
      isStopping = true
      mcp.closeStreams()
    },
  }
}

const isAnswering = (db: Db): Promise<boolean> =>
  db.script('select 1').then(
    () => true,
    () => false,
  )

const localHosts = (port: number) => [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]

function describeInstallation({ baseUrl, host, name }: ServerOptions, port: number): Installation {
  const own = baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const bases = baseUrl ? [own] : [own, ...localHosts(port).map(local => `http://${local}`)]
  return { name, baseUrl: own, audiences: [...new Set(bases)].map(base => `${base}/api/v1/aui/auth/token`) }
}

function listen(http: HttpServer, { host, port }: ServerOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen({ host, port, backlog: 1024 }, () => {
      http.off('error', reject)
      resolve(http.address() as AddressInfo)
    })
  })
}
