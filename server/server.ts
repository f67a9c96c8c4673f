import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { createDoctorHandler } from '../facade/doctor/doctor-handler.ts'
import { contentDocuments } from '../facade/documents/content-documents.ts'
import { createDocuments } from '../facade/documents/create-documents.ts'
import { createDocumentsHandler } from '../facade/documents/documents-handler.ts'
import type { HealthState } from '../facade/health/health.ts'
import { throttleAccepts } from '../facade/http/connections/accept-throttle.ts'
import { createAnonymousGate } from '../facade/http/connections/anonymous-gate.ts'
import { createAuthenticatedSockets } from '../facade/http/connections/authenticated-sockets.ts'
import { handleClientErrors } from '../facade/http/connections/client-error.ts'
import { limitConnections } from '../facade/http/connections/connection-limits.ts'
import { connectionLimitsFor, descriptorLimit } from '../facade/http/connections/descriptors.ts'
import { createLingeringClose } from '../facade/http/connections/lingering-close.ts'
import { createSlowReaders } from '../facade/http/connections/slow-readers.ts'
import { createRequestBodies } from '../facade/http/request-body.ts'
import type { RequestHandler } from '../facade/http/request-handler.ts'
import { createCorsAllowlist } from '../facade/http/security/cors-allowlist.ts'
import { createStreams, type Streams, startKeepAlive } from '../facade/http/streams/streams.ts'
import { createListener } from '../facade/listener.ts'
import { createMcpEndpoint } from '../facade/mcp/mcp-endpoint.ts'
import { createMeters } from '../facade/metrics/meters.ts'
import { createMetrics, type GatherReports, type Metrics } from '../facade/metrics/metrics.ts'
import { createMetricsHandler, createMetricsServer, METRICS_PATH } from '../facade/metrics/metrics-handler.ts'
import { createOAuthHandler } from '../facade/oauth/oauth-handler.ts'
import { createRestHandler } from '../facade/rest/rest-handler.ts'
import { ROUTES } from '../facade/rest/routes/index.ts'
import { createPageSessions } from '../facade/web/account/page-sessions.ts'
import { guideRoutes } from '../facade/web/guide-pages.tsx'
import { PAGE_ROUTES } from '../facade/web/page-routes.ts'
import { createWebHandler } from '../facade/web/web-handler.ts'
import { createMailTest, type MailParts } from '../push/mail.ts'
import { createOutbox, type Outbox } from '../push/outbox.ts'
import { readDatabaseTime } from '../storage/db/database-time.ts'
import type { Db, DbAddress } from '../storage/db/db.ts'
import { readPartitionState } from '../storage/partitions/partition-state.ts'
import type { SecretKeys } from '../storage/secrets/secret-keys.ts'
import type { Runtime } from '../tools/core/context.ts'
import { publicPrefix } from '../tools/core/problems/public-prefix.ts'
import { LIMITS } from '../tools/core/rate-limits.ts'
import type { OpenedTracing } from '../tools/core/request-tracing.ts'
import { watchVersionEnding } from '../tools/core/version-watch.ts'
import { JOBS } from '../tools/jobs.ts'
import { TOOLS } from '../tools/registry.ts'
import { type BackgroundJobs, createBackgroundJobs } from './background-jobs.ts'
import { type Clock, createDatabaseClock, eventLoopIdle, fixedClock, monotonicClock } from './database-clock.ts'
import { createHttpServer, endKeepAlive, serveRequests } from './http-server.ts'
import { createIds } from './ids.ts'
import { listen } from './listen-errors.ts'
import { createOutboundClients, type WaysOutOptions } from './outbound-clients.ts'
import { readPaymentGauges } from './payment-gauges.ts'
import { createPools } from './pools.ts'
import { type Address, buildRuntime, describeInstallation, inUrl, localHosts } from './runtime.ts'
import { drain } from './shutdown.ts'
import { createStandbyReads } from './standby-reads.ts'
import { instrumentPools } from './tracing/instrument.ts'

export interface ServerOptions extends WaysOutOptions {
  host: string
  port: number
  baseUrl?: string | undefined
  name: string
  rateLimits: boolean
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  trustedProxies?: readonly string[]
  /** Origins of pages that may call what takes a proof. */
  allowedOrigins?: readonly string[]
  /** As `loadInstallationKeys` gives them. */
  secret: Buffer
  personKey: Buffer
  secretKeys: SecretKeys
  database: DbAddress
  /** Of standbys of that database, which reads may go to. */
  standbys?: readonly string[] | undefined
  /** With the database, as `createPools` takes it; only tests have more, which may run on a busy machine. */
  patience?: number
  log: Logger
  /** Whether each request has a line of it. */
  logsRequests?: boolean
  /** Where mail is handed in; without it, it waits in the database. */
  mail?: Pick<MailParts, 'smtpUrl' | 'from'> | undefined
  /** In place of the database's. */
  clock?: () => number
  /** Of the machine; only tests have another. */
  wallClock?: () => number
  newId?: () => string
  /** How old the settings may be that requests are answered by; only tests have others than a second. */
  settingsFreshMs?: number | undefined
  /** While a server that stops still takes requests, so that balancers learn of it first. */
  leaving?: () => Promise<unknown>
  /** A port of their own for the metrics. */
  metrics?: Address | undefined
  /** Whether the main port serves them, to this machine alone: not where a proxy may make everybody look so. By default without a port of their own. */
  metricsOnMainPort?: boolean
  /** Asks all processes of this server for their figures; without it there is only this one. */
  gather?: GatherReports | undefined
  /** Opens what tells how long requests took, where somebody asked for it. */
  tracing?: ((log: Logger) => Promise<OpenedTracing>) | undefined
}

export interface Server {
  url: string
  metricsUrl: string | undefined
  runtime: Runtime
  reportMetrics: Metrics['report']
  close(): Promise<void>
}

const installationOf = ({ name, baseUrl, host, mail }: ServerOptions, port: number) =>
  describeInstallation(name, baseUrl, { host, port }, mail !== undefined)

const openClock = ({ clock, wallClock, log }: ServerOptions, db: Db): Clock =>
  clock ? fixedClock(clock) : createDatabaseClock({ readTime: () => readDatabaseTime(db), log, wallClock })

/** Starts one server process: pools, keys, tokens, admission, push, http and jobs. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { database, log } = options
  const tracing = options.tracing && (await options.tracing(log))
  const pools = instrumentPools(createPools(database, options.patience), tracing)
  const { db, drainDb, eventsDb } = pools
  let background: BackgroundJobs | undefined
  const time = openClock(options, db)
  const clock = time.now
  const newId = options.newId ?? createIds(clock)
  const outbox = createOutbox({ db, drainDb, readDb: eventsDb, clock, log })
  const ending = watchVersionEnding(db, log)
  const http = createHttpServer()
  await Promise.all([outbox.start(), time.ready, ending.start()])
  const { port } = await listen(http, options)
  const waysOut = createOutboundClients({ ...options, tracing }, () => runtime.scheduler.inFlight())
  const meters = createMeters(JOBS.map(({ name }) => name))
  const standbyReads = createStandbyReads({ ...options, urls: options.standbys ?? [], db, clock, log })
  const runtime = buildRuntime({
    installation: installationOf(options, port),
    ...{ pools, outbox, standbys: standbyReads?.standbys, ...waysOut },
    ...{ secret: options.secret, personKey: options.personKey, secretKeys: options.secretKeys },
    ...{ versionEnding: ending.known, wakeTasks: () => background?.wakeTasks() },
    ...{ limits: options.rateLimits ? LIMITS : undefined, settingsFreshMs: options.settingsFreshMs },
    ...{ clock, newId, log, tryMail: options.mail && createMailTest(options.mail) },
    ...{ countBatch: meters.countBatch, tracing },
  })
  background = createBackgroundJobs(runtime, { ...options, ...waysOut, pools, meters })
  const handlers = await openDoors({ http, runtime, outbox, options, port, pools, meters, time, waysOut })
  await background.start()
  return {
    url: runtime.installation.baseUrl,
    metricsUrl: handlers.metricsUrl,
    runtime,
    reportMetrics: handlers.metrics.report,
    async close() {
      await handlers.leave()
      handlers.stopAccepting()
      await Promise.all([drain(http), handlers.closeMetrics()])
      handlers.stopBudgets()
      await background?.stop()
      await Promise.all([runtime.workers.close(), waysOut.brokerEgress.close()])
      await Promise.all([outbox.stop(), ending.stop()])
      time.stop()
      await Promise.all([standbyReads?.close(), ...Object.values(pools).map(pool => pool.close())])
      await tracing?.close()
    },
  }
}

interface Parts {
  options: ServerOptions
  port: number
  pools: ReturnType<typeof createPools>
  outbox: Outbox
  meters: ReturnType<typeof createMeters>
  time: Clock
  waysOut: ReturnType<typeof createOutboundClients>
}

/** By which names, and from which pages, MCP may be called. */
function callersOf({ host, allowedOrigins = [] }: ServerOptions, baseUrl: string, port: number) {
  const own = new URL(baseUrl)
  return {
    allowedHosts: [...new Set([own.host, ...localHosts(port), `${host}:${port}`])],
    allowedOrigins: [own.origin, ...allowedOrigins],
  }
}

async function openDoors(parts: Parts & { http: HttpServer; runtime: Runtime }) {
  const { http, runtime, outbox, options, port, pools, meters, time, waysOut } = parts
  const { trustedProxies = [], logsRequests = false } = options
  const { baseUrl } = runtime.installation
  const { crowd, known, entrance } = receiveConnections(http, runtime)
  const { streams, closeStreams } = openAttendedStreams(runtime, outbox, crowd.streams)
  const { countCoerced } = meters
  const mcp = createMcpEndpoint({ runtime, tools: TOOLS, streams, countCoerced, ...callersOf(options, baseUrl, port) })
  const gauges = gaugesOf({ pools, outbox, time, waysOut }, runtime, streams)
  const made = createMetrics(meters, gauges, options.gather ?? (async report => [await report()]))
  const metrics = { ...made, render: atMostEvery(KNOWN_MS, made.render) }
  let isStopping = false
  const isAnsweringNow = atMostEvery(KNOWN_MS, () => isAnswering(runtime.db))
  const isReady = async () => !isStopping && (await isAnsweringNow())
  const budgeted = openBudgeted(runtime)
  const people = openPeople(runtime)
  const hasMetrics = options.metricsOnMainPort ?? !options.metrics
  const serve = createListener({
    ...{ runtime, meters, known, entrance, ...budgeted },
    handlers: handlersInOrder({ runtime, streams, trustedProxies }, mcp, hasMetrics ? metrics : undefined, people, {
      isReady,
      clockOffsetMs: time.offsetMs,
    }),
    showRefusal: people.renderError,
    publicPrefix: publicPrefix(baseUrl),
    ...{ trustedProxies, logsRequests },
    grant: createCorsAllowlist(options.allowedOrigins ?? []),
  })
  serveRequests(http, serve)
  handleClientErrors(http, runtime, budgeted.lingering)
  return {
    metrics,
    ...(await openMetricsPort(metrics, options, runtime)),
    stopBudgets() {
      for (const { stop } of Object.values(budgeted)) stop()
    },
    /** Says from now on that it is not ready, and goes on until balancers know. */
    async leave() {
      isStopping = true
      endKeepAlive(http)
      await options.leaving?.()
    },
    stopAccepting() {
      closeStreams()
      metrics.stop()
    },
  }
}

/** What is held for requests and answers that come and go slowly. */
const openBudgeted = ({ limitUsage, monotonic }: Runtime) => ({
  bodies: createRequestBodies(limitUsage, monotonic),
  unread: createSlowReaders(limitUsage, monotonic),
  lingering: createLingeringClose(limitUsage, monotonic),
})

/** How many connections there may be, and where new ones and the first requests on them come in. */
function receiveConnections(http: HttpServer, { limitUsage, monotonic }: Runtime) {
  const crowd = connectionLimitsFor(descriptorLimit())
  limitConnections(http, crowd, limitUsage)
  const known = createAuthenticatedSockets(monotonic)
  const loop = { clock: monotonic, idle: eventLoopIdle }
  throttleAccepts(http, createAnonymousGate(loop, known))
  return { crowd, known, entrance: createAnonymousGate(loop, known) }
}

/** The streams of all doors: an agent has one share of them. */
function openAttendedStreams(runtime: Runtime, outbox: Outbox, limit: number) {
  const streams = createStreams(runtime, outbox, { streams: limit })
  const stopAttending = startKeepAlive(streams)
  runtime.limitUsage.watch('streams', streams.count)
  return {
    streams,
    closeStreams() {
      stopAttending()
      streams.stop()
      runtime.changes.stop()
    },
  }
}

/** The doctor's path is below that of REST. Express comes last: it costs as much as five signature checks. */
const handlersInOrder = (
  { runtime, streams, trustedProxies }: { runtime: Runtime; streams: Streams; trustedProxies: readonly string[] },
  mcp: RequestHandler,
  metrics: Metrics | undefined,
  people: RequestHandler,
  health: HealthState,
): RequestHandler[] => [
  createDoctorHandler(runtime, trustedProxies),
  mcp,
  createRestHandler({ runtime, streams }, ROUTES, publicPrefix(runtime.installation.baseUrl)),
  createOAuthHandler(runtime),
  ...(metrics ? [createMetricsHandler(runtime, metrics)] : []),
  people,
  createDocumentsHandler(runtime, createDocuments(runtime, ROUTES, health)),
]

/** Pages, and the documents of agents that are pages too. */
function openPeople(runtime: Runtime) {
  const guides = guideRoutes(contentDocuments(runtime.installation, ROUTES, runtime.limits))
  return createWebHandler(runtime, [...PAGE_ROUTES, ...guides], createPageSessions(runtime))
}

function gaugesOf(
  { pools, outbox, time, waysOut }: Pick<Parts, 'pools' | 'outbox' | 'time' | 'waysOut'>,
  runtime: Runtime,
  streams: Streams,
) {
  const { db: main, batchDb: batch, writeDb: write, slowDb: slow, admissionDb: admission, drainDb: drain } = pools
  const { searchDb: search, webhookDb: webhooks, taskDb: tasks, pagesDb: pages, eventsDb: events } = pools
  const { figures } = waysOut.payments
  return {
    pools: { main, batch, ...(pages && { pages }), write, slow, search, admission, drain, events, webhooks, tasks },
    sequencerLagMs: outbox.lagMs,
    followers: outbox.subscriberCount,
    streams: streams.count,
    clockOffsetMs: time.offsetMs,
    limitUsage: runtime.limitUsage,
    lookAtPartitions: () => readPartitionState(runtime.db, runtime.clock()),
    payments: figures && {
      ...figures,
      look: () => readPaymentGauges(runtime.db, figures.standing(), runtime.clock()),
    },
  }
}

/** The listener for metrics alone, where one is wanted. */
async function openMetricsPort(metrics: Metrics, { metrics: address }: ServerOptions, runtime: Runtime) {
  if (!address) return { metricsUrl: undefined, closeMetrics: async () => {} }
  const http = createMetricsServer(metrics, runtime)
  const { port } = await listen(http, address, true)
  return { metricsUrl: `http://${inUrl(address.host)}:${port}${METRICS_PATH}`, closeMetrics: () => drain(http) }
}

/** Whether it is ready, and its figures. */
const KNOWN_MS = 1_000

/** What was asked within the time is not asked again, whoever wants to know. */
function atMostEvery<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: { answer: Promise<Answer>; at: number } | undefined
  return () => {
    if (!asked || monotonicClock() - asked.at >= ms) asked = { answer: ask(), at: monotonicClock() }
    return asked.answer
  }
}

const isAnswering = (db: Db): Promise<boolean> =>
  db.script('select 1').then(
    () => true,
    () => false,
  )
