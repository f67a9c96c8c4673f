import path from 'node:path'
import { z } from 'zod'
import { isAddressRange } from '../facade/http/client-address.ts'
import { isNetwork } from '../push/egress-address.ts'
import { missingCorrections } from '../storage/db/driver.ts'
import { mailAddress } from '../tools/kernel/text/mail-address.ts'
import { ConfigError } from './config-error.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const isBaseUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { protocol, search, hash, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && `${search}${hash}${username}${password}` === '' && !value.endsWith('/')
}

/** As browsers write it in `Origin`. */
const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value

const separated = (value: string): string[] => value.split(',').flatMap(part => part.trim() || [])

const isPort = (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
const PORT_RANGE = 'must be a number from 0 to 65535'

const secretKey = z.string().min(32, 'must have at least 32 characters')

/** Every variable of the environment that the server reads. */
const environment = z.object({
  /** Address to listen on. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Port to listen on; 0 takes a free one. */
  PORT: z.string().default('8080').refine(isPort, PORT_RANGE).transform(Number),
  /** The address clients use, without a trailing slash; its path is the public prefix. Default: http://HOST:PORT. */
  BASE_URL: z.string().refine(isBaseUrl, 'must be an http(s) URL without query and trailing slash').optional(),
  /** Any PostgreSQL 15 or newer; without it the server starts its own in DATA_DIR. */
  DATABASE_URL: z
    .string()
    .refine(value => /^postgres(ql)?:\/\/./.test(value), 'must start with postgres://')
    .optional(),
  /** The embedded database, its log and the generated secret. */
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform(value => path.resolve(value)),
  /** off: no rate limits, for tests, load and private networks. */
  RATE_LIMITS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .transform(value => value === 'on'),
  /**
   * Proxies in front of the server whose `X-Forwarded-For` says who asks: addresses or CIDR ranges, comma separated.
   * Without them limits for addresses go by the connection.
   */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(separated)
    .refine(ranges => ranges.every(isAddressRange), 'must be IP addresses or CIDR ranges, separated by commas'),
  /** Origins of pages that may call what takes a proof, such as `https://app.example`, comma separated. */
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform(separated)
    .refine(origins => origins.every(isOrigin), 'must be origins such as https://app.example, separated by commas'),
  /**
   * Seals what the database keeps secret, such as the keys that sign cursors and session ids. Servers that share a
   * database share it; a lone server generates it into DATA_DIR.
   */
  SECRET_KEY: secretKey.optional(),
  /** What SECRET_KEY was before: it opens what was sealed under it, until `secret rewrap` is done. */
  SECRET_KEY_PREVIOUS: secretKey.optional(),
  /** Ports that webhooks and other calls out may go to, comma separated. */
  EGRESS_PORTS: z
    .string()
    .default('443')
    .transform(separated)
    .refine(ports => ports.length > 0 && ports.every(isPort), 'must be ports, separated by commas')
    .transform(ports => ports.map(Number)),
  /**
   * Networks that are not called, beside all that are not public: the server's own public addresses, a NAT64 prefix;
   * addresses or CIDR ranges, comma separated.
   */
  EGRESS_REFUSED_NETWORKS: z
    .string()
    .default('')
    .transform(separated)
    .refine(ranges => ranges.every(isNetwork), 'must be IP addresses or CIDR ranges, separated by commas'),
  /** on: webhooks may lead to this machine too, without TLS and at any port. For development: not where others reach it. */
  WEBHOOKS_LOCAL: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform(value => value === 'on'),
  /** Where mail to people is handed in, as `smtps://user:password@mail.example`; without it mail waits in the database. */
  SMTP_URL: z
    .string()
    .refine(value => /^smtps?:\/\/./.test(value) && URL.canParse(value), 'must start with smtp:// or smtps://')
    .optional(),
  /** The address that mail comes from. Default: no-reply at the host of BASE_URL. */
  MAIL_FROM: mailAddress.optional(),
  /** JSON-RPC of a node of the chain that pays, http or https; with this and what follows, agents can sell services. */
  PAYMENTS_RPC_URL: z
    .string()
    .refine(value => /^https?:\/\/./.test(value) && URL.canParse(value), 'must be an http(s) URL')
    .optional(),
  /** The number of that chain: 8453 is Base, 84532 Base Sepolia. */
  PAYMENTS_CHAIN_ID: z
    .string()
    .refine(value => /^[1-9]\d{0,14}$/.test(value), 'must be a number above 0')
    .transform(Number)
    .optional(),
  /** The contract of the token that is paid in, which takes signed transfers (EIP-3009), as USDC does. */
  PAYMENTS_ASSET: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
    .optional(),
  /** The decimals that the token must have. */
  PAYMENTS_DECIMALS: z
    .string()
    .default('6')
    .refine(value => /^\d{1,2}$/.test(value) && Number(value) <= 18, 'must be a number from 0 to 18')
    .transform(Number),
  /** A file of mode 0600 with the private key of the account that sends the transactions and pays their gas. */
  PAYMENTS_RELAYER_KEY_FILE: z.string().min(1).optional(),
  /** In its place: a command that signs for the account, whose address it prints when it is run with the word address. */
  PAYMENTS_RELAYER_COMMAND: z.string().min(1).optional(),
  /** The address of that account, so that another key, or another answer of the command, keeps payments off. */
  PAYMENTS_RELAYER_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
    .optional(),
  /** Blocks, with its own, that make a payment final enough for its right. */
  PAYMENTS_CONFIRMATIONS: z
    .string()
    .default('1')
    .refine(value => /^\d{1,3}$/.test(value) && Number(value) >= 1, 'must be a number from 1 to 999')
    .transform(Number),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  /** The name this installation goes by, in documents and wallet statements. */
  SERVICE_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,64}$/u, 'must be 1 to 64 characters on one line')
    .default('Colloquy'),
  /** Server processes; more than one share the port. */
  WEB_CONCURRENCY: z
    .string()
    .default('1')
    .refine(value => /^\d{1,3}$/.test(value) && Number(value) >= 1, 'must be a number from 1 to 999')
    .transform(Number),
  /** A port for `/metrics` alone; 0 takes a free one. */
  METRICS_PORT: z.string().refine(isPort, PORT_RANGE).transform(Number).optional(),
  /** on: the main port serves `/metrics`, to this machine only. By default where BASE_URL is of this machine. */
  METRICS_ON_MAIN_PORT: z.enum(['on', 'off'], 'must be on or off').optional(),
  /** Address for METRICS_PORT; the metrics name no agent, and anyone who reaches it may read them. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
})

export type Config = z.output<typeof environment>

/** How mail leaves, if it does. */
export function mailOf({
  SMTP_URL: smtpUrl,
  MAIL_FROM,
  BASE_URL,
}: Config): { smtpUrl: string; from: string } | undefined {
  const host = BASE_URL === undefined ? 'localhost' : new URL(BASE_URL).hostname
  return smtpUrl === undefined ? undefined : { smtpUrl, from: MAIL_FROM ?? `no-reply@${host}` }
}

/** Behind a proxy on this machine everybody may seem to ask from it: a public address wants the operator's word. */
export function isMetricsHere({ METRICS_ON_MAIN_PORT, METRICS_PORT, BASE_URL }: Config): boolean {
  if (METRICS_ON_MAIN_PORT !== undefined) return METRICS_ON_MAIN_PORT === 'on'
  return METRICS_PORT === undefined && (BASE_URL === undefined || isLocal(new URL(BASE_URL).hostname))
}

/** Whether a host, as URLs and `HOST` have it, is this machine alone. */
const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/.test(host)

const NAMES = Object.keys(environment.shape)

export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(NAMES.flatMap(name => (source[name] ? [[name, source[name]]] : [])))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message}`)
  }
  const { WEBHOOKS_LOCAL, HOST, BASE_URL } = parsed.data
  if (WEBHOOKS_LOCAL && !(isLocal(HOST) && (BASE_URL === undefined || isLocal(new URL(BASE_URL).hostname)))) {
    throw new ConfigError('WEBHOOKS_LOCAL: is for development, where HOST and BASE_URL are of this machine alone')
  }
  return parsed.data
}

/** Where install scripts are off, and nothing was built since, the driver is as it was released. */
export function requireCorrectDriver(): void {
  const missing = missingCorrections()
  if (missing.length === 0) return
  const issues = missing.map(issue => `#${issue}`).join(', ')
  throw new ConfigError(`node_modules/postgres: lacks corrections (${issues}); npx patch-package applies them`)
}
