import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { openDoctorDoor } from '../facade/doctor/doctor-door.ts'
import { createDocuments, type Health } from '../facade/documents/documents.ts'
import { openDocumentsDoor } from '../facade/documents/documents-door.ts'
import { writtenDocuments } from '../facade/documents/written.ts'
import { openBodies } from '../facade/http/bodies.ts'
import { answerBrokenRequests, drain } from '../facade/http/connections/connections.ts'
import { boundConnections } from '../facade/http/connections/crowd.ts'
import { crowdFor, descriptorLimit } from '../facade/http/connections/descriptors.ts'
import { openLingering } from '../facade/http/connections/lingering.ts'
import { admitNewcomers } from '../facade/http/connections/newcomers.ts'
import { openUnread } from '../facade/http/connections/unread.ts'
import type { Door } from '../facade/http/door.ts'
import { openEntrance } from '../facade/http/entrance.ts'
import { openKnownOnes } from '../facade/http/known-ones.ts'
import { openGrant } from '../facade/http/listed-origins.ts'
import { attend, openStreams, type Streams } from '../facade/http/streams/streams.ts'
import { createListener } from '../facade/listener.ts'
import { openMcpEndpoint } from '../facade/mcp/endpoint.ts'
import { openMeters } from '../facade/metrics/meters.ts'
import { type Gather, type Metrics, openMetrics } from '../facade/metrics/metrics.ts'
import { createMetricsServer, METRICS_PATH, openMetricsDoor } from '../facade/metrics/metrics-door.ts'
import { openOAuthDoor } from '../facade/oauth/oauth-door.ts'
import { guidePlaces } from '../facade/people/guides.tsx'
import { openPeopleSessions } from '../facade/people/owning/sessions.ts'
import { PAGES } from '../facade/people/pages.ts'
import { openPeopleDoor } from '../facade/people/people-door.ts'
import { openRestDoor } from '../facade/rest/rest-door.ts'
import { ROUTES } from '../facade/rest/routes/index.ts'
import { type MailParts, openMailTrial } from '../push/mail.ts'
import { type Outbox, openOutbox } from '../push/outbox.ts'
import { readDatabaseTime } from '../storage/db/database-time.ts'
import type { Db, DbAddress } from '../storage/db/db.ts'
import { lookAtPartitions } from '../storage/partitions/seen.ts'
import type { SecretKeys } from '../storage/secrets/secret-keys.ts'
import { JOBS } from '../tools/jobs.ts'
import type { Runtime } from '../tools/kernel/context.ts'
import { BUCKETS } from '../tools/kernel/limits.ts'
import { publicPrefix } from '../tools/kernel/problems/public-prefix.ts'
import type { OpenedTracing } from '../tools/kernel/tracing.ts'
import { watchVersionEnding } from '../tools/kernel/version-ending.ts'
import { TOOLS } from '../tools/registry.ts'
import { type Background, openBackground } from './background.ts'
import { type Clock, givenClock, loopIdle, monotonicClock, openDatabaseClock } from './database-clock.ts'
import { answerWith, createHttpServer } from './http-server.ts'
import { openIds } from './ids.ts'
import { CannotListen } from './listening.ts'
import { lookAtPayments } from './payment-figures.ts'
import { openPools } from './pools.ts'
import { type Address, buildRuntime, describeInstallation, inUrl, localHosts } from './runtime.ts'
import { openStandbyReads } from './standbys.ts'
import { toldOf } from './tracing/traced.ts'
import { openWaysOut, type WaysOutOptions } from './ways-out.ts'

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
  /** As `openInstallationKeys` gives them. */
  secret: Buffer
  personKey: Buffer
  secretKeys: SecretKeys
  database: DbAddress
  /** Of standbys of that database, which reads may go to. */
  standbys?: readonly string[] | undefined
  /** With the database, as `openPools` takes it; only tests have more, which may run on a busy machine. */
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
  gather?: Gather | undefined
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
  clock ? givenClock(clock) : openDatabaseClock({ readTime: () => readDatabaseTime(db), log, wallClock })

/** Starts one server process: pools, keys, tokens, admission, push, http and jobs. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { database, log } = options
  const tracing = options.tracing && (await options.tracing(log))
  const pools = toldOf(openPools(database, options.patience), tracing)
  const { db, drainDb, eventsDb } = pools
  let background: Background | undefined
  const time = openClock(options, db)
  const clock = time.now
  const newId = options.newId ?? openIds(clock)
  const outbox = openOutbox({ db, drainDb, readDb: eventsDb, clock, log })
  const ending = watchVersionEnding(db, log)
  const http = createHttpServer()
  await Promise.all([outbox.start(), time.ready, ending.start()])
  const { port } = await listen(http, options)
  const waysOut = openWaysOut({ ...options, tracing }, () => runtime.scheduler.inFlight())
  const meters = openMeters(JOBS.map(({ name }) => name))
  const standbyReads = openStandbyReads({ ...options, urls: options.standbys ?? [], db, clock, log })
  const runtime = buildRuntime({
    installation: installationOf(options, port),
    ...{ pools, outbox, standbys: standbyReads?.standbys, ...waysOut },
    ...{ secret: options.secret, personKey: options.personKey, secretKeys: options.secretKeys },
    ...{ versionEnding: ending.known, wakeTasks: () => background?.wakeTasks() },
    ...{ limits: options.rateLimits ? BUCKETS : undefined, settingsFreshMs: options.settingsFreshMs },
    ...{ clock, newId, log, tryMail: options.mail && openMailTrial(options.mail) },
    ...{ countBatch: meters.countBatch, tracing },
  })
  background = openBackground(runtime, { ...options, ...waysOut, pools, meters })
  const doors = await openDoors({ http, runtime, outbox, options, port, pools, meters, time, waysOut })
  await background.start()
  return {
    url: runtime.installation.baseUrl,
    metricsUrl: doors.metricsUrl,
    runtime,
    reportMetrics: doors.metrics.report,
    async close() {
      await doors.leave()
      doors.stopAccepting()
      await Promise.all([drain(http), doors.closeMetrics()])
      doors.stopBudgets()
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
  pools: ReturnType<typeof openPools>
  outbox: Outbox
  meters: ReturnType<typeof openMeters>
  time: Clock
  waysOut: ReturnType<typeof openWaysOut>
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
  const { countMended } = meters
  const mcp = openMcpEndpoint({ runtime, tools: TOOLS, streams, countMended, ...callersOf(options, baseUrl, port) })
  const gauges = gaugesOf({ pools, outbox, time, waysOut }, runtime, streams)
  const made = openMetrics(meters, gauges, options.gather ?? (async report => [await report()]))
  const metrics = { ...made, render: atMostEvery(KNOWN_MS, made.render) }
  let isStopping = false
  const isAnsweringNow = atMostEvery(KNOWN_MS, () => isAnswering(runtime.db))
  const isReady = async () => !isStopping && (await isAnsweringNow())
  const budgeted = openBudgeted(runtime)
  const people = openPeople(runtime)
  const hasMetrics = options.metricsOnMainPort ?? !options.metrics
  const serve = createListener({
    ...{ runtime, meters, known, entrance, ...budgeted },
    doors: doorsInOrder({ runtime, streams, trustedProxies }, mcp, hasMetrics ? metrics : undefined, people, {
      isReady,
      clockOffsetMs: time.offsetMs,
    }),
    showRefusal: people.showRefusal,
    publicPrefix: publicPrefix(baseUrl),
    ...{ trustedProxies, logsRequests },
    grant: openGrant(options.allowedOrigins ?? []),
  })
  answerWith(http, serve, () => isStopping)
  answerBrokenRequests(http, runtime, budgeted.lingering)
  return {
    metrics,
    ...(await openMetricsPort(metrics, options, runtime)),
    stopBudgets() {
      for (const { stop } of Object.values(budgeted)) stop()
    },
    /** Says from now on that it is not ready, and goes on until balancers know. */
    async leave() {
      isStopping = true
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
  bodies: openBodies(limitUsage, monotonic),
  unread: openUnread(limitUsage, monotonic),
  lingering: openLingering(limitUsage, monotonic),
})

/** How many connections there may be, and where new ones and the first requests on them come in. */
function receiveConnections(http: HttpServer, { limitUsage, monotonic }: Runtime) {
  const crowd = crowdFor(descriptorLimit())
  boundConnections(http, crowd, limitUsage)
  const known = openKnownOnes(monotonic)
  const loop = { clock: monotonic, idle: loopIdle }
  admitNewcomers(http, openEntrance(loop, known))
  return { crowd, known, entrance: openEntrance(loop, known) }
}

/** The streams of all doors: an agent has one share of them. */
function openAttendedStreams(runtime: Runtime, outbox: Outbox, limit: number) {
  const streams = openStreams(runtime, outbox, { streams: limit })
  const stopAttending = attend(streams)
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

/** REST is asked ahead of Express, which costs five signature checks. */
const doorsInOrder = (
  { runtime, streams, trustedProxies }: { runtime: Runtime; streams: Streams; trustedProxies: readonly string[] },
  mcp: Door,
  metrics: Metrics | undefined,
  people: Door,
  health: Health,
): Door[] => [
  openDoctorDoor(runtime, trustedProxies),
  mcp,
  openRestDoor({ runtime, streams }, ROUTES, publicPrefix(runtime.installation.baseUrl)),
  openOAuthDoor(runtime),
  ...(metrics ? [openMetricsDoor(runtime, metrics)] : []),
  people,
  openDocumentsDoor(runtime, createDocuments(runtime, ROUTES, health)),
]

/** Pages, and the documents of agents that are pages too. */
function openPeople(runtime: Runtime) {
  const guides = guidePlaces(writtenDocuments(runtime.installation, ROUTES, runtime.limits))
  return openPeopleDoor(runtime, [...PAGES, ...guides], openPeopleSessions(runtime))
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
    followers: outbox.followers,
    streams: streams.count,
    clockOffsetMs: time.offsetMs,
    limitUsage: runtime.limitUsage,
    lookAtPartitions: () => lookAtPartitions(runtime.db, runtime.clock()),
    payments: figures && {
      ...figures,
      look: () => lookAtPayments(runtime.db, figures.standing(), runtime.clock()),
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

function listen(http: HttpServer, { host, port }: Address, isForMetrics = false): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(new CannotListen(error, port, isForMetrics))
    http.once('error', refuse)
    http.listen({ host, port, backlog: 256 }, () => {
      http.off('error', refuse)
      resolve(http.address() as AddressInfo)
    })
  })
}
