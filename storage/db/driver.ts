import postgres from 'postgres'
import { COLUMN_TYPES } from './column-types.ts'

export type DbAddress =
  | { url: string }
  | { socketDir: string; port: number; user: string; password: string; database: string }

export interface DbOptions {
  name: string
  max: number
  statementTimeoutMs: number
  /** How long a connection may take to open; 3 where nothing is said. */
  connectTimeoutSeconds?: number
  /** `false`: commits do not wait for the disk. Only for statements that a later durable commit covers. */
  durable?: boolean
  /**
   * `true`: statements look up few rows through indexes, and each is planned once: a plan costs 2 ms, running it less.
   * They wait a second for a lock, no longer, as others wait behind them.
   * Plans made on small tables live until these are analysed, so that a scan of the whole table is ruled out.
   */
  isHot?: boolean
  /** Statements under way or waiting before new ones are refused. */
  maxWaiting?: number
}

const RECONNECT_EVERY_MS = 200

const HOT = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', lock_timeout: 1_000 }

/** A pool of the driver, whose connections open when they are needed. */
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

/** What stands between the server and its database, by its address: the mode of a pooler. */
export const poolerIn = (url: string): string | undefined => POOLER.exec(url)?.[2]

const withoutPooler = (url: string) => url.replace(POOLER, '$1').replace(/[?&]$/, '')

interface Shared {
  connection: Readonly<Record<string, unknown>> & { application_name: string; TimeZone: string }
}

/** A pooler opens connections before it knows whose, and takes what it keeps of each client alone: all else is set behind that. */
function settingLater<Options extends Shared>({ connection, ...shared }: Options) {
  const { application_name, TimeZone, ...settings } = connection
  const setup = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`)
  return { ...shared, connection: { application_name, TimeZone }, setup: setup.join(';') }
}

/** What patches/ corrects, as a corrected driver lists it: issues of porsager/postgres, and what has none. */
const NEEDED = [1119, 1130, 1133, 1154, 1186, 1189, 1208, 1216, 1223, 'cancelled waits'] as const

/** Those that the installed driver lacks: it may end the process, or let one transaction write into another's. */
export function missingCorrections(): (number | string)[] {
  const { corrections = [] } = postgres as typeof postgres & { corrections?: readonly (number | string)[] }
  return NEEDED.filter(issue => !corrections.includes(issue))
}
