import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { createA2aHandler } from '../facade/a2a/a2a-handler.ts'
import { createDoctorHandler } from '../facade/doctor/doctor-handler.ts'
import { contentDocuments, guideTexts } from '../facade/documents/content-documents.ts'
import { createDocumentsHandler } from '../facade/documents/documents-handler.ts'
import { renderSkills } from '../facade/documents/skills/skills.ts'
import type { HealthState } from '../facade/health/health.ts'
import { throttleAccepts } from '../facade/http/connections/accept-throttle.ts'
import { createAnonymousGate } from '../facade/http/connections/anonymous-gate.ts'
import { handleClientErrors } from '../facade/http/connections/client-error.ts'
import { createAuthenticatedSockets, limitConnections } from '../facade/http/connections/connection-limits.ts'
import { connectionLimitsFor, descriptorLimit } from '../facade/http/connections/descriptors.ts'
import { createLingeringClose } from '../facade/http/connections/lingering-close.ts'
import { createSlowReaders } from '../facade/http/connections/slow-readers.ts'
import { createRequestBodies } from '../facade/http/request-body.ts'
import type { RequestHandler } from '../facade/http/request-handler.ts'
import { createCorsAllowlist } from '../facade/http/security/cors-allowlist.ts'
import { createStreams, type Streams, startKeepAlive } from '../facade/http/streams/streams.ts'
import { createListener } from '../facade/listener.ts'
import { createMcpEndpoint, type McpOptions } from '../facade/mcp/mcp-endpoint.ts'
import { createMeters } from '../facade/metrics/meters.ts'
import { createMetrics, type GatherReports, type Metrics } from '../facade/metrics/metrics.ts'
import { createMetricsHandler, createMetricsServer, METRICS_PATH } from '../facade/metrics/metrics-handler.ts'
import { createOAuthHandler } from '../facade/oauth/oauth-handler.ts'
import { createRestHandler } from '../facade/rest/rest-handler.ts'
import { ROUTES } from '../facade/rest/routes/index.ts'
import { createCallSigner } from '../push/egress-signature.ts'
import { createMailTest, type MailParts } from '../push/mail.ts'
import { createOutbox, type Outbox } from '../push/outbox.ts'
import type { WebPushKeys } from '../push/web-push.ts'
import { readDatabaseTime } from '../storage/db/database-time.ts'
import type { Db, DbAddress } from '../storage/db/db.ts'
import { readPartitionState } from '../storage/partitions/partition-state.ts'
import { createAccountExport } from '../storage/privacy/account-export.ts'
import type { SecretKeys } from '../storage/secrets/secret-keys.ts'
import type { Runtime } from '../tools/core/context.ts'
import { publicPrefix } from '../tools/core/problems/public-prefix.ts'
import { LIMITS } from '../tools/core/rate-limits.ts'
import type { OpenedTracing } from '../tools/core/request-tracing.ts'
import { watchVersionEnding } from '../tools/core/version-watch.ts'
import { JOBS } from '../tools/jobs.ts'
import { TOOLS } from '../tools/registry.ts'
import { type BackgroundJobs, createBackgroundJobs } from './background-jobs.ts'
import { VERSION } from './cli-names.ts'
import { type Clock, createDatabaseClock, eventLoopIdle, fixedClock, monotonicClock } from './database-clock.ts'
import { createHttpServer, endKeepAlive, serveRequests } from './http-server.ts'
import { createIds } from './ids.ts'
import { listen } from './listen-errors.ts'
import { createOutboundClients, type OutboundOptions } from './outbound-clients.ts'
import { createPages } from './pages.ts'
import { readPaymentGauges } from './payments/payment-gauges.ts'
import { createPools } from './pools.ts'
import { randomBytes } from './randomness.ts'
import { type Address, buildRuntime, callersOf, describeInstallation, inUrl } from './runtime.ts'
import { drain } from './shutdown.ts'
import { createStandbyReads } from './standby-reads.ts'
import { instrumentPools } from './tracing/instrument.ts'

export interface ServerOptions extends OutboundOptions {
  host: string
  port: number
  baseUrl?: string | undefined
  name: string
  securityContact?: string | undefined
  witnesses?: Runtime['installation']['witnesses']
  rateLimits: boolean
  /** The operator's texts for /about, /privacy and /terms. */
  pagesDir?: string
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is trusted. */
  trustedProxies?: readonly string[]
  /** Origins whose pages may call authenticated routes. */
  allowedOrigins?: readonly string[]
  /** From `loadInstallationKeys`. */
  secret: Buffer
  personKey: Buffer
  secretKeys: SecretKeys
  database: DbAddress
  /** Standbys of that database, for reads. */
  standbys?: readonly string[] | undefined
  /** As in `createPools`; only tests set it, since they may run on a busy machine. */
  patience?: number
  /** As in `buildRuntime`. */
  workers?: Runtime['workers']
  log: Logger
  /** Whether each request is logged. */
  logsRequests?: boolean
  /** The mail server; without it, mail waits in the database. */
  mail?: Pick<MailParts, 'smtpUrl' | 'from'> | undefined
  /** The keys for push notifications to browsers; without them, there are none. */
  webPush?: WebPushKeys | undefined
  /** Replaces the database's clock. */
  clock?: () => number
  /** The machine's clock; only tests set it. */
  wallClock?: () => number
  newId?: () => string
  /** Maximum age of the settings used for requests; only tests use other values than a second. */
  settingsFreshMs?: number | undefined
  /** Features of tests that MCP offers at addresses of their own. */
  mcpFeatures?: McpOptions['addedFeatures']
  /** How long a stopping server still accepts requests, so that load balancers notice first. */
  leaving?: () => Promise<unknown>
  /** A separate port for metrics. */
  metrics?: Address | undefined
  /**
   * Whether the main port serves metrics, to this machine only; not behind a proxy that makes every request look local.
   * By default, if there is no separate port.
   */
  metricsOnMainPort?: boolean
  /** Collects the metrics of all processes of this server; without it, only of this one. */
  gather?: GatherReports | undefined
  /** Starts tracing of request durations, if enabled. */
  tracing?: ((log: Logger) => Promise<OpenedTracing>) | undefined
}

export interface Server {
  url: string
  metricsUrl: string | undefined
  runtime: Runtime
  reportMetrics: Metrics['report']
  close(): Promise<void>
}

const installationOf = ({ name, baseUrl, host, mail, securityContact, witnesses }: ServerOptions, port: number) =>
  describeInstallation(name, baseUrl, { host, port }, { sendsMail: mail !== undefined, securityContact, witnesses })

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
  const installation = installationOf(options, port)
  const key = () => runtime.signingKey('requests')
  const sign = createCallSigner({ baseUrl: installation.baseUrl, key, clock, randomBytes, log })
  const outbound = createOutboundClients({ ...options, tracing, sign }, () => runtime.scheduler.inFlight())
  const meters = createMeters(JOBS.map(({ name }) => name))
  const standbyReads = createStandbyReads({ ...options, urls: options.standbys ?? [], db, clock, log })
  const runtime = buildRuntime({
    installation,
    ...{ pools, outbox, standbys: standbyReads?.standbys, ...outbound },
    ...{ secret: options.secret, personKey: options.personKey, secretKeys: options.secretKeys },
    ...{ versionEnding: ending.known, wakeTasks: () => background?.wakeTasks() },
    ...{ limits: options.rateLimits ? LIMITS : undefined, settingsFreshMs: options.settingsFreshMs },
    ...{ clock, newId, log, tryMail: options.mail && createMailTest(options.mail) },
    ...{ webPush: options.webPush, accountExport: createAccountExport(database) },
    ...{ countBatch: meters.countBatch, tracing, patience: options.patience, workers: options.workers },
  })
  background = createBackgroundJobs(runtime, { ...options, ...outbound, pools, meters })
  const handlers = await startListening({ http, runtime, outbox, options, port, pools, meters, time, outbound })
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
      await Promise.all([runtime.workers, outbound.brokerEgress].map(one => one.close()))
      await Promise.all([runtime.deliveryProgress, runtime.presence].map(one => one.stop()))
      await Promise.all([outbox.stop(), ending.stop()])
      time.stop()
      await Promise.all([standbyReads, ...Object.values(pools)].map(one => one?.close()))
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
  outbound: ReturnType<typeof createOutboundClients>
}

async function startListening(parts: Parts & { http: HttpServer; runtime: Runtime }) {
  const { http, runtime, outbox, options, port, pools, meters, time, outbound } = parts
  const { trustedProxies = [], logsRequests = false } = options
  const { baseUrl } = runtime.installation
  const { connectionLimits, known, entrance } = receiveConnections(http, runtime)
  const { streams, closeStreams } = openAttendedStreams(runtime, outbox, connectionLimits.streams)
  const { countCoerced } = meters
  const mcp = createMcpEndpoint({
    ...{ runtime, tools: TOOLS, streams, countCoerced, version: VERSION },
    skills: () => renderSkills(runtime.installation),
    ...callersOf(options, baseUrl, port),
    guides: guideTexts(contentDocuments(runtime.installation, ROUTES, runtime.limits)),
    addedFeatures: options.mcpFeatures,
  })
  const gauges = gaugesOf({ pools, outbox, time, outbound }, runtime, streams)
  const made = createMetrics(meters, gauges, options.gather ?? (async report => [await report()]))
  const metrics = { ...made, render: atMostEvery(KNOWN_MS, made.render) }
  let isStopping = false
  const isAnsweringNow = atMostEvery(KNOWN_MS, () => isAnswering(runtime.db))
  const isReady = async () => !isStopping && (await isAnsweringNow())
  const budgeted = openBudgeted(runtime)
  const people = createPages(runtime, options)
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
    /** Reports that it is not ready, and continues until load balancers have noticed. */
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

/** Memory held for slow requests and responses. */
const openBudgeted = ({ limitUsage, monotonic }: Runtime) => ({
  bodies: createRequestBodies(limitUsage, monotonic),
  unread: createSlowReaders(limitUsage, monotonic),
  lingering: createLingeringClose(limitUsage, monotonic),
})

/** Connection limits, and admission of new connections and their first requests. */
function receiveConnections(http: HttpServer, { limitUsage, monotonic }: Runtime) {
  const connectionLimits = connectionLimitsFor(descriptorLimit())
  limitConnections(http, connectionLimits, limitUsage)
  const known = createAuthenticatedSockets(monotonic)
  const loop = { clock: monotonic, idle: eventLoopIdle }
  throttleAccepts(http, createAnonymousGate(loop, known))
  return { connectionLimits, known, entrance: createAnonymousGate(loop, known) }
}

/** Streams of all transports: they share one limit per agent. */
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
  createA2aHandler(runtime),
  ...(metrics ? [createMetricsHandler(runtime, metrics)] : []),
  people,
  createDocumentsHandler(runtime, async () => {
    const { createDocuments } = await import('../facade/documents/create-documents.ts')
    return createDocuments(runtime, ROUTES, { health, version: VERSION })
  }),
]

function gaugesOf(
  { pools, outbox, time, outbound }: Pick<Parts, 'pools' | 'outbox' | 'time' | 'outbound'>,
  runtime: Runtime,
  streams: Streams,
) {
  const { db: main, batchDb: batch, writeDb: write, slowDb: slow, admissionDb: admission, drainDb: drain } = pools
  const { searchDb: search, webhookDb: webhooks, taskDb: tasks, pagesDb: pages, eventsDb: events } = pools
  const { figures } = outbound.payments
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

/** The separate listener for metrics, if configured. */
async function openMetricsPort(metrics: Metrics, { metrics: address }: ServerOptions, runtime: Runtime) {
  if (!address) return { metricsUrl: undefined, closeMetrics: async () => {} }
  const http = createMetricsServer(metrics, runtime)
  const { port } = await listen(http, address, true)
  return { metricsUrl: `http://${inUrl(address.host)}:${port}${METRICS_PATH}`, closeMetrics: () => drain(http) }
}

/** Readiness and metrics. */
const KNOWN_MS = 1_000

/** Results are shared by all callers for this time. */
function atMostEvery<Result>(ms: number, ask: () => Promise<Result>): () => Promise<Result> {
  let latest: { result: Promise<Result>; at: number } | undefined
  return () => {
    if (!latest || monotonicClock() - latest.at >= ms) latest = { result: ask(), at: monotonicClock() }
    return latest.result
  }
}

const isAnswering = (db: Db): Promise<boolean> =>
  db.script('select 1').then(
    () => true,
    () => false,
  )
