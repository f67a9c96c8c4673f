import type { Logger } from 'pino'
import { createRecentFeed } from '../cache/feed/recent-feed.ts'
import { createActivityPolls } from '../cache/notifications/activity-polls.ts'
import { createUnreadCounts } from '../cache/notifications/unread-counts.ts'
import { createRecentIndex } from '../cache/recent/recent-index.ts'
import { runInBackground } from '../concurrency/background-yield.ts'
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts'
import { createSlowdownMeter, type SlowdownMeter } from '../concurrency/load-signals.ts'
import { createLimitUsage } from '../concurrency/resource-limits.ts'
import { createFairScheduler } from '../concurrency/scheduler.ts'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import { createTimeSlicer } from '../concurrency/time-slicer.ts'
import { createWorkerPool, type WorkerPool } from '../concurrency/worker-pool.ts'
import { createDeliveryProgress } from '../push/delivery-progress.ts'
import type { Egress } from '../push/egress.ts'
import type { Outbox } from '../push/outbox.ts'
import { createPresenceRecorder } from '../push/presence-recorder.ts'
import { type BatchObserver, openBatches, type RunBatch } from '../storage/db/batch.ts'
import type { Db, Queryable } from '../storage/db/db.ts'
import type { SecretKeys } from '../storage/secrets/secret-keys.ts'
import { createSigningBroker } from '../tools/broker/signing-broker.ts'
import { createChangeSignals } from '../tools/core/change-signals.ts'
import type { Installation, Runtime } from '../tools/core/context.ts'
import { createEventBodies } from '../tools/core/define-event.ts'
import type { Payments } from '../tools/core/payment-rail.ts'
import { QUEUE_ERRORS, tooManyInFlight } from '../tools/core/problems/queue-errors.ts'
import type { Limits } from '../tools/core/rate-limits.ts'
import type { Tracing } from '../tools/core/request-tracing.ts'
import { createSearchSlots } from '../tools/core/search-slots.ts'
import { createSettings } from '../tools/core/setting-values.ts'
import { EVENTS } from '../tools/events.ts'
import { createKeyRing } from '../tools/keys/key-ring.ts'
import { applyRecoveryBefore } from '../tools/keys/replacing/apply-recovery.ts'
import { createTokenRing } from '../tools/tokens/token-ring.ts'
import { eventLoopIdle, monotonicClock } from './database-clock.ts'
import { CORES } from './pools.ts'
import { randomBytes } from './randomness.ts'
import { instrumentBatch, instrumentScheduler } from './tracing/instrument.ts'

export interface RuntimeParts {
  installation: Installation
  pools: { db: Db; slowDb: Db; searchDb: Db; batchDb: Db; pagesDb?: Db; writeDb: Db; admissionDb: Db }
  standbys?: Runtime['standbys']
  outbox: Pick<Outbox, 'wake' | 'settle' | 'follow'>
  egress: Egress
  /** For calls to providers, separate from webhooks, which could evict its connections. */
  brokerEgress: Egress
  payments: Payments
  chatModel: Runtime['chatModel']
  tryMail: Runtime['tryMail']
  webPush: Runtime['webPush']
  accountExport: Runtime['accountExport']
  secret: Buffer
  personKey: Buffer
  secretKeys: SecretKeys
  versionEnding: Runtime['versionEnding']
  wakeTasks: Runtime['wakeTasks']
  limits: Limits | undefined
  settingsFreshMs?: number | undefined
  clock(): number
  newId(): string
  log: Logger
  countBatch?: BatchObserver
  /** As in `createPools`. */
  patience?: number | undefined
  /** Shared by several servers of a process; its own by default. */
  workers?: WorkerPool | undefined
  tracing?: Tracing | undefined
}

/** What tools need of a process, for servers and for the operator's command line. */
export function buildRuntime({ pools, outbox, countBatch, brokerEgress, patience, ...parts }: RuntimeParts): Runtime {
  const { db, slowDb, searchDb, batchDb, pagesDb, writeDb, admissionDb } = pools
  const limitUsage = createLimitUsage()
  const { tracing } = parts
  const traced = (run: RunBatch) => (tracing ? instrumentBatch(run, tracing) : run)
  const batch = traced(openBatches(batchDb, countBatch, writeDb))
  const slowdown = createSlowdownMeter(monotonicClock)
  const scheduler = createFairScheduler(
    limitUsage,
    {
      clock: monotonicClock,
      idle: eventLoopIdle,
      isDatabaseBusy: () => db.waiting() + slowDb.waiting() + searchDb.waiting() >= CORES,
      slowdown: slowdown.now,
    },
    QUEUE_ERRORS,
  )
  const recent = createRecentIndex(slowDb, { inSpareTime: piece => runInBackground(monotonicClock, piece) })
  const runtime: Runtime = {
    ...parts,
    monotonic: monotonicClock,
    randomBytes,
    db,
    slowDb,
    searchSlots: createSearchSlots(searchDb, monotonicClock, patience),
    batch,
    admissionBatch: traced(openBatches(timed(admissionDb, slowdown), countBatch)),
    scheduler: tracing ? instrumentScheduler(scheduler) : scheduler,
    slicer: createTimeSlicer(monotonicClock, steps => scheduler.inFlight() <= steps),
    workers: parts.workers ?? createWorkerPool(),
    keyedMutex: createKeyedMutex(),
    endpointChecks: createSingleFlight(limitUsage, 'endpoint_checks', tooManyInFlight),
    imports: createSingleFlight(limitUsage, 'imports', tooManyInFlight),
    limitUsage,
    ...createSigningBroker({ ...parts, db, randomBytes, egress: brokerEgress }),
    keys: createKeyRing(batch, { clock: parts.clock, applyRecovery: agentId => applyRecoveryBefore(runtime, agentId) }),
    tokens: createTokenRing(batch),
    unread: createUnreadCounts(db, parts.clock),
    recentFeed: createRecentFeed(batch, recent, pagesDb),
    activityPolls: createActivityPolls(batch, recent),
    deliveryProgress: createDeliveryProgress({ db, clock: parts.clock, log: parts.log, limitUsage }),
    presence: createPresenceRecorder({ db, clock: parts.clock, log: parts.log, limitUsage }),
    settings: createSettings(db, parts.clock, parts.settingsFreshMs),
    eventBody: createEventBodies(EVENTS),
    changes: createChangeSignals(outbox, limitUsage),
    wakeOutbox: () => outbox.wake(),
    settleEvents: recipient => outbox.settle(recipient),
  }
  return runtime
}

/** Every call has its part in these statements, which are always quick: what they take says how the machine is. */
const timed = (db: Db, slowdown: SlowdownMeter): Queryable => ({ ...db, many: slowdown.timed(db.many) })

export interface Address {
  host: string
  port: number
}

/** The name and URL of this installation; `baseUrl` is the configured one. */
export function describeInstallation(
  name: string,
  baseUrl: string | undefined,
  { host, port }: Address,
  more: Pick<Installation, 'sendsMail' | 'securityContact' | 'witnesses'>,
): Installation {
  const own = baseUrl ?? `http://${inUrl(host)}:${port}`
  const bases = baseUrl ? [own] : [own, ...localHosts(port).map(local => `http://${local}`)]
  const audiences = [...new Set(bases)].map(base => `${base}/api/v1/aui/auth/token`)
  return { name, baseUrl: own, audiences, ...more }
}

const localHosts = (port: number) => [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]

export const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** The host names and origins that may call MCP. */
export function callersOf(
  { host, allowedOrigins = [] }: { host: string; allowedOrigins?: readonly string[] | undefined },
  baseUrl: string,
  port: number,
) {
  const own = new URL(baseUrl)
  return {
    allowedHosts: [...new Set([own.host, ...localHosts(port), `${host}:${port}`])],
    allowedOrigins: [own.origin, ...allowedOrigins],
  }
}
