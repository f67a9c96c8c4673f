import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { GatherReports } from '../facade/metrics/metrics.ts'
import type { DbAddress } from '../storage/db/db.ts'
import { type Config, chatModelOf, isMetricsHere, mailOf, wantsTraces, webPushOf } from './config/config.ts'
import { startWatchdog } from './event-loop-watchdog.ts'
import { secretKeysOf } from './installation-keys.ts'
import { toListenError } from './listen-errors.ts'
import { paymentsOf } from './payments/payments.ts'
import type { Server, ServerOptions } from './server.ts'
import { createTracing } from './tracing/tracing.ts'
import { createReportChannel } from './worker-reports.ts'

/** What the primary passes to each server process. */
export interface WorkOrder {
  database: DbAddress
  /** 32 bytes each, hex. */
  keys: { secret: string; personKey: string }
  secrets: { current: string; previous?: string | undefined }
}

export interface Addresses {
  url: string
  /** The metrics listener, if it has a separate port. */
  metricsUrl?: string | undefined
}

/** Replacements for dependencies of a server. */
export type WorkerOptions = Pick<ServerOptions, 'clock' | 'egress' | 'settingsFreshMs' | 'mcpFeatures'>

/** A server process in a cluster: serves until the primary tells it to stop. */
export async function runWorker(config: Config, log: Logger, given: WorkerOptions = {}): Promise<void> {
  // Signals of the terminal reach the whole process group; the primary decides when to stop.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  const order = await new Promise<WorkOrder>(resolve => {
    process.once('message', message => resolve(message as WorkOrder))
    process.send?.('server is ready')
  })
  process.on('disconnect', () => process.exit(1))
  const reports = createReportChannel(log)
  const server = await serve(config, order, log, { ...given, gather: reports.gather })
  reports.serve(server.reportMetrics)
  const close = () => void server.close().then(() => process.exit(0))
  process.once('SIGTERM', close)
  // A supervisor that signals every process causes a second signal from the primary.
  process.on('SIGTERM', () => {})
  const { url, metricsUrl } = server
  process.send?.({ serving: { url, metricsUrl } satisfies Addresses })
}

const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** Starts a server as configured; an unusable listen address is a configuration error. */
export async function serve(
  config: Config,
  order: WorkOrder,
  log: Logger,
  given: WorkerOptions & { gather?: GatherReports } = {},
): Promise<Server> {
  // Loaded lazily: a primary with workers, or with an invalid configuration, saves the second that this takes.
  const { startServer } = await import('./server.ts')
  try {
    const server = await startServer({
      host: config.HOST,
      port: config.PORT,
      baseUrl: config.BASE_URL,
      name: config.SERVICE_NAME,
      securityContact: config.SECURITY_CONTACT,
      witnesses: config.LOG_WITNESSES,
      ...(config.PAGES_DIR !== undefined && { pagesDir: config.PAGES_DIR }),
      rateLimits: config.RATE_LIMITS,
      trustedProxies: config.TRUSTED_PROXIES,
      allowedOrigins: config.ALLOWED_ORIGINS,
      secret: bytes(order.keys.secret),
      personKey: bytes(order.keys.personKey),
      secretKeys: secretKeysOf({
        current: bytes(order.secrets.current),
        previous: order.secrets.previous === undefined ? undefined : bytes(order.secrets.previous),
      }),
      database: order.database,
      standbys: config.DATABASE_STANDBY_URLS,
      log,
      logsRequests: config.LOG_REQUESTS,
      tracing: wantsTraces(config) ? createTracing : undefined,
      leaving: () => delay(config.DRAIN_SECONDS * 1_000),
      mail: mailOf(config),
      webPush: webPushOf(config),
      payments: paymentsOf(config),
      chatModel: chatModelOf(config),
      metricsOnMainPort: isMetricsHere(config),
      metrics: config.METRICS_PORT === undefined ? undefined : { host: config.METRICS_HOST, port: config.METRICS_PORT },
      ...given,
      egress: {
        ports: config.EGRESS_PORTS,
        refusedNetworks: config.EGRESS_REFUSED_NETWORKS,
        takesLocal: config.WEBHOOKS_LOCAL,
        ...given.egress,
      },
    })
    startWatchdog(config.EVENT_LOOP_WATCHDOG_SECONDS, log)
    return server
  } catch (error) {
    throw toListenError(error)
  }
}
