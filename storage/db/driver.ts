import postgres from 'postgres'
import { COLUMN_TYPES } from './column-types.ts'

export type DbAddress =
  | { url: string }
  | { socketDir: string; port: number; user: string; password: string; database: string }

export interface DbOptions {
  name: string
  max: number
  statementTimeoutMs: number
  /** Connection timeout in seconds; 3 by default. */
  connectTimeoutSeconds?: number
  /** `false`: commits do not wait for the disk. Only for statements that a later durable commit covers. */
  durable?: boolean
  /**
   * `true`: statements look up few rows through indexes, and each is planned once, since planning costs 2 ms and
   * running less. Their lock timeout is a second, because others wait behind them. Sequential scans are disabled, since
   * plans made on small tables are used until these are analyzed.
   */
  isHot?: boolean
  /** Maximum statements in progress or waiting. */
  maxWaiting?: number
}

const RECONNECT_EVERY_MS = 200

const HOT = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', lock_timeout: 1_000 }

/** A pool of the driver, which opens connections on demand. */
export function connect(address: DbAddress, options: DbOptions) {
  const shared = {
    max: options.max,
    types: COLUMN_TYPES,
    fetch_types: false,
    onnotice: () => {},
    connect_timeout: options.connectTimeoutSeconds ?? 3,
    idle_timeout: 0,
    max_lifetime: null,
    backoff: () => RECONNECT_EVERY_MS / 1000,
    connection: {
      application_name: `colloquy ${options.name}`,
      TimeZone: 'UTC',
      statement_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
      jit: 'off',
      ...(options.isHot ? HOT : {}),
      ...(options.durable === false ? { synchronous_commit: 'off' } : {}),
    },
  }
  if ('url' in address) {
    const url = withoutPooler(address.url)
    return postgres(url, url === address.url ? shared : settingLater(shared))
  }
  const { socketDir, port, ...role } = address
  return postgres({ ...shared, path: `${socketDir}/.s.PGSQL.${port}`, ...role })
}

const POOLER = /([?&])pooler=(\w+)&?/

/** The pooler mode, from the query of the URL. */
export const poolerIn = (url: string): string | undefined => POOLER.exec(url)?.[2]

const withoutPooler = (url: string) => url.replace(POOLER, '$1').replace(/[?&]$/, '')

interface Shared {
  connection: Readonly<Record<string, unknown>> & { application_name: string; TimeZone: string }
}

/**
 * A pooler opens connections before it knows their client, and preserves only some parameters per client: all others
 * are set later.
 */
function settingLater<Options extends Shared>({ connection, ...shared }: Options) {
  const { application_name, TimeZone, ...settings } = connection
  const setup = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`)
  return { ...shared, connection: { application_name, TimeZone }, setup: setup.join(';') }
}

/** Fixes by patches/, as a patched driver lists them: issue numbers of porsager/postgres, and names. */
const NEEDED = [1119, 1130, 1133, 1154, 1186, 1189, 1208, 1216, 1223, 'cancelled waits'] as const

/** Those that the installed driver lacks: without them it may crash the process, or mix up transactions. */
export function missingCorrections(): (number | string)[] {
  const { corrections = [] } = postgres as typeof postgres & { corrections?: readonly (number | string)[] }
  return NEEDED.filter(issue => !corrections.includes(issue))
}
